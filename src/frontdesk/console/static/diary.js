// The diary: drawn, followed while others change it, and free time that can be chosen.
import { announce, clock, draw, first, grid, momentAt, moveNow, part, pixels, scroller, showNow, step } from "./diary-draw.js";
import { isMoving, startMoving } from "./diary-move.js";
import { open, startPanel } from "./diary-panel.js";

const range = (gap) => { const { low, high, begin } = gap.closest(".entry").dataset; return [low, high, begin].map(Number); };

// The start that a pointer means within free time: whole steps from the first that is possible.
function startIn(gap, y) {
  const [low, high, begin] = range(gap);
  const minute = Math.min(high - 1, low + (y - gap.getBoundingClientRect().top) / pixels());
  return Math.max(begin, begin + Math.floor((minute - begin) / step()) * step());
}

function showMarker(gap, minute) {
  const entry = gap.closest(".entry");
  let marker = gap.querySelector(".marker");
  if (!marker) {
    marker = Object.assign(document.createElement("span"), { className: "marker" });
    marker.setAttribute("aria-hidden", "true");
    gap.append(marker);
  }
  marker.dataset.at = minute;
  marker.textContent = `+ ${clock(minute)}`;
  marker.style.setProperty("--in", minute - Number(entry.dataset.low));
}

const hideMarkers = () => { for (const each of part.querySelectorAll(".marker")) each.remove(); };

function bookAt(gap, minute) {
  const column = gap.closest(".column"), moment = momentAt(column, minute), address = new URL(gap.href);
  if (!moment) return;
  address.searchParams.set("at", moment.toISOString());
  open(address.href);
}

function startGaps() {
  part.addEventListener("pointermove", (event) => {
    const gap = event.pointerType === "mouse" && !isMoving() ? event.target.closest("[data-gap]") : null;
    for (const each of part.querySelectorAll(".marker")) if (each.parentNode !== gap) each.remove();
    if (gap) showMarker(gap, startIn(gap, event.clientY));
  });
  part.addEventListener("pointerleave", hideMarkers);
  part.addEventListener("click", (event) => {
    const gap = event.target.closest("[data-gap]");
    if (!gap || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // A click of the keyboard has no place: it means the time that the arrows chose, or the first.
    const chosen = gap.querySelector(".marker")?.dataset.at ?? range(gap)[2];
    bookAt(gap, event.detail ? startIn(gap, event.clientY) : Number(chosen));
  });
  part.addEventListener("keydown", (event) => {
    const gap = event.target.closest?.("[data-gap]");
    if (!gap || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    const [, high, begin] = range(gap), by = event.key === "ArrowDown" ? step() : -step();
    const next = Number(gap.querySelector(".marker")?.dataset.at ?? begin - by) + by;
    if (next < begin || next >= high) return;
    showMarker(gap, next);
    announce(`Book at ${clock(next)}`);
  });
  part.addEventListener("focusin", (event) => {
    hideMarkers();
    const gap = event.target.closest("[data-gap]");
    if (gap?.matches(":focus-visible")) showMarker(gap, range(gap)[2]);
  });
}

startPanel();
if (scroller && grid()) {
  draw();
  showNow();
  startGaps();
  startMoving();
  part.addEventListener("fd:refreshed", draw);
  setInterval(moveNow, 30000);
}
const day = document.getElementById("to-day");
day?.addEventListener("change", () => { if (day.value) day.form.requestSubmit(); });
document.querySelector(".diary-bar .chips [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
const print = document.querySelector('[data-do="print"]');
if (print) { print.hidden = false; print.addEventListener("click", () => window.print()); }
