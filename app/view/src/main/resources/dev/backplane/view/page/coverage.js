// Sources with how often each line was executed, and which ways decisions have not taken.
import { make, table, show, count } from "./ui.js";

function hits(file) {
  const lines = Object.values(file.lines);
  const ways = file.branches.flatMap(branch => Object.values(branch.ways));
  return { lines: lines.length, hit: lines.filter(Boolean).length, ways: ways.length, taken: ways.filter(Boolean).length };
}

function percent(part, whole) {
  return whole ? `${(100 * part / whole).toFixed(1)} %` : "";
}

function sourceLines(file, text) {
  const missing = new Map();
  for (const branch of file.branches) {
    const untaken = Object.entries(branch.ways).filter(([, times]) => !times).map(([way]) => way);
    if (untaken.length) missing.set(branch.line, [...(missing.get(branch.line) ?? []), ...untaken]);
  }
  return make("table", { class: "source" },
    make("thead", { class: "hidden" }, make("tr", {}, ["Line", "Executions", "Source", "Ways not taken"].map(each => make("th", { scope: "col" }, each)))),
    make("tbody", {}, text.replace(/\n$/, "").split("\n").map((line, at) => {
      const times = file.lines[at + 1];
      const ways = missing.get(at + 1);
      return make("tr", { id: `line-${at + 1}`, class: times === undefined ? null : times === 0 ? "missed" : ways ? "partly" : "hit" },
        make("th", { scope: "row" }, String(at + 1)),
        make("td", { class: "times" }, times === undefined ? "" : count(times)),
        make("td", { class: "code" }, line),
        make("td", { class: "ways" }, ways ? `not taken: ${ways.join(", ")}` : ""));
    })));
}

export async function open(element, source) {
  const { files } = await source.json();
  const place = make("div", { class: "source-place" });
  const chosen = async index => {
    const file = files[index];
    place.replaceChildren(make("h2", {}, file.file));
    try {
      place.append(sourceLines(file, await source.text("source", { index })));
    } catch {
      place.append(make("p", { class: "remark" }, `${file.file} is not where the report says, seen from the folder of the command or of the report; so only counts are shown.`),
        table("", ["Line", "Executions"], Object.entries(file.lines)));
    }
  };
  element.append(make("h2", {}, "Coverage"),
    table("", ["File", "Lines", "Executed", "", "Ways", "Taken", ""], files.map((file, index) => {
      const all = hits(file);
      return [make("button", { class: "plain", onclick: () => chosen(index).catch(trouble => show(place, trouble)) }, file.file),
        all.lines, all.hit, percent(all.hit, all.lines), all.ways, all.taken, percent(all.taken, all.ways)];
    })), place);
  if (files.length) await chosen(0);
}
