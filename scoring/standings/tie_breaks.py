"""Tie-breaks: criteria that order entrants whose ranking values are equal.

| key          | better | source                        | what it means                                      |
|--------------|--------|-------------------------------|----------------------------------------------------|
| total        | better | club practice                 | points of the rounds that count                    |
| points       | better | club practice                 | points of all rounds, dropped ones too             |
| deals_won    | more   | Skat tournaments              | deals won as declarer, all rounds                  |
| deals_lost   | fewer  | Skat tournaments              | deals lost as declarer, all rounds                 |
| best_round   | better | sailing, Racing Rules A8.1    | the best single round, by what is ranked by        |
| last_round   | better | sailing, Racing Rules A8.2    | the event's last round, by what is ranked by       |
| head_to_head | better | chess, FIDE direct encounter  | points minus those of the tied at common tables    |
| opponents    | better | chess, Buchholz               | ranking values of the opponents, as often as met   |
| lot          | first  | ours, after committed draws   | order of SHA-256(seed + start number)              |
| (a tally)    | more   | the game                      | any other tally of the game, all rounds            |

"Better" follows the event's ranking value (total, points and head_to_head: the game's points): if less is
better there, it is here. The functions define the rest; docs/ranking.md explains it to organisers. None is
the value of an entrant with nothing to compare, and comes after every number.
"""

from dataclasses import dataclass
from typing import Any

from rules.board import Unit
from rules.game import Game, Ranking, text
from scoring.competitions.tie_breaks import BY_VALUE, is_high_better, other_name
from scoring.sheet.tallies import (
    DEALS_LOST,
    DEALS_WON,
    has_declarer,
    more_points_win,
    rankings_of,
    tally_names,
    tally_ranking,
)


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break of every game: its key and its words."""

    key: str
    name: str
    source: str
    meaning: str
    unit: Unit = Unit.POINTS


TIE_BREAKS = (
    TieBreak(
        "total",
        text("Total"),
        text("club practice"),
        text("Points of the rounds that count."),
    ),
    TieBreak(
        "points",
        text("Points of all rounds"),
        text("club practice"),
        text("Points of all rounds, dropped rounds included."),
    ),
    TieBreak(
        DEALS_WON,
        text("Deals won"),
        text("Skat tournaments"),
        text("Deals won as declarer, in all rounds."),
        Unit.COUNT,
    ),
    TieBreak(
        DEALS_LOST,
        text("Fewest deals lost"),
        text("Skat tournaments"),
        text("Deals lost as declarer, in all rounds; fewer are better."),
        Unit.COUNT,
    ),
    TieBreak(
        "best_round",
        text("Best round"),
        text("sailing: Racing Rules, A8.1"),
        text("The best single round, measured by the value that ranks the event."),
    ),
    TieBreak(
        "last_round",
        text("Last round"),
        text("sailing: Racing Rules, A8.2"),
        text(
            "The last round played, measured by the value that ranks the event; players who sat it out "
            "come last."
        ),
    ),
    TieBreak(
        "head_to_head",
        text("Head to head"),
        text("chess: direct encounter"),
        text(
            "Points at the tables that tied players shared, minus the points of the other tied players there."
        ),
    ),
    TieBreak(
        "opponents",
        text("Strength of opponents"),
        text("chess: Buchholz"),
        text("The ranking values of all opponents added up, once per meeting."),
    ),
    TieBreak(
        "lot",
        text("Lot"),
        text("Stichtag: a lot committed to before the event"),
        text("The order of SHA-256 of the event's seed followed by the start number."),
        Unit.COUNT,
    ),
)
TIE_BREAK_BY_KEY = {each.key: each for each in TIE_BREAKS}
OF_DECLARERS = (DEALS_WON, DEALS_LOST)


# A game's tie-breaks and how each is read


def tie_break_keys(game: Game) -> tuple[str, ...]:
    """Return the keys that apply to this game: those of every game, then its own tallies."""
    common = [key for key in TIE_BREAK_BY_KEY if has_declarer(game) or key not in OF_DECLARERS]
    return tuple(dict.fromkeys([*common, *tally_names(game)]))


def tie_break_ranking(key: str, game: Game, first: Ranking, options: Any = None) -> Ranking:
    """Return a tie-break as a ranking value: its label, its unit, which end is better."""
    known = TIE_BREAK_BY_KEY.get(key)
    if known is None:
        return tally_ranking(key, game)
    points_win = more_points_win(rankings_of(game, options))
    is_high = is_high_better(key, game, points_win=points_win, first_is_high=first.high_is_better)
    return Ranking(key, known.name, is_high, first.unit if other_name(key) in BY_VALUE else known.unit)
