// Texts of values and times. A value from the server says in its first letter how it is to be read:
// h hexadecimal digits, b bits of which some are unknown, r a real number. A cut one ends with ~.
export const RADIXES = ["hex", "bin", "unsigned", "signed", "ascii", "float"];

const UNITS = [["s", 0], ["ms", -3], ["µs", -6], ["ns", -9], ["ps", -12], ["fs", -15]];

export function isUnknown(value) {
  return value[0] === "b";
}

export function isFloating(value) {
  return value[0] === "b" && /^bz+~?$/.test(value);
}

function nibble(bits) {
  if (/^[01]+$/.test(bits)) return parseInt(bits, 2).toString(16);
  return bits.split("").every(bit => bit === bits[0]) ? bits[0] : "x";
}

function grouped(digits, size) {
  const first = digits.length % size;
  const groups = first ? [digits.slice(0, first)] : [];
  for (let at = first; at < digits.length; at += size) groups.push(digits.slice(at, at + size));
  return groups;
}

function number(hex) {
  return BigInt(`0x${hex || "0"}`);
}

function letters(hex) {
  return grouped(hex, 2).map(pair => {
    const code = parseInt(pair, 16);
    return code >= 32 && code < 127 ? String.fromCharCode(code) : "·";
  }).join("");
}

function real(value) {
  return value === "" ? "" : String(Number(Number(value).toPrecision(9)));
}

function floating(hex, width) {
  const view = new DataView(new ArrayBuffer(8));
  if (width === 32) {
    view.setUint32(0, Number(number(hex)));
    return real(view.getFloat32(0));
  }
  view.setBigUint64(0, number(hex));
  return real(view.getFloat64(0));
}

// The text of a value in a radix.
export function valueText(value, width, radix) {
  const kind = value[0];
  const isCut = value.endsWith("~");
  const rest = isCut ? value.slice(1, -1) : value.slice(1);
  if (kind === "r") return real(rest);
  if (width === 1) return rest;
  if (kind === "b") {
    if (/^(x+|z+|u+)$/.test(rest)) return rest[0];
    if (radix === "bin") return rest + (isCut ? "…" : "");
    return radix === "hex" ? grouped(rest, 4).map(nibble).join("") + (isCut ? "…" : "") : "x";
  }
  // Of what is cut only the digits are known, and not what they are worth.
  if (isCut) return `${rest}…`;
  switch (radix) {
    case "bin": return number(rest).toString(2).padStart(width, "0");
    case "unsigned": return number(rest).toString();
    case "signed": return BigInt.asIntN(width, number(rest)).toString();
    case "ascii": return letters(rest.padStart(Math.ceil(width / 8) * 2, "0").slice(-Math.ceil(width / 8) * 2));
    case "float": return width === 32 || width === 64 ? floating(rest, width) : rest;
    default: return rest;
  }
}

// A time with the unit that makes its number short.
export function timeText(units, exponent, digits = 12) {
  if (units === 0) return "0 s";
  const power = Math.floor(Math.log10(Math.abs(units)) + 1e-9) + exponent;
  const [name, of] = UNITS.find(([, each]) => power >= each) ?? UNITS.at(-1);
  const scaled = units * 10 ** (exponent - of);
  return `${Number(scaled.toPrecision(digits)).toLocaleString("en", { maximumFractionDigits: 12 }).replaceAll(",", "\u202f")} ${name}`;
}

export function frequencyText(units, exponent) {
  const hertz = 1 / (Math.abs(units) * 10 ** exponent);
  const [name, of] = [["GHz", 1e9], ["MHz", 1e6], ["kHz", 1e3], ["Hz", 1]].find(([, each]) => hertz >= each) ?? ["Hz", 1];
  return `${Number((hertz / of).toPrecision(6))} ${name}`;
}
