// The chat itself: one class for the page and for the widget, put into any root.

import { chips, confirmCard, receiptCard } from "./cards.js";
import { Connection } from "./connection.js";
import { Dates } from "./dates.js";
import { Form } from "./forms.js";
import { dress } from "./look.js";
import { button, div, icon, iconButton, make } from "./ui.js";

const QUARTER = 15 * 60e3;
const NEAR = 80; // pixels from the end that count as being there
const PENCIL = "✎"; // begins a line that was filled into a form
const LIST = /^\s*(\d+[.)]|-) /;

export class Chat {
  /** Show the chat of a business in `root`. `onclose` makes it closable, `onunread` hears how much is new. */
  constructor(root, profile, { server = location.origin, onclose = null, onunread = () => {} } = {}) {
    Object.assign(this, { root, profile, texts: profile.texts, server, onclose, onunread });
    this.dates = new Dates(profile.language, profile.zone, profile.first_weekday);
    this.words = { dates: this.dates, texts: this.texts };
    this.stop = new AbortController();
    this.connection = new Connection(server, profile.id);
    this.visible = true;
    dress(root, profile.look);
    this.#build();
    this.#listen();
    this.#clear();
    this.connection.resume();
  }

  focus() {
    (matchMedia("(pointer: fine)").matches ? this.input : this.log).focus({ preventScroll: true });
  }

  /** Say whether the guest sees the chat: what comes while they do not is unread. */
  show(visible) {
    this.visible = visible;
    if (visible) {
      this.#read();
      this.#toEnd();
    }
  }

  destroy() {
    this.stop.abort();
    this.connection.close();
    this.root.replaceChildren();
  }

