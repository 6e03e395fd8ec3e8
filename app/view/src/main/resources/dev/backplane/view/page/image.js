// What is in an image.
import { make } from "./ui.js";

export async function open(element, source) {
  const image = await source.json();
  element.append(make("pre", { class: "mono" }, JSON.stringify(image, null, 1)));
}
