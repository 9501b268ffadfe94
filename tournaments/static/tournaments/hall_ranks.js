/* Where a table's players stand in the hall, below a sheet that is full or over: read from the public standings. */

import { element, fill, inAList, say } from "./i18n.js";

const ON_THE_PODIUM = 3;
const SOON = 6000; // the last deal has been counted by then
let asked = { at: 0 };

/* Return a place that is filled as soon as the standings answer; it stays empty without a network. */
export function hallRanks(state) {
  const place = element("div", { class: "hall-ranks" });
  const link = document.querySelector("[data-event-link]");
  if (!link) return place;
  const tell = () => standingsOf(link).then((told) => fill(place, lines(state, told)), () => {});
  tell();
  setTimeout(() => { if (place.isConnected) tell(); }, SOON);
  return place;
}

function standingsOf(link) {
  if (Date.now() - asked.at > SOON / 2) {
    const address = new URL("standings.json", link.href);
    asked = { at: Date.now(), told: fetch(address).then((answer) => answer.json()) };
  }
  return asked.told;
}

function lines(state, { rows, state: stage }) {
  const own = state.parts[state.parts.length - 1].seats;
  const found = own.map(({ account, name }) => [name, rows.find((row) => row.number === account)])
    .filter((pair) => pair[1] && pair[1].rank !== null)
    .sort((one, other) => one[1].rank - other[1].rank);
  if (!found.length) return [];
  const isFinal = stage === "final";
  const won = found.filter(([, { rank }]) => isFinal && rank <= ON_THE_PODIUM).map(([name]) => name);
  return [
    isFinal ? null : element("h3", {}, say("ranks_title")),
    won.length ? element("p", { class: "podium-wish" }, say("ranks_wish", { names: inAList(won) })) : null,
    element("ul", { class: "plain-list" }, ...found.map(([name, { rank }]) => element("li", {},
      element("strong", {}, say("rank_of", { rank, of: rows.length })), ` ${name}`))),
  ];
}
