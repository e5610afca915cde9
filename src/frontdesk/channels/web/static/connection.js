// The conversation with the server: kept, opened again, and sent to without losing or repeating anything.
//
// Every message has an id of its own and stays in the outbox until the server says that its turn has ended. After a
// lost connection the outbox is sent again: the server counts an id once.

const WAITS = [500, 1000, 2000, 4000, 8000, 15000];
const SILENCE = 10000; // a socket that says nothing for so long after a message is taken for dead
const REFUSED = 1008;

export const randomId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Return a text without what no frame can carry: halves of characters, and control characters but tabs and line ends. */
const sendable = (text) => (text.toWellFormed?.() ?? text).replace(/[^\P{Cc}\t\n\r]/gu, " ");

/** Where a business's conversation is kept: the owner's, whom the console let in, for this tab alone; a guest's for all. */
const placeOf = (key) => {
  try {
    return sessionStorage.getItem(key) ? sessionStorage : localStorage;
  } catch {
    return null;
  }
};

/** What is kept in the browser, per business; where the browser keeps nothing, this page keeps it. */
export class Store {
  constructor(business) {
    this.key = `frontdesk:${business}`;
    this.memory = null;
    this.place = placeOf(this.key);
    this.refused = this.place === null;
    this.isOwners = !this.refused && this.place === sessionStorage;
  }

  read() {
    try {
      return this.refused ? this.memory : JSON.parse(this.place.getItem(this.key));
    } catch {
      return this.memory;
    }
  }

  write(value) {
    this.memory = value;
    if (this.refused) return;
    try {
      if (value === null) this.place.removeItem(this.key);
      else this.place.setItem(this.key, JSON.stringify(value));
    } catch {
      this.refused = true; // it stays in memory: the conversation lasts as long as the page
    }
  }
}

