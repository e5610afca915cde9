// The page of a booking: goes from view to view without a reload, and shows times where the guest is.
// Everything works without it, by plain links and forms.

import { makeOperable } from "./month.js";

const language = document.documentElement.lang;
const guestZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
let latest = 0;

function begin() {
  const main = document.getElementById("swap");
  if (!main) return;
  for (const month of main.querySelectorAll("[data-month]")) makeOperable(month);
  showGuestTimes(main);
  for (const form of main.querySelectorAll("form")) {
    form.addEventListener("submit", () => {
      // After the form has been read: a disabled button must not keep it from being sent.
      setTimeout(() => form.querySelector("button[type=submit]")?.setAttribute("disabled", ""), 0);
    });
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-swap]");
  const plainly = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey && event.button === 0;
  if (!link || !plainly) return;
  event.preventDefault();
  swap(link.href, link, true);
});

addEventListener("popstate", () => swap(location.href, null, false));
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload(); // what was booked may have changed meanwhile
});

async function swap(address, link, remember) {
  const main = document.getElementById("swap");
  const mine = ++latest;
  main.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" }, cache: "no-store" });
    const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("swap");
    if (mine !== latest) return; // something else was pressed meanwhile
    if (!found) throw new Error("no page");
    main.replaceWith(found);
    if (remember) history.pushState(null, "", address);
    begin();
    settleFocus(found, link);
  } catch {
    location.href = address;
  }
}

/** Put the focus where the next thing is to be done, and bring it into sight. */
function settleFocus(main, link) {
  const confirm = main.querySelector("#confirm-title");
  const step = link?.dataset.step;
  if (step) {
    (main.querySelector(`[data-step="${step}"]`) ?? main.querySelector("[data-day]") ?? main).focus();
  } else if (confirm) {
    confirm.focus();
    confirm.closest("form").scrollIntoView({ block: "nearest" });
  } else if (link?.dataset.day) {
    const times = main.querySelector("#times");
    times.focus({ preventScroll: true });
    times.scrollIntoView({ block: "nearest" });
  } else {
    const title = main.querySelector("#panel-title");
    title?.setAttribute("tabindex", "-1");
    (title ?? main).focus({ preventScroll: true });
    title?.closest(".panel").scrollIntoView({ block: "nearest" });
  }
}

function offset(zone, at) {
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts(at);
  return parts.find((part) => part.type === "timeZoneName")?.value;
}

/** Show the guest's own time beside that of the business where they differ; first, where nobody travels. */
function showGuestTimes(main) {
  const { zone, online, yourTime } = main.dataset;
  const shown = main.querySelector("[data-moment]");
  const start = new Date(shown.dataset.start);
  const end = new Date(shown.dataset.end);
  const zoneLine = main.querySelector(".zone:not(.beside)");
  zoneLine.textContent = zoneName(zone, start);
  if (offset(zone, start) !== offset(guestZone, start)) {
    const beside = main.querySelector("[data-guest-moment]");
    const sameDay = dayIn(start, zone) === dayIn(start, guestZone);
    const theirs = `${sameDay ? "" : `${dayAt(start, guestZone)}, `}${range(start, end, guestZone)}`;
    if (online === "yes") {
      beside.textContent = `${shown.textContent.trim().replace(/\s*\n\s*/g, ", ")}, ${zoneName(zone, start)}`;
      shown.querySelector(".day").textContent = dayAt(start, guestZone);
      shown.querySelector(".clock").textContent = range(start, end, guestZone);
      zoneLine.textContent = `${yourTime}, ${zoneName(guestZone, start)}`;
    } else {
      beside.textContent = `${theirs} ${yourTime} (${cityOf(guestZone)})`;
    }
    beside.hidden = false;
  }
  for (const each of main.querySelectorAll("time[data-beside]")) besideTime(each, zone, online);
}

function besideTime(element, zone, online) {
  const at = new Date(element.dateTime);
  if (offset(zone, at) === offset(guestZone, at)) return;
  const theirs = clock(at, guestZone);
  const day = dayIn(at, zone) === dayIn(at, guestZone) ? "" : `${shortDay(at, guestZone)} `;
  const small = document.createElement("span");
  small.className = "guest-clock";
  small.textContent = online === "yes" ? `${element.textContent} ${cityOf(zone)}` : `${day}${theirs} ${cityOf(guestZone)}`;
  if (online === "yes") element.textContent = `${day}${theirs}`;
  element.append(small);
}

function cityOf(zone) {
  return zone.split("/").at(-1).replaceAll("_", " ");
}

function zoneName(zone, at) {
  const parts = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: "long" }).formatToParts(at);
  const name = parts.find((part) => part.type === "timeZoneName")?.value;
  if (!zone.includes("/")) return name ?? zone;
  return name && !/[0-9]/.test(name) ? `${cityOf(zone)}, ${name}` : cityOf(zone);
}

function clock(at, timeZone) {
  const whole = new Intl.DateTimeFormat(language, { timeZone, hour: "numeric", minute: "2-digit" });
  const isOnTheHour = whole.formatToParts(at).some((part) => part.type === "minute" && part.value === "00");
  if (!whole.resolvedOptions().hour12 || !isOnTheHour) return whole.format(at);
  return new Intl.DateTimeFormat(language, { timeZone, hour: "numeric" }).format(at);
}

function range(start, end, zone) {
  return `${clock(start, zone)} – ${clock(end, zone)}`;
}

function dayAt(at, timeZone) {
  return new Intl.DateTimeFormat(language, { timeZone, weekday: "long", month: "long", day: "numeric" }).format(at);
}

function shortDay(at, timeZone) {
  return new Intl.DateTimeFormat(language, { timeZone, weekday: "short" }).format(at);
}

function dayIn(at, timeZone) {
  return new Intl.DateTimeFormat("en-CA", { timeZone }).format(at);
}

begin();
