// The form of a plan: typed fields in step with the conversation. What is wrong is said below the field it is in.

import { button, div, make } from "./ui.js";

const INPUTS = { datetime: "datetime-local", duration: "number" };
const COMPLETES = { email: "email", tel: "tel", person_name: "name" };
const NARROW = new Set(["date", "time", "number", "duration"]);

export class Form {
  /** Show a form; `fill(placeholder, value)` is told of each field, `send(values)` of all, `leave()` of the way out. */
  constructor(form, { texts, fill, send, leave }) {
    Object.assign(this, { run: form.run, action: form.action, texts, fill, send, leave });
    this.fields = new Map();
    this.trouble = make("p", { class: "form-note", role: "alert", hidden: true });
    this.body = div("fields");
    this.rest = make("dl", { hidden: true });
    this.go = make("button", { type: "submit", class: "primary" });
    this.out = button("secondary", form.leave, () => this.leave(this.out.textContent));
    this.element = make("form", { class: "card form", novalidate: true, onsubmit: (event) => { event.preventDefault(); this.#submit(); } }, this.body, this.rest, this.trouble, div("actions", this.go, this.out));
  }

  /** Show what is known now; a field that the guest is in keeps what they are writing. */
  show(form, card) {
    const wanted = form.fields.map(({ placeholder }) => placeholder);
    for (const [name, field] of this.fields) if (!wanted.includes(name)) this.#drop(name, field);
    for (const given of form.fields) {
      const had = this.fields.get(given.placeholder);
      const same = had && print(had.given) === print(given);
      if (!same) this.#make(given, had);
      else this.#update(had, given);
    }
    wanted.forEach((name, index) => {
      const { element } = this.fields.get(name);
      // What stands where it should is not touched: moving it would take the focus from it.
      if (this.body.children[index] !== element) this.body.insertBefore(element, this.body.children[index] ?? null);
    });
    this.go.textContent = form.button;
    this.out.textContent = form.leave;
    this.element.setAttribute("aria-label", form.button);
    this.#others(form, card);
    this.busy(false);
  }

  /** Say what is wrong, field by field; whoever has sent the form is taken to the first. */
  wrong(form, note, sent) {
    const wrong = form.fields.filter(({ error, placeholder }) => error && this.fields.has(placeholder));
    for (const { placeholder, error, suggestion } of wrong) this.#error(this.fields.get(placeholder), error, suggestion);
    this.busy(false);
    if (!sent) return;
    this.#note(note);
    if (wrong.length) this.fields.get(wrong[0].placeholder).input.focus();
  }

  busy(on) {
    this.sending = on;
    this.go.setAttribute("aria-disabled", String(on));
  }

  #note(text) {
    this.trouble.hidden = !text;
    this.trouble.textContent = text ?? "";
  }

  #drop(name, field) {
    field.element.remove();
    this.fields.delete(name);
  }

  /** Show beside the fields what a yes agrees to and nobody can fill in: a price, say. */
  #others(form, card) {
    const own = new Set(form.fields.map(({ name }) => name));
    const rows = (card?.rows ?? []).filter(({ slot }) => !own.has(slot));
    this.rest.hidden = !rows.length;
    this.rest.replaceChildren(...rows.map(({ label, text }) => div("row", make("dt", { text: label }), make("dd", {}, make("span", { text })))));
  }

