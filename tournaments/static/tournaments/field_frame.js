/* The frame of every control: a label, its keys, and the sentences of a refusal. */

import { element, fill } from "./i18n.js";

export function refusalLine() {
  const place = element("div", { role: "alert" });
  let shown = "";
  return {
    element: place,
    update(sentences) {
      const wanted = (sentences || []).join("\n");
      if (wanted === shown) return;
      shown = wanted;
      fill(place, (sentences || []).map((each) => element("p", { class: "refusal" }, each)));
    },
  };
}

/* Build a frame. A field led by the one above belongs to that line: its label is for screen readers only. */
export function frame(field, box, span, isLed) {
  const id = `label-${field.name}`;
  const refusal = refusalLine();
  const whole =
    element("div", { class: `group ${span || ""} ${isLed ? "is-led" : ""}`.trim(), "data-field": field.name },
    element("p", { class: isLed ? "unseen" : "legend", id }, field.label), box, refusal.element);
  box.setAttribute("aria-labelledby", id);
  return { whole, refusal };
}
