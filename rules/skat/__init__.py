"""Skat after the International Skat Order, with the list scoring of clubs (extended Seeger-Fabian).

Source: International Skat Order (ISkO) and Skat competition order (SkWO), November 2022; "ours" marks what
they leave open. A table records the declarer, the game, the matadors, the result, and where they apply hand,
announcement, level, bid or card points. The value, overbidding, the bonus of the others and the next dealer
are computed.

>>> record = Record(contract="C", declarer=1, matadors=-2, result="lost")
>>> state, outcome = settle(opening(Options(), seats=4, first_dealer=3), record)
>>> outcome.deltas, outcome.facts["value"], state.dealer
((30, -122, 30, 30), 36, 0)
"""

from rules.board import Unit
from rules.evenings import SEAT, CommonDeal, Evening, Tap
from rules.game import Game, ListColumn, ListSheet, Ranking, RoundLength, declarer_made, text
from rules.skat.bidding import AUCTION
from rules.skat.prose import PAGE
from rules.skat.record import FIELDS, LIST_DEALS, SEATS, SWITCHES, Options, Record
from rules.skat.settle import (
    extra,
    foot,
    game_points_of,
    games_lost_of,
    games_won_of,
    hints,
    notes,
    opening,
    settle,
    tallies,
)
from rules.skat.violations import table_violations, violations

GAME = Game(
    key="skat",
    name=text("Skat"),
    title=text("One plays against two: bid the value of a hand, take the skat, win with 61 card points."),
    source=text("International Skat Order and Skat competition order, November 2022"),
    seats=SEATS,
    standard_seats=4,
    is_clockwise=True,
    Options=Options,
    Record=Record,
    switches=SWITCHES,
    fields=FIELDS,
    table_violations=table_violations,
    opening=opening,
    violations=violations,
    settle=settle,
    tallies=tallies,
    declared=declarer_made,
    statistics=(
        Ranking("game_points", text("Game points"), unit=Unit.COUNT),
        Ranking("others_lost", text("Games lost by others"), unit=Unit.COUNT),
    ),
    ranks_by=(
        Ranking("total", text("Total"), unit=Unit.COUNT),  # a list has no plus
        Ranking("won", text("Games won"), unit=Unit.COUNT),
        Ranking("lost", text("Games lost"), high_is_better=False, unit=Unit.COUNT),
    ),
    extra=extra,
    list_sheet=ListSheet(
        foot=foot,
        columns=(
            ListColumn(text("Points"), game_points_of),
            ListColumn(text("W"), games_won_of),
            ListColumn(text("L"), games_lost_of),
        ),
    ),
    hints=hints,
    notes=notes,
    round_length=RoundLength(deals=LIST_DEALS),
    tournament_options={"kontra": False},
    auction=AUCTION,
    page=PAGE,
    common_deal=CommonDeal(
        "clubs with 1, won",
        (Tap(SEAT, 1), Tap("contract", "C"), Tap("matadors", 1), Tap("result", "won")),
        (0, 74, 0, 0),
    ),
    evenings=(
        Evening(
            key="skat-evening",
            label=text("Skat evening, 2 x 48 deals (36 at three)"),
            name=text("Skat evening"),
            description=text(
                "Two lists of 48 deals at tables of four, of 36 at tables of three: each player plays 36"
                " deals a list, so totals can be compared directly."
            ),
            deals_per_table={4: 48, 3: 36},
            planned_rounds=2,
        ),
        Evening(
            key="skat-three-lists",
            label=text("Skat, 3 x 36"),
            name=text("Skat evening"),
            description=text("Three lists of 36 deals at every table."),
            deals_per_table={4: 36, 3: 36},
            planned_rounds=3,
        ),
    ),
)
