// Devices as they are now: units, memory, sensors, clocks, errors, slots.
import { make, draw, table, facts, bytes, count, text } from "./ui.js";

const POINTS = 120;

// The values of the last two minutes, by name.
class History {
  #values = new Map();

  add(name, value) {
    const all = this.#values.get(name) ?? [];
    all.push(value);
    if (all.length > POINTS) all.shift();
    this.#values.set(name, all);
    return all;
  }
}

function spark(values, label) {
  const width = 96;
  const height = 16;
  const most = Math.max(...values, 1e-9);
  const least = Math.min(...values, 0);
  const points = values
    .map((value, at) => `${(width - (values.length - 1 - at) * (width / (POINTS - 1))).toFixed(1)},${(height - 1 - (value - least) / (most - least) * (height - 2)).toFixed(1)}`)
    .join(" ");
  return draw("svg", { class: "spark", width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label },
    draw("polyline", { points }));
}

function bar(share, label) {
  return draw("svg", { class: "bar", width: 96, height: 10, viewBox: "0 0 96 10", role: "img", "aria-label": label },
    draw("rect", { class: "whole", width: 96, height: 10, rx: 2 }),
    share > 0 ? draw("rect", { class: "part", width: Math.max(1.5, 96 * share), height: 10, rx: 2 }) : null);
}

function level(sensor) {
  if (sensor.critical !== null && sensor.value >= sensor.critical) return "bad";
  if (sensor.warning !== null && sensor.value >= sensor.warning) return "warn";
  return null;
}

const parts = {
  units: {
    title: "Units",
    show(device, seen) {
      if (!device.units?.length) return null;
      if (device.units[0].usage === undefined || device.units[0].in_flight === undefined) {
        return table("", ["Unit", "State"], device.units.map(unit => [unit.unit, unit.usage]));
      }
      return table("", ["Unit", "Protocol", "Held", "Runs", "In flight", "Runs/s", ""], device.units.map(unit => {
        const rate = seen.rate(`${unit.unit}`, unit.usage);
        const past = seen.history.add(`${device.id} ${unit.unit}`, rate);
        return [unit.unit, unit.protocol, unit.held === "-" ? "" : `${unit.held} ×${unit.contexts}`, unit.usage,
          unit.in_flight, rate < 10 ? rate.toFixed(1) : count(Math.round(rate)), spark(past, `runs a second of ${unit.unit}`)];
      }));
    },
  },
  clients: {
    title: "Held by",
    show: device => device.clients?.length
      ? table("", ["Client", "Units", "Runs", "In flight"],
        device.clients.map(client => [client.client, client.units, client.submitted, client.in_flight]))
      : null,
  },
  memory: {
    title: "Memory",
    show(device) {
      if (!Array.isArray(device.memory)) return null;
      const counted = device.memory.some(bank => bank.used !== undefined);
      return table("", ["Bank", "Kind", "From", "Size", ...(counted ? ["Used", "", "Buffers"] : [])],
        device.memory.map(bank => [bank.bank, bank.kind, make("code", {}, bank.base), bank.size,
          ...(counted ? [bytes(bank.used), bar(bank.used / bank.bytes, `${bytes(bank.used)} of ${bank.size}`), bank.buffers] : [])]));
    },
  },
  sensors: {
    title: "Sensors",
    show: (device, seen) => device.sensors?.length
      ? table("", ["Sensor", "Value", "", "Warns at", "Critical at", "Origin"], device.sensors.map(sensor => [
        `${sensor.sensor} ${sensor.quantity}`,
        make("span", { class: level(sensor) }, `${sensor.value.toFixed(sensor.quantity === "fan" ? 0 : 2)}\u00a0${sensor.unit}`),
        spark(seen.history.add(`${device.id} ${sensor.quantity} ${sensor.sensor}`, sensor.value), `${sensor.sensor}, the last two minutes`),
        sensor.warning, sensor.critical, sensor.origin]))
      : null,
  },
  clocks: {
    title: "Clocks",
    show: device => device.clocks?.length
      ? table("", ["Clock", "Drives", "Image asks", "Set", "Effective"], device.clocks.map(clock => [clock.clock, clock.drives,
        megahertz(clock.image_mhz), megahertz(clock.set_mhz), megahertz(clock.effective_mhz)]))
      : null,
  },
  errors: {
    title: "Errors",
    show: device => device.errors?.length
      ? table("", ["Time", "Source", "Severity", "What happened"], device.errors.toReversed().slice(0, 20)
        .map(error => [error.time, error.source, make("span", { class: error.severity === "warning" ? "warn" : "bad" }, error.severity), error.text]))
      : null,
  },
  slots: {
    title: "Slots",
    show: device => device.slots ? facts([["Slots", device.slots.count], ["Interface", device.slots.interface]]) : null,
  },
  flash: {
    title: "Flash",
    show: device => device.flash?.flash
      ? table(`Started from ${device.flash.started_from}`, ["Slot", "State", "Version", "Size", "SHA-256"],
        device.flash.flash.map(slot => [slot.slot, slot.state, slot.version, bytes(slot.bytes), make("code", {}, text(slot.sha256))]))
      : null,
  },
  report: {
    title: "What it says of itself",
    show: device => device.report && Object.keys(device.report).length
      ? facts(Object.entries(device.report)) : null,
  },
};

