// Small makers of elements. Text is always text: nothing from a file or a device becomes markup.
const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined));
  return element;
}

export function make(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

export function draw(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

// A table with a heading for each column; a cell is text, a number, an element or nothing.
export function table(caption, headings, rows, attributes = {}) {
  return make("table", attributes,
    caption ? make("caption", {}, caption) : null,
    make("thead", {}, make("tr", {}, headings.map((heading, at) => make("th", {
      scope: "col", class: at > 0 && rows.length > 0 && isNumber(rows[0][at]) ? "number" : null,
    }, heading)))),
    make("tbody", {}, rows.map(row => make("tr", {}, row.map((cell, at) =>
      make(at === 0 ? "th" : "td", at === 0 ? { scope: "row" } : { class: isNumber(cell) ? "number" : null },
        text(cell)))))));
}

function isNumber(cell) {
  return typeof cell === "number" || (typeof cell === "string" && /^-?[\d\s.,]+( ?[%a-zA-Z/]+)?$/.test(cell) && /\d/.test(cell));
}

export function text(value) {
  if (value === null || value === undefined || value === "") return "–";
  if (value instanceof Node) return value;
  if (Array.isArray(value)) return value.length ? value.join(", ") : "–";
  if (typeof value === "number") return count(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

// Names and values.
export function facts(pairs) {
  return make("dl", { class: "facts" }, pairs
    .filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([name, value]) => [make("dt", {}, name), make("dd", {}, text(value))]));
}

export function count(number) {
  if (!Number.isFinite(number)) return "–";
  return Number.isInteger(number)
    ? number.toLocaleString("en").replaceAll(",", "\u202f")
    : number.toLocaleString("en", { maximumFractionDigits: 3 }).replaceAll(",", "\u202f");
}

export function bytes(number) {
  let rest = number;
  let unit = 0;
  while (rest >= 1024 && unit < 5) {
    rest /= 1024;
    unit++;
  }
  return `${rest.toLocaleString("en", { maximumFractionDigits: unit === 0 || rest >= 100 ? 0 : 1 })}\u00a0${["B", "KiB", "MiB", "GiB", "TiB", "PiB"][unit]}`;
}

export function show(element, trouble) {
  element.replaceChildren(make("p", { class: "trouble", role: "alert" }, trouble.message ?? String(trouble)));
}
