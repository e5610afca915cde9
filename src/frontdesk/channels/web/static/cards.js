// What stands under a reply: chips to choose from, the card to confirm, the receipt of a booking.

import { button, div, icon, make } from "./ui.js";

const IN_SIGHT = 5;
const DONE = { booked: "booked", approved: "booked", pending: "pending", cancelled: "cancelled", rejected: "cancelled", expired: "cancelled" };

/** Return options as chips grouped by day: of times five in sight and "more" last, of names all. */
export function chips(state, { dates, texts, say }) {
  const box = div("offers");
  const press = (kind, value = "") => ({ button: kind, turn: state.turn, value });
  const draw = (shown) => {
    const rest = state.options.length > shown || state.more;
    const onMore = () => (state.options.length > shown ? draw(state.options.length) : say(texts.more_times, press("more")));
    const groups = grouped(state.options.slice(0, shown));
    const all = groups.map(([day, options]) => {
      const list = options.map((option) => chip(option, state, dates, texts, () => say(label(option), press("option", option.id))));
      if (rest && day === groups.at(-1)[0]) list.push(button("chip more", texts.more_times, onMore));
      const zone = options[0].start && dates.differs(options[0].start) && !state.picker?.online && dates.zoneName(options[0].start);
      const name = day && make("h2", { text: dates.dateInWords(day) + (zone ? ` · ${zone}` : "") });
      return div("offer-day", name || null, div("chips", ...list));
    });
    box.replaceChildren(...all);
  };
  draw(state.options.some(({ start }) => start) ? IN_SIGHT : state.options.length);
  return box;
}

const label = ({ text, detail }) => (detail ? `${text}, ${detail}` : text);

function grouped(options) {
  const days = new Map();
  for (const option of options) days.set(option.day, [...(days.get(option.day) ?? []), option]);
  return [...days];
}

function chip(option, state, dates, texts, onclick) {
  const online = state.picker?.online;
  const faces = option.start && dates.differs(option.start) ? clockFaces(dates, option.start, online, texts) : null;
  const [first, second] = faces && online ? [faces.first, faces.second] : [option.text, faces?.second];
  const below = [option.detail, second].filter(Boolean).join(" · ");
  return make("button", { type: "button", class: "chip", onclick }, make("span", { text: first }), below ? make("small", { text: below }) : null);
}

function row(name, value, ...more) {
  return div("row", make("dt", { text: name }), make("dd", {}, ...[value].flat(), ...more));
}

/** Return the card of a confirm: its values, each with "change", and the two buttons. */
export function confirmCard(state, { dates, texts, say }) {
  const { card } = state;
  const press = (kind, value = "") => ({ button: kind, turn: state.turn, value });
  const rows = card.rows.map(({ slot, label: name, text }) => {
    const onChange = () => say(`${texts.change}: ${name}`, press("change", slot));
    const change = card.changeable.includes(slot) && button("link change", texts.change, onChange);
    if (change) change.setAttribute("aria-label", `${texts.change}: ${name}`);
    return row(name, make("span", { text }), change || null);
  });
  const yes = button(card.ends ? "primary ends" : "primary", card.yes, () => say(card.yes, press("yes")));
  const no = button("secondary", card.no, () => say(card.no, press("no")));
  const zones = card.start && dates.differs(card.start) ? [`${dates.onBusinessClock(card.start)} ${dates.zoneName(card.start)}`, `${dates.onGuestClock(card.start)} ${texts.your_time}`] : [];
  const clocks = zones.length ? make("p", { class: "zone", text: (card.online ? zones.reverse() : zones).join(" · ") }) : null;
  return div("card", make("dl", {}, ...rows), clocks, div("actions", yes, no));
}

/** Return a booking as its receipt. `moved`: it was at another time before. */
export function receiptCard(booking, { base, dates, texts, moved }) {
  const key = moved && DONE[booking.status] === "booked" ? "moved" : DONE[booking.status] ?? "booked";
  const over = key === "cancelled";
  const rows = booking.rows.map((each) => row(each.label, rowValue(each, booking, dates, texts)));
  const reference = row(texts.reference, make("span", { class: "code", text: booking.reference }));
  const status = make("span", { class: `status ${key}` }, icon(over ? "close" : key === "pending" ? "clock" : "check"), make("span", { text: texts[key] }));
  const head = div("card-head", make("h2", { text: booking.title }), status);
  const links = over || !booking.link ? [] : receiptLinks(booking, base, texts);
  return div(`card receipt ${key}`, head, make("dl", {}, ...rows, reference), links.length ? div("links", ...links) : null);
}

function receiptLinks(booking, base, texts) {
  const manage = `${base}/manage/${encodeURIComponent(booking.link)}`;
  const place = `https://www.openstreetmap.org/search?query=${encodeURIComponent(booking.address)}`;
  const outside = { target: "_blank", rel: "noopener" };
  return [
    link("calendar", texts.add_to_calendar, { href: `${manage}/calendar.ics`, download: `${booking.reference}.ics` }),
    booking.address ? link("pin", texts.directions, { href: place, ...outside }) : null,
    link("edit", texts.manage, { href: manage, ...outside }),
  ].filter(Boolean);
}

const link = (name, text, attributes) => make("a", { class: "tile", ...attributes }, icon(name), make("span", { text }));

/** Return the value of a row; days and times on both clocks, where the guest's shows something else. */
function rowValue({ slot, text }, { start, end, online }, dates, texts) {
  const both = (first, second) => [make("span", { text: first }), make("small", { text: second })];
  if (!dates.differs(start) || !["day", "time"].includes(slot)) return make("span", { text });
  if (slot === "day") return make("span", { text: online ? dates.day(start, dates.guestZone) : text });
  const [theirs, ours] = [dates.onGuestClock(start, end), dates.onBusinessClock(start, end)];
  const [mine, here] = [`${theirs} ${texts.your_time}`, `${online ? ours : text} · ${dates.zoneName(start)}`];
  return online ? both(`${dates.span(start, end, dates.guestZone)} ${texts.your_time}`, here) : both(here, mine);
}

/** Return a time as it is shown first, and beside it: on the premises the clock there counts, online the guest's. */
export function clockFaces(dates, start, online, texts) {
  if (!dates.differs(start)) return { first: dates.clock(start), second: null };
  const theirs = dates.onGuestClock(start);
  if (online) return { first: theirs, second: dates.onBusinessClock(start) };
  return { first: dates.clock(start), second: `${theirs} ${texts.your_time}` };
}