function megahertz(value) {
  return value === null || value === undefined ? "" : `${count(value)}\u00a0MHz`;
}

// What is shown of one device; a part is drawn anew when its content has changed.
class Shown {
  #parts = new Map();
  #last = new Map();
  #millis = 0;
  #elapsed = 0;

  constructor(history) {
    this.history = history;
    this.heading = make("h2");
    this.about = make("p", { class: "about" });
    this.body = make("div", { class: "parts" });
    this.element = make("section", { class: "device" }, make("header", {}, this.heading, this.about), this.body);
  }

  // How much a counter has grown in a second.
  rate(name, value) {
    const before = this.#last.get(name);
    this.#last.set(name, value);
    return before === undefined || this.#elapsed <= 0 || value < before ? 0 : (value - before) * 1000 / this.#elapsed;
  }

  update(device, millis) {
    this.#elapsed = this.#millis ? millis - this.#millis : 0;
    this.#millis = millis;
    this.heading.textContent = device.id;
    this.about.replaceChildren(...about(device));
    if (device.unavailable) {
      this.body.replaceChildren(make("p", { class: "trouble" }, device.unavailable));
      this.#parts.clear();
      return;
    }
    for (const [name, part] of Object.entries(parts)) this.#part(name, part, device);
  }

  #part(name, part, device) {
    const content = JSON.stringify(device[name]);
    let shown = this.#parts.get(name);
    // Lines of the past go on, whatever their value does.
    const moves = name === "units" || name === "sensors";
    if (shown && shown.content === content && !moves) return;
    const drawn = device[name]?.unavailable
      ? make("p", { class: "quiet" }, device[name].unavailable) : part.show(device, this);
    if (!shown) {
      shown = { element: make("div", { class: `part ${name}` }), content: "" };
      this.#parts.set(name, shown);
      this.body.append(shown.element);
    }
    shown.content = content;
    shown.element.hidden = !drawn;
    shown.element.replaceChildren(...(drawn ? [make("h3", {}, part.title), drawn] : []));
  }
}

function about(device) {
  const said = [device.name, device.type, device.object === "device" ? null : device.object, device.vendor, device.bus,
    device.host === "localhost" ? null : device.host].filter(Boolean).join(" · ");
  const health = device.health
    ? make("span", { class: `health ${device.health === "healthy" ? "good" : "bad"}` }, device.health) : null;
  const image = device.image?.uuid
    ? make("span", {}, `image ${device.image.kernels.join(", ")} `, make("code", {}, device.image.uuid.slice(0, 8)))
    : device.image ? make("span", { class: "quiet" }, "no image") : null;
  return [said, health, image].filter(Boolean);
}

export function open(element, source) {
  const history = new History();
  const shown = new Map();
  const trouble = make("p", { class: "trouble", role: "alert", hidden: true });
  const waiting = make("p", { class: "waiting" }, "Looking at the devices …");
  const list = make("div", { class: "devices" });
  element.append(trouble, waiting, list);
  source.changes(look => {
    waiting.hidden = true;
    trouble.hidden = true;
    for (const device of look.devices) {
      let one = shown.get(device.id);
      if (!one) {
        one = new Shown(history);
        shown.set(device.id, one);
        list.append(one.element);
      }
      one.update(device, look.millis);
    }
    if (!look.devices.length) {
      waiting.textContent = "There is no device. Put one into the configuration and start the command anew.";
      waiting.hidden = false;
    }
  }, problem => {
    waiting.hidden = true;
    trouble.textContent = problem;
    trouble.hidden = false;
  });
}
