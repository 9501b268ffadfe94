/* The frame of every control: a label, its keys, and the sentences of a refusal. */

import { element, fill } from "./i18n.js";

/* Return the place of a field's refusal: over its label, above its keys, or `isBelow` them, so that no key moves. */
export function refusalLine(isBelow) {
  const place = element("div", { class: `field-refusal ${isBelow ? "is-below" : ""}`.trim(), role: "alert" });
  let shown = "";
  return {
    element: place,
    update(sentences) {
      const wanted = (sentences || []).join("\n");
      if (wanted === shown) return;
      shown = wanted;
      const lines = (sentences || []).map((each) => element("p", { class: "refusal" }, each));
      fill(place, lines.length ? [element("div", {}, ...lines)] : []);
    },
  };
}

/* Build a frame. A field led by the one above belongs to that line: its label is for screen readers only. */
export function frame(field, box, span, isLed) {
  const id = `label-${field.name}`;
  const refusal = refusalLine();
  const whole =
    element("div", { class: `group ${span || ""} ${isLed ? "is-led" : ""}`.trim(), "data-field": field.name },
    element("p", { class: isLed ? "unseen" : "legend", id }, field.label), refusal.element, box);
  box.setAttribute("aria-labelledby", id);
  return { whole, refusal };
}
