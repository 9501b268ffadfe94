/* Texts, numbers and small elements. The texts are in the page: <template id="texts"> holds them by name. */

const texts = {};
const MINUS = "\u2212";
const POINTS = "points"; // with their sign
const SVG = "http://www.w3.org/2000/svg";
const JAPANESE_WORD = /([ァ-ヺー]+|[一-鿿]+)[ぁ-ゟ]*|[^ァ-ヺー一-鿿]+/g;
const SUIT_LETTERS = { "\u2663": "C", "\u2660": "S", "\u2665": "H", "\u2666": "D" };

export function readTexts(template) {
  template.content.querySelectorAll("[data-text]").forEach((each) => {
    texts[each.dataset.text] = each.textContent;
  });
}

export function say(name, values) {
  const text = texts[name] || "";
  return text.replace(/\{(\w+)\}/g, (whole, key) => (values && key in values ? String(values[key]) : whole));
}

/* Return names or numbers in a row, as the page's language writes them: "Ada, Ben". */
export function inAList(parts) {
  return parts.join(say("comma"));
}

/* Return words behind their label: "Bid: 3". */
export function labelled(label, words) {
  return `${label}${say("colon")}${words}`;
}

export function signed(number) {
  if (typeof number !== "number") return number === null || number === undefined ? "" : String(number);
  if (number === 0) return "0";
  return (number > 0 ? "+" : MINUS) + decimal(Math.abs(number));
}

/* Return a total in the game's unit: with its sign, or without a plus as on a list that counts upwards. */
export function totalIn(sheet, total) {
  const unit = (sheet.game || {}).points_unit || POINTS; // a phone may hold a sheet sent before it existed
  return unit === POINTS || total < 0 ? signed(total) : decimal(total);
}

/* Return a number as the page's language writes it: a half is 3.5 or 3,5. */
export function decimal(number) {
  const plain = Number.isInteger(number) ? String(number)
    : number.toLocaleString(document.documentElement.lang, { useGrouping: false });
  return plain.replace("-", MINUS);
}

/* element("p", {class: "dim"}, "text", child): properties that are functions become listeners. */
export function element(tag, properties, ...children) {
  const made = document.createElement(tag);
  Object.keys(properties || {}).forEach((name) => {
    const value = properties[name];
    if (value === null || value === undefined || value === false) return;
    if (typeof value === "function") made.addEventListener(name, value);
    else made.setAttribute(name, value === true ? "" : String(value));
  });
  fill(made, children);
  return made;
}

/* A plain button. */
export function button(word, click, className) {
  return element("button", { type: "button", class: className, click }, word);
}

export function fill(place, children) {
  while (place.firstChild) place.removeChild(place.firstChild);
  [].concat(children).forEach((child) => {
    if (child === null || child === undefined || child === false || child === "") return;
    place.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  });
  return place;
}

const shown = new WeakMap();

/* Refill a place only if its content has changed, so that a key does not move during a tap. Return whether it has
   changed. */
export function refill(place, what, make) {
  const wanted = JSON.stringify(what);
  if (shown.get(place) === wanted) return false;
  shown.set(place, wanted);
  fill(place, make());
  return true;
}

export function suitShape(letter) {
  const shape = pictureOf(letter);
  shape.setAttribute("role", "img");
  shape.setAttribute("aria-label", say(`suit_${letter}`));
  return shape;
}

/* A shape of the page's sprite, beside a word that says the same. */
export function pictureOf(name) {
  const shape = document.createElementNS(SVG, "svg");
  shape.setAttribute("class", `suit suit-${name}`);
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#suit-${name}`);
  shape.appendChild(use);
  return shape;
}

export function suitOf(mark) {
  return mark ? SUIT_LETTERS[mark.replace("\ufe0e", "")] || null : null;
}

/* Return a label that names the ends of its words to the browser where Japanese has no spaces: before signs of another
   kind than those before, if the words on both sides have two signs. */
export function wordsElement(label) {
  const words = label.match(JAPANESE_WORD) || [];
  const isEnd = (at) => at > 0 && words[at - 1].length > 1 && words[at].length > 1;
  const pieces = words.map((word, at) => (isEnd(at) ? [element("wbr"), word] : [word]));
  return element("span", {}, ...[].concat(...pieces));
}

/* Return a short line with its suits as symbols; a number stays beside the word before it. */
export function line(text) {
  return (text || "").split(/([\u2663\u2660\u2665\u2666]\ufe0e?|\d+(?:\u2013\d+)+)/).filter(Boolean).map((piece) => {
    if (suitOf(piece)) return suitShape(suitOf(piece));
    if (/^\d+\u2013/.test(piece)) return element("span", { class: "nowrap" }, piece); // 0-1-1-3, of all players
    return piece.replace(/(?!^) (?=[\d:])/g, "\u00a0");
  });
}

export function figure(number, name) {
  return element("span", { class: `n ${name || ""} ${number < 0 ? "minus" : ""}`.trim() }, signed(number));
}

/* Return the points of a ruling that replace a deal's, and the reason. */
export function rulingLine(ruling) {
  if (!ruling) return null;
  const points = ruling.points.map((each) => [element("span", { class: "n" }, signed(each)), " "]);
  const reason = ruling.reason ? `\u2013 ${ruling.reason}` : "";
  return element("span", { class: "ruling" }, say("ruled"), " ", ...[].concat(...points), reason);
}