  #make(given, had) {
    const { texts } = this;
    const id = `fd-${given.placeholder}`;
    const field = { given, sent: null };
    field.input = this.#input(given, id);
    field.error = make("p", { class: "field-error", id: `${id}-error`, hidden: true });
    field.tag = make("span", { class: "tag", text: texts.suggested, id: `${id}-tag`, hidden: true });
    const hint = [given.hint, given.type === "duration" && !given.hint ? texts.minutes : "", given.many && given.type !== "multi" ? texts.several : ""].filter(Boolean).join(" · ");
    field.hint = make("p", { class: "field-hint", id: `${id}-hint`, text: hint, hidden: !hint });
    const optional = given.required ? null : make("span", { class: "field-optional", text: ` (${texts.optional})` });
    const label = make("label", { for: id }, make("span", { text: given.label }), optional);
    field.element = make("div", { class: NARROW.has(given.type) ? "field narrow" : "field" }, div("field-head", label, field.tag), field.input, field.hint, field.error);
    had?.element.remove();
    this.fields.set(given.placeholder, field);
    this.#update(field, given);
  }

  #input(given, id) {
    const { texts } = this;
    const common = { id, name: given.placeholder, "aria-required": given.required ? "true" : null, onchange: () => this.#changed(given.placeholder), oninput: () => this.#typing(given.placeholder) };
    if (given.choices) {
      const some = given.choices.map(({ value, label }) => make("option", { value, text: label }));
      const none = given.type === "multi" ? [] : [make("option", { value: "", text: texts.choose })];
      return make("select", { ...common, multiple: given.type === "multi", size: given.type === "multi" ? Math.min(5, some.length) : null }, ...none, ...some);
    }
    if (given.type === "textarea") return make("textarea", { ...common, rows: 2, maxlength: given.max });
    const type = given.many ? "text" : INPUTS[given.type] ?? given.type;
    const limits = ["text", "email", "tel"].includes(type) ? { maxlength: given.max } : { min: given.min, max: given.max };
    const way = given.type === "email" ? { inputmode: "email" } : {};
    return make("input", { ...common, type, ...limits, ...way, autocomplete: COMPLETES[given.name] ?? COMPLETES[given.type] ?? "off", step: type === "number" ? "any" : null });
  }

  /** Bring a field up to what is known; what the guest is writing is theirs. */
  #update(field, given) {
    const before = field.shown;
    field.given = given;
    field.shown = JSON.stringify(given.value);
    const active = field.input.getRootNode().activeElement === field.input;
    const unsent = field.dirty && field.sent === null;
    if (field.shown !== before && !(active && unsent)) {
      this.#put(field.input, given);
      field.dirty = false;
      this.#error(field, given.error, given.suggestion);
    }
    field.sent = null;
    field.tag.hidden = !given.suggested;
    this.#described(field);
  }

  #put(input, { value, many, type }) {
    if (type === "multi") for (const option of input.options) option.selected = (value ?? []).includes(option.value);
    else input.value = value === null ? "" : many ? [value].flat().join(", ") : String(value);
  }

  #described(field) {
    const { error, hint, tag, input } = field;
    const about = [error, hint, tag].filter((each) => !each.hidden).map(({ id }) => id);
    if (about.length) input.setAttribute("aria-describedby", about.join(" "));
    else input.removeAttribute("aria-describedby");
    input.setAttribute("aria-invalid", String(!error.hidden));
  }

  #error(field, text, suggestion = null) {
    const meant = suggestion && button("link", this.texts.use_suggestion, () => this.#use(field, suggestion));
    field.error.hidden = !text;
    field.error.replaceChildren(...(text ? [make("span", { text }), meant || null].filter(Boolean) : []));
    field.element.classList.toggle("wrong", Boolean(text));
    this.#described(field);
  }

  #use(field, suggestion) {
    field.input.value = field.given.choices?.find(({ label }) => label === suggestion)?.value ?? suggestion;
    field.input.focus();
    this.#changed(field.given.placeholder);
  }

  #value(field) {
    const { input, given } = field;
    if (given.type === "multi") return [...input.selectedOptions].map(({ value }) => value);
    if (given.many) return input.value.split(/[,;\n]/).map((each) => each.trim()).filter(Boolean);
    return input.value.trim();
  }

  #typing(placeholder) {
    const field = this.fields.get(placeholder);
    field.dirty = true;
    field.tag.hidden = true;
    this.#described(field);
  }

  #changed(placeholder) {
    const field = this.fields.get(placeholder);
    const value = this.#value(field);
    if (JSON.stringify(value) === field.shown || (!value.length && field.given.value === null && !field.given.required)) return;
    if (!value.length && field.given.required) return; // it is said when the form is sent
    field.sent = value;
    this.#error(field, null);
    this.#note(null);
    this.fill(placeholder, value);
  }

  #submit() {
    if (this.sending) return;
    const values = {};
    let first = null;
    for (const [placeholder, field] of this.fields) {
      const value = this.#value(field);
      const lacks = !value.length && field.given.required && field.given.value === null && field.given.choices?.length !== 0;
      if (lacks) {
        this.#error(field, this.texts.fill_in);
        first ??= field;
      }
      if (value.length || field.given.value !== null) values[placeholder] = value;
    }
    this.#note(first ? this.texts.check_form : null);
    if (first) return first.input.focus();
    this.busy(true);
    this.send(values);
  }
}

/** Return what makes a field another one: what is known of it may change without that. */
const print = ({ placeholder, type, label, hint, required, choices, many }) => JSON.stringify([placeholder, type, label, hint, required, choices, many]);
