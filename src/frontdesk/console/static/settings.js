// Settings: rows come and go, what would change is shown in a dialog, and nothing that was typed is lost.
import { post, toast } from "./console.js";
import { forget } from "./forms.js";

const sheet = document.getElementById("review-sheet");
let dirty = false, ended = false;

const part = () => document.getElementById("part");
const form = () => document.querySelector("form[data-settings]");
const show = (element, on) => { if (element) element.hidden = !on; };

function begin() {
  part().classList.add("js");
  for (const each of part().querySelectorAll("[data-do]")) if (each.dataset.do !== "save") show(each, true);
  for (const day of part().querySelectorAll(".day")) arrange(day);
  for (const each of part().querySelectorAll("[data-shows]:checked, [data-hides]:checked")) toggle(each);
  const find = document.querySelector("[data-filters]");
  show(find, true);
  find?.addEventListener("input", () => filter(find));
  form()?.addEventListener("submit", review);
  form()?.addEventListener("input", () => { dirty = true; });
  form()?.addEventListener("fd:rows", ({ detail }) => makeRows(detail.name, detail.count));
}

// Hours of a day: every span can go, one more can come, and a day without any says so.
const used = (day) => [...day.querySelectorAll(".span")].filter((span) => !span.classList.contains("spare") || span.classList.contains("used"));

function arrange(day) {
  const spans = used(day);
  show(day.querySelector("[data-closed]"), spans.length === 0);
  show(day.querySelector('[data-do="add"]'), spans.length < 4 && Boolean(day.querySelector(".spare")));
}

function addSpan(day, start = "", end = "") {
  const spare = day.querySelector(".spare:not(.used)");
  if (!spare) return null;
  const span = spare.cloneNode(true);
  const number = used(day).length + 1;
  span.classList.remove("spare");
  const name = day.querySelector(".day-name").textContent;
  const [from, until] = span.querySelectorAll("input");
  for (const [field, value, word] of [[from, start, "from"], [until, end, "until"]]) {
    field.value = value;
    field.removeAttribute("aria-invalid");
    field.setAttribute("aria-label", `${name}${number > 1 ? `, part ${number}` : ""}, ${word}`);
  }
  spare.before(span);
  arrange(day);
  return span;
}

function copyDay(day) {
  const above = day.previousElementSibling;
  for (const span of used(day)) span.remove();
  for (const span of used(above)) addSpan(day, ...[...span.querySelectorAll("input")].map((each) => each.value));
  arrange(day);
  dirty = true;
}

function addDate() {
  const spare = document.querySelector(".date.spare");
  const row = spare.cloneNode(true);
  row.classList.remove("spare");
  const number = document.querySelectorAll(".date").length;
  for (const field of row.querySelectorAll("input")) {
    field.value = "";
    field.id = `${field.name}-added-${number}`;
    field.closest(".field").querySelector("label").htmlFor = field.id;
  }
  spare.before(row);
  show(document.querySelector("[data-none]"), false);
  row.querySelector("input").focus();
}

// What was typed before comes back: a day, or the list of days, gets as many rows as there were.
function makeRows(name, count) {
  const fields = () => form().querySelectorAll(`[name="${name}"]`);
  const day = fields()[0].closest(".day"), isDate = Boolean(fields()[0].closest(".date"));
  if (!day && !isDate) return;
  for (let number = fields().length; number < count; number += 1) isDate ? addDate() : addSpan(day);
  const rows = isDate ? [...document.querySelectorAll(".date:not(.spare)")] : used(day);
  for (let number = fields().length; number > count; number -= 1) rows.pop()?.remove();
  if (day) arrange(day);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (!button || !button.closest("#part, #review-sheet")) return;
  const day = button.closest(".day");
  switch (button.dataset.do) {
    case "add": dirty = true; addSpan(day)?.querySelector("input").focus(); break;
    case "drop": dirty = true; button.closest(".span").remove(); arrange(day); day.querySelector('[data-do="add"]')?.focus(); break;
    case "copy": copyDay(day); break;
    case "add-date": dirty = true; addDate(); break;
    case "drop-date": dirty = true; button.closest(".date").remove(); document.querySelector('[data-do="add-date"]')?.focus(); break;
    case "back": sheet.close(); break;
    case "save": dirty = false; break;
  }
});

