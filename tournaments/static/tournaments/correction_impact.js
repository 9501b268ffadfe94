/* The effect of a correction on the standings, requested from the server during input; offline, nothing is shown. */

import { element, fill, figure, say } from "./i18n.js";

const SHOWN = 6;
const PAUSE = 400;

export class CorrectionImpact {
  constructor(api, place) {
    this.api = api;
    this.place = place;
    this.asked = 0;
    this.timer = null;
  }

  hide() {
    this.asked += 1;
    clearTimeout(this.timer);
    fill(this.place, []);
  }

  ask(number, record) {
    const mine = this.asked += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      const answer = await this.api.correctionImpact(number, record);
      if (mine === this.asked && answer.status === 200) fill(this.place, part(answer.body.correction_impact));
    }, PAUSE);
  }
}

function part(lines) {
  if (!lines.length) return element("p", { class: "quiet-words" }, say("ripple_none"));
  const more = lines.length - SHOWN;
  return element("section", { class: "panel" },
    element("h2", {}, say("ripple_title")),
    element("ul", {}, ...lines.slice(0, SHOWN).map(moved)),
    more > 0 ? element("p", { class: "quiet-words" }, say("ripple_more", { count: more })) : null);
}

function moved(each) {
  const before = each.is_ranked_before ? each.rank_before : "–";
  const after = each.is_ranked_after ? each.rank_after : "–";
  const ranks = before === after ? "" : say("ripple_ranks", { before, after });
  return element("li", {}, each.name, " ", figure(each.total_before), " \u2192 ", figure(each.total_after), " ", ranks);
}
