// Draws boxes and lines that have places already; the wheel with Ctrl zooms, a drag moves.
import { draw, make } from "./ui.js";

const TITLE = 24;
const TEXT = 16;

// kinds: for the legend, [[kind, what it is], ...]. choose(box) is called for a box that is chosen.
export function diagram(layout, kinds, choose = null) {
  const width = Math.ceil(layout.width);
  const height = Math.ceil(layout.height);
  const svg = draw("svg", {
    class: "diagram", viewBox: `0 0 ${width} ${height}`, width, height, role: "img",
    "aria-label": `Diagram: ${layout.boxes.map(box => box.title).join(", ")}`,
  });
  svg.append(draw("defs", {}, draw("marker", {
    id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto",
  }, draw("path", { d: "M0 0L8 4L0 8z" }))));
  for (const line of layout.lines) svg.append(edge(line));
  for (const box of layout.boxes) svg.append(block(box, choose, svg));
  const place = make("div", { class: "moving", tabindex: 0, role: "group", "aria-label": "Diagram: arrows move it, + and - zoom, 0 shows it in its size" }, svg);
  moves(place, svg, width, height);
  return make("figure", { class: "drawing" }, legend(layout, kinds), place);
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

function moves(place, svg, width, height) {
  let scale = 1;
  const zoom = (to, x, y) => {
    const real = Math.min(4, Math.max(.1, to)) / scale;
    scale *= real;
    svg.setAttribute("width", width * scale);
    svg.setAttribute("height", height * scale);
    place.scrollLeft = (place.scrollLeft + x) * real - x;
    place.scrollTop = (place.scrollTop + y) * real - y;
  };
  place.addEventListener("wheel", event => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const box = place.getBoundingClientRect();
    zoom(scale * (event.deltaY > 0 ? 1 / 1.15 : 1.15), event.clientX - box.x, event.clientY - box.y);
  }, { passive: false });
  place.addEventListener("pointermove", event => {
    if (event.pointerType === "mouse" && event.buttons & 1) place.scrollBy(-event.movementX, -event.movementY);
  });
  place.addEventListener("keydown", event => {
    const to = { "+": scale * 1.25, "=": scale * 1.25, "-": scale / 1.25, 0: 1 }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    zoom(to, place.clientWidth / 2, place.clientHeight / 2);
  });
}
