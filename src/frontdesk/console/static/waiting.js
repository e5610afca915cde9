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
  const answer = await fetch(`${base}/waiting`, { headers: { "X-Fragment": "1", "X-Background": "1" } }).catch(() => null);
  if (!answer?.ok) return;
  const { count, rows } = await answer.json();
  badge.textContent = count;
  badge.hidden = !count;
  badge.setAttribute("aria-label", count === 1 ? "1 waits" : `${count} wait`);
  document.title = count ? `(${count}) ${title}` : title;
  const fresh = known && rows.findLast((each) => !known.has(each.key));
  known = new Set(rows.map((each) => each.key));
  if (fresh && isOn()) ring(fresh);
}

// Of all tabs one rings, once for each guest.
function ring({ who, why, address, key }) {
  const once = async () => {
    if (localStorage.getItem(`${KEY} rung`) === key) return;
    localStorage.setItem(`${KEY} rung`, key);
    beep();
    if (globalThis.Notification?.permission !== "granted") return;
    const shown = new Notification(`${who} waits`, { body: why, tag: key });
    shown.onclick = () => { focus(); location.assign(address); };
  };
  if (navigator.locks) navigator.locks.request(KEY, once);
  else once();
}

function beep() {
  audio ??= new AudioContext();
  [660, 880].forEach((tone, place) => {
    const from = audio.currentTime + place * 0.16;
    const sound = new OscillatorNode(audio, { frequency: tone });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(0.12, from + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, from + 0.3);
    sound.connect(volume).connect(audio.destination);
    sound.start(from);
    sound.stop(from + 0.32);
  });
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
