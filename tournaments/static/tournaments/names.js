/* Names on narrow keys: broken between words and after hyphens only; smaller and closer if one is too long, and with a
   hyphen between syllables if that is not enough: no name is cut, and none is thinner than those beside it. */

import { element } from "./i18n.js";

const SIZES = ["", "is-smaller", "is-tight", "is-hyphenated"];
const ROUNDING = 0.05;
const SOFT_HYPHEN = "\u00ad";
const SYLLABLE = /(.[^-]{1,2}[aeiouyäöü][^aeiouyäöü-]*?)(?=(?:sch|ch|ck|[^aeiouyäöü-])[aeiouyäöü].)/gi;

/* Return a name as unbreakable parts. */
export function nameElement(name, className) {
  const pieces = name.split(/\s+/)
    .map((word) => (word.match(/[^-]+-?|-/g) || []).map((piece) => element("span", { class: "piece" }, piece)));
  const spaced = pieces.map((each, at) => (at ? [" "].concat(each) : each));
  return element("span", { class: `name-fit ${className || ""}`.trim() }, ...[].concat(...spaced));
}

/* Set names as large as they fit; hidden names are measured when they are shown. */
export function fitNames(place) {
  place.querySelectorAll(".name-fit").forEach((name) => {
    SIZES.some((size) => {
      hyphenate(name, size === "is-hyphenated");
      SIZES.forEach((each) => { if (each) name.classList.toggle(each, each === size); });
      return !Array.from(name.children).some(isCut);
    });
  });
}

/* Mark the ends of the syllables, where a browser may set a hyphen. */
function hyphenate(name, isWanted) {
  Array.from(name.children).forEach((piece) => {
    const word = piece.textContent.split(SOFT_HYPHEN).join("");
    piece.textContent = isWanted ? word.replace(SYLLABLE, `$1${SOFT_HYPHEN}`) : word;
  });
}

/* Fit the names again whenever the width of the place changes. */
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
