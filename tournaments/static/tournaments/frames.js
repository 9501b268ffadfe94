/* What every control stands in: a label, its keys, and the sentences of a refusal beside them. */

import { element, fill } from "./words.js";

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

/* A field led by the one above it belongs to that line: its label is left to screen readers. */
export function frame(field, box, span, isLed) {
  const id = `label-${field.name}`;
  const refusal = refusalLine();
  const whole =
    element("div", { class: `group ${span || ""} ${isLed ? "is-led" : ""}`.trim(), "data-field": field.name },
    element("p", { class: isLed ? "unseen" : "legend", id }, field.label), box, refusal.element);
  box.setAttribute("aria-labelledby", id);
  return { whole, refusal };
}
