// Moving a booking: by mouse, by its handle on touch, by arrow keys. All of them ask before anything is changed.
import { post, refresh, toast } from "./console.js";
import { add, announce, bodyOf, columns, first, grid, last, part, pixels, place, scroller } from "./diary-draw.js";
import { panel, settle } from "./diary-panel.js";

const FAR = 5; // pixels that a mouse may shake in a click
const REACH = 40; // minutes from a possible start within which a drop means it
const EDGE = 48; // pixels from an edge at which the page moves along
const dialog = document.getElementById("move-dialog");

let moving = null; // what is under way

async function targetsOf(reference) {
  const address = `${location.pathname}/targets/${encodeURIComponent(reference)}${location.search}`;
  const answer = await fetch(address, { headers: { "X-Fragment": "1", Accept: "application/json" } }).catch(() => null);
  const found = await answer?.json().catch(() => null);
  return answer?.ok ? found : { targets: [], said: found?.said ?? found?.detail ?? "Free times could not be loaded." };
}

function begin(link, how) {
  const entry = link.closest(".entry");
  const ghost = entry.cloneNode(true);
  for (const each of [ghost, ...ghost.querySelectorAll("[id]")]) each.removeAttribute("id");
  ghost.classList.add("ghost");
  ghost.setAttribute("aria-hidden", "true");
  ghost.querySelector("a").tabIndex = -1;
  const low = Number(entry.dataset.low), high = Number(entry.dataset.high);
  moving = { how, link, entry, ghost, low, long: high - low, column: entry.closest(".column"), target: null, found: null, bands: [] };
  part.dataset.busy = "";
  entry.classList.add("lifted");
  bodyOf(moving.column).append(ghost);
  const mine = moving;
  mine.ready = targetsOf(link.dataset.movable).then((found) => {
    mine.found = found;
    if (moving !== mine) return;
    if (found.said) { end(); return toast(found.said); }
    for (const each of found.targets) {
      const column = columns().find((one) => one.dataset.column === each.column);
      if (column) mine.bands.push(add(bodyOf(column), "target", each.low, Math.max(each.high, each.low + 5)));
    }
    if (!found.targets.length) { end(); toast("There is no other free time for it on this page. Use Move to choose another day."); }
  });
  return mine;
}

function end() {
  const was = moving;
  moving = null;
  if (!was) return;
  was.entry.classList.remove("lifted");
  was.ghost.remove();
  for (const each of was.bands) each.remove();
  document.documentElement.classList.remove("dragging");
  delete part.dataset.busy;
  if ("stale" in part.dataset) { delete part.dataset.stale; refresh(part); }
}

function showGhost(column, low, target) {
  const { ghost, long } = moving;
  if (ghost.parentNode !== bodyOf(column)) bodyOf(column).append(ghost);
  place(ghost, low, target ? target.high : low + long);
  ghost.classList.toggle("no", !target && Boolean(moving.found));
  const time = ghost.querySelector(".entry-time");
  if (time) time.textContent = target ? target.text : moving.found ? "Not free here" : "Looking for free times";
}

const inColumn = (column) => (moving.found?.targets ?? []).filter((each) => each.column === column.dataset.column);

// ---- by pointer
function under(x) {
  const all = columns();
  return all.find((each) => { const box = each.getBoundingClientRect(); return box.left <= x && x < box.right; });
}

function follow(x, y) {
  const column = under(x) ?? moving.column;
  const top = bodyOf(column).getBoundingClientRect().top;
  const wished = first() + (y - top) / pixels() - moving.grabbed;
  const near = inColumn(column).reduce((best, each) => (!best || Math.abs(each.low - wished) < Math.abs(best.low - wished) ? each : best), null);
  moving.target = near && Math.abs(near.low - wished) <= REACH ? near : null;
  showGhost(column, moving.target ? moving.target.low : Math.min(Math.max(wished, first()), last() - moving.long), moving.target);
}

function scrollAlong() {
  if (!moving?.at) return;
  const { x, y } = moving.at, box = scroller.getBoundingClientRect();
  const inside = scroller.scrollHeight > scroller.clientHeight + 4;
  const by = (at, low, high) => (at < low + EDGE ? -8 : at > high - EDGE ? 8 : 0);
  const down = by(y, inside ? Math.max(0, box.top) : 0, inside ? Math.min(innerHeight, box.bottom) : innerHeight - 64);
  if (inside) scroller.scrollTop += down;
  else scrollBy(0, down);
  scroller.scrollLeft += by(x, box.left, box.right);
  follow(x, y);
  requestAnimationFrame(scrollAlong);
}

