// A month with its free days, then the times of a day. What is picked is said in words that can be typed as well.

import { clockFaces } from "./cards.js";
import { button, div, iconButton, make } from "./ui.js";

const DAY = 864e5;
const MOVES = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

const utc = (date) => Date.parse(`${date}T00:00:00Z`);
const iso = (moment) => new Date(moment).toISOString().slice(0, 10);
const later = (date, days) => iso(utc(date) + days * DAY);
const monthOf = (date) => date.slice(0, 7);
const shifted = (month, by) => {
  const moment = new Date(`${month}-01T00:00:00Z`);
  moment.setUTCMonth(moment.getUTCMonth() + by);
  return monthOf(moment.toISOString());
};
const lastOf = (month) => later(`${shifted(month, 1)}-01`, -1);

export class Picker {
  /** Show what may be picked; `pick(text)` is called with it, `openings(first, last)` asks what is free. */
  constructor(asked, { dates, texts, openings, pick, grown }) {
    Object.assign(this, { asked, dates, texts, openings, pick, grown });
    this.free = new Map();
    this.known = asked.free_days;
    this.chosen = asked.day;
    this.month = monthOf(asked.day ?? asked.first);
    this.focused = asked.day ?? asked.first;
    this.element = make("div", { class: "picker", role: "group", "aria-label": texts.pick_a_day });
    this.times = make("div", { class: "times", hidden: true });
    if (asked.kind === "time") this.element.classList.add("only-times");
    else this.element.append(this.#calendar());
    this.element.append(this.times);
    this.#load(asked.kind !== "time" && !asked.day);
  }

  #calendar() {
    const { texts } = this;
    this.title = make("div", { class: "month-name", "aria-live": "polite" });
    this.earlier = iconButton("back", texts.earlier_month, () => this.#turn(-1), "quiet");
    this.later = iconButton("next", texts.later_month, () => this.#turn(1), "quiet");
    this.grid = make("table", { role: "grid", class: "days", "aria-label": texts.pick_a_day, onkeydown: (event) => this.#key(event) });
    return div("month", div("month-head", this.title, this.earlier, this.later), this.grid);
  }

  /** Ask what is free in the month shown; go on to the next where there is nothing in it. */
  async #load(seek) {
    this.#draw();
    const { asked, month } = this;
    const first = asked.first > `${month}-01` ? asked.first : `${month}-01`;
    const last = asked.last && asked.last < lastOf(month) ? asked.last : lastOf(month);
    if (this.known && !this.free.has(month) && first <= last) {
      this.element.setAttribute("aria-busy", "true");
      try {
        const found = await this.openings(first, last);
        this.known = found.known;
        this.free.set(month, found.days);
      } catch {
        this.known = false; // every day may be asked for; the desk knows which are free
      }
      this.element.removeAttribute("aria-busy");
    }
    if (month !== this.month) return;
    const any = Object.values(this.free.get(month) ?? {}).some((times) => times.length);
    if (seek && this.known && !any && this.#reaches(1)) {
      this.month = shifted(month, 1);
      await this.#load(this.month < shifted(monthOf(asked.first), 3));
      return;
    }
    this.#settle();
    this.#draw();
    if (!this.chosen) return;
    this.#showTimes();
    this.grown(this.element);
  }

  #reaches(by) {
    const month = shifted(this.month, by);
    return month >= monthOf(this.asked.first) && (!this.asked.last || month <= monthOf(this.asked.last));
  }

  #turn(by) {
    if (!this.#reaches(by)) return;
    this.month = shifted(this.month, by);
    this.#load(false);
  }

  #openingsOn(date) {
    return this.free.get(monthOf(date))?.[date] ?? [];
  }

  #canPick(date) {
    const { first, last } = this.asked;
    if (date < first || (last && date > last)) return false;
    return !this.known || this.#openingsOn(date).length > 0;
  }

