// Draws boxes and lines that have places already; the wheel zooms, a drag moves.
import { draw, make } from "./ui.js";

const TITLE = 24;
const TEXT = 16;

// kinds: for the legend, [[kind, what it is], ...]. choose(box) is called for a box that is chosen.
export function diagram(layout, kinds, choose = null) {
  const width = Math.ceil(layout.width);
  const height = Math.ceil(layout.height);
  const svg = draw("svg", {
    class: "diagram", viewBox: `0 0 ${width} ${height}`, role: "img", tabindex: 0,
    "aria-label": `Diagram: ${layout.boxes.map(box => box.title).join(", ")}`,
  });
  svg.append(draw("defs", {}, draw("marker", {
    id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto",
  }, draw("path", { d: "M0 0L8 4L0 8z" }))));
  for (const line of layout.lines) svg.append(edge(line));
  for (const box of layout.boxes) svg.append(block(box, choose, svg));
  moves(svg, width, height);
  return make("figure", { class: "drawing" }, legend(layout, kinds), svg);
}

function edge(line) {
  const path = line.points.map(([x, y], at) => `${at ? "L" : "M"}${x} ${y}`).join("");
  return draw("g", { class: `line ${line.kind}`, "data-from": line.from, "data-to": line.to },
    draw("path", { d: path, "marker-end": "url(#arrow)" }),
    line.label ? draw("text", { x: line.label.x + 2, y: line.label.y + 11 }, line.label.text) : null);
}

function block(box, choose, svg) {
  const group = draw("g", { class: `box ${box.kind}`, "data-id": box.id },
    draw("rect", { x: box.x, y: box.y, width: box.width, height: box.height, rx: 4 }),
    draw("text", { class: "title", x: box.x + 10, y: box.y + 17 }, box.title),
    box.text.map((line, at) => draw("text", { x: box.x + 10, y: box.y + TITLE + 10 + TEXT * at }, line)),
    box.ports.map(port => [
      draw("rect", { class: "port", x: port.x, y: port.y, width: port.size, height: port.size }),
      port.label ? draw("text", {
        x: port.out ? port.x - 5 : port.x + port.size + 5, y: port.y + port.size, "text-anchor": port.out ? "end" : "start",
      }, port.label) : null,
    ]));
  const mark = () => {
    for (const line of svg.querySelectorAll(".line")) {
      line.classList.toggle("marked", line.dataset.from === box.id || line.dataset.to === box.id);
    }
  };
  group.addEventListener("pointerenter", mark);
  group.addEventListener("pointerleave", () => {
    for (const line of svg.querySelectorAll(".marked")) line.classList.remove("marked");
  });
  if (choose) {
    group.classList.add("choosable");
    group.addEventListener("click", () => {
      for (const chosen of svg.querySelectorAll(".chosen")) chosen.classList.remove("chosen");
      group.classList.add("chosen");
      choose(box);
    });
  }
  return group;
}

function legend(layout, kinds) {
  const there = new Set([...layout.boxes, ...layout.lines].map(each => each.kind));
  return make("figcaption", { class: "legend" }, kinds
    .filter(([kind]) => there.has(kind))
    .map(([kind, words, isLine]) => make("span", {},
      isLine
        ? draw("svg", { class: "diagram key", width: 26, height: 12 }, draw("g", { class: `line ${kind}` }, draw("path", { d: "M1 6H25" })))
        : draw("svg", { class: "diagram key", width: 16, height: 12 }, draw("g", { class: `box ${kind}` }, draw("rect", { x: 1, y: 1, width: 14, height: 10, rx: 2 }))),
      words)));
}

function moves(svg, width, height) {
  const shown = { x: 0, y: 0, width, height };
  const set = () => svg.setAttribute("viewBox", `${shown.x} ${shown.y} ${shown.width} ${shown.height}`);
  svg.setAttribute("width", width);
  svg.setAttribute("height", height);
  const zoom = (factor, x, y) => {
    const to = Math.min(4 * width, Math.max(width / 40, shown.width * factor));
    const real = to / shown.width;
    shown.x = x - (x - shown.x) * real;
    shown.y = y - (y - shown.y) * real;
    shown.width = to;
    shown.height *= real;
    set();
  };
  const at = event => new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  svg.addEventListener("wheel", event => {
    if (!event.ctrlKey && !event.metaKey && document.activeElement !== svg) return;
    event.preventDefault();
    const { x, y } = at(event);
    zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, x, y);
  }, { passive: false });
  let last = null;
  svg.addEventListener("pointerdown", event => { last = at(event); });
  svg.addEventListener("pointermove", event => {
    if (!last || !(event.buttons & 1)) return;
    const now = at(event);
    shown.x -= now.x - last.x;
    shown.y -= now.y - last.y;
    set();
  });
  addEventListener("pointerup", () => { last = null; });
  svg.addEventListener("keydown", event => {
    const step = shown.width / 12;
    const way = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
    const middle = [shown.x + shown.width / 2, shown.y + shown.height / 2];
    if (way) [shown.x, shown.y] = [shown.x + way[0], shown.y + way[1]];
    else if (event.key === "+" || event.key === "=") return zoom(1 / 1.25, ...middle);
    else if (event.key === "-") return zoom(1.25, ...middle);
    else if (event.key === "0") Object.assign(shown, { x: 0, y: 0, width, height });
    else return;
    event.preventDefault();
    set();
  });
}
