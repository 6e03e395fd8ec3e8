// Draws signals on a canvas. What is drawn is bounded by its pixels.
import { isFloating, isUnknown, timeText, valueText } from "./wave-values.js";
import { Tiles } from "./wave-tiles.js";

export const ROW = 26;
export const RULER = 26;
const SLANT = 4;

export function colours(element) {
  const style = getComputedStyle(element);
  const of = name => style.getPropertyValue(name).trim();
  return {
    ground: of("--ground"), raised: of("--raised"), line: of("--line"), text: of("--text"), quiet: of("--quiet"),
    accent: of("--accent"), bit: of("--c"), bus: of("--a"), unknown: of("--bad"), floating: of("--b"), second: of("--d"),
    real: of("--e"), mono: of("--mono"),
  };
}

// The segments of a row from left to right: [x0, x1, value], or with more than one change for a column
// [x0, x1, value after, count, whether one is unknown]. A segment without a value is not known yet.
export function segments(tiles, signal, view, width) {
  const all = [];
  const x = time => (time - view.from) / view.scale;
  const span = Tiles.span(view.level);
  const push = (x0, x1, value, count = 0, unknown = false) => {
    const last = all.at(-1);
    if (last && count === 0 && last[3] === 0 && last[2] === value) last[1] = x1;
    else if (last && count > 0 && last[3] > 0 && last[4] === unknown && x0 <= last[1]) {
      last[1] = x1;
      last[2] = value;
      last[3] += count;
    }
    else if (x1 > x0 || count > 0) all.push([x0, x1, value, count, unknown]);
  };
  for (let index = Math.max(0, Math.floor(view.from / span)); index * span < view.from + width * view.scale; index++) {
    const from = index * span;
    const tile = tiles.find(signal.column, view.level, index);
    if (!tile) {
      push(x(from), x(from + span), null);
      continue;
    }
    const entries = tile.entries;
    // The first entry that ends behind the start: a tile from farther away covers more than its part.
    let low = 0;
    let high = entries.length;
    const start = Math.max(from, view.from - view.scale) - tile.from;
    while (low < high) {
      const middle = (low + high) >> 1;
      const entry = entries[middle];
      if ((entry.length > 2 ? entry[1] : entry[0]) < start) low = middle + 1;
      else high = middle;
    }
    let value = low > 0 ? entries[low - 1].at(-1) : tile.before;
    let at = from;
    const end = from + span;
    for (let i = low; i < entries.length; i++) {
      const entry = entries[i];
      const time = tile.from + entry[0];
      if (time >= end) break;
      push(x(at), x(Math.max(at, time)), value);
      if (entry.length > 2) {
        const last = Math.min(end, tile.from + entry[1]);
        push(x(Math.max(from, time)), Math.max(x(last), x(Math.max(from, time)) + 1), entry.at(-1), entry[2], entry[3] === 1);
        at = last;
      } else {
        at = time;
      }
      value = entry.at(-1);
    }
    push(x(at), x(end), value);
  }
  return all;
}

// Several segments beside each other that are narrower than some pixels become one of many changes:
// they could not be told apart, and take long to draw. What is unknown stays apart.
export function coarse(all, least) {
  const result = [];
  const isNarrow = ([x0, x1, value, count]) => value !== null && (count > 0 || x1 - x0 < least);
  const isOdd = ([, , value, count, unknown]) => (count > 0 ? unknown : isUnknown(value));
  for (let i = 0; i < all.length; i++) {
    let end = i;
    while (end < all.length && isNarrow(all[end]) && isOdd(all[end]) === isOdd(all[i])) end++;
    if (end - i < 2) {
      result.push(all[i]);
      continue;
    }
    result.push([all[i][0], all[end - 1][1], all[end - 1][2], end - i, isOdd(all[i])]);
    i = end - 1;
  }
  return result;
}