  /** Keep the day that the keyboard is on within the month, on a free one if there is one. */
  #settle() {
    if (monthOf(this.focused) === this.month && this.#canPick(this.focused)) return;
    const days = Array.from({ length: Number(lastOf(this.month).slice(8)) }, (_, index) => later(`${this.month}-01`, index));
    this.focused = days.find((date) => this.#canPick(date)) ?? days[0];
  }

  #draw() {
    if (!this.grid) return;
    const { dates, month } = this;
    const had = this.grid.contains(this.grid.getRootNode().activeElement);
    this.title.textContent = dates.dateInWords(`${month}-01`, { month: "long", year: "numeric" });
    this.earlier.disabled = !this.#reaches(-1);
    this.later.disabled = !this.#reaches(1);
    const weekday = new Date(`${month}-01T00:00:00Z`).getUTCDay() || 7;
    const start = later(`${month}-01`, -((weekday - dates.firstWeekday + 7) % 7));
    const names = Array.from({ length: 7 }, (_, index) => later(start, index)).map((date) =>
      make("th", { scope: "col", abbr: dates.dateInWords(date, { weekday: "long" }), text: dates.dateInWords(date, { weekday: "short" }) }),
    );
    // Six weeks always, so that nothing jumps from month to month.
    const weeks = Array.from({ length: 6 }, (_, week) =>
      make("tr", {}, ...Array.from({ length: 7 }, (_, index) => this.#cell(later(start, week * 7 + index)))),
    );
    this.grid.replaceChildren(make("thead", {}, make("tr", {}, ...names)), make("tbody", {}, ...weeks));
    if (had) this.grid.querySelector("[tabindex='0']")?.focus();
  }

  #cell(date) {
    if (monthOf(date) !== this.month) return make("td", { role: "gridcell" });
    const free = this.#canPick(date);
    const kind = ["day", free && this.known ? "free" : "", date === this.asked.first ? "first" : ""].join(" ").trim();
    const day = make("button", {
      type: "button",
      class: kind,
      "data-date": date,
      tabindex: date === this.focused ? "0" : "-1",
      "aria-label": this.dates.dateInWords(date),
      "aria-disabled": free ? null : "true",
      "aria-pressed": String(date === this.chosen),
      text: String(Number(date.slice(8))),
      onclick: () => free && this.#choose(date),
    });
    return make("td", { role: "gridcell" }, day);
  }

  #key(event) {
    const moves = { ...MOVES, Home: -((new Date(utc(this.focused)).getUTCDay() - this.dates.firstWeekday + 7) % 7) };
    moves.End = moves.Home + 6;
    const by = moves[event.key];
    const months = { PageUp: -1, PageDown: 1 }[event.key];
    if (by === undefined && months === undefined) return;
    event.preventDefault();
    const { first, last } = this.asked;
    const day = months ? this.focused.slice(8) : null;
    const month = months ? shifted(this.month, months) : null;
    let target = months ? (day > lastOf(month).slice(8) ? lastOf(month) : `${month}-${day}`) : later(this.focused, by);
    if (target < first) target = first;
    if (last && target > last) target = last;
    this.focused = target;
    const elsewhere = monthOf(target) !== this.month;
    this.month = monthOf(target);
    this.#draw();
    this.grid.querySelector("[tabindex='0']").focus();
    if (elsewhere) this.#loadKeeping(target);
  }

  async #loadKeeping(target) {
    await this.#load(false);
    if (monthOf(target) !== this.month) return;
    this.focused = target;
    this.#draw();
  }

  #choose(date) {
    this.chosen = this.focused = date;
    if (!this.known || !this.#openingsOn(date).length) {
      this.pick(this.dates.typed(date));
      return;
    }
    this.#draw();
    this.#showTimes();
    this.grown(this.times);
  }

  #showTimes() {
    const { dates, texts, chosen } = this;
    const openings = this.#openingsOn(chosen);
    const parts = { morning: [], afternoon: [], evening: [] };
    const heard = new Set(); // several people may be free at one time
    for (const { start } of openings) {
      if (heard.has(start)) continue;
      heard.add(start);
      const hour = dates.hour(start, this.asked.online ? dates.guestZone : dates.zone);
      parts[hour < 12 ? "morning" : hour < 17 ? "afternoon" : "evening"].push(start);
    }
    this.times.hidden = false;
    this.element.classList.add("with-times");
    this.times.setAttribute("role", "group");
    this.times.setAttribute("aria-label", texts.pick_a_time);
    const elsewhere = openings.length > 0 && dates.differs(openings[0].start);
    this.times.classList.toggle("zoned", elsewhere);
    const zone = elsewhere && !this.asked.online ? dates.zoneName(openings[0].start) : elsewhere ? texts.your_time : null;
    const head = [make("h2", { text: dates.dateInWords(chosen, { weekday: "short", month: "long", day: "numeric" }) }), zone && make("p", { class: "zone", text: zone })];
    const groups = Object.entries(parts).filter(([, starts]) => starts.length).map(([part, starts]) =>
      div("part", make("h3", { text: texts[part] }), div("slots", ...starts.map((start) => this.#time(start)))),
    );
    const wholeDay = this.asked.kind === "day" && groups.length && button("link", texts.any_time, () => this.pick(dates.typed(chosen)));
    const empty = groups.length ? null : make("p", { class: "zone", text: texts.no_times });
    this.times.replaceChildren(...[...head, ...groups, wholeDay, empty].filter(Boolean));
  }

  #time(start) {
    const { dates, texts } = this;
    const shown = clockFaces(dates, start, this.asked.online, texts);
    const label = make("span", { text: shown.first });
    const beside = shown.second && make("small", { text: shown.second });
    return make("button", { type: "button", class: "slot", onclick: () => this.pick(dates.typed(null, start)) }, label, beside || null);
  }
}
