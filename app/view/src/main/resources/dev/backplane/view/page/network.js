// Graphs of a network: a drawing, and what is known of each node.
import { make, table, facts, count } from "./ui.js";
import { diagram } from "./diagram.js";

const KINDS = [["end", "input or output"], ["layer", "layer"], ["tensor", "tensor: shape × bits of a number", true]];

function format(row) {
  return row.width === null ? "" : `${row.width} bit, ${row.fraction} of them fraction`;
}

function share(part, whole) {
  return whole ? `${(100 * part / whole).toFixed(1)} %` : "";
}

function detail(row) {
  return [make("h3", {}, row.node), facts([["Type", row.type], ["Inputs", row.inputs],
    ["Shape", row.shape ? row.shape.join(" × ") : ""], ["Numbers", format(row)], ...Object.entries(row.attributes)])];
}

async function graph(element, source, described, index) {
  const chosen = make("aside", { class: "chosen-node" }, make("p", { class: "quiet" }, "Choose a layer to see its attributes."));
  const place = make("div", {}, make("p", { class: "waiting" }, "Drawing …"));
  const total = described.total;
  element.append(make("section", {},
    make("h2", {}, described.graph),
    make("p", { class: "quiet" }, `${described.nodes.length} nodes, ${described.edges} edges`),
    described.note ? make("p", { class: "remark" }, described.note) : null,
    make("div", { class: "beside" }, place, chosen),
    make("h3", {}, "Nodes"),
    table("", ["Node", "Type", "Inputs", "Shape", "Bits", "Fraction", "Multipliers", "", "Adders", "Register bits", "Memory bits", ""],
      described.nodes.map(row => [row.node, row.type, row.inputs, row.shape ? row.shape.join(" × ") : "", row.width, row.fraction,
        row.needs?.multipliers, row.needs && total ? share(row.needs.multipliers, total.multipliers) : "", row.needs?.adders,
        row.needs?.register_bits, row.needs?.memory_bits, row.needs && total ? share(row.needs.memory_bits, total.memory_bits) : ""])
        .concat(described.wrapper ? [["the kernel around them", "", "", "", "", "", described.wrapper.multipliers, "", described.wrapper.adders, described.wrapper.register_bits, described.wrapper.memory_bits, ""]] : [])),
    total ? make("p", { class: "quiet" }, `Together ${count(total.multipliers)} multipliers, ${count(total.adders)} adders, ${count(total.register_bits)} bits of registers, ${count(total.memory_bits)} bits of memories, before technology mapping.`) : null));
  try {
    const layout = await source.json("diagram", { index });
    place.replaceChildren(diagram(layout, KINDS, box =>
      chosen.replaceChildren(...detail(described.nodes.find(row => row.node === box.id)))));
  } catch (trouble) {
    place.replaceChildren(make("p", { class: "quiet" }, trouble.message));
  }
}

export async function open(element, source) {
  const { graphs } = await source.json();
  for (const [index, each] of graphs.entries()) await graph(element, source, each, index);
}
