/* The frame of every control: a label, its keys, and the refusal of its value. */

import { element, fill, say } from "./i18n.js";

/* Mark a refused field in the line of its label, so that no key moves or is covered: the save key says the first
   sentence, and whoever hears the page hears all of them. */
export function refusalIn(group, legend) {
  const place = element("div", { class: "field-refusal", role: "alert" });
  group.appendChild(place);
  let shown = "";
  return {
    update({ refusals, reading }, { name }) {
      const sentences = refusals[name] || [];
      group.classList.toggle("is-refused", sentences.length > 0);
      legend.dataset.lacks = sentences.length ? say(isMissing(reading.values[name]) ? "is_missing" : "is_wrong") : "";
      const wanted = sentences.join("\n");
      if (wanted === shown) return;
      shown = wanted;
      fill(place, sentences.map((each) => element("p", { class: "unseen refusal" }, each)));
    },
  };
}

function isMissing(value) {
  return value === null || value === undefined || (Array.isArray(value) && value.includes(null));
}

/* Build a frame. A field led by the one above belongs to that line: its label is for screen readers only. */
export function frame(field, box, span, isLed) {
  const id = `label-${field.name}`;
  const legend = element("p", { class: isLed ? "unseen" : "legend", id }, field.label);
  const whole =
    element("div", { class: `group ${span || ""} ${isLed ? "is-led" : ""}`.trim(), "data-field": field.name },
    legend, box);
  box.setAttribute("aria-labelledby", id);
  return { whole, refusal: refusalIn(whole, legend) };
}
