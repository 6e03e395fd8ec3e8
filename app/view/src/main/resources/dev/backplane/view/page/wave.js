// Waveforms: a tree of signals, rows with values, and a canvas.
import { make, show } from "./ui.js";
import { WaveCanvas } from "./wave-canvas.js";
import { Cursors } from "./wave-cursors.js";
import { ROW, RULER } from "./wave-draw.js";
import { names } from "./wave-names.js";
import { Rows } from "./wave-rows.js";
import { Tiles } from "./wave-tiles.js";
import { RADIXES } from "./wave-values.js";

const FIRST_ROWS = 24;
const MOST_ROWS = 512;
const PAUSE = 250;
const LOOK = 3000;
const FAULT_CYCLES = 32;

const HELP = [
  ["wheel, + −", "zoom at the pointer, at cursor A"], ["drag, ← →, shift + wheel", "move in time"], ["f, Home, End", "all, the start, the end"],
  ["click, shift + click", "set cursor A, cursor B"], ["b", "cursor B to A"], ["c", "A to the middle"], ["Escape", "no cursors"],
  ["n, p", "next, previous edge or value of the chosen signal"], ["↑ ↓", "choose a signal"], ["alt + ↑ ↓", "move it"], ["r", "its next radix"],
  ["Delete", "take it away"], ["/", "find signals"],
];

function styled() {
  if (document.querySelector("link[href='wave.css']")) return Promise.resolve();
  return new Promise(loaded => {
    const link = make("link", { rel: "stylesheet", href: "wave.css" });
    link.onload = link.onerror = loaded;
    document.head.append(link);
  });
}

// Waits until the server has read the file.
async function ready(element, source, isOpen) {
  for (;;) {
    const about = await source.json();
    if (!about.reading && about.failure) throw new Error(about.failure);
    if (!about.reading) return about;
    const percent = about.bytes ? Math.floor(100 * about.read / about.bytes) : 0;
    element.replaceChildren(make("div", { class: "wave-reading" }, make("p", { class: "waiting", role: "status" }, `Reading ${about.file} … ${percent} %`),
      make("progress", { max: 100, value: percent, "aria-label": "Reading" })));
    await new Promise(resolve => setTimeout(resolve, PAUSE));
    if (!isOpen()) return null;
  }
}