export class Connection extends EventTarget {
  /** Talk to a business of a server (an address without a slash at its end). */
  constructor(server, business) {
    super();
    this.base = `${server}/b/${encodeURIComponent(business)}`;
    this.console = `${server}/staff/${encodeURIComponent(business)}/today`;
    this.store = new Store(business);
    this.outbox = [];
    this.running = new Set();
    this.last = 0;
    this.tries = 0;
    this.pass = null;
    this.online = true;
    this.again = null;
    this.stop = new AbortController();
    const listen = (target, name, does) => target.addEventListener(name, does, { signal: this.stop.signal });
    listen(window, "online", () => this.#hurry());
    listen(window, "offline", () => this.#drop());
    listen(document, "visibilitychange", () => document.hidden || this.#hurry());
    listen(window, "storage", (event) => !this.store.isOwners && event.key === this.store.key && this.#followOtherTab());
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /** Go on with the conversation that is kept, if there is one. */
  async resume() {
    const kept = this.store.read();
    if (!kept?.token) return;
    this.pass = { id: kept.id, token: kept.token };
    this.outbox = (kept.unsent ?? []).map((item) => ({ ...item, state: "waiting" }));
    for (const item of this.outbox) if (!item.frame) this.#tell("kept", item);
    await this.#history();
  }

  /** Send what the guest says; `press` names the button, if it was one. */
  send(said, press = null) {
    const text = sendable(said);
    const item = { id: randomId(), text, press, at: new Date().toISOString(), state: "waiting" };
    this.outbox.push(item);
    if (this.socket?.readyState === WebSocket.OPEN) this.#post(item);
    else if (!this.pass) this.#begin();
    else if (!this.online) this.#mark(item, "failed");
    this.#keep();
    return item;
  }

  /** Send a frame of a form; like a message, it stays in the outbox until its turn has ended. */
  sendForm(frame) {
    const item = { id: randomId(), text: "", press: null, frame, at: new Date().toISOString(), state: "waiting" };
    this.outbox.push(item);
    if (this.socket?.readyState === WebSocket.OPEN) this.#post(item);
    this.#keep();
    return item;
  }

  /** Try again to send what was not. */
  retry() {
    for (const item of this.outbox) if (item.state === "failed") this.#mark(item, "waiting");
    if (this.socket?.readyState === WebSocket.OPEN) this.outbox.forEach((item) => this.#post(item));
    else this.#hurry();
  }

  seen(line) {
    const kept = this.store.read();
    if (kept?.token && kept.id === this.pass?.id && (kept.seen ?? 0) < line) this.store.write({ ...kept, seen: line });
  }

  /** Leave this conversation; the next message begins another one, and the owner begins theirs in the console. */
  forget() {
    this.#leave();
    this.store.write(null);
    if (this.store.isOwners) location.assign(this.console);
  }

  close() {
    this.#leave();
    this.stop.abort();
  }

  async openings(first, last) {
    const path = `/conversations/${this.pass.id}/openings?from=${first}&to=${last}`;
    const answer = await this.#fetch(path);
    if (!answer.ok) throw new Error(`openings: ${answer.status}`);
    return answer.json();
  }

  #leave() {
    clearTimeout(this.again);
    const socket = this.socket;
    [this.socket, this.pass, this.last, this.outbox, this.beginKey] = [null, null, 0, [], null];
    socket?.close();
    this.running.clear();
  }

  #fetch(path, options = {}) {
    const headers = this.pass ? { Authorization: `Bearer ${this.pass.token}` } : {};
    return fetch(this.base + path, { ...options, credentials: "omit", headers: { ...headers, ...options.headers } });
  }

  #keep() {
    if (!this.pass) return;
    const kept = this.store.read();
    const seen = kept?.id === this.pass.id ? kept.seen : 0;
    const unsent = this.outbox.map(({ id, text, press, frame, at }) => ({ id, text, press, frame, at }));
    this.store.write({ ...this.pass, seen: seen ?? 0, unsent });
  }

  /** Begin a conversation. Nothing is asked of the server, and nothing kept, before the guest has written. */
  async #begin() {
    if (this.beginning) return;
    this.beginning = true;
    const kept = this.store.read();
    this.beginKey ??= randomId();
    try {
      if (kept?.token) {
        this.pass = { id: kept.id, token: kept.token }; // another tab has begun one meanwhile
      } else {
        const answer = await this.#fetch("/conversations", { method: "POST", headers: { "Idempotency-Key": this.beginKey } });
        if (answer.status === 429) this.#tell("trouble", "too_many");
        if (!answer.ok) throw new Error(`begin: ${answer.status}`);
        const { id, token } = await answer.json();
        this.pass = { id, token };
      }
      this.#keep();
      this.#open();
    } catch {
      this.#lost();
    } finally {
      this.beginning = false;
    }
  }

  /** Read what was said before, then listen. */
  async #history() {
    const asked = this.pass;
    try {
      for (let more = true; more; ) {
        const answer = await this.#fetch(`/conversations/${asked.id}?after=${this.last}&limit=200`);
        if (this.pass !== asked) return;
        if ([401, 404].includes(answer.status)) return this.#gone();
        if (!answer.ok) throw new Error(`history: ${answer.status}`);
        const page = await answer.json();
        for (const line of page.messages) this.#line(line, true);
        more = page.next !== null;
        if (!more) this.#tell("state", page.state);
      }
      this.#open();
    } catch {
      this.#lost();
    }
  }

  #gone() {
    const unsent = this.outbox;
    this.forget();
    if (this.store.isOwners) return; // what the owner wrote is not sent as a guest's
    this.#tell("gone");
    this.outbox = unsent.filter((item) => !item.frame); // a form of a conversation that is gone is gone with it
    for (const item of this.outbox) this.#tell("kept", item);
    if (this.outbox.length) this.#begin();
  }

