// A time line: calls by thread, runs by device and unit. The wheel zooms, a drag moves.
import { make, table, facts } from "./ui.js";

const ROW = 20;
const GROUP = 24;
const AXIS = 24;
const NAMES = 190;
const COLOURS = ["--a", "--b", "--c", "--d", "--e"];

// Tracks, each with rows of spans that do not overlap; nested calls lie below one another.
function tracksOf(events) {
  const groups = new Map();
  const names = new Map();
  const open = new Map();
  const spans = [];
  for (const event of events) {
    const track = `${event.pid}/${event.tid}`;
    if (event.ph === "M") {
      if (event.name === "process_name") groups.set(event.pid, event.args.name);
      if (event.name === "thread_name") names.set(track, event.args.name);
    } else if (event.ph === "X") {
      spans.push({ ...event, track, end: event.ts + (event.dur ?? 0) });
    } else if (event.ph === "B") {
      open.set(track, [...(open.get(track) ?? []), event]);
    } else if (event.ph === "E") {
      const begin = open.get(track)?.pop();
      if (begin) spans.push({ ...begin, track, end: event.ts });
    } else if (event.ph === "i" || event.ph === "I") {
      spans.push({ ...event, track, end: event.ts });
    }
  }
  const tracks = new Map();
  for (const span of spans.sort((one, other) => one.ts - other.ts || other.end - one.end)) {
    if (!tracks.has(span.track)) {
      tracks.set(span.track, { pid: span.pid, group: groups.get(span.pid) ?? `process ${span.pid}`, name: names.get(span.track) ?? `track ${span.tid}`, rows: [] });
    }
    const { rows } = tracks.get(span.track);
    let row = rows.findIndex(each => each.at(-1).end <= span.ts);
    if (row < 0) row = rows.push([]) - 1;
    rows[row].push(span);
  }
  const sorted = [...tracks.values()].sort((one, other) => one.pid - other.pid);
  return { tracks: sorted, spans };
}

function time(microseconds) {
  const size = Math.abs(microseconds);
  if (size >= 1e6) return `${(microseconds / 1e6).toFixed(3)} s`;
  if (size >= 1e3) return `${(microseconds / 1e3).toFixed(3)} ms`;
  return size >= 1 ? `${microseconds.toFixed(2)} µs` : `${(microseconds * 1e3).toFixed(0)} ns`;
}

function colour(name) {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + letter.codePointAt(0)) >>> 0;
  return COLOURS[hash % COLOURS.length];
}

