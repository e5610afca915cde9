// Puts everything where it belongs: minutes of the page, given by the server, become places of the screen.
export const scroller = document.getElementById("diary-scroll");
export const part = document.getElementById("diary");
export const says = document.getElementById("diary-says");
const loaded = performance.now();

export const grid = () => part.querySelector(".sheet-grid");
export const columns = () => [...part.querySelectorAll(".column")].filter((each) => each.offsetParent);
export const bodyOf = (column) => column.querySelector(".column-body");
export const first = () => Number(grid().dataset.first);
export const last = () => Number(grid().dataset.last);
export const step = () => Number(grid().dataset.step);
export const pieces = (column) => JSON.parse(column.dataset.pieces).map(([low, high, start]) => ({ low, high, start: new Date(start) }));

export function place(element, low, high = null) {
  element.style.setProperty("--from", low);
  if (high !== null) element.style.setProperty("--to", high);
}

// How many pixels a minute has just now.
export function pixels() {
  const body = part.querySelector(".column .column-body");
  return columns().length ? bodyOf(columns()[0]).getBoundingClientRect().height / (last() - first()) : body.offsetHeight;
}

export function draw() {
  const sheet = grid();
  scroller.style.setProperty("--first", sheet.dataset.first);
  scroller.style.setProperty("--last", sheet.dataset.last);
  scroller.style.setProperty("--count", sheet.dataset.count);
  scroller.style.setProperty("--step", sheet.dataset.step);
  scroller.dataset.view = new URLSearchParams(location.search).get("view") ?? "day";
  for (const each of sheet.querySelectorAll("[data-low]")) place(each, each.dataset.low, each.dataset.high ?? null);
  for (const tick of sheet.querySelectorAll(".tick")) tick.classList.toggle("last", Number(tick.dataset.low) === last());
  for (const column of sheet.querySelectorAll(".column")) rule(column, sheet);
  scroller.classList.add("drawn");
  moveNow();
}

// Lines at whole hours, and what is no time at all on the day when clocks are changed.
function rule(column, sheet) {
  const body = bodyOf(column), own = pieces(column);
  for (const tick of sheet.querySelectorAll(".tick")) add(body, "line-at", Number(tick.dataset.low));
  let reached = first();
  for (const piece of own) {
    if (reached < piece.low) add(body, "missing", reached, Math.min(piece.low, last()));
    reached = Math.max(reached, piece.high);
  }
  if (reached < last()) add(body, "missing", reached, last());
}

export function add(body, name, low, high = null, kind = "li") {
  const made = document.createElement(kind);
  made.className = name;
  made.setAttribute("aria-hidden", "true");
  place(made, low, high);
  body.append(made);
  return made;
}

// The line of now goes on as long as the page is open.
export function moveNow() {
  const gone = (performance.now() - loaded) / 60000;
  for (const line of part.querySelectorAll(".now")) {
    const at = Number(line.dataset.low) + gone;
    place(line, at);
    line.hidden = at < first() || at > last();
  }
}

export function showNow() {
  const now = part.querySelector(".now:not([hidden])"), line = now ?? part.querySelector(".booking");
  if (!line?.offsetParent) return;
  const { top } = line.getBoundingClientRect();
  if (scroller.scrollHeight > scroller.clientHeight + 4) scroller.scrollTop = Math.max(0, top - scroller.getBoundingClientRect().top - 160);
  else if (now && top > innerHeight - 120) scrollTo({ top: top - 220 });
}

// The moment that a place of a column means; null where the clocks leave none.
export function momentAt(column, minute) {
  const piece = pieces(column).find((each) => each.low <= minute && minute < each.high);
  return piece ? new Date(piece.start.getTime() + (minute - piece.low) * 60000) : null;
}

export function clock(minute) {
  // The label of the hour above it, so that an hour that comes twice is called as the clock shows it.
  const ticks = [...part.querySelectorAll(".tick")].map((each) => [Number(each.dataset.low), each.textContent]);
  const above = ticks.filter(([low]) => low <= minute).at(-1);
  if (!above) return "";
  return `${above[1].slice(0, 2)}:${String(minute - above[0]).padStart(2, "0")}`;
}

export const announce = (text) => { says.textContent = text; };
