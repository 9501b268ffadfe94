"""Fipsen as played in Thedinghausen (Lower Saxony): no bids, five players, first with ten tricks wins bread.

Source: the Japanese description of Fipsen, section Thedinghausen (`fipsen.txt`); "ours" marks what it leaves
open. A table records the tricks of every seat, and the first player if two pass ten in one deal. Games won,
bread, money and the next dealer are computed. Many games follow each other on one sheet; the money for the
bread is charged with the first deal of each.

>>> state, outcome = settle(opening(Options(), seats=5, first_dealer=0), Record(tricks=(5, 0, 0, 0, 0)))
>>> outcome.deltas, outcome.facts["cents"], outcome.facts["hedewigs"]
((5, 0, 0, 0, 0), (320, -180, -180, -180, -180), (5, 0, 0, 0, 0))
"""

from rules.board import Unit
from rules.evenings import CommonDeal, Tap
from rules.fipsen.thedinghausen.prose import PAGE
from rules.fipsen.thedinghausen.record import FIELDS, SEATS, SWITCHES, Options, Record
from rules.fipsen.thedinghausen.settle import board, extra, opening, settle, tallies
from rules.fipsen.thedinghausen.violations import table_violations, violations
from rules.game import Game, Ranking, text

GAME = Game(
    key="fipsen-thedinghausen",
    name=text("Fipsen (Thedinghausen)"),
    title=text("Each player plays alone for bread: the first with ten tricks wins the game."),
    source=text("Description of Fipsen in Japanese after Yuji Akagiri, section Thedinghausen"),
    seats=SEATS,
    standard_seats=5,
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
    ranks_by=(
        Ranking("games", text("Games"), unit=Unit.COUNT),
        Ranking("hedewigs", text("Hedewigs"), unit=Unit.BREAD),
        Ranking("cents", text("Money"), unit=Unit.CENTS),
        Ranking("tricks", text("Tricks"), unit=Unit.COUNT),
    ),
    extra=extra,
    board=board,
    page=PAGE,
    common_deal=CommonDeal(
        "tricks 0, 2, 1, 1, 1",
        (Tap("tricks", 0), Tap("tricks", 2), Tap("tricks", 1), Tap("tricks", 1)),
        (0, 2, 1, 1, 1),
    ),
)