  #build() {
    const { texts, profile } = this;
    this.status = make("p", { class: "status-line" });
    this.menu = this.#menu();
    const titles = div("titles", make(this.onclose ? "h2" : "h1", { text: profile.name }), this.status);
    const close = this.onclose && iconButton("close", texts.close_chat, this.onclose, "quiet close");
    const head = div("head", this.#face("face large"), titles, ...this.menu, close || null);
    this.notice = make("p", { class: "notice", role: "status", hidden: true });
    this.thread = div("thread");
    this.pending = div("thread");
    this.typing = make("div", { class: "typing", hidden: true }, make("i"), make("i"), make("i"), make("span", { class: "unseen", text: `${profile.desk} ${texts.typing}` }));
    this.formRoom = div("form-room");
    this.column = div("column", this.thread, this.pending, this.formRoom, div("typing-room", this.typing));
    this.log = make("div", { class: "log", role: "log", "aria-live": "off", "aria-label": profile.name, tabindex: "0" }, this.column);
    this.pill = button("pill", texts.new_message, () => this.#toEnd(true), icon("down"));
    this.pill.hidden = true;
    this.live = make("div", { class: "unseen", "aria-live": "polite" });
    const middle = div("middle", this.notice, this.log, this.pill);
    this.root.classList.add("fd");
    this.root.lang = profile.language;
    this.root.replaceChildren(head, middle, this.#composer(), this.live);
  }

  #face(kind) {
    const { look, desk, name } = this.profile;
    if (look.logo) return make("img", { class: kind, src: this.server + look.logo, alt: "", width: 32, height: 32 });
    return make("span", { class: `${kind} letter`, "aria-hidden": "true", text: [...(desk || name)][0] ?? "" });
  }

  #menu() {
    const { texts, profile } = this;
    const items = [button("item", texts.new_chat, () => { toggle(false); this.#startAnew(); }, icon("fresh"))];
    if (profile.phone) items.push(make("a", { class: "item", href: `tel:${profile.phone.replace(/[^+\d]/g, "")}` }, icon("phone"), make("span", { text: profile.phone })));
    const list = make("div", { class: "menu", hidden: true }, ...items);
    const toggle = (open) => {
      list.hidden = !open;
      opener.setAttribute("aria-expanded", String(open));
    };
    const opener = iconButton("menu", texts.menu, () => toggle(list.hidden), "quiet");
    toggle(false);
    this.root.addEventListener("pointerdown", (event) => box.contains(event.target) || toggle(false));
    const box = make("div", { class: "menu-box", onkeydown: (event) => {
      if (event.key !== "Escape" || list.hidden) return;
      event.stopPropagation();
      toggle(false);
      opener.focus();
    } }, opener, list);
    return [box];
  }

  #composer() {
    const { texts } = this;
    const label = `${texts.write_here}, ${this.profile.name}`;
    this.input = make("textarea", { rows: 1, placeholder: texts.write_here, "aria-label": label, maxlength: 20000, enterkeyhint: "send", autocomplete: "off", oninput: () => this.#grow(), onkeydown: (event) => this.#key(event) });
    this.sendButton = make("button", { type: "submit", class: "round send", "aria-label": texts.send, title: texts.send, disabled: true }, icon("send"));
    const box = div("box", this.input, this.#microphone(), this.sendButton);
    return make("form", { class: "composer", onsubmit: (event) => { event.preventDefault(); this.#submit(); } }, box);
  }

  /** Return a button that listens, where the browser can. */
  #microphone() {
    const Recognition = window.SpeechRecognition ?? window.webkitSpeechRecognition;
    if (!Recognition) return null;
    let hearing = null;
    const mic = iconButton("mic", this.texts.speak, () => (hearing ? hearing.stop() : start()), "quiet mic");
    const name = (text, on) => {
      mic.setAttribute("aria-label", text);
      mic.classList.toggle("on", on);
    };
    const start = () => {
      const before = this.input.value.trim();
      hearing = Object.assign(new Recognition(), { lang: this.profile.language, interimResults: true });
      hearing.onresult = ({ results }) => {
        const heard = [...results].map((result) => result[0].transcript).join("");
        this.input.value = [before, heard.trim()].filter(Boolean).join(" ");
        this.#grow();
      };
      hearing.onend = () => { hearing = null; name(this.texts.speak, false); };
      hearing.start();
      name(this.texts.listening, true);
    };
    return mic;
  }

  #listen() {
    const on = (type, does) => this.connection.addEventListener(type, (event) => does(event.detail));
    on("line", (line) => this.#keepPlace(() => this.#line(line)));
    on("piece", (line) => this.#keepPlace(() => this.#piece(line)));
    on("state", (state) => this.#keepPlace(() => this.#stand(state)));
    on("kept", (item) => this.#keepPlace(() => this.#waiting(item)));
    on("marked", (item) => this.#marked(item));
    on("running", (running) => this.#keepPlace(() => { this.typing.hidden = !running || Boolean(this.state?.with_staff); }));
    on("online", (online) => this.#say(online ? "connection_back" : "connection_lost", online ? 2500 : 0));
    on("refused", (frame) => this.#keepPlace(() => this.#refused(frame)));
    on("trouble", (name) => this.#say(name, 6000));
    on("gone", () => this.#clear());
    const listen = (target, name, does) => target?.addEventListener(name, does, { signal: this.stop.signal, passive: true });
    listen(this.log, "scroll", () => this.#atEnd() && this.#read());
    listen(document, "visibilitychange", () => this.#read());
    listen(visualViewport, "resize", () => this.#fit());
    listen(visualViewport, "scroll", () => this.#fit());
    new ResizeObserver(() => this.ended && this.#toEnd()).observe(this.log);
  }

  /** Keep the input and the last message above the phone's keyboard. */
  #fit() {
    const shrunk = visualViewport.scale === 1 && innerHeight - visualViewport.height > 80;
    const set = (name, value) => (shrunk ? this.root.style.setProperty(name, `${value}px`) : this.root.style.removeProperty(name));
    set("--room", visualViewport.height);
    set("--top", visualViewport.offsetTop);
    if (this.ended) this.#toEnd();
  }

  #startAnew() {
    this.connection.forget();
    this.#clear();
    this.focus();
  }

  /** Show an empty chat: a greeting, what guests usually want, and today's hours. */
  #clear() {
    const { profile, texts } = this;
    Object.assign(this, { lines: new Map(), items: new Map(), receipts: new Map(), unsettled: new Set(), state: null, shownTurn: null, extra: null, before: null, unread: 0, newest: 0 });
    const wishes = profile.suggestions.map(({ label, text }) => button("wish", label, () => this.#send(text), icon("next")));
    const hours = make("p", { class: "hours" }, icon("clock"), make("span", { text: profile.hours }));
    this.empty = make("section", { class: "empty" }, this.#face("face hero"), make("h2", { text: profile.greeting }), make("p", { class: "lead", text: texts.how_can_we_help }), div("wishes", ...wishes), hours);
    this.thread.replaceChildren(this.empty);
    this.pending.replaceChildren();
    this.formRoom.replaceChildren();
    this.form = null;
    this.typing.hidden = true;
    this.ended = true;
    this.#whoAnswers();
    this.#unreadIs(0);
  }

  #whoAnswers() {
    const { profile, texts, state } = this;
    const staff = state?.with_staff;
    if (staff) this.typing.hidden = true;
    this.status.textContent = staff ? `${staff} ${texts.answering}` : profile.desk;
    this.status.classList.toggle("staff", Boolean(staff));
  }

  #key(event) {
    // While an input method composes, Enter takes its suggestion.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    this.#submit();
  }

  #submit() {
    const text = this.input.value.trim();
    if (!text) return;
    this.input.value = "";
    this.#grow();
    this.#send(text);
  }

  #grow() {
    this.input.style.setProperty("height", "auto");
    this.input.style.setProperty("height", `${Math.min(this.input.scrollHeight, 144)}px`);
    this.sendButton.disabled = !this.input.value.trim();
    if (this.ended) this.#toEnd();
  }

  #send(text, press = null) {
    const focused = this.root.getRootNode().activeElement;
    const inside = [this.extra, this.empty].some((part) => part?.contains(focused)); // it goes, and takes the focus along
    if (press || inside) this.#quiet();
    const item = this.connection.send(text, press);
    this.#waiting(item);
    this.#toEnd(true);
    if (inside) this.focus();
  }

  #waiting(item) {
    this.empty.remove();
    if (this.items.has(item.id)) return;
    const bubble = div("bubble", ...paragraphs(item.text));
    const failed = button("failed", this.texts.not_sent, () => this.connection.retry());
    failed.hidden = item.state !== "failed";
    const element = div("message guest new waiting", bubble, failed);
    this.items.set(item.id, { element, text: item.text, failed, item });
    this.pending.append(element);
  }

  #marked(item) {
    const shown = this.items.get(item.id);
    if (!shown) return;
    shown.failed.hidden = item.state !== "failed";
    shown.element.classList.toggle("waiting", !["taken", "answered"].includes(item.state));
  }

  /** Show a piece of a line that is still being said. */
  #piece(line) {
    if (line.side !== "desk") return; // a person's words and what happened come whole
    const shown = this.lines.get(line.id) ?? this.#add(line);
    shown.text = line.text;
    this.#unlisted(shown);
  }

  /** Show a reply without its list, until it is known whether that comes as chips: nothing is to appear and go. */
  #unlisted(shown) {
    this.unsettled.add(shown);
    shown.bubble.replaceChildren(...paragraphs(shown.text.split("\n").filter((each) => !LIST.test(each)).join("\n")));
  }

  #line(line) {
    this.empty.remove();
    const had = this.lines.get(line.id);
    if (had?.whole) return;
    const shown = had ?? this.#add(line);
    shown.whole = true;
    shown.text = line.text;
    if (line.old || line.side !== "desk") shown.bubble.replaceChildren(...paragraphs(line.text));
    else this.#unlisted(shown);
    this.newest = Math.max(this.newest, line.id);
    if (line.side === "guest") this.#quiet();
    else if (!line.old) this.#arrived(line);
    else if (this.ended) this.connection.seen(line.id);
  }

  #arrived(line) {
    this.live.replaceChildren(make("p", { text: line.text })); // once, and whole
    if (this.#isRead()) this.connection.seen(line.id);
    else if (line.side !== "note") this.#unreadIs(this.unread + 1);
  }

  /** Put a line into the thread; one of our own takes the place of the message that waited. */
  #add(line) {
    const { before } = this;
    const at = Date.parse(line.at);
    const pause = !before || at - before.at >= QUARTER;
    const same = before?.side === line.side && before.name === line.name;
    const goesOn = !pause && same && before.element === this.thread.lastElementChild;
    if (pause) this.thread.append(make("p", { class: "stamp", text: this.dates.stamp(at) }));
    const own = line.side === "guest" && [...this.items].find(([, each]) => each.text.trim() === line.text.trim());
    if (own) {
      this.items.delete(own[0]);
      own[1].element.remove();
    }
    const bubble = div("bubble");
    const name = ["guest", "note"].includes(line.side) || goesOn ? null : this.#signature(line);
    const written = line.side === "guest" && line.text.startsWith(PENCIL) ? "written" : "";
    const kind = `message ${line.side} ${written} ${goesOn ? "on" : ""} ${line.old || own ? "" : "new"}`;
    const element = make("div", { class: kind, "data-line": line.id }, name, bubble);
    this.thread.append(element);
    const shown = { element, bubble, text: line.text, whole: false };
    this.lines.set(line.id, shown);
    this.before = { at, side: line.side, name: line.name, element };
    if (line.side === "desk") this.reply = line;
    return shown;
  }

  #signature(line) {
    const staff = line.side === "staff";
    const name = staff ? line.name ?? this.state?.with_staff ?? this.texts.staff : this.profile.desk;
    const face = staff ? make("span", { class: "face letter", "aria-hidden": "true", text: [...name][0] }) : this.#face("face");
    return div("signature", face, make("span", { text: name }));
  }

  /** Show where the conversation stands: what can be chosen, picked or confirmed, and what has been booked. */
  #stand(state) {
    const known = this.state;
    this.state = state;
    this.#whoAnswers();
    // What is too long is kept in short: it is in the thread by now, in other words.
    const answered = [...this.items.values()].filter(({ item }) => item.state === "answered");
    for (const { element, item } of answered) this.items.delete(item.id), element.remove();
    for (const shown of this.unsettled) shown.bubble.replaceChildren(...paragraphs(shown.text));
    this.unsettled.clear();
    this.#bookings(state, known);
    this.#fillable(state);
    if (this.shownTurn === state.turn) return this.extra && this.#shorten(state);
    this.#quiet();
    const content = this.#offered(state);
    if (!content.length || !this.reply) return;
    this.extra = make("div", { class: "extra new", role: "group", "aria-label": this.profile.desk }, ...content);
    this.shownTurn = state.turn;
    this.thread.append(this.extra);
    this.#shorten(state);
  }

  #offered(state) {
    const say = (text, press) => this.#send(text, press);
    if (state.form) return []; // it asks for the same, and says yes to the same
    if (state.card) return [confirmCard(state, { ...this.words, say })];
    const shown = state.options.length ? [chips(state, { ...this.words, say })] : [];
    if (!canPick(state.picker)) return shown;
    if (!shown.length) return [this.#picker(state)];
    const open = button("link open-picker", this.texts.pick_a_day, () => {
      const picker = this.#picker(state);
      open.replaceWith(picker);
      this.log.focus({ preventScroll: true });
    }, icon("calendar"));
    return [...shown, open];
  }

  /** Show the form of what is under way, always last and in its place; it goes when that is over. */
  #fillable(state) {
    if (!state.form) {
      const inside = this.formRoom.contains(this.root.getRootNode().activeElement);
      this.form = null;
      this.formRoom.replaceChildren();
      if (inside) this.focus();
      return;
    }
    if (this.form?.run !== state.form.run || this.form.action !== state.form.action) {
      this.form = this.#newForm(state.form);
      this.formRoom.replaceChildren(div("extra new", this.form.element));
      requestAnimationFrame(() => this.#fromTop());
    }
    this.form.show(state.form, state.card);
  }

  /** Let a form that is higher than there is room for begin where the question is. */
  #fromTop() {
    const question = this.lines.get(this.reply?.id)?.element ?? this.formRoom;
    if (!this.form || question.getBoundingClientRect().top >= this.log.getBoundingClientRect().top) return;
    question.scrollIntoView({ block: "start" });
    this.#atEnd();
  }

  #newForm(form) {
    const { run } = form;
    return new Form(form, {
      texts: this.texts,
      fill: (placeholder, value) => this.connection.sendForm({ type: "update_parameter", run, placeholder, value }),
      send: (values) => this.connection.sendForm({ type: "execute_action", run, values, turn: this.state.turn }),
      leave: (text) => this.#send(text, { button: "leave", turn: this.state.turn, value: "" }),
    });
  }

  /** Say why a form was not taken: below its fields, or in a line if it is gone. */
  #refused(frame) {
    const note = { "plan-changed": this.texts.form_changed, "run-over": this.texts.form_over, "no-run": this.texts.form_over }[frame.kind];
    if (this.form && frame.form) this.form.wrong(frame.form, note ?? this.texts.check_form, frame.sent);
    else {
      this.form?.busy(false);
      this.#say(frame.kind === "too-many-requests" ? "too_many" : note ? "form_over" : "unavailable", 6000);
    }
  }

  /** Return where the calendar will be; it is fetched when it is first needed, and typing does as well without. */
  #picker(state) {
    const place = div("picker-room");
    const openings = (first, last) => this.connection.openings(first, last);
    const settings = { ...this.words, openings, pick: (text) => this.#send(text), grown: (part) => this.#reveal(part) };
    const show = ({ Picker }) => this.#keepPlace(() => place.replaceChildren(new Picker(state.picker, settings).element));
    import("./picker.js").then(show, () => place.remove());
    return place;
  }

  #reveal(part) {
    part.scrollIntoView({ block: "nearest", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  }

  /** The chips say what the list of the reply says: show it once. */
  #shorten(state) {
    const shown = this.lines.get(this.reply.id);
    if (!shown || !(state.position === "choosing" || state.card)) return;
    const lines = this.reply.text.split("\n");
    const listed = lines.map((line) => LIST.test(line));
    if (!listed.includes(true)) return;
    const last = listed.lastIndexOf(true);
    const kept = lines.filter((line, index) => {
      const heads = index > 0 && line.trimEnd().endsWith(":") && listed[index + 1];
      const hint = state.more && index === last + 1;
      return !listed[index] && !heads && !hint;
    });
    shown.bubble.replaceChildren(...paragraphs(kept.join("\n")));
  }

  /** Let what was answered stay in sight, and do nothing any more. */
  #quiet() {
    const { extra } = this;
    if (!extra) return;
    this.extra = null;
    for (const each of extra.querySelectorAll(".picker-room, .open-picker, .chip.more")) each.remove();
    for (const each of extra.querySelectorAll("button")) each.disabled = true;
    extra.classList.add("answered");
    if (!extra.firstElementChild) extra.remove();
    if (extra.querySelector(".card")) this.agreed = extra;
  }

  /** Show receipts: in place of the card that was agreed to, or after the line that names the reference. */
  #bookings(state, known) {
    for (const booking of state.bookings) {
      const print = JSON.stringify([booking.status, booking.start, booking.rows]);
      const had = this.receipts.get(booking.reference);
      if (had?.print === print) continue;
      const moved = Boolean(had) && had.start !== booking.start;
      const card = receiptCard(booking, { ...this.words, base: this.connection.base, moved });
      const element = div("extra", card);
      const place = known && this.agreed?.isConnected ? this.agreed : null;
      if (place) place.replaceWith(element);
      else (this.#naming(booking.reference) ?? this.thread.lastElementChild ?? this.empty).after(element);
      had?.element.classList.add("answered", "over");
      for (const old of had?.element.querySelectorAll(".links") ?? []) old.remove();
      this.receipts.set(booking.reference, { print, start: booking.start, element });
      this.agreed = null;
    }
  }

  #naming(reference) {
    return [...this.lines.values()].findLast(({ text, element }) => !element.classList.contains("guest") && text.includes(reference))?.element;
  }

  #say(name, milliseconds) {
    clearTimeout(this.silence);
    this.notice.textContent = this.texts[name];
    this.notice.hidden = false;
    if (milliseconds) this.silence = setTimeout(() => { this.notice.hidden = true; }, milliseconds);
  }

  #isRead() {
    return this.visible && !document.hidden && this.ended;
  }

  #read() {
    if (!this.#isRead()) return;
    this.#unreadIs(0);
    if (this.newest) this.connection.seen(this.newest);
  }

  #unreadIs(count) {
    this.unread = count;
    this.pill.hidden = !count || this.ended;
    this.onunread(count);
  }

  #atEnd() {
    const { scrollHeight, scrollTop, clientHeight } = this.log;
    this.ended = scrollHeight - scrollTop - clientHeight < NEAR;
    return this.ended;
  }

  /** Change what is shown; only those who are at the end are taken along. */
  #keepPlace(change) {
    const wasAtEnd = this.ended;
    change();
    if (wasAtEnd) this.#toEnd();
  }

  #toEnd(anyway = false) {
    this.log.scrollTop = this.log.scrollHeight;
    this.ended = true;
    if (anyway || this.unread) this.#read();
  }
}

const canPick = (asked) => asked && (asked.kind !== "time" || (asked.free_days && asked.day));

/** Return a text as paragraphs with their line breaks, and nothing else. */
function paragraphs(text) {
  return text.split(/\n{2,}/).filter((part) => part.trim()).map((text) => make("p", { text: text.trim(), dir: "auto" }));
}
