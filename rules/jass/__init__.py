"""Jass: Schieber as at Swiss tournaments, 157 points a deal, partners opposite each other.

Source: rules of the Jasskönig (JK, jasskoenig.doerferduell.li/reglement, paragraphs 1 to 3) and regulations
of Swiss tournaments of 2015 to 2019 ("public"), as read in November 2026; "ours" marks what they leave open.
A table records the points of one side and the kind of game; where they apply who chose it, a match, Stöck and
Weis. The points of the other side and of every player, the sum of the table and the next dealer are computed.

>>> record = Record(contract="C", points=(90, None))
>>> state, outcome = settle(opening(Options(), seats=4, first_dealer=0), record)
>>> outcome.deltas, extra(state)["table_sum"], state.dealer
((90, 67, 90, 67), 157, 1)
"""

from rules.board import Unit
from rules.evenings import SEAT, CommonDeal, Evening, Tap
from rules.game import Game, ListMark, ListSheet, Partners, Ranking, RoundLength, text
from rules.jass.prose import PAGE
from rules.jass.record import FIELDS, PASSE_DEALS, SEATS, SWITCHES, Options, Record, sides
from rules.jass.settle import board, extra, foot, match_seats, notes, opening, settle, sum_after, tallies
from rules.jass.violations import table_violations, violations

PASSEN = 4


def passen(key: str, label: str, deals: int) -> Evening:
    """Return an evening with partners by lot: the best three Passen count, then the highest one."""
    return Evening(
        key=key,
        label=label,
        name=text("Jass evening"),
        description=text(
            "Four Passen; the draw gives each player another partner and other opponents. The best three"
            " Passen count, and level players go by their highest."
        ),
        deals_per_table={4: deals},
        planned_rounds=PASSEN,
        policy={"by": "game", "best": PASSEN - 1, "tie_breaks": ["best_round"]},
        new_partners=True,
    )


GAME = Game(
    key="jass",
    name=text("Jass"),
    title=text("Schieber, two against two: 36 cards, 157 points a deal, a player scores the side's points."),
    source=text("Rules of the Jasskönig and regulations of Swiss tournaments"),
    seats=SEATS,
    standard_seats=4,
    is_clockwise=False,
    Options=Options,
    Record=Record,
    switches=SWITCHES,
    fields=FIELDS,
    table_violations=table_violations,
    opening=opening,
    violations=violations,
    settle=settle,
    tallies=tallies,
    ranks_by=(Ranking("total", text("Total"), unit=Unit.COUNT),),  # points are only won
    statistics=(Ranking("matches", text("Matches"), unit=Unit.COUNT),),
    extra=extra,
    board=board,
    list_sheet=ListSheet(
        foot=foot,
        is_by_side=True,
        sum_after=sum_after,
        marks=(ListMark("◆", text("match"), match_seats),),
    ),
    notes=notes,
    partners=Partners(sides=sides),
    round_length=RoundLength(deals=PASSE_DEALS, step=4),
    tournament_options={"match_bonus": 0, "stoeck": False, "weis": False},
    page=PAGE,
    common_deal=CommonDeal(
        "acorns, 90 points for the side of seat 1",
        (Tap("contract", "C"), Tap(SEAT, 0, "90")),
        (90, 67, 90, 67),
    ),
    evenings=(
        passen("jass-single-12", text("Jass, single, 4 x 12, the worst Passe left out"), 12),
        passen("jass-single-8", text("Jass, single, 4 x 8, the worst Passe left out"), 8),
        Evening(
            key="jass-pairs",
            label=text("Jass, pairs, 4 x 12"),
            name=text("Jass evening"),
            description=text(
                "Four Passen of 12 deals. Partners sit opposite each other all evening: form a team of each"
                " pair."
            ),
            deals_per_table=PASSE_DEALS,
            planned_rounds=PASSEN,
        ),
    ),
)
