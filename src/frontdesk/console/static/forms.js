// What is typed into any form of a page and not accepted yet: kept in this browser for a day, for this person, page and form.
const DAY = 24 * 60 * 60 * 1000;
const SENT = "frontdesk form sent";
const MOVING = ["csrf", "fingerprint", "reviewed", "version", "until"]; // hidden, and no part of what a form is about
const NEVER = "[type=password], [type=hidden], [type=file], [name=code], [name=csrf], [autocomplete=one-time-code], [data-word]";
const watched = new WeakMap(); // a form's key, and what stood in it before anybody typed
let prefix = "";

const isChoice = (field) => field.type === "radio" || field.type === "checkbox";
const fieldsOf = (form) => [...form.elements].filter((each) => each.name && each.matches("input, select, textarea") && !each.matches(NEVER));
const named = (form, name) => fieldsOf(form).filter((each) => each.name === name);

// Every name once, with its values in order: rows that repeat have several, of choices only the chosen ones count.
function collect(form, isChosen, valueOf) {
  const values = {};
  for (const field of fieldsOf(form)) {
    values[field.name] ??= [];
    if (!isChoice(field) || isChosen(field)) values[field.name].push(valueOf(field));
  }
  return values;
}
const valuesOf = (form) => collect(form, (field) => field.checked, (field) => field.value);

// What the server wrote, also where somebody typed before this script had come.
const shownBy = (form) => collect(form, (field) => field.defaultChecked, shownIn);
function shownIn(field) {
  if (isChoice(field)) return field.value;
  if (field.matches("textarea")) return field.defaultValue;
  if (field.matches("select")) {
    const options = [...field.options];
    return (options.findLast((each) => each.defaultSelected) ?? options.find((each) => !each.disabled))?.value ?? "";
  }
  return Object.assign(document.createElement("input"), { type: field.type, value: field.defaultValue }).value; // as a browser reads it
}

function identityOf(form) {
  const about = [...form.elements].filter((each) => each.type === "hidden" && !MOVING.includes(each.name));
  return [form.getAttribute("action"), ...about.map((each) => `${each.name}=${each.value}`)].join(" ");
}

function keyOf(form) {
  const identity = identityOf(form);
  const alike = [...document.querySelectorAll("main form[method=post]")].filter((each) => identityOf(each) === identity);
  return `${prefix}${location.pathname}${location.search} ${identity} ${alike.indexOf(form)}`;
}

function read(key) {
  try {
    const { at, values } = JSON.parse(localStorage.getItem(key));
    return Date.now() - at < DAY ? values : null;
  } catch { return null; }
}

function drop(key) {
  try { localStorage.removeItem(key); } catch { /* then nothing is kept there */ }
}

// Only what differs is kept: the rest may be changed by somebody else meanwhile.
function keep(form) {
  const { key, before } = watched.get(form);
  const changed = Object.entries(valuesOf(form)).filter(([name, values]) => JSON.stringify(values) !== JSON.stringify(before[name]));
  if (!changed.length) return drop(key);
  try {
    localStorage.setItem(key, JSON.stringify({ at: Date.now(), values: Object.fromEntries(changed) }));
  } catch { /* the browser keeps nothing: it is on the page */ }
}

function putBack(form, kept) {
  for (const [name, values] of Object.entries(kept)) {
    if (!named(form, name).length) continue;
    // Whoever makes rows by script makes as many as there were.
    if (!isChoice(named(form, name)[0])) form.dispatchEvent(new CustomEvent("fd:rows", { detail: { name, count: values.length } }));
    named(form, name).forEach((field, number) => {
      if (isChoice(field)) field.checked = values.includes(field.value);
      else if (number < values.length) field.value = values[number];
      if (isChoice(field) && !field.checked) return;
      for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
    });
  }
  form.closest("details:not(.menu)")?.setAttribute("open", "");
}

// A select may be narrowed by a script of the page; what is typed or ticked is not.
const isTouched = (form) => fieldsOf(form).some((each) => isChoice(each) ? each.checked !== each.defaultChecked : !each.matches("select") && each.value !== shownIn(each));

function watch(form) {
  if (watched.has(form) || "ownDraft" in form.dataset || !fieldsOf(form).length) return;
  const key = keyOf(form), kept = read(key);
  // What the server shows again with what is wrong is newer than what is kept, and all of it was typed.
  const isAnswer = Boolean(document.querySelector("main .said.bad, main [aria-invalid=true]"));
  watched.set(form, { key, before: isAnswer ? {} : shownBy(form) });
  if (isTouched(form)) keep(form);
  else if (kept && !isAnswer) putBack(form, kept);
}

const watchAll = () => { for (const form of document.querySelectorAll("main form[method=post]")) watch(form); };

// The form was accepted, or whoever typed has let it go.
export function forget(form) {
  if (watched.has(form)) drop(watched.get(form).key);
}

function sweep() {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith("frontdesk form ") && !read(key)) drop(key);
  } catch { /* nothing is kept */ }
}

// A page that says "done" after a form was sent: only then what was typed may go.
function noteSent() {
  try {
    const sent = sessionStorage.getItem(SENT);
    if (sent && document.querySelector(".flash.good")) drop(sent);
    sessionStorage.removeItem(SENT);
  } catch { /* nothing is kept */ }
}

function begin() {
  sweep();
  noteSent();
  watchAll();
  new MutationObserver(watchAll).observe(document.getElementById("main"), { childList: true, subtree: true });
  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, ({ target }) => { if (watched.has(target.form)) keep(target.form); });
  }
  document.addEventListener("submit", (event) => {
    if (!watched.has(event.target)) return;
    keep(event.target); // also rows that came and went without a key
    if (event.defaultPrevented) return;
    try { sessionStorage.setItem(SENT, watched.get(event.target).key); } catch { /* nothing is kept */ }
  });
}

export function startForms(me, base) {
  prefix = `frontdesk form ${me} ${base} `;
  // The scripts of the page come first: they make rows, and mark the forms that have drafts of their own.
  document.addEventListener("DOMContentLoaded", begin);
}