export async function open(element, source) {
  const read = await source.json();
  const { tracks, spans } = tracksOf(Array.isArray(read) ? read : read.traceEvents);
  if (!spans.length) {
    element.append(make("p", { class: "quiet" }, "The time line is empty."));
    return undefined;
  }
  const first = spans[0].ts;
  const last = spans.reduce((most, span) => Math.max(most, span.end), first + 1);
  const shown = { from: first, to: last };
  const canvas = make("canvas", { tabindex: 0, role: "img", "aria-label": `Time line of ${spans.length} calls and runs on ${tracks.length} tracks; the table below has the longest` });
  const detail = make("div", { class: "span-detail" }, make("p", { class: "quiet" }, "Wheel: zoom. Drag: move. Click: details. Double click: all."));
  const places = [];
  let height = AXIS;
  let group = null;
  for (const track of tracks) {
    if (track.group !== group) {
      group = track.group;
      places.push({ group, y: height });
      height += GROUP;
    }
    places.push({ track, y: height });
    height += ROW * track.rows.length + 4;
  }
  let chosen = null;

  const x = at => NAMES + (at - shown.from) / (shown.to - shown.from) * (canvas.clientWidth - NAMES);
  const at = px => shown.from + (px - NAMES) / (canvas.clientWidth - NAMES) * (shown.to - shown.from);

  function paint() {
    const ratio = devicePixelRatio || 1;
    const width = canvas.clientWidth;
    if (!width) return;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const to = canvas.getContext("2d");
    to.scale(ratio, ratio);
    const style = getComputedStyle(canvas);
    const look = name => style.getPropertyValue(name).trim();
    to.font = "12px system-ui, sans-serif";
    to.textBaseline = "middle";
    to.strokeStyle = look("--line");
    to.fillStyle = look("--quiet");
    const step = niceStep((shown.to - shown.from) / Math.max(2, (width - NAMES) / 110));
    for (let tick = Math.ceil((shown.from - first) / step) * step; tick <= shown.to - first; tick += step) {
      const px = x(first + tick);
      to.beginPath();
      to.moveTo(px + .5, AXIS - 4);
      to.lineTo(px + .5, height);
      to.stroke();
      to.fillText(time(tick), px + 3, AXIS / 2);
    }
    for (const place of places) {
      if (place.group !== undefined) {
        to.fillStyle = look("--raised");
        to.fillRect(0, place.y, width, GROUP - 2);
        to.fillStyle = look("--text");
        to.font = "600 12px system-ui, sans-serif";
        to.fillText(place.group, 8, place.y + GROUP / 2 - 1);
        to.font = "12px system-ui, sans-serif";
        continue;
      }
      to.fillStyle = look("--quiet");
      to.fillText(place.track.name, 16, place.y + ROW / 2, NAMES - 24);
      to.save();
      to.beginPath();
      to.rect(NAMES, 0, width - NAMES, height);
      to.clip();
      place.track.rows.forEach((row, index) => spansOf(to, row, place.y + ROW * index, look));
      to.restore();
    }
  }

  function spansOf(to, row, y, look) {
    let drawnTo = -1;
    for (const span of row) {
      if (span.end < shown.from || span.ts > shown.to) continue;
      const left = Math.max(NAMES - 2, x(span.ts));
      const right = Math.min(canvas.clientWidth + 2, Math.max(left + 1, x(span.end)));
      // What is finer than a dot is there once.
      if (right <= drawnTo) continue;
      drawnTo = right;
      to.fillStyle = look(colour(span.name));
      to.globalAlpha = span === chosen ? 1 : .75;
      to.fillRect(left, y + 2, right - left, ROW - 4);
      to.globalAlpha = 1;
      if (right - left > 36) {
        to.fillStyle = look("--ground");
        to.save();
        to.beginPath();
        to.rect(left, y, right - left - 3, ROW);
        to.clip();
        to.fillText(span.name, Math.max(left, NAMES) + 4, y + ROW / 2);
        to.restore();
      }
    }
  }

  function under(event) {
    const px = event.offsetX;
    const moment = at(px);
    const slack = (shown.to - shown.from) / canvas.clientWidth * 2;
    for (const place of places) {
      if (!place.track) continue;
      const row = place.track.rows[Math.floor((event.offsetY - place.y) / ROW)];
      if (event.offsetY < place.y || !row) continue;
      const hit = row.find(span => span.ts - slack <= moment && span.end + slack >= moment);
      if (hit) return hit;
    }
    return null;
  }

  function zoom(factor, moment) {
    const span = Math.max(.01, (shown.to - shown.from) * factor);
    const real = span / (shown.to - shown.from);
    shown.from = moment - (moment - shown.from) * real;
    shown.to = shown.from + span;
    bound();
    paint();
  }

  function bound() {
    const all = (last - first) * .02;
    const span = Math.min(shown.to - shown.from, last - first + 2 * all);
    shown.from = Math.min(Math.max(shown.from, first - all), last + all - span);
    shown.to = shown.from + span;
  }

  canvas.addEventListener("wheel", event => {
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2, at(Math.max(NAMES, event.offsetX)));
  }, { passive: false });
  let drag = null;
  canvas.addEventListener("pointerdown", event => { drag = event.offsetX; });
  canvas.addEventListener("pointermove", event => {
    if (drag === null || !(event.buttons & 1)) return;
    const by = at(drag) - at(event.offsetX);
    drag = event.offsetX;
    shown.from += by;
    shown.to += by;
    bound();
    paint();
  });
  canvas.addEventListener("click", event => {
    const span = under(event);
    if (span) choose(span);
  });
  canvas.addEventListener("dblclick", () => {
    Object.assign(shown, { from: first, to: last });
    paint();
  });
  canvas.addEventListener("keydown", event => {
    const span = shown.to - shown.from;
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      const by = event.key === "ArrowLeft" ? -span / 8 : span / 8;
      shown.from += by;
      shown.to += by;
      bound();
      paint();
    } else if (event.key === "+" || event.key === "=") zoom(1 / 1.4, shown.from + span / 2);
    else if (event.key === "-") zoom(1.4, shown.from + span / 2);
    else if (event.key === "0") { Object.assign(shown, { from: first, to: last }); paint(); }
    else return;
    event.preventDefault();
  });

  function choose(span) {
    chosen = span;
    detail.replaceChildren(make("h3", {}, span.name), facts([["From", time(span.ts - first)], ["Took", time(span.end - span.ts)],
      ["Category", span.cat], ...Object.entries(span.args ?? {})]));
    paint();
  }

  const sums = new Map();
  for (const span of spans) {
    const key = `${span.cat ?? ""}\n${span.name}`;
    const sum = sums.get(key) ?? { name: span.name, cat: span.cat, times: 0, all: 0, most: null };
    sum.times++;
    sum.all += span.end - span.ts;
    if (!sum.most || span.end - span.ts > sum.most.end - sum.most.ts) sum.most = span;
    sums.set(key, sum);
  }
  element.append(canvas, detail, make("h3", {}, "By name, the longest first"),
    table("", ["Name", "Category", "Times", "Together", "Longest", ""], [...sums.values()].sort((one, other) => other.all - one.all).slice(0, 60)
      .map(sum => [sum.name, sum.cat, sum.times, time(sum.all), time(sum.most.end - sum.most.ts),
        make("button", {
          onclick: () => {
            const span = Math.max(1, (sum.most.end - sum.most.ts) * 3);
            shown.from = (sum.most.ts + sum.most.end) / 2 - span / 2;
            shown.to = shown.from + span;
            bound();
            choose(sum.most);
            canvas.scrollIntoView({ block: "nearest" });
          },
        }, "show")])));
  canvas.style.height = `${height}px`;
  const watch = new ResizeObserver(paint);
  watch.observe(canvas);
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  scheme.addEventListener("change", paint);
  paint();
  return () => {
    watch.disconnect();
    scheme.removeEventListener("change", paint);
  };
}

function niceStep(rough) {
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].find(each => each * power >= rough) * power;
}
