// A request: what is typed is kept until it is sent.
import { base } from "./console.js";
import { Draft } from "./drafts.js";

const page = document.querySelector("[data-request]");
const field = document.getElementById("text");
const draft = new Draft(field, `request ${page.dataset.request}`);
const sent = `frontdesk sent ${base} ${page.dataset.request}`;

// The page that says "Answered." comes after the answer is kept: only then the draft may go.
if (sessionStorage.getItem(sent) && document.querySelector(".flash.good")) draft.drop();
sessionStorage.removeItem(sent);
document.getElementById("answer").addEventListener("submit", () => sessionStorage.setItem(sent, "1"));
document.addEventListener("keydown", (event) => {
  if (event.key !== "r" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
  event.preventDefault();
  field.focus();
});
