/* Names on narrow keys: broken between their words and behind hyphens, never inside; smaller where one is too long,
   and cut off with an ellipsis where that is not enough. What is read aloud is always the whole name. */

import { element } from "./words.js";

const SIZES = ["", "is-smaller", "is-smallest"];
const ROUNDING = 0.05;

/* A name in pieces that stay whole. */
export function nameElement(name, className) {
  const pieces = name.split(/\s+/)
    .map((word) => (word.match(/[^-]+-?|-/g) || []).map((piece) => element("span", { class: "piece" }, piece)));
  const spaced = pieces.map((each, at) => (at ? [" "].concat(each) : each));
  return element("span", { class: `name-fit ${className || ""}`.trim() }, ...[].concat(...spaced));
}

/* As large as it fits; names that are not shown are looked at when they are. */
export function fitNames(place) {
  place.querySelectorAll(".name-fit").forEach((name) => {
    SIZES.some((size) => {
      SIZES.forEach((each) => { if (each) name.classList.toggle(each, each === size); });
      return !Array.from(name.children).some(isCut);
    });
  });
}

/* Fits them whenever the place gets another width. */
export function keepFitting(place) {
  if (typeof ResizeObserver !== "function") return;
  let width = null;
  new ResizeObserver(() => {
    if (place.clientWidth === width) return;
    width = place.clientWidth;
    fitNames(place);
  }).observe(place);
}

function isCut(piece) {
  const text = document.createRange();
  text.selectNodeContents(piece);
  return text.getBoundingClientRect().width > piece.getBoundingClientRect().width + ROUNDING;
}