function startPointer() {
  let pressed = null, swallow = false;
  part.addEventListener("pointerdown", (event) => {
    const link = event.target.closest(".booking")?.querySelector("[data-movable]");
    const handle = event.target.closest(".grip");
    if (!link || event.button || moving || (event.pointerType !== "mouse" && !handle)) return;
    pressed = { link, x: event.clientX, y: event.clientY, id: event.pointerId, by: handle ?? link };
    if (handle) event.preventDefault();
  });
  addEventListener("pointermove", (event) => {
    if (pressed && event.pointerId === pressed.id && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > FAR) {
      const top = pressed.link.closest(".entry").getBoundingClientRect().top;
      const grabbed = (pressed.y - top) / pixels();
      begin(pressed.link, "pointer");
      Object.assign(moving, { grabbed, pointer: pressed.id, at: { x: event.clientX, y: event.clientY } });
      try { pressed.by.setPointerCapture(pressed.id); } catch { /* the pointer has gone */ }
      document.documentElement.classList.add("dragging");
      pressed = null;
      requestAnimationFrame(scrollAlong);
    }
    if (moving?.pointer !== event.pointerId || moving.how !== "pointer") return;
    event.preventDefault();
    moving.at = { x: event.clientX, y: event.clientY };
    follow(event.clientX, event.clientY);
  });
  const over = async (event) => {
    if (pressed?.id === event.pointerId) pressed = null;
    if (moving?.pointer !== event.pointerId) return;
    swallow = true;
    setTimeout(() => { swallow = false; }, 50);
    const mine = moving;
    if (event.type === "pointercancel") return end();
    mine.pointer = mine.at = null; // what the mouse does from here on is meant for the dialog
    await mine.ready;
    if (moving !== mine) return;
    follow(event.clientX, event.clientY);
    if (mine.target) await ask(mine);
    else { end(); announce("Not free there. The booking stays where it is."); toast("That time is not free. The booking stays where it is."); }
  };
  addEventListener("pointerup", over);
  addEventListener("pointercancel", over);
  // The click that ends a drag opens nothing.
  part.addEventListener("click", (event) => { if (swallow) { event.preventDefault(); event.stopPropagation(); } }, true);
  part.addEventListener("dragstart", (event) => event.preventDefault());
}

// ---- by keyboard
const order = (one, other) => one.low - other.low;

function pick(target) {
  moving.target = target;
  const column = columns().find((each) => each.dataset.column === target.column);
  showGhost(column, target.low, target);
  moving.ghost.scrollIntoView({ block: "nearest", inline: "nearest" });
  announce(`${target.text} with ${target.name}. Enter moves it there, escape leaves it.`);
}

function go(key) {
  const from = moving.target ?? { low: moving.low, column: moving.column.dataset.column };
  const all = columns().map((each) => each.dataset.column), at = all.indexOf(from.column);
  if (key === "ArrowDown" || key === "ArrowUp") {
    const own = moving.found.targets.filter((each) => each.column === from.column).sort(order);
    const next = key === "ArrowDown" ? own.find((each) => each.low > from.low) : own.filter((each) => each.low < from.low).at(-1);
    return next ? pick(next) : announce("Nothing more is free in this direction.");
  }
  const side = key === "ArrowRight" ? all.slice(at + 1) : all.slice(0, at).reverse();
  for (const column of side) {
    const own = moving.found.targets.filter((each) => each.column === column);
    if (own.length) return pick(own.reduce((best, each) => (Math.abs(each.low - from.low) < Math.abs(best.low - from.low) ? each : best)));
  }
  announce("Nothing is free on this side.");
}

function startKeyboard() {
  part.addEventListener("keydown", async (event) => {
    const link = event.target.closest?.("[data-movable]");
    if (!link || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      if (moving && moving.how !== "keys") return;
      const mine = moving ?? begin(link, "keys");
      await mine.ready;
      if (moving === mine) go(event.key);
    } else if (event.key === "Enter" && moving?.how === "keys" && moving.target) {
      event.preventDefault();
      await ask(moving);
    }
  });
  part.addEventListener("focusout", () => { if (moving?.how === "keys" && !dialog.open) end(); });
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !moving || dialog.open) return;
    event.preventDefault();
    event.stopPropagation();
    const { link } = moving;
    end();
    link.focus({ preventScroll: true });
    announce("The booking stays where it is.");
  }, true);
}

// ---- asked first
function ask(mine) {
  const { target, found, link } = mine;
  const set = (name, text) => { const field = dialog.querySelector(`[data-is="${name}"]`); field.textContent = text; field.hidden = !text; };
  set("from", link.dataset.from);
  set("to", `${target.text} with ${target.name}`);
  set("late", found.late);
  set("told", found.told);
  dialog.returnValue = "no";
  mine.at = null;
  return new Promise((resolve) => {
    dialog.addEventListener("close", async () => {
      const yes = dialog.returnValue === "yes", id = link.id;
      if (yes) {
        const answer = await post(addressOf(link), { at: target.start, provider: target.provider, version: found.version }).catch(() => null);
        delete part.dataset.busy; // the place it left and the one it came to are drawn together
        await settle(answer, { stay: true });
      }
      end();
      if (!panel.contains(document.activeElement)) back(id, link.dataset.movable);
      resolve(yes);
    }, { once: true });
    dialog.showModal();
    dialog.querySelector('[value="yes"]').focus();
  });
}

// The booking keeps the focus, wherever it is now.
function back(id, reference) {
  const found = document.getElementById(id) ?? part.querySelector(`[data-movable="${CSS.escape(reference)}"]`);
  found?.focus({ preventScroll: true });
}

const addressOf = (link) => `${location.pathname}/bookings/${encodeURIComponent(link.dataset.movable)}/move${pageOf()}`;

// Where this page is, without what is open beside it.
function pageOf() {
  const all = new URLSearchParams(location.search), kept = new URLSearchParams();
  for (const name of ["day", "view", "who"]) if (all.get(name)) kept.set(name, all.get(name));
  return `?${kept}`;
}

export function startMoving() {
  if (!grid()) return;
  startPointer();
  startKeyboard();
}

export const isMoving = () => moving !== null;
