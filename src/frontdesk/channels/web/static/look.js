// Colours of a business: any accent stays readable, in both themes. Contrast is reckoned as WCAG does.

const WHITE = [255, 255, 255];
const BLACK = [0, 0, 0]; // with white, one of the two is readable on any colour; softer inks are not
const GROUNDS = { light: [255, 255, 255], dark: [22, 24, 28] };
const READABLE = 4.5;
const VISIBLE = 1.35; // an accent that is as light or as dark as the page would vanish on it

function channels(hex) {
  const digits = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(hex || "")?.[1] ?? "3b5bdb";
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  return [0, 2, 4].map((start) => parseInt(full.slice(start, start + 2), 16));
}

function luminance(colour) {
  const [red, green, blue] = colour.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const mixed = (one, other, share) => one.map((value, index) => Math.round(value + (other[index] - value) * share));
const css = (colour) => `rgb(${colour.join(" ")})`;

/** Return the colour, moved away from the ground until it stands out by `least`. */
function against(colour, ground, least) {
  const away = luminance(ground) > 0.4 ? BLACK : WHITE;
  for (let share = 0; share < 1; share += 0.04) {
    const candidate = mixed(colour, away, share);
    if (contrast(candidate, ground) >= least) return candidate;
  }
  return away;
}

/** Return the custom properties of an accent: fill, text on it, and the accent as a text, for both themes. */
export function accentProperties(accent) {
  const found = {};
  for (const [theme, ground] of Object.entries(GROUNDS)) {
    const fill = against(channels(accent), ground, VISIBLE);
    const tint = mixed(ground, fill, theme === "light" ? 0.08 : 0.24);
    found[`--accent-${theme}`] = css(fill);
    found[`--on-accent-${theme}`] = css(contrast(WHITE, fill) >= contrast(BLACK, fill) ? WHITE : BLACK);
    found[`--tint-${theme}`] = css(tint);
    found[`--accent-text-${theme}`] = css(against(fill, tint, READABLE + 0.3));
  }
  return found;
}

/** Give an element the colours and corners of a business. */
export function dress(element, look) {
  for (const [name, value] of Object.entries(accentProperties(look.accent))) element.style.setProperty(name, value);
  const radius = Math.min(28, Math.max(0, Number(look.radius ?? 12)));
  element.style.setProperty("--corner", `${radius}px`);
}
