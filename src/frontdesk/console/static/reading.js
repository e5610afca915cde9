// Pages that are read: what is on its way is shown as such, a filter is sent when it is chosen, a typed word opens a button.
const busy = (id) => document.getElementById(id)?.setAttribute("aria-busy", "true");

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-loads] a[href]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) busy(link.closest("[data-loads]").dataset.loads);
});
document.addEventListener("submit", (event) => {
  if (event.target.dataset.loads) busy(event.target.dataset.loads);
});
// Coming back with the browser's own button shows the page as it was left.
addEventListener("pageshow", () => {
  for (const each of document.querySelectorAll("[aria-busy]")) each.removeAttribute("aria-busy");
});

for (const select of document.querySelectorAll("[data-submits]")) {
  select.addEventListener("change", () => select.form.requestSubmit());
  select.form.querySelector("button")?.classList.add("visually-hidden");
}

for (const input of document.querySelectorAll("[data-word]")) {
  const button = input.form.querySelector("button");
  const look = () => { button.disabled = input.value.trim().toLowerCase() !== input.dataset.word; };
  input.addEventListener("input", look);
  look();
}