  #open() {
    clearTimeout(this.again);
    if (!this.pass || (this.socket && this.socket.readyState < WebSocket.CLOSING)) return;
    const address = `${this.base}/conversations/${this.pass.id}/socket?after=${this.last}`.replace(/^http/, "ws");
    const socket = new WebSocket(address, ["frontdesk.v1", `token.${this.pass.token}`]);
    this.socket = socket;
    this.pieces = new Map();
    socket.onopen = () => {
      this.heard = Date.now();
      this.outbox.forEach((item) => this.#post(item));
    };
    socket.onmessage = (event) => socket === this.socket && this.#hear(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      this.socket = null;
      if (event.code === REFUSED && this.refused !== this.pass?.id) {
        this.refused = this.pass?.id;
        this.#gone();
      } else this.#lost();
    };
  }

  #post(item) {
    const words = item.press ? { text: item.text, press: item.press } : { text: item.text };
    this.socket.send(JSON.stringify(item.frame ? { ...item.frame, id: item.id } : { type: "content", id: item.id, ...words }));
    this.#mark(item, "waiting");
    clearTimeout(this.watch);
    const socket = this.socket;
    this.watch = setTimeout(() => {
      const silent = Date.now() - this.heard >= SILENCE && !this.running.size && this.outbox.length;
      if (silent && socket === this.socket) this.#drop();
    }, SILENCE + 100);
  }

  #mark(item, state) {
    item.state = state;
    this.#tell("marked", item);
  }

  #drop() {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    if (this.pass || this.outbox.length) this.#lost();
  }

  /** Wait, longer each time, and try again; what was not sent is said to be so. */
  #lost() {
    this.running.clear();
    this.#tell("running", false);
    this.online = false;
    this.#tell("online", false);
    for (const item of this.outbox) if (item.state === "waiting") this.#mark(item, "failed");
    const wait = WAITS[Math.min(this.tries++, WAITS.length - 1)] * (0.75 + Math.random() / 2);
    clearTimeout(this.again);
    this.again = setTimeout(() => this.#connect(), wait);
  }

  #hurry() {
    if (this.online || this.socket) return;
    this.#connect();
  }

  #connect() {
    clearTimeout(this.again);
    if (!this.pass) this.#begin();
    else if (this.last) this.#open();
    else this.#history();
  }

  #hear(frame) {
    this.heard = Date.now();
    if (!this.online || this.tries) {
      [this.online, this.tries] = [true, 0];
      this.#tell("online", true);
    }
    if (frame.type === "conversational_text_segment") this.#piece(frame);
    else if (frame.type === "run_updated") this.#run(frame);
    else if (frame.type === "error") this.#error(frame);
  }

  #piece(frame) {
    if (frame.phase === "START_STREAM") this.pieces.set(frame.id, { ...frame, text: "" });
    const line = this.pieces.get(frame.id);
    if (!line) return;
    line.text += frame.text;
    if (frame.phase !== "END_STREAM") return line.text && this.#tell("piece", line);
    this.pieces.delete(frame.id);
    this.#line(line, false);
  }

  #line({ id, turn, side, text, at, name = null }, old) {
    this.last = Math.max(this.last, id);
    this.#tell("line", { id, turn, side, text, at, name, old });
  }

  #run(frame) {
    if (frame.toolExecutionPlan?.length) return this.#tell("plan", frame);
    if (frame.status === "running") this.running.add(frame.id);
    else this.running.delete(frame.id);
    const item = this.outbox.find((each) => each.id === frame.id);
    if (item && frame.status === "running") this.#mark(item, "taken");
    if (item && frame.status === "completed") {
      this.outbox.splice(this.outbox.indexOf(item), 1);
      this.#mark(item, "answered");
      this.done = item; // an error may still follow
      this.#keep();
    }
    this.#tell("running", this.running.size > 0);
    if (frame.state) this.#tell("state", frame.state);
  }

  #error(frame) {
    const done = this.done?.id === frame.about ? this.done : null;
    const form = (done ?? this.outbox.find((each) => each.id === frame.about))?.frame;
    if (form) return this.#refused(frame, form.type === "execute_action");
    if (done) this.outbox.unshift(done);
    const item = this.outbox.find((each) => each.id === frame.about);
    if (!item) return;
    this.#mark(item, "failed");
    this.#keep();
    this.#tell("trouble", frame.kind === "too-many-requests" ? "too_many" : "unavailable");
  }

  /** A form was not taken: it is not sent again by itself, and the page says what is wrong with it. */
  #refused(frame, sent) {
    this.outbox = this.outbox.filter((each) => each.id !== frame.about);
    this.#keep();
    this.#tell("refused", { ...frame, sent });
  }

  #followOtherTab() {
    const kept = this.store.read();
    if (kept?.id === this.pass?.id || this.outbox.length) return;
    this.#leave();
    this.#tell("gone");
    if (kept?.token) this.resume();
  }
}
