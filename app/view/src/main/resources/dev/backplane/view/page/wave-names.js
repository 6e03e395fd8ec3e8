// The tree of scopes and signals beside a waveform, with a filter. Scopes are asked for when they are opened.
import { make } from "./ui.js";

export function names(source, { add, isShown }) {
  const list = make("div", { class: "wave-tree", role: "tree", "aria-label": "Signals of the file" });
  const count = make("p", { class: "quiet wave-count", role: "status" });
  const filter = make("input", { type: "search", class: "wave-filter", placeholder: "Find signals, * is anything", "aria-label": "Find signals", spellcheck: "false" });
  const all = make("button", { type: "button", class: "wave-all", hidden: true, title: "Show all that were found" }, "Show all");
  const element = make("aside", { class: "wave-names" }, make("div", { class: "wave-search" }, filter, all), count, list);
  let asked = 0;
  let found = [];

  function leaf(signal, text) {
    const range = signal.kind === "bits" ? "" : ` ${signal.kind}`;
    const item = make("button", {
      type: "button", class: "wave-leaf", role: "treeitem", title: `${signal.path} (${signal.type}, ${signal.width} bits); click shows it`, "data-number": signal.number,
      onclick: () => add([signal]),
    }, make("span", {}, text), range ? make("span", { class: "quiet" }, range) : null);
    item.signal = signal;
    item.classList.toggle("shown", isShown(signal));
    return item;
  }

  function more(shown, total, next) {
    return total > shown ? make("button", { type: "button", class: "wave-more", onclick: next }, `${total - shown} more …`) : null;
  }

  async function fill(place, number, from = 0) {
    const scope = await source.json("scope", { number, from });
    if (from === 0) {
      place.append(...scope.scopes.map(each => branch(each)));
      if (scope.all_scopes > scope.scopes.length) place.append(make("p", { class: "quiet" }, `${scope.all_scopes - scope.scopes.length} more scopes; find signals by name`));
    }
    place.append(...scope.signals.map(signal => leaf(signal, signal.name)));
    const button = more(from + scope.signals.length, scope.all_signals, async () => {
      button.remove();
      await fill(place, number, from + scope.signals.length);
    });
    if (button) place.append(button);
    return scope;
  }

  function branch(scope) {
    const inner = make("div", { role: "group" });
    const details = make("details", { class: "wave-scope", role: "treeitem" },
      make("summary", {}, make("span", {}, scope.name), make("span", { class: "quiet" }, scope.signals ? ` ${scope.signals}` : "")), inner);
    let isFilled = false;
    details.fill = async () => {
      if (isFilled) return;
      isFilled = true;
      await fill(inner, scope.number);
    };
    details.addEventListener("toggle", () => { if (details.open) details.fill(); });
    return details;
  }

  async function tree() {
    all.hidden = true;
    count.textContent = "";
    list.replaceChildren();
    await fill(list, 0);
    const scopes = list.querySelectorAll("details");
    if (scopes.length === 1) {
      scopes[0].open = true;
      await scopes[0].fill();
    }
  }

  async function find() {
    const text = filter.value.trim();
    const mine = ++asked;
    if (text === "") {
      await tree();
      return;
    }
    const answer = await source.json("find", { text });
    if (mine !== asked) return;
    found = answer.signals;
    count.textContent = answer.total === 0 ? "No signal has such a name." : answer.total > found.length ? `${answer.total} signals; the first ${found.length}:` : `${answer.total} ${answer.total === 1 ? "signal" : "signals"}`;
    all.hidden = found.length === 0;
    list.replaceChildren(...found.map(signal => leaf(signal, signal.path)));
  }

  const trouble = error => { count.textContent = error.message; };
  filter.addEventListener("input", () => find().catch(trouble));
  filter.addEventListener("keydown", event => {
    if (event.key === "Enter" && found.length && filter.value.trim()) add(found.filter(signal => !isShown(signal)).slice(0, 1));
    if (event.key === "Escape") {
      filter.value = "";
      find().catch(trouble);
    }
  });
  all.addEventListener("click", () => add(found.filter(signal => !isShown(signal))));
  list.addEventListener("keydown", event => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const items = [...list.querySelectorAll("button, summary")].filter(item => item.offsetParent);
    items[items.indexOf(document.activeElement) + step]?.focus();
  });
  const filled = tree();

  return {
    element,
    focus: () => filter.focus(),
    refresh() {
      for (const item of list.querySelectorAll(".wave-leaf")) item.classList.toggle("shown", isShown(item.signal));
    },
    reset() {
      found = [];
      find().catch(trouble);
    },
    // The first signals of the file, scope after scope.
    async first(most) {
      await filled;
      const signals = [];
      let scopes = [0];
      while (scopes.length > 0 && signals.length < most) {
        const next = [];
        for (const number of scopes.slice(0, 8)) {
          const scope = await source.json("scope", { number });
          signals.push(...scope.signals.slice(0, most - signals.length));
          next.push(...scope.scopes.map(each => each.number));
          if (signals.length >= most) break;
        }
        scopes = next;
      }
      return signals;
    },
  };
}
