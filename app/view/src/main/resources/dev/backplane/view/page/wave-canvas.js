// The canvas of a waveform: the window of time that is seen, and what a pointer does there.
import { make } from "./ui.js";
import { colours, draw, ROW } from "./wave-draw.js";
import { Tiles } from "./wave-tiles.js";

const SMALLEST = 1 / 64;

export class WaveCanvas {
  view = { from: 0, scale: 1, level: 0 };
  #framePending = false;
  #isOpen = true;
  #drag = null;
  #colour = colours(document.documentElement);

  // state() gives what is drawn beside the view; onclick(time, y, isSecond) is told of clicks.
  constructor(tiles, state, onclick) {
    this.tiles = tiles;
    this.state = state;
    this.canvas = make("canvas", { tabindex: 0, role: "img", class: "wave-canvas", "aria-label": "Waveform", "aria-describedby": "wave-status" });
    this.cell = make("div", { class: "wave-cell" }, this.canvas);
    this.context = this.canvas.getContext("2d", { alpha: false });
    this.#listen(onclick);
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.recolour = () => {
      this.#colour = colours(document.documentElement);
      this.redraw();
    };
    this.dark.addEventListener("change", this.recolour);
  }

  close() {
    this.#isOpen = false;
    this.dark.removeEventListener("change", this.recolour);
  }

  get width() {
    return this.canvas.clientWidth || 1;
  }

  timeAt(x) {
    return this.view.from + x * this.view.scale;
  }

  xOf(time) {
    return (time - this.view.from) / this.view.scale;
  }

  #bound() {
    const { start, end } = this.state();
    const all = Math.max(1, end - start);
    this.view.scale = Math.min(Math.max(this.view.scale, SMALLEST), 1.5 * all / this.width + SMALLEST);
    const room = this.width * this.view.scale;
    this.view.from = Math.min(Math.max(this.view.from, start - room * 0.1), Math.max(start, end - room * 0.9));
  }

  // Zooms around a place, which is the pointer, cursor A if it is seen, or the middle.
  zoom(factor, x = null) {
    const { cursor } = this.state();
    const place = cursor === null ? -1 : this.xOf(cursor);
    const at = x ?? (place >= 0 && place <= this.width ? place : this.width / 2);
    const time = this.timeAt(at);
    this.view.scale *= factor;
    this.#bound();
    this.view.from = time - at * this.view.scale;
    this.redraw();
  }

  pan(pixels) {
    this.view.from += pixels * this.view.scale;
    this.redraw();
  }

  fit() {
    const { start, end } = this.state();
    const all = Math.max(1, end - start);
    this.view.scale = all / (this.width * 0.97);
    this.view.from = start - all * 0.01;
    this.redraw();
  }

  toStart() {
    this.view.from = this.state().start;
    this.redraw();
  }

  toEnd() {
    this.view.from = this.state().end - this.width * this.view.scale * 0.9;
    this.redraw();
  }

  center(time) {
    this.view.from = time - this.width / 2 * this.view.scale;
    this.redraw();
  }

  reveal(time) {
    const x = this.xOf(time);
    if (x < 20 || x > this.width - 20) this.center(time);
    else this.redraw();
  }

  // Shows so much time, with a time at three quarters of the width.
  frameAround(time, length) {
    this.view.scale = length / this.width;
    this.view.from = time - length * 0.75;
    this.redraw();
  }

  size(height) {
    const ratio = devicePixelRatio || 1;
    const across = this.cell.clientWidth;
    this.canvas.style.height = `${height}px`;
    if (this.canvas.width !== Math.round(across * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(across * ratio);
      this.canvas.height = Math.round(height * ratio);
    }
    this.redraw();
  }

  redraw() {
    if (this.#framePending || !this.#isOpen) return;
    this.#framePending = true;
    this.canvas.dataset.drawn = "no";
    requestAnimationFrame(() => this.#frame());
  }

  #frame() {
    this.#framePending = false;
    if (!this.#isOpen) return;
    this.#bound();
    const { view, tiles } = this;
    const state = this.state();
    const ratio = devicePixelRatio || 1;
    view.level = Math.max(0, Math.ceil(Math.log2(view.scale / ratio)));
    const first = Math.max(0, Math.floor(state.top / ROW));
    const last = Math.min(state.rows.length, Math.ceil((state.top + state.height) / ROW));
    const signals = state.rows.slice(first, last).map(row => row.signal).filter(signal => signal.kind !== "text");
    const span = Tiles.span(view.level);
    const left = Math.floor(view.from / span);
    const right = Math.floor((view.from + this.width * view.scale) / span);
    const indexes = [];
    for (let index = left; index <= right; index++) indexes.push(index);
    // Ahead of what is seen.
    indexes.push(right + 1, left - 1, right + 2, left - 2);
    const least = Math.floor(state.start / span);
    const most = Math.floor(state.end / span);
    tiles.want(signals, view.level, indexes.filter(index => index >= least && index <= most));
    draw(this.context, { ...state, view, tiles, colour: this.#colour, ratio, width: this.width });
    // For tests, and for people with the console: where times are, and whether all is drawn.
    this.canvas.dataset.from = view.from;
    this.canvas.dataset.scale = view.scale;
    this.canvas.dataset.drawn = tiles.pending === 0 ? "yes" : "no";
  }

  #listen(onclick) {
    const { canvas } = this;
    canvas.addEventListener("pointerdown", event => {
      if (event.button !== 0) return;
      this.#drag = { x: event.offsetX, from: this.view.from, moved: false };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", event => {
      const drag = this.#drag;
      if (!drag) return;
      if (Math.abs(event.offsetX - drag.x) > 3) drag.moved = true;
      if (drag.moved) {
        this.view.from = drag.from - (event.offsetX - drag.x) * this.view.scale;
        this.redraw();
      }
    });
    canvas.addEventListener("pointerup", event => {
      const drag = this.#drag;
      this.#drag = null;
      if (drag && !drag.moved) onclick(this.timeAt(event.offsetX), event.offsetY, event.shiftKey);
    });
    canvas.addEventListener("pointercancel", () => { this.#drag = null; });
    canvas.addEventListener("wheel", event => {
      event.preventDefault();
      const unit = event.deltaMode === 1 ? 30 : event.deltaMode === 2 ? this.width : 1;
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.pan((event.deltaX || event.deltaY) * unit);
      else this.zoom(2 ** (event.deltaY * unit / 300), event.offsetX);
    }, { passive: false });
  }
}
