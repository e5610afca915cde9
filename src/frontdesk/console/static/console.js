// What every page of the console does: shows what is live, keys, toasts, how long things have waited, safe posts.
import { startLive } from "./live.js";
import { startKeys } from "./keys.js";
import { startForms } from "./forms.js";

export const meta = (name) => document.querySelector(`meta[name="${name}"]`)?.content ?? "";
export const base = meta("staff");
export const me = meta("me");

// A refused answer is shown where it was posted to; loading it again there would post again.
const posted = location.pathname.match(/^(.*\/(?:conversations|requests|tickets)\/[^/]+)\/(?:answer|approve|reject)$/);
if (posted) history.replaceState(null, "", posted[1]);

// Post a form's fields as a page of ours does; the answer is the response, also where it says no.
export async function post(address, fields = {}, more = {}) {
  const body = fields instanceof FormData ? new URLSearchParams(fields) : new URLSearchParams(fields);
  const answer = await fetch(address, {
    method: "POST",
    body,
    headers: { "X-CSRF-Token": meta("csrf"), "X-Fragment": "1", Accept: "application/json", ...more },
    redirect: "follow",
  });
  if (answer.status === 401) sessionEnded();
  return answer;
}

// Say something in the corner; with a word and something to do it has a button.
export function toast(text, word = "", act = null, seconds = 8) {
  for (const each of document.querySelectorAll(".toast")) if (each.firstChild.textContent === text) each.remove(); // once is enough
  const box = document.createElement("div");
  box.className = "toast";
  box.append(Object.assign(document.createElement("span"), { textContent: text }));
  if (word) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: word });
    button.addEventListener("click", () => { box.remove(); act?.(); });
    box.append(button);
  }
  document.getElementById("toasts").append(box);
  if (seconds) setTimeout(() => box.remove(), seconds * 1000);
  return box;
}

let ended = false;
export function sessionEnded() {
  if (ended) return;
  ended = true;
  const line = document.getElementById("lost");
  const link = Object.assign(document.createElement("a"), {
    href: `${base}/login?then=${encodeURIComponent(location.pathname + location.search)}`,
    textContent: "Log in again",
  });
  line.replaceChildren("You are logged out. What you typed is kept. ", link);
  line.hidden = false;
  document.dispatchEvent(new CustomEvent("fd:ended"));
}

// Fetch this page as it is now; the parts that follow one change share what was fetched.
let fetched = null, fetches = 0;
function fetchAgain(address) {
  if (fetched?.address !== address) {
    const page = fetch(address, { headers: { "X-Fragment": "1", "X-Background": "1", Accept: "text/html" } })
      .then(async (answer) => {
        if (answer.status === 401) sessionEnded();
        return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
      })
      .catch(() => null);
    fetched = { address, page, number: ++fetches };
    setTimeout(() => { if (fetched?.page === page) fetched = null; });
  }
  return fetched;
}

// Fetch this page again and put its part in the place of the one shown; what is typed or focused there stays.
const shown = new WeakMap();
export async function refresh(part) {
  const address = location.href;
  const { page, number } = fetchAgain(address);
  const fresh = (await page)?.getElementById(part.id)?.cloneNode(true);
  if (location.href !== address) return refresh(part); // the page has gone on meanwhile
  // What somebody drags or types there is not taken away; whoever marked it so fetches it again afterwards.
  if ("busy" in part.dataset) { part.dataset.stale = ""; return; }
  if (!fresh || (shown.get(part) ?? 0) > number) return; // an older answer may come after a newer one
  shown.set(part, number);
  if (fresh.innerHTML === part.innerHTML) return;
  const focused = part.contains(document.activeElement) ? document.activeElement.id : "";
  const marked = part.querySelector(".marked")?.id;
  const opened = [...part.querySelectorAll("details[open][id]")].map((each) => each.id);
  const scroll = part.scrollTop;
  part.replaceChildren(...fresh.childNodes);
  for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
  if (marked) document.getElementById(marked)?.classList.add("marked");
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  part.scrollTop = scroll;
  showWaited();
  part.dispatchEvent(new CustomEvent("fd:refreshed", { bubbles: true }));
}

// Which parts of the page a change is about: "conversations", "conversation:ID", "requests", "diary", "rooms", "settings".
function concerns(part, change) {
  return part.dataset.live.split(" ").some((topic) => {
    if (topic.startsWith("conversation:")) return change.moved || change.conversations.includes(topic.slice(13));
    if (topic === "conversations") return change.moved || change.conversations.length > 0;
    return Boolean(change[topic]);
  });
}

document.addEventListener("fd:changed", ({ detail }) => {
  for (const part of document.querySelectorAll("[data-live]")) if (concerns(part, detail)) refresh(part);
});
document.addEventListener("fd:back", () => {
  for (const part of document.querySelectorAll("[data-live]")) refresh(part);
});

const LONG = 15; // minutes after which waiting is shown as long
function showWaited() {
  for (const each of document.querySelectorAll("[data-since]")) {
    const minutes = Math.max(0, Math.floor((Date.now() - new Date(each.dataset.since)) / 60000));
    const hours = Math.floor(minutes / 60), days = Math.floor(hours / 24);
    each.textContent = days ? `${days} day${days > 1 ? "s" : ""}` : hours ? `${hours} h ${String(minutes % 60).padStart(2, "0")} min` : `${minutes} min`;
    each.classList.toggle("long", minutes >= LONG && each.classList.contains("waited"));
  }
}
setInterval(showWaited, 20000);
showWaited();

// A menu closes when one looks elsewhere.
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
});
// What takes something from somebody is asked first: the button may have changed under the finger.
document.addEventListener("submit", (event) => {
  const { ask } = event.target.dataset;
  if (ask && !confirm(ask)) event.preventDefault();
}, true);
// A form that is sent is sent once.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || event.defaultPrevented) return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "1";
  setTimeout(() => delete form.dataset.sent, 4000);
});

startKeys();
startForms(me, base);
startLive(base, sessionEnded);
