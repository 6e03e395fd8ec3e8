// What is in an image: a block diagram, kernels, memories, sections.
import { make, table, facts, bytes, text } from "./ui.js";
import { diagram } from "./diagram.js";

const KINDS = [
  ["host", "host"], ["unit", "compute unit"], ["bank", "memory bank"],
  ["control", "registers", true], ["memory", "memory port", true], ["stream", "stream", true],
];

function code(value) {
  return make("code", {}, text(value));
}

// A report whose keys are not known here: names and values, and tables of lists.
function plain(report) {
  const parts = [facts(Object.entries(report).filter(([, value]) => typeof value !== "object").map(([key, value]) => [key.replaceAll("_", " "), value]))];
  for (const [key, value] of Object.entries(report)) {
    if (Array.isArray(value) && value.length && typeof value[0] === "object") {
      const keys = Object.keys(value[0]);
      parts.push(make("section", {}, make("h3", {}, key.replaceAll("_", " ")),
        table("", keys.map(each => each.replaceAll("_", " ")), value.map(row => keys.map(each => typeof row[each] === "object" && row[each] !== null ? JSON.stringify(row[each]) : row[each])))));
    }
  }
  return parts;
}

function kernel(each) {
  return make("section", {}, make("h3", {}, `Kernel ${each.name}`),
    make("p", { class: "quiet" }, `${each.protocol}, ${each.register_bytes} bytes of registers`),
    each.arguments.length
      ? table("", ["#", "Argument", "Type", "Kind", "Register", "Bytes", "Port"], each.arguments.map(argument =>
        [argument.index, argument.name, code(argument.type), argument.kind,
          argument.kind === "stream" ? "" : code(argument.register), argument.kind === "stream" ? "" : argument.bytes, argument.port]))
      : null);
}

export async function open(element, source) {
  const image = await source.json();
  element.append(make("h2", {}, source.tab.title));
  if (!image.sections) {
    element.append(...plain(image));
    return;
  }
  element.append(make("div", { class: "columns" }, facts([
    ["UUID", code(image.uuid)], ["Platform", image.platform], ["Mode", image.mode], ["Version", image.version],
    ["Made", image.timestamp ? new Date(image.timestamp * 1000).toISOString().replace("T", " ").slice(0, 19) : ""],
    ["Size", bytes(image.bytes)], ["Signature", image.signature_bytes ? bytes(image.signature_bytes) : "none"]])));
  for (const finding of image.findings) {
    element.append(make("p", { class: finding.fatal ? "trouble" : "remark" }, finding.text));
  }
  const place = make("div", {}, make("p", { class: "waiting" }, "Drawing …"));
  element.append(make("h3", {}, "Blocks"), place, make("div", { class: "columns" },
    image.kernels.map(kernel),
    image.units.length ? make("section", {}, make("h3", {}, "Compute units"),
      table("", ["#", "Unit", "Address", "Protocol", "Interrupt"], image.units.map(unit =>
        [unit.index, unit.name, code(unit.address), unit.protocol, unit.interrupt < 0 ? "" : unit.interrupt]))) : null,
    image.memories.length ? make("section", {}, make("h3", {}, "Memories"),
      table("", ["Bank", "Type", "Address", "Size", "Used"], image.memories.map(bank =>
        [bank.tag, bank.type, code(bank.address), bytes(Number(bank.kib) * 1024), bank.used]))) : null,
    make("section", {}, make("h3", {}, "Sections"),
      table("", ["Section", "Name", "Offset", "Bytes"], image.sections.map(section =>
        [section.kind, section.name, section.offset, section.bytes])))));
  try {
    const layout = await source.json("diagram");
    place.replaceChildren(layout.boxes.length ? diagram(layout, KINDS) : make("p", { class: "quiet" }, "The image has no compute units."));
  } catch (trouble) {
    place.replaceChildren(make("p", { class: "quiet" }, trouble.message));
  }
}
