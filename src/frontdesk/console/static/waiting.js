// Who waits for a person: a number in the rail and in the tab's title, and, if one wants it, a sound and a notification.
import { base, me } from "./console.js";

const badge = document.getElementById("waiting-badge");
const bell = document.querySelector('[data-do="bell"]');
const KEY = `frontdesk bell ${me} ${base}`;
const title = document.title;
const SOON = 150;
let known = null, due = null, audio = null;

const isOn = () => { try { return localStorage.getItem(KEY) === "on"; } catch { return false; } };

async function look() {
  due = null;
  const answer = await fetch(`${base}/waiting`, { headers: { "X-Fragment": "1" } }).catch(() => null);
  if (!answer?.ok) return;
  const { count, last } = await answer.json();
  badge.textContent = count;
  badge.hidden = !count;
  badge.setAttribute("aria-label", count === 1 ? "1 waits" : `${count} wait`);
  document.title = count ? `(${count}) ${title}` : title;
  const mark = last ? `${last.address} ${last.since}` : "";
  if (known !== null && last && last.since > known && isOn()) ring(last, mark);
  known = last && (known === null || last.since > known) ? last.since : known ?? "";
}

// Of all tabs one rings, once for each guest.
function ring(last, mark) {
  const once = async () => {
    if (localStorage.getItem(`${KEY} rung`) === mark) return;
    localStorage.setItem(`${KEY} rung`, mark);
    beep();
    if (globalThis.Notification?.permission !== "granted") return;
    const shown = new Notification(`${last.who} waits`, { body: last.why, tag: mark });
    shown.onclick = () => { focus(); location.assign(last.address); };
  };
  if (navigator.locks) navigator.locks.request(KEY, once);
  else once();
}

function beep() {
  audio ??= new AudioContext();
  const [first, second] = [660, 880].map((tone, place) => {
    const from = audio.currentTime + place * 0.16;
    const sound = new OscillatorNode(audio, { frequency: tone });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(0.12, from + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, from + 0.3);
    sound.connect(volume).connect(audio.destination);
    sound.start(from);
    sound.stop(from + 0.32);
    return sound;
  });
  return [first, second];
}

function showBell() {
  bell.setAttribute("aria-pressed", String(isOn()));
  bell.querySelector("span").textContent = isOn() ? "Sound is on" : "Sound is off";
  bell.setAttribute("aria-label", "Sound and notifications when somebody waits");
}

if (bell) {
  bell.hidden = false;
  showBell();
  bell.addEventListener("click", async () => {
    try { localStorage.setItem(KEY, isOn() ? "off" : "on"); } catch { return; }
    showBell();
    if (!isOn()) return;
    beep(); // the browser lets a page sound once somebody has pressed something
    if (globalThis.Notification?.permission === "default") await Notification.requestPermission();
  });
}
addEventListener("storage", (event) => { if (event.key === KEY && bell) showBell(); });
const soon = () => { due ??= setTimeout(look, SOON); };
for (const name of ["fd:changed", "fd:back"]) document.addEventListener(name, soon);
look();
