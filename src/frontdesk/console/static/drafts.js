// What somebody has typed and not sent: kept in this browser, for this person and this place, until it is sent.
import { base, me } from "./console.js";

export class Draft {
  constructor(field, place) {
    this.field = field;
    if (field.form) field.form.dataset.ownDraft = "";
    this.key = `frontdesk draft ${me} ${base} ${place}`;
    if (!field.value) field.value = this.#read();
    field.addEventListener("input", () => this.keep());
    // Another tab of the same person: what is typed there is here, unless this one is being typed in.
    addEventListener("storage", (event) => {
      if (event.key === this.key && document.activeElement !== field) field.value = event.newValue ?? "";
    });
  }

  #read() {
    try { return localStorage.getItem(this.key) ?? ""; } catch { return ""; }
  }

  keep() {
    try {
      if (this.field.value.trim()) localStorage.setItem(this.key, this.field.value);
      else localStorage.removeItem(this.key);
    } catch { /* the browser keeps nothing: it is on the page */ }
  }

  drop() {
    this.field.value = "";
    this.keep();
  }
}
