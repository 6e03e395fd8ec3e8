// The changes of signals, asked for in tiles of a fixed grid: a tile has COLUMNS columns of a power of
// two of time units. So memory and answers are bounded by what can be seen, whatever is in the file.
export const COLUMNS = 512;

const MOST_TILES = 4000;
const MOST_REQUESTS = 4;
const MOST_SIGNALS = 48;
const REST = 2000;

export class Tiles {
  #source;
  #tiles = new Map();
  #asked = new Set();
  #running = 0;
  #wanted = [];
  #arrived;
  #failed;
  #age = 0;
  #isResting = false;

  constructor(source, arrived, failed) {
    this.#source = source;
    this.#arrived = arrived;
    this.#failed = failed;
  }

  static span(level) {
    return COLUMNS * 2 ** level;
  }

  #key(column, level, index) {
    return `${column}/${level}/${index}`;
  }

  // A tile, or one that covers it from farther away, or nothing.
  find(column, level, index) {
    let at = index;
    for (let from = level; from <= level + 16; from++) {
      const tile = this.#tiles.get(this.#key(column, from, at));
      if (tile) {
        tile.used = this.#age;
        return tile;
      }
      at = Math.floor(at / 2);
    }
    return null;
  }

  get pending() {
    return this.#running + this.#wanted.length;
  }

  // Replaces what is wanted: signals at tiles of a level, the most wanted first.
  want(signals, level, indexes) {
    this.#age++;
    this.#wanted = [];
    for (const index of indexes) {
      const missing = new Map();
      for (const signal of signals) {
        const key = this.#key(signal.column, level, index);
        if (!this.#tiles.has(key) && !this.#asked.has(key)) missing.set(signal.column, signal);
      }
      const all = [...missing.values()];
      for (let at = 0; at < all.length; at += MOST_SIGNALS) {
        this.#wanted.push({ level, index, signals: all.slice(at, at + MOST_SIGNALS) });
      }
    }
    this.#go();
  }

  #go() {
    while (!this.#isResting && this.#running < MOST_REQUESTS && this.#wanted.length > 0) {
      const next = this.#wanted.shift();
      this.#running++;
      this.#ask(next).catch(trouble => this.#rest(trouble)).finally(() => {
        this.#running--;
        this.#arrived();
        this.#go();
      });
    }
  }

  // What failed is asked for again, but not at once.
  #rest(trouble) {
    this.#failed(trouble);
    if (this.#isResting) return;
    this.#isResting = true;
    setTimeout(() => {
      this.#isResting = false;
      this.#arrived();
    }, REST);
  }

  async #ask({ level, index, signals }) {
    const keys = signals.map(signal => this.#key(signal.column, level, index));
    keys.forEach(key => this.#asked.add(key));
    try {
      const span = Tiles.span(level);
      const from = index * span;
      const answer = await this.#source.json("traces", {
        signals: signals.map(signal => signal.number).join(","), from, step: 2 ** level, columns: COLUMNS,
      });
      answer.traces.forEach((trace, at) => {
        this.#tiles.set(keys[at], { level, from, to: from + span, before: trace.before, entries: trace.entries, used: this.#age });
      });
      if (answer.problems !== this.problems) {
        this.problems = answer.problems;
        this.onproblems?.();
      }
      this.#forget();
    } finally {
      keys.forEach(key => this.#asked.delete(key));
    }
  }

  // What was not drawn for the longest time goes first.
  #forget() {
    if (this.#tiles.size <= MOST_TILES) return;
    const old = [...this.#tiles.entries()].sort((a, b) => a[1].used - b[1].used);
    for (const [key] of old.slice(0, MOST_TILES / 4)) this.#tiles.delete(key);
  }

  clear() {
    this.#tiles.clear();
    this.#wanted = [];
  }
}
