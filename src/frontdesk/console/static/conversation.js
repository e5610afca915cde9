// One conversation: keeps its place while lines come, keeps drafts, sends answers, and shows who else is there.
import { base, me, post, refresh } from "./console.js";
import { Draft } from "./drafts.js";

const SIGN = 3000; // milliseconds between two signs of life
const TYPED = 2500; // between two signs of typing
const layout = document.querySelector("[data-conversation]");
const id = layout.dataset.conversation;
const address = `${base}/conversations/${encodeURIComponent(id)}`;
const part = document.getElementById("talk");
const about = document.getElementById("about");
const form = document.getElementById("answer");
const field = document.getElementById("text");
const lines = () => document.getElementById("lines");
const newest = () => Number(lines().dataset.newest);
const others = document.getElementById("others");

if (matchMedia("(max-width: 860px)").matches) about.open = false;

// Whoever is at the end is taken along; whoever reads further up stays there.
let ended = true, top = 0;
const atEnd = (box) => box.scrollHeight - box.scrollTop - box.clientHeight < 60;
part.addEventListener("scroll", ({ target }) => {
  if (target.id !== "lines") return;
  ended = atEnd(target);
  top = target.scrollTop;
}, true);
const toEnd = () => { lines().scrollTop = lines().scrollHeight; ended = true; };
if (!location.search.includes("before=")) toEnd();

function stand(holder) {
  if (!form) return;
  const mine = holder === me;
  if (form.hidden === mine) {
    form.hidden = !mine;
    if (ended) toEnd();
  }
}
document.addEventListener("fd:refreshed", ({ target }) => {
  if (target !== part) return;
  if (ended) toEnd();
  else lines().scrollTop = top;
  noteNew();
});

// Who has it is an attribute of the part itself: when it is fetched again, its buttons say it.
new MutationObserver(() => {
  const take = part.querySelector('form[action$="/take"]');
  const back = part.querySelector('form[action$="/back"]');
  stand(back ? me : take ? "another" : "");
}).observe(part, { childList: true });

let draft = null, since = newest();
if (form) {
  draft = new Draft(field, `conversation ${id}`);
  form.addEventListener("submit", send);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || !matchMedia("(pointer: fine)").matches) return;
    event.preventDefault();
    form.requestSubmit(form.querySelector(".answer-box button"));
  });
  field.addEventListener("input", () => {
    if (!field.value) since = newest();
    if (Date.now() - typedAt > TYPED) sign(true);
  });
  field.addEventListener("focus", () => { if (!field.value) since = newest(); });
  if (location.hash === "#write" && !form.hidden) field.focus();
}

// Lines that came since somebody began to write.
function noteNew() {
  if (!form) return;
  const box = document.getElementById("new-since");
  const came = [...lines().querySelectorAll(".said-line.guest")].filter((line) => Number(line.dataset.line) > since).length;
  box.hidden = !came || !field.value.trim();
  box.textContent = came === 1 ? "A new message has come since you began to write." : `${came} new messages have come since you began to write.`;
}

let sending = false;
async function send(event) {
  event.preventDefault();
  if (sending || !field.value.trim()) return;
  sending = true;
  form.setAttribute("aria-busy", "true");
  const fields = new FormData(form, event.submitter);
  // Sending anyway holds for the lines that the warning showed; what has come since then warns again.
  fields.set("seen", event.submitter?.dataset.seen ?? String(newest()));
  try {
    const answer = await post(form.action, fields);
    if (answer.status === 401) return; // what was typed is kept
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const warning = document.getElementById("warning");
    warning.replaceChildren(...(fresh.getElementById("warning")?.childNodes ?? []));
    if (answer.ok) {
      draft.drop();
      ended = true;
      since = Infinity;
    } else {
      warning.querySelector("button")?.focus();
      if (!warning.firstElementChild) warn(warning, "This was not sent. Load the page again; what you typed is kept.");
    }
    await refresh(part);
    since = newest();
    noteNew();
  } catch {
    warn(document.getElementById("warning"), "Not sent: there is no connection. What you typed is kept; try again.");
  } finally {
    sending = false;
    form.removeAttribute("aria-busy");
  }
}

function warn(box, text) {
  box.replaceChildren(Object.assign(document.createElement("p"), { className: "said warn", role: "alert", textContent: text }));
}

// Signs of life, and who else gives them.
let typedAt = 0;
async function sign(typing = false) {
  if (document.hidden && !typing) return;
  if (typing) typedAt = Date.now();
  const answer = await post(`${address}/presence`, typing ? { typing: "1" } : {}, typing ? {} : { "X-Background": "1" }).catch(() => null);
  if (!answer?.ok) return;
  const { guest, people } = await answer.json();
  showPeople(people);
  showGuest(guest);
}

let forget = null;
function showPeople(people) {
  const here = people.filter((each) => each.login !== me);
  const typing = here.filter((each) => each.typing), watching = here.filter((each) => !each.typing);
  const say = (list, what) => list.length && `${list.map((each) => each.name).join(", ")} ${list.length === 1 ? "is" : "are"} ${what}`;
  const text = [say(typing, "typing an answer"), say(watching, "looking at this too")].filter(Boolean).join(". ");
  if (others.textContent !== text) others.textContent = text;
  clearTimeout(forget);
  if (here.length) forget = setTimeout(() => sign(), typing.length ? 4500 : 16000);
}
document.addEventListener("fd:presence", ({ detail }) => { if (detail.conversation === id) showPeople(detail.people); });

function showGuest(here) {
  const line = document.getElementById("guest-here");
  if (!line) return;
  const name = line.dataset.name;
  const text = here ? `${name} has the chat open.` : `${name} has left the chat. What you write waits there, unread.`;
  if (line.textContent === text) return;
  const dot = Object.assign(document.createElement("span"), { className: here ? "dot good" : "dot" });
  dot.setAttribute("aria-hidden", "true");
  line.replaceChildren(dot, text);
  const reach = document.getElementById("reach");
  reach.hidden = here || !reach.querySelector("a");
}

sign();
setInterval(sign, SIGN, false);
addEventListener("pagehide", () => {
  const csrf = document.querySelector('meta[name="csrf"]').content;
  navigator.sendBeacon(`${address}/presence`, new URLSearchParams({ csrf, leave: "1" }));
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "r" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
  if (!form || form.hidden) return;
  event.preventDefault();
  field.focus();
});
