// The rows of a waveform: names and values beside the canvas. A row is a signal with a radix.
import { make } from "./ui.js";
import { ROW, RULER } from "./wave-draw.js";
import { RADIXES, valueText } from "./wave-values.js";

export class Rows {
  list = [];
  selected = 0;

  // onchange: the rows are others; onselect: one was chosen, or has another radix.
  constructor({ onchange, onselect }) {
    this.onchange = onchange;
    this.onselect = onselect;
    this.labels = make("ul", { class: "wave-labels", role: "listbox", "aria-label": "Signals", tabindex: 0 });
    this.values = make("ul", { class: "wave-values", "aria-label": "Values at cursor A" });
  }

  get current() {
    return this.list[this.selected];
  }

  static of(signal, radix = signal.kind === "real" ? "float" : "hex") {
    return { signal, radix, value: "" };
  }

  replace(list) {
    this.list = list;
    this.#write();
  }

  add(signals) {
    this.replace([...this.list, ...signals.map(signal => Rows.of(signal))]);
  }

  remove(at) {
    this.replace(this.list.filter((_, index) => index !== at));
  }

  move(from, to) {
    if (!(from >= 0 && from < this.list.length) || to < 0 || to >= this.list.length || from === to) return;
    const [row] = this.list.splice(from, 1);
    this.list.splice(to, 0, row);
    this.selected = to;
    this.#write();
  }

  has(signal) {
    return this.list.some(row => row.signal.number === signal.number);
  }

  // The number of the row at a height of the canvas, or -1.
  at(y, top) {
    const at = Math.floor((y - RULER + top) / ROW);
    return y >= RULER && at < this.list.length ? at : -1;
  }

  select(at) {
    this.selected = Math.max(0, Math.min(at, this.list.length - 1));
    [...this.labels.children].forEach((each, index) => each.setAttribute("aria-selected", String(index === this.selected)));
    this.labels.setAttribute("aria-activedescendant", this.list.length ? `wave-row-${this.selected}` : "");
    this.onselect();
  }

  setRadix(name) {
    if (!this.current) return;
    this.current.radix = name;
    this.writeValues();
    this.onselect();
  }

  nextRadix() {
    if (this.current) this.setRadix(RADIXES[(RADIXES.indexOf(this.current.radix) + 1) % RADIXES.length]);
  }

  #write() {
    this.labels.replaceChildren(...this.list.map((row, at) => make("li", {
      role: "option", id: `wave-row-${at}`, draggable: "true", title: `${row.signal.path} (${row.signal.type})`,
      onclick: () => this.select(at),
      ondragstart: event => event.dataTransfer.setData("text/x-backplane-row", String(at)),
      ondragover: event => event.preventDefault(),
      ondrop: event => {
        event.preventDefault();
        this.move(Number(event.dataTransfer.getData("text/x-backplane-row") || -1), at);
      },
    }, make("span", { class: "wave-name" }, row.signal.name), make("button", {
      type: "button", class: "wave-remove", tabindex: -1, title: "Take away (Delete)", "aria-label": `Take ${row.signal.name} away`,
      onclick: event => {
        event.stopPropagation();
        this.remove(at);
      },
    }, "×"))));
    this.values.replaceChildren(...this.list.map(() => make("li", {})));
    this.writeValues();
    this.select(this.selected);
    this.onchange();
  }

  writeValues() {
    this.list.forEach((row, at) => {
      const text = row.value && row.signal.kind !== "text" ? valueText(row.value, row.signal.width, row.radix) : "";
      const item = this.values.children[at];
      if (item.textContent === text) return;
      item.textContent = text;
      item.title = text;
      item.classList.toggle("unknown", row.value[0] === "b");
    });
  }
}