export async function open(element, source) {
  await styled();
  let isOpen = true;
  let about = await ready(element, source, () => isOpen);
  const memory = `backplane-wave-${source.tab.id}-${about.file}`;

  const status = make("p", { id: "wave-status", class: "wave-status", role: "status" });
  const tell = text => { status.textContent = text; };
  const tiles = new Tiles(source, () => canvas.redraw(), trouble => tell(trouble.message));
  tiles.problems = about.problems.length;
  tiles.onproblems = async () => remark(await source.json());
  const rows = new Rows({ onchange: rowsChanged, onselect: selected });
  const cursors = new Cursors(source, rows, () => about, tell, () => {
    canvas.redraw();
    keep();
  });
  const canvas = new WaveCanvas(tiles, () => ({
    rows: rows.list, selected: rows.selected, cursor: cursors.first, second: cursors.second, top: scroll.scrollTop, height: scroll.clientHeight,
    exponent: about.exponent, start: about.start, end: about.end, gaps: about.gaps, fault: about.fault ? about.fault_time : null,
  }), clicked);
  const tree = names(source, { add: signals => rows.add(signals), isShown: signal => rows.has(signal) });

  const button = (text, title, act) => make("button", { type: "button", title, "aria-label": title, onclick: act }, text);
  const condition = make("input", {
    class: "wave-condition", value: "change", list: "wave-conditions", spellcheck: "false", "aria-label": "What is looked for",
    title: "change, rise, fall, or a value: 12, 0xff, b1x0",
  });
  const radix = make("select", { class: "wave-radix", "aria-label": "Radix of the chosen signal", onchange: () => rows.setRadix(radix.value) },
    RADIXES.map(each => make("option", {}, each)));
  const clocks = make("select", {
    class: "wave-clock", "aria-label": "Clock that counts cycles",
    onchange: () => {
      cursors.clock = clocks.value === "" ? null : Number(clocks.value);
      cursors.read();
      keep();
    },
  });
  const help = make("dialog", { class: "wave-help", "aria-label": "Keys" },
    make("dl", { class: "facts" }, HELP.map(([keys, what]) => [make("dt", {}, keys), make("dd", {}, what)])),
    make("form", { method: "dialog" }, make("button", {}, "Close")));
  const remarks = make("div", { class: "wave-remarks" });
  const toolbar = make("div", { class: "wave-toolbar", role: "toolbar", "aria-label": "Waveform" },
    button("−", "Zoom out (-)", () => canvas.zoom(2)), button("+", "Zoom in (+)", () => canvas.zoom(0.5)), button("Fit", "Show all (f)", () => canvas.fit()),
    make("span", { class: "wave-group" }, button("◀", "Previous (p)", () => step("previous")), condition, button("▶", "Next (n)", () => step("next"))),
    make("datalist", { id: "wave-conditions" }, ["change", "rise", "fall"].map(value => make("option", { value }))),
    make("label", {}, "Radix ", radix), make("label", {}, "Clock ", clocks),
    button("Reload", "Read the file again", reload), button("?", "Keys (?)", () => help.showModal()));
  const scroll = make("div", { class: "wave-scroll" },
    make("div", { class: "wave-head" }, "Signal"), make("div", { class: "wave-head value" }, "Value"), canvas.cell, rows.labels, rows.values);
  const body = make("div", { class: "wave" }, tree.element, make("div", { class: "wave-main" }, remarks, toolbar, scroll, status), help);
  element.replaceChildren(body);

  function keep() {
    sessionStorage.setItem(memory, JSON.stringify({
      rows: rows.list.map(row => [row.signal.path, row.signal.number, row.radix]), from: canvas.view.from, scale: canvas.view.scale,
      first: cursors.first, second: cursors.second, clock: cursors.clock,
    }));
  }

  function rowsChanged() {
    const options = rows.list.map(row => row.signal).filter(signal => signal.width === 1);
    clocks.replaceChildren(make("option", { value: "" }, "–"), ...options.map(signal => make("option", { value: signal.number }, signal.name)));
    if (!options.some(signal => signal.number === cursors.clock)) {
      cursors.clock = options.find(signal => /(^|_)(clk|clock)$/i.test(signal.name))?.number ?? null;
    }
    clocks.value = cursors.clock === null ? "" : String(cursors.clock);
    tree.refresh();
    cursors.read();
    keep();
  }

  function selected() {
    if (rows.current) {
      radix.value = rows.current.radix;
      const top = rows.selected * ROW;
      const room = scroll.clientHeight - RULER;
      if (top < scroll.scrollTop) scroll.scrollTop = top;
      else if (top + ROW > scroll.scrollTop + room) scroll.scrollTop = top + ROW - room;
    }
    canvas.redraw();
    keep();
  }

  async function clicked(time, y, isSecond) {
    const at = rows.at(y, scroll.scrollTop);
    if (at >= 0) rows.select(at);
    let exact = time;
    try {
      exact = await cursors.snapped(time, rows.list[at]?.signal, canvas.view.scale);
    } catch (trouble) {
      tell(trouble.message);
    }
    if (isSecond) cursors.setSecond(exact);
    else cursors.setFirst(exact);
  }

  async function step(direction) {
    if (!rows.current) return;
    try {
      const time = await cursors.step(rows.current.signal, direction, condition.value, Math.max(0, Math.round(canvas.view.from)));
      if (time !== null) canvas.reveal(time);
    } catch (trouble) {
      tell(trouble.message);
    }
  }

  function remark(now) {
    about = now;
    const lines = [];
    if (now.changed) lines.push(make("p", { class: "remark" }, "The file has changed since it was read. ", button("Reload", "Read the file again", reload)));
    if (now.fault) lines.push(make("p", { class: "trouble" }, `Fault: ${now.fault} `, button("Show", "Go to the fault", toFault)));
    for (const problem of now.problems.slice(0, 5)) lines.push(make("p", { class: "remark" }, problem));
    if (now.problems.length > 5) lines.push(make("p", { class: "remark" }, `and ${now.problems.length - 5} more`));
    remarks.replaceChildren(...lines);
    size();
  }

  // What failed, with some cycles before it.
  async function toFault() {
    const period = await cursors.period() ?? Math.max(1, (about.end - about.start) / 500);
    canvas.frameAround(about.fault_time, FAULT_CYCLES * period);
    cursors.setFirst(about.fault_time);
  }

  async function reload() {
    const state = make("div", {});
    try {
      await source.post("reload", {});
      remarks.replaceChildren(state);
      const now = await ready(state, source, () => isOpen);
      if (!now) return;
      // Numbers may be others in another file; names stay.
      const found = [];
      for (const row of rows.list) {
        const answer = await source.json("find", { text: row.signal.path });
        const same = answer.signals.filter(signal => signal.path === row.signal.path);
        const signal = same.find(each => each.number === row.signal.number) ?? same[0];
        if (signal) found.push({ ...row, signal });
      }
      tiles.clear();
      tiles.problems = now.problems.length;
      cursors.clock = now.clock;
      remark(now);
      tree.reset();
      rows.replace(found);
    } catch (trouble) {
      show(state, trouble);
      if (!state.isConnected) remarks.replaceChildren(state);
    }
  }

  function size() {
    const box = element.getBoundingClientRect();
    body.style.height = `${Math.max(240, innerHeight - box.top - scrollY - 1)}px`;
    canvas.size(scroll.clientHeight);
  }

  const KEYS = {
    "+": () => canvas.zoom(0.5), "=": () => canvas.zoom(0.5), "-": () => canvas.zoom(2), f: () => canvas.fit(),
    ArrowLeft: event => canvas.pan(event.shiftKey ? -canvas.width / 2 : -60), ArrowRight: event => canvas.pan(event.shiftKey ? canvas.width / 2 : 60),
    Home: () => canvas.toStart(), End: () => canvas.toEnd(), n: () => step("next"), p: () => step("previous"),
    ArrowUp: event => (event.altKey ? rows.move(rows.selected, rows.selected - 1) : rows.select(rows.selected - 1)),
    ArrowDown: event => (event.altKey ? rows.move(rows.selected, rows.selected + 1) : rows.select(rows.selected + 1)),
    Delete: () => rows.remove(rows.selected), Backspace: () => rows.remove(rows.selected), r: () => rows.nextRadix(),
    b: () => cursors.setSecond(cursors.first), c: () => cursors.first !== null && canvas.center(cursors.first), Escape: () => cursors.clear(),
    "/": () => tree.focus(), "?": () => help.showModal(),
  };
  body.addEventListener("keydown", event => {
    const inside = event.target === canvas.canvas || event.target === rows.labels;
    if (!inside || event.ctrlKey || event.metaKey || !Object.hasOwn(KEYS, event.key)) return;
    event.preventDefault();
    KEYS[event.key](event);
  });
  condition.addEventListener("keydown", event => {
    if (event.key === "Enter") step(event.shiftKey ? "previous" : "next");
  });
  scroll.addEventListener("scroll", () => canvas.redraw());
  const observer = new ResizeObserver(size);
  observer.observe(element);
  observer.observe(canvas.cell);
  addEventListener("resize", size);
  addEventListener("pagehide", keep);
  const looking = setInterval(async () => {
    if (document.hidden || about.changed) return;
    try {
      const now = await source.json();
      if (now.changed) remark(now);
    } catch (trouble) {
      tell(trouble.message);
    }
  }, LOOK);

  // What was shown before the page was loaded again; false if nothing was.
  async function restore() {
    let known;
    try {
      known = JSON.parse(sessionStorage.getItem(memory));
    } catch {
      return false;
    }
    const wanted = (known?.rows ?? []).filter(([, number]) => number < about.signals).slice(0, MOST_ROWS);
    if (wanted.length === 0) return false;
    const answer = await source.json("signals", { signals: wanted.map(([, number]) => number).join(",") });
    if (answer.signals.some((signal, at) => signal.path !== wanted[at][0])) return false;
    rows.list = answer.signals.map((signal, at) => Rows.of(signal, wanted[at][2]));
    Object.assign(canvas.view, { from: known.from, scale: known.scale });
    Object.assign(cursors, { first: known.first, second: known.second, clock: known.clock });
    return true;
  }

  try {
    cursors.clock = about.clock;
    const isKnown = await restore();
    const list = isKnown ? rows.list : (await tree.first(FIRST_ROWS)).map(signal => Rows.of(signal));
    remark(about);
    rows.replace(list);
    if (!isKnown) canvas.fit();
    if (!isKnown && about.fault) await toFault();
    canvas.canvas.focus({ preventScroll: true });
    body.dataset.ready = "yes";
  } catch (trouble) {
    show(remarks, trouble);
  }
  return () => {
    isOpen = false;
    keep();
    canvas.close();
    clearInterval(looking);
    observer.disconnect();
    removeEventListener("resize", size);
    removeEventListener("pagehide", keep);
  };
}
