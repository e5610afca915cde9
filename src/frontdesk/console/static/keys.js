// Keys: `/` searches, `j` and `k` move in lists, enter opens, `g` and a letter goes to a page, `?` shows them all.
const typing = (target) => target.closest("input, textarea, select, [contenteditable]");
let going = 0;

export function startKeys() {
  const sheet = document.getElementById("keys");
  document.querySelector('[data-do="keys"]')?.addEventListener("click", () => sheet.showModal());
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === "Escape") return closeMenus(event);
    if (typing(event.target) || document.querySelector("dialog[open]")) return;
    const key = event.key.toLowerCase();
    if (Date.now() - going < 1000) {
      going = 0;
      const link = [...document.querySelectorAll(".rail > ul a")].find((each) => each.dataset.go === key);
      if (link) { event.preventDefault(); link.click(); }
    } else if (key === "g") going = Date.now();
    else if (event.key === "?") { event.preventDefault(); sheet.showModal(); }
    else if (key === "/") { event.preventDefault(); document.getElementById("search").focus(); }
    else if (key === "j" || key === "k") mark(key === "j" ? 1 : -1, event);
    else if (key === "enter") open(event);
    else press(key, event);
  });
}

function closeMenus(event) {
  if (typing(event.target)) event.target.blur();
  for (const menu of document.querySelectorAll("details.menu[open]")) { menu.open = false; menu.querySelector("summary").focus(); }
}

const rows = () => [...document.querySelectorAll("[data-rows] > *")].filter((row) => row.querySelector("a[href]"));

function mark(by, event) {
  const all = rows();
  if (!all.length) return;
  event.preventDefault();
  const now = all.findIndex((row) => row.classList.contains("marked"));
  const next = all[Math.min(all.length - 1, Math.max(0, now + by))];
  all[now]?.classList.remove("marked");
  next.classList.add("marked");
  next.querySelector("a[href]").focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
}

function open(event) {
  if (event.target.closest("a, button, summary")) return;
  const link = document.querySelector("[data-rows] > .marked a[href]");
  if (link) { event.preventDefault(); link.click(); }
}

// A page gives a button or link a key of its own with `data-key`.
function press(key, event) {
  const pressed = [...document.querySelectorAll("[data-key]")].find((each) => each.dataset.key === key && !each.disabled);
  if (pressed) { event.preventDefault(); pressed.click(); }
}