function bits(context, all, top, colour, width) {
  const high = top + 5;
  const low = top + ROW - 5;
  const middle = (high + low) / 2;
  const lines = { known: new Path2D(), unknown: new Path2D(), floating: new Path2D(), busy: new Path2D(), waiting: new Path2D() };
  let level = null;
  const snap = x => Math.round(Math.min(Math.max(x, -10), width + 10)) + 0.5;
  for (const [left, right, value, count, unknown] of all) {
    const x0 = snap(left);
    const x1 = snap(right);
    if (value === null) {
      lines.waiting.rect(x0, middle - 1, x1 - x0, 2);
      level = null;
      continue;
    }
    if (count > 0) {
      (unknown ? lines.unknown : lines.busy).rect(x0 - 0.5, high, Math.max(1, x1 - x0), low - high);
      level = null;
      continue;
    }
    if (isFloating(value)) {
      lines.floating.moveTo(x0, middle);
      lines.floating.lineTo(x1, middle);
      level = null;
    } else if (isUnknown(value)) {
      lines.unknown.rect(x0, high, x1 - x0, low - high);
      level = null;
    } else {
      const next = value === "h1" ? high : low;
      if (level !== null && level !== next) {
        lines.known.moveTo(x0, level);
        lines.known.lineTo(x0, next);
      }
      lines.known.moveTo(x0, next);
      lines.known.lineTo(x1, next);
      level = next;
    }
  }
  context.lineWidth = 1.25;
  context.strokeStyle = colour.bit;
  context.stroke(lines.known);
  context.fillStyle = colour.bit;
  context.globalAlpha = 0.75;
  context.fill(lines.busy);
  context.globalAlpha = 0.35;
  context.fillStyle = colour.unknown;
  context.fill(lines.unknown);
  context.fillStyle = colour.quiet;
  context.fill(lines.waiting);
  context.globalAlpha = 1;
  context.strokeStyle = colour.unknown;
  context.stroke(lines.unknown);
  context.strokeStyle = colour.floating;
  context.stroke(lines.floating);
}

function hexagon(path, x0, x1, high, low) {
  const slant = Math.min(SLANT, (x1 - x0) / 2);
  const middle = (high + low) / 2;
  path.moveTo(x0, middle);
  path.lineTo(x0 + slant, high);
  path.lineTo(x1 - slant, high);
  path.lineTo(x1, middle);
  path.lineTo(x1 - slant, low);
  path.lineTo(x0 + slant, low);
  path.closePath();
}

function bus(context, all, top, row, colour, width, letter) {
  const high = top + 4;
  const low = top + ROW - 4;
  const main = row.signal.kind === "real" ? colour.real : colour.bus;
  const outlines = { known: new Path2D(), ground: new Path2D(), unknown: new Path2D(), floating: new Path2D(), busy: new Path2D(), odd: new Path2D(), waiting: new Path2D() };
  const texts = [];
  for (const [left, right, value, count, unknown] of all) {
    // Beyond the edges the slants are not seen.
    const x0 = Math.max(left, -20);
    const x1 = Math.min(right, width + 20);
    if (value === null) outlines.waiting.rect(x0, (high + low) / 2 - 1, x1 - x0, 2);
    else if (count > 0) (unknown ? outlines.odd : outlines.busy).rect(x0, high, Math.max(1, x1 - x0), low - high);
    else {
      const path = isFloating(value) ? outlines.floating : isUnknown(value) ? outlines.unknown : outlines.known;
      hexagon(path, x0, x1, high, low);
      if (path === outlines.known && x1 - x0 > 3 * SLANT) outlines.ground.rect(x0 + SLANT, high, x1 - x0 - 2 * SLANT, low - high);
      const start = Math.max(x0, 0);
      const room = Math.floor((Math.min(x1, width) - start - 2 * SLANT - 2) / letter);
      if (room >= 1) {
        const text = valueText(value, row.signal.width, row.radix);
        // Of a long number the end tells more than the start.
        const shown = text.length <= room ? text : room < 3 ? "" : row.radix === "ascii" || text.endsWith("…") ? `${text.slice(0, room - 1)}…` : `…${text.slice(1 - room)}`;
        if (shown) texts.push([start + SLANT + 2, shown, isUnknown(value)]);
      }
    }
  }
  context.lineWidth = 1.1;
  context.globalAlpha = 0.08;
  context.fillStyle = main;
  context.fill(outlines.ground);
  context.globalAlpha = 0.25;
  context.fillStyle = colour.unknown;
  context.fill(outlines.unknown);
  context.globalAlpha = 0.55;
  context.fill(outlines.odd);
  context.fillStyle = main;
  context.fill(outlines.busy);
  context.fillStyle = colour.quiet;
  context.fill(outlines.waiting);
  context.globalAlpha = 1;
  context.strokeStyle = main;
  context.stroke(outlines.known);
  context.strokeStyle = colour.unknown;
  context.stroke(outlines.unknown);
  context.strokeStyle = colour.floating;
  context.stroke(outlines.floating);
  context.fillStyle = colour.text;
  for (const [x, text] of texts) context.fillText(text, x, (high + low) / 2 + 0.5);
}

