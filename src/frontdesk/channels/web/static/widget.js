// The launcher: one small file for other people's pages. The chat itself is fetched when it is first opened.
//
// It works as a module and as a classic script, so it finds its own tag instead of being told where it is.
(() => {
  const REGISTER = Symbol.for("frontdesk.widgets");
  const NAME = "frontdesk-widget";
  const KEYS = ["keydown", "keyup", "keypress", "beforeinput", "input", "paste", "focusin"];
  const PHONE = "(max-width: 480px)";
  const LOOK_AGAIN = 60e3; // milliseconds between two looks for what is unread, while the chat was never opened
  const FALLBACK = { open_chat: "Open the chat", close_chat: "Close the chat", unread: "New messages", unavailable: "The chat cannot be reached right now." };
  const STYLE = `
:host { all: initial !important; position: fixed !important; z-index: 2147483000 !important; display: block !important; color-scheme: light dark !important }
[hidden] { display: none !important }
.launcher, .panel { position: fixed; right: calc(20px + env(safe-area-inset-right)); box-shadow: 0 1px 2px #0002, 0 8px 32px #0004 }
.launcher { bottom: calc(20px + var(--lift, 0px) + env(safe-area-inset-bottom)); width: 56px; height: 56px; padding: 0; border: 0; border-radius: 50%; cursor: pointer; display: grid; place-items: center; background: var(--brand); color: var(--on-brand); transition: transform .15s ease-out }
.launcher:hover { transform: scale(1.05) }
.launcher:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px }
.launcher svg { width: 28px; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linejoin: round; stroke-linecap: round }
.frame:not(.open) svg:first-child, .open svg + svg { display: none }
.badge { position: absolute; top: -4px; right: -4px; min-width: 22px; padding: 0 6px; box-sizing: border-box; border: 2px solid #fff; border-radius: 11px; background: #b3261e; color: #fff; font: 600 12px/18px system-ui; text-align: center }
.panel { bottom: calc(88px + env(safe-area-inset-bottom)); width: 400px; max-width: calc(100vw - 40px); height: min(640px, 100dvh - 108px); border: 1px solid #8884; border-radius: 16px; box-sizing: border-box; overflow: hidden; background: Canvas; color: CanvasText; font: 16px/1.5 system-ui; animation: rise .16s ease-out }
.panel:focus { outline: 0 }
.down { padding: 35% 24px 0; text-align: center }
.down button { min-height: 44px; padding: 0 20px; font: inherit }
@keyframes rise { from { opacity: 0; transform: translateY(12px) } }
@media ${PHONE} {
.panel { inset: 0; width: auto; max-width: none; height: 100dvh; border: 0; border-radius: 0 }
.open .launcher { display: none }
}
@media (prefers-reduced-motion: reduce) { .panel, .launcher { animation: none; transition: none } }`;
  const widgets = (window[REGISTER] ??= new Map());

  class Widget {
    constructor(tag, server, business) {
      Object.assign(this, { tag, server, business, texts: FALLBACK, isOpen: false, chat: null });
      this.host = document.createElement(NAME);
      this.shadow = this.host.attachShadow({ mode: "open" });
      this.shadow.adoptedStyleSheets = [sheet(STYLE)];
      this.frame = element("div", { class: "frame" });
      this.launcher = element("button", { type: "button", class: "launcher", "aria-expanded": "false" });
      this.badge = element("span", { class: "badge", hidden: "" });
      this.launcher.append(drawing("M6 9.5l6 6 6-6"), drawing("M5 5.5h14a1.5 1.5 0 0 1 1.5 1.5v8.5A1.5 1.5 0 0 1 19 17h-7l-4.5 3.5V17H5a1.5 1.5 0 0 1-1.5-1.5V7A1.5 1.5 0 0 1 5 5.5Z"), this.badge);
      this.panel = element("div", { class: "panel", role: "dialog", tabindex: "-1", hidden: "" });
      this.frame.append(this.panel, this.launcher);
      this.shadow.append(this.frame);
      this.launcher.onclick = () => this.toggle();
      this.frame.addEventListener("keydown", (event) => this.#key(event));
      // What is typed here is no shortcut of the page around it.
      for (const type of KEYS) this.host.addEventListener(type, (event) => event.stopPropagation());
      this.#dress({});
      this.#stay();
      this.#profile().then(() => this.#look(), () => {});
    }

    /** Be on the page, also after everything in it was replaced. */
    #stay() {
      const attach = () => {
        if (!this.host.isConnected && document.documentElement) document.documentElement.append(this.host);
      };
      attach();
      new MutationObserver(attach).observe(document, { childList: true });
      new MutationObserver(() => {
        attach();
        clearTimeout(this.soon);
        this.soon = setTimeout(() => this.#makeWay(), 300);
      }).observe(document.documentElement, { childList: true, subtree: true, attributes: true, attributeFilter: ["style", "class", "hidden", "open"] });
      addEventListener("resize", () => this.#makeWay());
      this.#makeWay();
    }

    /** Stand above a cookie banner on phones: it comes first until the chat is opened. */
    #makeWay() {
      let lift = 0;
      if (matchMedia(PHONE).matches && !this.isOpen) {
        for (const found of document.elementsFromPoint(innerWidth - 48, innerHeight - 48)) {
          for (let each = found; each && each !== this.host; each = each.parentElement) {
            if (!["fixed", "sticky"].includes(getComputedStyle(each).position)) continue;
            lift = Math.max(lift, innerHeight - each.getBoundingClientRect().top);
          }
        }
      }
      this.launcher.hidden = lift > innerHeight - 80;
      this.host.style.setProperty("--lift", `${lift}px`);
    }

    async #profile() {
      if (this.profile) return;
      const answer = await fetch(`${this.server}/b/${encodeURIComponent(this.business)}/profile`, { credentials: "omit" });
      if (!answer.ok) throw new Error(`profile: ${answer.status}`);
      const profile = await answer.json();
      this.texts = profile.texts;
      this.#dress(profile.look);
      this.profile = profile;
      this.#name();
    }

    /** Colour the launcher; the chat reckons the finer shades itself. */
    #dress({ accent = "#3b5bdb" }) {
      const [red, green, blue] = [1, 3, 5].map((start) => (parseInt(accent.slice(start, start + 2), 16) / 255) ** 2.2);
      const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      this.frame.style.setProperty("--brand", accent);
      this.frame.style.setProperty("--on-brand", light > 0.179 ? "#000" : "#fff");
      this.#name();
    }

    #name(unread = this.unread ?? 0) {
      this.unread = unread;
      this.badge.textContent = unread > 9 ? "9+" : String(unread);
      this.badge.hidden = !unread;
      const does = this.isOpen ? this.texts.close_chat : this.texts.open_chat;
      this.launcher.setAttribute("aria-label", unread ? `${does}. ${this.texts.unread}: ${unread}` : does);
      this.panel.setAttribute("aria-label", this.profile?.name ?? this.texts.open_chat);
    }

    /** Look whether something was said since the guest was here, without loading the chat. */
    async #look() {
      if (this.chat) return;
      try {
        const kept = JSON.parse(localStorage.getItem(`frontdesk:${this.business}`));
        if (kept?.token && !document.hidden) {
          const address = `${this.server}/b/${encodeURIComponent(this.business)}/conversations/${kept.id}?after=${kept.seen ?? 0}`;
          const answer = await fetch(address, { credentials: "omit", headers: { Authorization: `Bearer ${kept.token}` } });
          const { messages } = await answer.json();
          if (!this.chat) this.#name(messages.filter(({ side }) => side !== "guest").length);
        }
      } catch {
        // Nothing is kept, or nobody answers: nothing is known to be unread.
      }
      setTimeout(() => this.#look(), LOOK_AGAIN);
    }

    toggle(open = !this.isOpen) {
      if (open === this.isOpen) return;
      this.isOpen = open;
      const phone = matchMedia(PHONE).matches;
      if (open) this.before = document.activeElement;
      this.panel.hidden = !open;
      this.frame.classList.toggle("open", open);
      this.launcher.setAttribute("aria-expanded", String(open));
      this.panel.setAttribute("aria-modal", String(phone));
      this.#name();
      this.chat?.show(open);
      if (open) this.#load();
      else this.#giveBack();
      this.#makeWay();
    }

    #giveBack() {
      const { before } = this;
      const elsewhere = before?.isConnected && before !== document.body && before !== this.host;
      (elsewhere ? before : this.launcher).focus({ preventScroll: true });
    }

    async #load() {
      this.panel.focus({ preventScroll: true });
      if (this.loading) return this.chat?.focus();
      this.loading = true;
      try {
        const file = (name) => `${this.server}/static/${name}`;
        const text = async (name) => (await fetch(file(name), { credentials: "omit" })).text();
        const [{ Chat }, tokens, style] = await Promise.all([import(file("chat.js")), text("tokens.css"), text("chat.css"), this.#profile()]);
        this.shadow.adoptedStyleSheets = [sheet(tokens), sheet(style), sheet(STYLE)];
        const root = element("div");
        this.panel.replaceChildren(root);
        this.chat = new Chat(root, this.profile, { server: this.server, onclose: () => this.toggle(false), onunread: (count) => this.#name(count) });
        this.chat.show(this.isOpen);
        if (this.isOpen) this.chat.focus();
      } catch {
        this.loading = false;
        this.#down();
      }
    }

    #down() {
      const box = element("div", { class: "down" });
      const close = element("button", { type: "button" });
      const text = element("p", { role: "alert" });
      text.textContent = this.tag.dataset.unavailable ?? this.texts.unavailable;
      close.textContent = this.texts.close_chat;
      close.onclick = () => this.toggle(false);
      box.append(text, close);
      this.panel.replaceChildren(box);
      close.focus({ preventScroll: true });
    }

    #key(event) {
      if (event.key === "Escape" && this.isOpen) this.toggle(false);
      if (event.key !== "Tab" || !this.isOpen || !matchMedia(PHONE).matches) return;
      // On phones the chat is the whole screen: nothing behind it is reached.
      const all = [...this.panel.querySelectorAll("button:enabled, a[href], textarea, [tabindex='0']")].filter((each) => each.tabIndex >= 0 && each.checkVisibility());
      const [from, to] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]];
      if (this.shadow.activeElement !== from) return;
      event.preventDefault();
      to?.focus();
    }
  }

  function sheet(text) {
    const made = new CSSStyleSheet();
    made.replaceSync(text);
    return made;
  }

  function element(name, attributes = {}) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  function drawing(path) {
    const [svg, line] = ["svg", "path"].map((name) => document.createElementNS("http://www.w3.org/2000/svg", name));
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("aria-hidden", "true");
    line.setAttribute("d", path);
    svg.append(line);
    return svg;
  }

  /** Return the tags of this file: the one that runs, or all where that cannot be told. */
  function ownTags() {
    if (document.currentScript) return [document.currentScript];
    return [...document.querySelectorAll("script[data-business][src]")].filter(({ src }) => new URL(src).pathname.endsWith("/widget.js"));
  }

  function start() {
    for (const tag of ownTags()) {
      const { business } = tag.dataset;
      const server = new URL(".", tag.src).href.replace(/\/$/, "");
      const key = `${server}#${business}`;
      if (business && !widgets.has(key)) widgets.set(key, new Widget(tag, server, business));
    }
  }

  start();
})();
