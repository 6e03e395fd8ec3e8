// The cursors A and B of a waveform, the values at A, and what is between them.
import { frequencyText, timeText } from "./wave-values.js";

const SNAP = 8;
const MOST = 512;

export class Cursors {
  first = null;
  second = null;
  // The number of the signal whose cycles are counted, or null.
  clock = null;
  #valuesWanted = false;
  #valuesRunning = false;

  // about() gives the file, tell(text) says something, onmove is called after each change.
  constructor(source, rows, about, tell, onmove) {
    this.source = source;
    this.rows = rows;
    this.about = about;
    this.tell = tell;
    this.onmove = onmove;
  }

  #inside(time) {
    return Math.round(Math.min(Math.max(time, 0), Math.max(0, this.about().end)));
  }

  setFirst(time) {
    this.first = this.#inside(time);
    this.read();
    this.onmove();
  }

  setSecond(time) {
    this.second = time === null ? null : this.#inside(time);
    this.read();
    this.onmove();
  }

  clear() {
    this.first = null;
    for (const row of this.rows.list) row.value = "";
    this.rows.writeValues();
    this.setSecond(null);
  }

  // A time near an edge of a signal means the edge.
  async snapped(time, signal, scale) {
    if (!signal || signal.kind === "text") return time;
    const at = Math.max(0, Math.ceil(time));
    const [left, right] = await Promise.all([
      this.source.json("edge", { signal: signal.number, time: at, direction: "previous" }),
      this.source.json("edge", { signal: signal.number, time: at - 1, direction: "next" })]);
    const edges = [left.time, right.time].filter(each => each !== null && Math.abs(each - time) <= SNAP * scale);
    edges.sort((a, b) => Math.abs(a - time) - Math.abs(b - time));
    return edges[0] ?? time;
  }

  // Moves A to the next or previous change of which a condition holds; null if there is none.
  async step(signal, direction, condition, otherwise) {
    const found = await this.source.json("edge", { signal: signal.number, time: this.first ?? otherwise, direction, condition });
    if (found.time === null) this.tell(`${signal.name} has no ${direction} '${condition}' from here`);
    else this.setFirst(found.time);
    return found.time;
  }

  // Reads values and differences again.
  read() {
    this.#values();
    this.#differences().catch(trouble => this.tell(trouble.message));
  }

  async #values() {
    this.#valuesWanted = true;
    if (this.#valuesRunning) return;
    this.#valuesRunning = true;
    try {
      while (this.#valuesWanted) {
        this.#valuesWanted = false;
        const asked = this.rows.list.slice(0, MOST);
        if (this.first === null || asked.length === 0) break;
        const answer = await this.source.json("values", { signals: asked.map(row => row.signal.number).join(","), time: this.first });
        answer.values.forEach((value, at) => { asked[at].value = value; });
        this.rows.writeValues();
      }
    } catch (trouble) {
      this.tell(trouble.message);
    } finally {
      this.#valuesRunning = false;
    }
  }

  async #differences() {
    const { exponent, start, end, signals } = this.about();
    const { first, second } = this;
    const parts = [];
    if (first !== null) parts.push(`A ${timeText(first, exponent)}`);
    if (second !== null) parts.push(`B ${timeText(second, exponent)}`);
    const both = first !== null && second !== null && first !== second;
    if (both) parts.push(`B − A ${timeText(second - first, exponent)}`, frequencyText(second - first, exponent));
    this.tell(parts.join("   ") || `${timeText(start, exponent)} to ${timeText(end, exponent)}, ${signals} ${signals === 1 ? "signal" : "signals"}. A click sets cursor A.`);
    const row = this.rows.list.find(each => each.signal.number === this.clock);
    if (!both || !row) return;
    const answer = await this.source.json("count", { signal: this.clock, from: Math.min(first, second), to: Math.max(first, second), condition: "rise" });
    if (first !== this.first || second !== this.second) return;
    parts.push(`${answer.count} ${answer.count === 1 ? "cycle" : "cycles"} of ${row.signal.name}`);
    this.tell(parts.join("   "));
  }

  // The time of a cycle of the clock at the end of the file, or null.
  async period() {
    if (this.clock === null) return null;
    let time = this.about().end;
    const edges = [];
    for (let i = 0; i < 2 && time !== null; i++) {
      time = (await this.source.json("edge", { signal: this.clock, time, direction: "previous", condition: "rise" })).time;
      edges.push(time);
    }
    return time === null ? null : edges[0] - time;
  }
}