function ruler(context, view, width, height, colour, exponent) {
  const least = 110 * view.scale;
  let step = 10 ** Math.floor(Math.log10(least));
  step *= [1, 2, 5, 10].find(each => each * step >= least);
  step = Math.max(1, step);
  context.fillStyle = colour.raised;
  context.fillRect(0, 0, width, RULER);
  context.strokeStyle = colour.line;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(0, RULER - 0.5);
  context.lineTo(width, RULER - 0.5);
  context.fillStyle = colour.quiet;
  for (let time = Math.max(0, Math.floor(view.from / step)) * step; time < view.from + width * view.scale; time += step) {
    const x = Math.round((time - view.from) / view.scale) + 0.5;
    context.moveTo(x, RULER - 6);
    context.lineTo(x, height);
    context.fillText(timeText(time, exponent), x + 4, RULER / 2);
  }
  context.stroke();
}

function mark(context, view, time, colour, ink, label, width, height, dash = [], top = 0) {
  if (time === null) return;
  const x = Math.round((time - view.from) / view.scale) + 0.5;
  if (x < -20 || x > width + 20) return;
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.setLineDash(dash);
  context.beginPath();
  context.moveTo(x, 0);
  context.lineTo(x, height);
  context.stroke();
  context.setLineDash([]);
  context.fillStyle = colour;
  const box = context.measureText(label).width + 8;
  context.fillRect(x, top, box, 14);
  context.fillStyle = ink;
  context.fillText(label, x + 4, top + 7.5);
}

// Draws everything: rows from the first visible one on, the ruler over them, marks over all.
export function draw(context, state) {
  const { view, width, height, colour, rows, tiles, top } = state;
  context.setTransform(state.ratio, 0, 0, state.ratio, 0, 0);
  context.fillStyle = colour.ground;
  context.fillRect(0, 0, width, height);
  context.font = `11px ${colour.mono}`;
  context.textBaseline = "middle";
  const letter = context.measureText("0").width;
  const first = Math.max(0, Math.floor(top / ROW));
  const last = Math.min(rows.length, Math.ceil((top + height - RULER) / ROW));
  context.save();
  context.beginPath();
  context.rect(0, RULER, width, height);
  context.clip();
  for (let i = first; i < last; i++) {
    const y = RULER + i * ROW - top;
    if (i === state.selected) {
      context.globalAlpha = 0.12;
      context.fillStyle = colour.accent;
      context.fillRect(0, y, width, ROW);
      context.globalAlpha = 1;
    }
  }
  context.restore();
  ruler(context, view, width, height, colour, state.exponent);
  context.save();
  context.beginPath();
  context.rect(0, RULER, width, height);
  context.clip();
  const begin = (state.start - view.from) / view.scale;
  const end = (state.end - view.from) / view.scale;
  context.fillStyle = colour.line;
  context.globalAlpha = 0.35;
  if (begin > 0) context.fillRect(0, RULER, begin, height);
  if (end < width) context.fillRect(Math.max(0, end), RULER, width, height);
  for (const [from, to] of state.gaps) {
    context.fillStyle = colour.unknown;
    context.globalAlpha = 0.12;
    context.fillRect((from - view.from) / view.scale, RULER, Math.max(1, (to - from) / view.scale), height);
  }
  context.globalAlpha = 1;
  context.beginPath();
  context.rect(Math.max(0, begin), RULER, Math.min(width, end + 1) - Math.max(0, begin), height);
  context.clip();
  for (let i = first; i < last; i++) {
    const row = rows[i];
    const y = RULER + i * ROW - top;
    if (row.signal.kind === "text") continue;
    const all = segments(tiles, row.signal, view, width);
    if (row.signal.width === 1) bits(context, coarse(all, 1.5), y, colour, width);
    else bus(context, coarse(all, 4), y, row, colour, width, letter);
  }
  context.restore();
  mark(context, view, state.fault, colour.unknown, colour.ground, "fault", width, height, [2, 2], height - 14);
  mark(context, view, state.second, colour.second, colour.ground, "B", width, height, [5, 3]);
  mark(context, view, state.cursor, colour.accent, colour.ground, "A", width, height);
}
