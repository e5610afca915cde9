// Days and times in words. Zones are left to Intl, so that clock changes and other dates come out right.

const plain = (text) => text.replace(/[\u202f\u00a0]/g, " ");

export class Dates {
  /** Speak the language of the business, know its zone and that of the guest, and its first day of the week (1: Monday). */
  constructor(language, zone, firstWeekday, guestZone = Intl.DateTimeFormat().resolvedOptions().timeZone) {
    this.language = language;
    this.zone = zone;
    this.firstWeekday = firstWeekday;
    this.guestZone = guestZone || zone;
    this.formats = new Map();
  }

  #format(zone, options) {
    const key = zone + JSON.stringify(options);
    if (!this.formats.has(key)) {
      this.formats.set(key, new Intl.DateTimeFormat(this.language, { timeZone: zone, ...options }));
    }
    return this.formats.get(key);
  }

  #say(moment, zone, options) {
    return plain(this.#format(zone, options).format(new Date(moment)));
  }

  clock(moment, zone = this.zone) {
    return this.#say(moment, zone, { hour: "numeric", minute: "2-digit" });
  }

  day(moment, zone = this.zone) {
    return this.#say(moment, zone, { weekday: "long", month: "long", day: "numeric" });
  }

  span(start, end, zone) {
    const format = this.#format(zone, { hour: "numeric", minute: "2-digit" });
    if (this.dateOf(start, zone) === this.dateOf(end, zone)) return plain(format.formatRange(new Date(start), new Date(end)));
    // Over midnight the range of the language would name both days by number.
    const day = { weekday: "short", hour: "numeric", minute: "2-digit" };
    return `${this.clock(start, zone)} \u2013 ${this.#say(end, zone, day)}`;
  }

  /** Return a date of the calendar ("2026-11-17") in words; it lies in no zone. */
  dateInWords(date, options = { weekday: "long", month: "long", day: "numeric" }) {
    return this.#say(`${date}T12:00:00Z`, "UTC", options);
  }

  /** Return what a guest would type for a day, or for a moment in the zone of the business. */
  typed(date, moment = null) {
    if (moment === null) return this.dateInWords(date, { dateStyle: "long" });
    return this.#say(moment, this.zone, { dateStyle: "long", timeStyle: "short" });
  }

  hour(moment, zone = this.zone) {
    const parts = new Intl.DateTimeFormat("en", { timeZone: zone, hour: "numeric", hourCycle: "h23" });
    return Number(parts.format(new Date(moment)));
  }

  dateOf(moment, zone = this.zone) {
    return new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(new Date(moment));
  }

  zoneName(moment, zone = this.zone) {
    const parts = this.#format(zone, { timeZoneName: "longGeneric" }).formatToParts(new Date(moment));
    const name = parts.find((part) => part.type === "timeZoneName")?.value ?? zone;
    return /^GMT([+-]00:00)?$/.test(name) && zone.includes("UTC") ? "UTC" : name;
  }

  /** Tell whether the guest's clock shows something else than the clock of the business then. */
  differs(moment) {
    const wall = (zone) => this.dateOf(moment, zone) + this.clock(moment, zone);
    return this.guestZone !== this.zone && wall(this.guestZone) !== wall(this.zone);
  }

  /** Return a time on the guest's clock, with its day where that is another one. */
  onGuestClock(moment, end = null) {
    return this.#elsewhere(moment, end, this.guestZone, this.zone);
  }

  /** Return a time on the clock of the business, with its day where that is another one. */
  onBusinessClock(moment, end = null) {
    return this.#elsewhere(moment, end, this.zone, this.guestZone);
  }

  #elsewhere(moment, end, zone, other) {
    const time = end ? this.span(moment, end, zone) : this.clock(moment, zone);
    if (this.dateOf(moment, zone) === this.dateOf(moment, other)) return time;
    return `${this.#say(moment, zone, { weekday: "short", month: "short", day: "numeric" })}, ${time}`;
  }

  /** Return when a message was sent, as shown between groups. */
  stamp(moment) {
    const [date, now] = [this.dateOf(moment, this.guestZone), Date.now()];
    const time = this.clock(moment, this.guestZone);
    const near = new Intl.RelativeTimeFormat(this.language, { numeric: "auto" });
    for (const days of [0, -1]) {
      if (date !== this.dateOf(now + days * 864e5, this.guestZone)) continue;
      const day = near.format(days, "day");
      return `${day[0].toLocaleUpperCase(this.language)}${day.slice(1)}, ${time}`;
    }
    return `${this.#say(moment, this.guestZone, { month: "short", day: "numeric" })}, ${time}`;
  }
}