// Up and down move a time by half an hour.
document.addEventListener("keydown", (event) => {
  if (!["ArrowUp", "ArrowDown"].includes(event.key) || !event.target.matches(".span input")) return;
  const read = event.target.value.trim().match(/^(\d{1,2})(?::(\d\d))?$/);
  if (!read) return;
  event.preventDefault();
  const minutes = Number(read[1]) * 60 + Number(read[2] ?? 0) + (event.key === "ArrowUp" ? 30 : -30);
  const kept = Math.min(24 * 60, Math.max(0, minutes));
  event.target.value = `${Math.floor(kept / 60)}:${String(kept % 60).padStart(2, "0")}`;
  dirty = true;
});

function toggle(input) {
  const target = document.getElementById(input.dataset.shows ?? input.dataset.hides);
  show(target, Boolean(input.dataset.shows));
}
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-shows], [data-hides]")) toggle(event.target);
});

function filter(find) {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const row of document.querySelectorAll(`#${find.dataset.filters} [data-words]`)) {
    const fits = words.every((word) => row.dataset.words.includes(word));
    show(row, fits);
    found += fits;
  }
  show(document.getElementById("found-none"), found === 0);
  show(document.getElementById(find.dataset.filters), found > 0);
}

// Ask what would change, and show it before it does.
async function review(event) {
  if (event.submitter?.value === "save") { dirty = false; return; }
  event.preventDefault();
  const button = form().querySelector(".form-foot button");
  if (button.getAttribute("aria-busy") === "true") return;
  const word = button.textContent;
  button.setAttribute("aria-busy", "true");
  button.textContent = "Checking…";
  const fields = new FormData(form());
  fields.set("step", "review");
  const answer = await post(form().action, fields).catch(() => null);
  button.removeAttribute("aria-busy");
  button.textContent = word;
  if (answer?.status === 401) return;
  const text = answer && answer.headers.get("content-type")?.startsWith("text/html") ? await answer.text() : "";
  const fresh = text && new DOMParser().parseFromString(text, "text/html").getElementById("part");
  if (!fresh) return void toast("The desk could not be reached. What you typed is still here; try again.");
  if (answer.ok) dirty = false;
  const found = fresh.querySelector("#review");
  if (found) return openReview(found, fresh);
  part().replaceChildren(...fresh.childNodes);
  part().dataset.fingerprint = fresh.dataset.fingerprint;
  begin();
  (part().querySelector('[aria-invalid="true"]') ?? document.getElementById("said"))?.focus();
}

function openReview(found, fresh) {
  for (const name of ["fingerprint", "reviewed"]) {
    const value = fresh.querySelector(`[name="${name}"]`)?.value ?? "";
    const field = form().querySelector(`[name="${name}"]`) ?? form().appendChild(Object.assign(document.createElement("input"), { type: "hidden", name }));
    field.value = value;
  }
  document.querySelector("#part > #review")?.remove();
  document.getElementById("said")?.remove();
  found.querySelector('[data-do="back"]')?.removeAttribute("hidden");
  dirty = true; // it is not saved yet
  sheet.replaceChildren(found);
  sheet.showModal();
  found.querySelector('[data-do="save"]')?.focus();
}

// Somebody else has saved: say so where something is typed, else show it.
document.addEventListener("fd:changed", async ({ detail }) => {
  if (!detail.settings || !form()) return;
  const answer = await fetch(location.href, { headers: { "X-Fragment": "1", "X-Background": "1", Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("part");
  if (!fresh || fresh.dataset.fingerprint === part().dataset.fingerprint) return;
  if (dirty || sheet.open) return show(document.getElementById("meanwhile"), true);
  part().replaceChildren(...fresh.childNodes);
  part().dataset.fingerprint = fresh.dataset.fingerprint;
  begin();
});

// What was typed is kept where the session has ended; else whoever leaves is asked, and then it may go.
document.addEventListener("fd:ended", () => { ended = true; });
window.addEventListener("beforeunload", (event) => { if (dirty && !ended) event.preventDefault(); });
window.addEventListener("pagehide", () => { if (dirty && !ended) forget(form()); });
document.querySelector("#meanwhile a")?.addEventListener("click", () => { dirty = false; forget(form()); });
document.addEventListener("submit", () => { if (!sheet.open) return; dirty = false; });

document.querySelector(".sections [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
begin();
