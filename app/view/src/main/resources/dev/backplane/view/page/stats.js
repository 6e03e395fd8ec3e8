// Traffic through the memory ports of a kernel.
import { make, draw, table, facts, bytes, count } from "./ui.js";

const PARTS = [["moved", "moved bytes"], ["kernel", "lost by the kernel"], ["memory", "lost by the memory"], ["idle", "without a burst"]];

function shares(port) {
  const lost = port.kernel_stalls + port.memory_stalls;
  return { moved: port.beats, kernel: port.kernel_stalls, memory: port.memory_stalls, idle: Math.max(0, port.cycles - port.beats - lost) };
}

function stack(port) {
  const all = shares(port);
  const sum = Object.values(all).reduce((one, other) => one + other, 0) || 1;
  let x = 0;
  return draw("svg", { class: "stack", width: 420, height: 18, viewBox: "0 0 420 18", role: "img",
    "aria-label": PARTS.map(([key, words]) => `${words} ${(100 * all[key] / sum).toFixed(1)} %`).join(", ") },
  PARTS.map(([key, words]) => {
    const width = 420 * all[key] / sum;
    const part = draw("rect", { class: key, x, width, height: 18 }, draw("title", {}, `${words}: ${count(all[key])} cycles, ${(100 * all[key] / sum).toFixed(1)} %`));
    x += width;
    return part;
  }));
}

function histogram(title, buckets) {
  const all = Object.entries(buckets ?? {});
  const most = Math.max(1, ...all.map(([, value]) => value));
  return all.length ? make("section", {}, make("h3", {}, title), table("", ["Range", "Bursts", ""],
    all.map(([range, value]) => [range, value,
      draw("svg", { class: "bar", width: 160, height: 10, "aria-hidden": "true" }, draw("rect", { class: "part", width: 160 * value / most, height: 10, rx: 2 }))])))
    : null;
}

export async function open(element, source) {
  const report = await source.json();
  element.append(make("h2", {}, `Memory ports of ${report.kernel}`),
    facts([["Device", report.device], ["Cycles", report.cycles], ["Time", report.elapsed_ns ? `${(report.elapsed_ns / 1e6).toFixed(3)} ms` : ""]]));
  if (!report.ports.length) {
    element.append(make("p", { class: "quiet" }, "No memory ports were observed."));
    return;
  }
  element.append(make("p", { class: "legend free" }, PARTS.map(([key, words]) => make("span", {},
    draw("svg", { class: "stack", width: 14, height: 12, "aria-hidden": "true" }, draw("rect", { class: key, width: 14, height: 12, rx: 2 })), words))),
  table("", ["Port", "Way", "Cycles of the port", "Bytes", "B/cycle", "GB/s", "Bursts", "Address waits", "Response waits", "On their way", "Most"],
    report.ports.map(port => [`${port.unit}.${port.port}`, port.direction, stack(port), bytes(port.bytes),
      port.bytes_per_cycle.toFixed(2), (port.bytes_per_second / 1e9).toFixed(2), port.bursts, port.address_waits, port.response_waits,
      port.mean_outstanding.toFixed(1), port.most_outstanding])));
  for (const port of report.ports) {
    const name = `${port.unit}.${port.port} ${port.direction}`;
    element.append(make("div", { class: "columns" },
      histogram(`${name}: cycles to the end of a burst`, port.latency_histogram),
      histogram(`${name}: beats of a burst`, port.length_histogram)));
  }
}
