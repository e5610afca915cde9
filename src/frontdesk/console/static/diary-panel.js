// What stands beside the diary: opened without leaving the page, and its forms sent without leaving it.
import { post, refresh, toast, sessionEnded } from "./console.js";
import { part } from "./diary-draw.js";
import { forget } from "./forms.js";

export const panel = document.getElementById("panel");
const KEPT = "frontdesk diary said";
let opener = "";

const fetched = async (address) => {
  const answer = await fetch(address, { headers: { "X-Fragment": "1", Accept: "text/html" } }).catch(() => null);
  if (answer?.status === 401) sessionEnded();
  return answer;
};

// Forms and explanations are left alone by what is live; a booking that is only looked at follows it.
function settlePanel() {
  if (panel.querySelector("[data-form], .said.bad")) panel.dataset.busy = "";
  else delete panel.dataset.busy;
  for (const form of panel.querySelectorAll("[data-times]")) watchTimes(form);
}

function show(html, { focus = true } = {}) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("panel");
  if (!fresh) return false;
  panel.replaceChildren(...fresh.childNodes);
  settlePanel();
  if (focus) (panel.querySelector("[aria-invalid]") ?? panel.querySelector("[role=alert]") ?? panel.querySelector("h2"))?.focus({ preventScroll: true });
  return true;
}

export async function open(address, { push = true } = {}) {
  opener = document.activeElement?.id || opener;
  if (push) history.pushState({}, "", address);
  const wait = setTimeout(() => panel.replaceChildren(Object.assign(document.createElement("div"), { className: "panel-body panel-wait" })), 150);
  const answer = await fetched(address);
  clearTimeout(wait);
  if (answer && answer.status !== 401 && show(await answer.text())) return;
  const sorry = Object.assign(document.createElement("div"), { className: "panel-body" });
  sorry.append(Object.assign(document.createElement("p"), { className: "said bad", textContent: "This could not be loaded. Nothing was changed." }));
  const again = Object.assign(document.createElement("button"), { type: "button", textContent: "Try again" });
  again.addEventListener("click", () => open(address, { push: false }));
  sorry.append(again);
  panel.replaceChildren(sorry);
}

export function close(address) {
  panel.replaceChildren();
  delete panel.dataset.busy;
  history.pushState({}, "", address);
  document.getElementById(opener)?.focus({ preventScroll: true });
}

const samePage = (address) => {
  const [one, other] = [new URL(address, location.href), new URL(location.href)];
  const day = (url) => url.searchParams.get("day") ?? "";
  return ["view", "who"].every((name) => (one.searchParams.get(name) ?? "") === (other.searchParams.get(name) ?? "")) && day(one) === day(other);
};

// What a form came to: it is said with a way back, or the form is shown again with what was wrong.
export async function settle(answer, { stay = false } = {}) {
  if (!answer) return toast("Not connected: nothing was changed. Try again.");
  if (answer.status === 401) return;
  const isPage = (answer.headers.get("content-type") ?? "").startsWith("text/html");
  if (isPage && show(await answer.text())) {
    const address = panel.querySelector("[data-address]")?.dataset.address;
    if (address) history.replaceState({}, "", address);
    return refresh(part);
  }
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) return toast(said.detail ?? said.said ?? "Something went wrong; nothing was changed.");
  if (!samePage(said.to) && part.querySelector(".sheet-grid") && !isWeekOf(said.to)) {
    sessionStorage.setItem(KEPT, JSON.stringify(said));
    location.assign(said.to);
    return;
  }
  // What was dragged or undone opens nothing beside it; but a block that is undone is not there to be shown.
  if (!stay || new URL(location.href).searchParams.has("block")) {
    history.replaceState({}, "", said.to);
    delete panel.dataset.busy;
  }
  await Promise.all([refresh(part), refresh(panel)]);
  settlePanel();
  tell(said);
}

// A day of the week that is on the page needs no other page.
function isWeekOf(address) {
  const url = new URL(address, location.href);
  if (url.searchParams.get("view") !== "week") return false;
  return Boolean(part.querySelector(`.column[data-day="${url.searchParams.get("day")}"]`));
}

