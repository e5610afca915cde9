// Makes elements. Text is always set as text: nothing that a guest or a business wrote is ever read as HTML.

const SVG = "http://www.w3.org/2000/svg";
const PATHS = {
  send: "M12 19V5M5.500 11.500 12 5l6.500 6.500",
  mic: "M12 3.500a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0v-5a3 3 0 0 1 3-3ZM5.500 11.500a6.500 6.500 0 0 0 13 0M12 18v3",
  menu: "M5 12h.01M12 12h.01M19 12h.01",
  close: "M6 6l12 12M18 6 6 18",
  back: "M14.500 5.500 8 12l6.500 6.500",
  next: "M9.500 5.500 16 12l-6.500 6.500",
  down: "M12 5v14M5.500 12.500 12 19l6.500-6.500",
  calendar: "M5 6.500h14v13H5zM5 10.500h14M8.500 4v4M15.500 4v4",
  check: "M5 12.500l4.500 4.500L19 7.500",
  pin: "M12 21s6.500-6 6.500-11a6.500 6.500 0 0 0-13 0c0 5 6.500 11 6.500 11ZM12 12.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z",
  clock: "M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17ZM12 7.500V12l3 2",
  edit: "M4.500 19.500h4l10-10-4-4-10 10zM12.500 7.500l4 4",
  fresh: "M4.500 12a7.500 7.500 0 1 0 2.500-5.600L4.500 8.500M4.500 4v4.500H9",
  phone: "M6 4h3l1.500 4.500-2 1.500a11 11 0 0 0 5.500 5.500l1.500-2L20 15v3a2 2 0 0 1-2 2A14 14 0 0 1 4 6a2 2 0 0 1 2-2Z",
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
