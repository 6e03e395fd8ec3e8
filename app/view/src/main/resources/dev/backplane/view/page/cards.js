// Devices as they are now.
import { make } from "./ui.js";

export function open(element, source) {
  const place = make("pre", { class: "mono" });
  element.append(place);
  source.changes(look => { place.textContent = JSON.stringify(look, null, 1); });
}