function tell(said) {
  toast(said.text, said.undo ? "Undo" : "", async () => settle(await post(said.undo).catch(() => null), { stay: true }), 20);
}

// While a form is filled in it shows what is free.
function watchTimes(form) {
  if (form.dataset.watched) return;
  form.dataset.watched = "1";
  const near = form.querySelector("[data-near]"), { service, provider, day, time } = form.elements;
  const narrow = () => {
    if (!service || !provider) return;
    const by = service.selectedOptions[0]?.dataset.by?.split(" ") ?? [];
    for (const option of provider.options) option.disabled = Boolean(option.value && service.value && !by.includes(option.value));
    if (provider.selectedOptions[0]?.disabled) provider.value = "";
    for (const option of service.options) option.hidden = false;
  };
  const mark = () => {
    const pressed = [...near.querySelectorAll(".near-time")];
    for (const each of pressed) each.setAttribute("aria-pressed", String(each.dataset.time === time.value && each.dataset.day === day.value));
    const line = near.querySelector("p");
    if (line && near.dataset.all) line.textContent = !pressed.length ? "Nothing is free on this day." : !time.value ? "Free on this day" : pressed.some((each) => each.getAttribute("aria-pressed") === "true") ? `${time.value} is free` : `${time.value} is not free; free are`;
  };
  const look = async () => {
    narrow();
    if (!day.value || (service && !service.value)) return;
    const query = new URLSearchParams({ day: day.value, provider: provider?.value ?? "", service: service?.value ?? "", booking: form.dataset.booking ?? "" });
    const answer = await fetched(`${location.pathname}/times?${query}`);
    if (!answer?.ok) return;
    const { times } = await answer.json();
    near.dataset.all = "1";
    const line = Object.assign(document.createElement("p"), { className: "small muted" });
    const box = Object.assign(document.createElement("div"), { className: "near-times" });
    for (const each of times) {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "near-time", textContent: each.time });
      Object.assign(button.dataset, { at: each.at, day: day.value, time: each.time });
      box.append(button);
    }
    near.replaceChildren(line, box);
    mark();
    box.querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest" });
  };
  near.addEventListener("click", (event) => {
    const button = event.target.closest(".near-time");
    if (!button) return;
    event.preventDefault();
    const moved = day.value !== button.dataset.day;
    day.value = button.dataset.day;
    time.value = button.dataset.time;
    form.dataset.at = button.dataset.at;
    moved ? look() : mark();
  });
  time.addEventListener("input", () => { delete form.dataset.at; mark(); });
  for (const each of [service, provider, day]) each?.addEventListener("change", () => { delete form.dataset.at; look(); });
  if (!near.querySelector(".near-time")) look();
  else narrow();
}

export function startPanel() {
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const link = event.target.closest("a[data-panel]"), out = event.target.closest("a[data-close]");
    if (link) { event.preventDefault(); forget(link.closest("form")); open(link.href); }
    if (out) { event.preventDefault(); close(out.href); }
  });
  panel.addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target, button = event.submitter ?? form.querySelector("button.primary, button.danger");
    if (form.dataset.sent) return;
    form.dataset.sent = "1";
    if (button) button.disabled = true;
    const fields = new FormData(form);
    if (form.dataset.at) fields.set("at", form.dataset.at);
    const answer = await post(form.action, fields).catch(() => null);
    // Accepted, or shown again as it was sent: what is typed from here on is kept anew.
    if (answer?.ok || answer?.headers.get("content-type")?.startsWith("text/html") && answer.status !== 401) forget(form);
    await settle(answer);
    delete form.dataset.sent;
    if (button) button.disabled = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const out = panel.querySelector("a[data-close]");
    if (out && !event.target.closest("input, textarea, select")) { event.preventDefault(); close(out.href); }
  });
  addEventListener("popstate", () => open(location.href, { push: false }));
  panel.addEventListener("fd:refreshed", settlePanel);
  settlePanel();
  const kept = sessionStorage.getItem(KEPT);
  if (kept) { sessionStorage.removeItem(KEPT); tell(JSON.parse(kept)); }
}
