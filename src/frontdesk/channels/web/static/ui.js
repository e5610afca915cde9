// Makes elements. Text is always set as text: nothing that a guest or a business wrote is ever read as HTML.

const SVG = "http://www.w3.org/2000/svg";
const PATHS = {
  send: "M12 19V5M5.5 11.5 12 5l6.5 6.5",
  mic: "M12 3.5a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0v-5a3 3 0 0 1 3-3ZM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3",
  menu: "M5.5 11.5v1M12 11.5v1M18.5 11.5v1",
  close: "M6 6l12 12M18 6 6 18",
  back: "M14.5 5.5 8 12l6.5 6.5",
  next: "M9.5 5.5 16 12l-6.5 6.5",
  down: "M12 5v14M5.5 12.5 12 19l6.5-6.5",
  calendar: "M5 6.5h14v13H5zM5 10.5h14M8.5 4v4M15.5 4v4",
  check: "M5 12.5l4.5 4.5L19 7.5",
  pin: "M12 21s6.5-6 6.5-11a6.5 6.5 0 0 0-13 0c0 5 6.5 11 6.5 11ZM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z",
  clock: "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.5V12l3 2",
  edit: "M4.5 19.5h4l10-10-4-4-10 10zM12.5 7.5l4 4",
  fresh: "M4.5 12a7.5 7.5 0 1 0 2.5-5.600L4.5 8.5M4.5 4v4.5H9",
  phone: "M6 4h3l1.5 4.5-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2L20 15v3a2 2 0 0 1-2 2A14 14 0 0 1 4 6a2 2 0 0 1 2-2Z",
};

/** Return an element; `on…` properties are listeners, `text` is its text, the others are attributes. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") element.textContent = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export const div = (kind, ...children) => make("div", { class: kind }, ...children);

/** Return a drawing that says nothing to screen readers: the button around it has the words. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" })) {
    svg.setAttribute(key, value);
  }
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

export function button(kind, text, onclick, ...children) {
  return make("button", { type: "button", class: kind, onclick }, ...children, text ? make("span", { text }) : null);
}

export function iconButton(name, label, onclick, kind = "") {
  return make("button", { type: "button", class: `round ${kind}`, "aria-label": label, title: label, onclick }, icon(name));
}
