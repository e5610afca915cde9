// Lets the arrow keys walk through the free days of a month, as calendars do; links work without it.

const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** Make one day of the month the stop of the tab key, and let the arrows reach the others. */
export function makeOperable(month) {
  const days = [...month.querySelectorAll("a[data-day]")];
  if (!days.length) return;
  const stop = days.find((day) => day.hasAttribute("aria-current")) ?? days[0];
  for (const day of days) day.tabIndex = day === stop ? 0 : -1;
  month.addEventListener("keydown", (event) => onKey(event, days, month));
}

function onKey(event, days, month) {
  const from = event.target.closest?.("a[data-day]");
  if (!from || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === " ") {
    event.preventDefault();
    from.click();
    return;
  }
  const turn = { PageUp: "earlier", PageDown: "later" }[event.key];
  if (turn) {
    event.preventDefault();
    month.querySelector(`[data-step="${turn}"]`)?.click();
    return;
  }
  const next = reached(event.key, from, days);
  if (!next) return;
  event.preventDefault();
  for (const day of days) day.tabIndex = day === next ? 0 : -1;
  next.focus();
}

function reached(key, from, days) {
  if (key === "Home") return days[0];
  if (key === "End") return days.at(-1);
  const step = STEPS[key];
  if (!step) return null;
  const wanted = number(from) + step;
  // The nearest free day in that direction: those that are not free cannot be picked.
  return step > 0
    ? days.find((day) => number(day) >= wanted) ?? null
    : days.findLast((day) => number(day) <= wanted) ?? null;
}

function number(day) {
  return Date.parse(day.dataset.day) / 86_400_000;
}
