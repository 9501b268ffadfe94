"""Frepe (Julepe): chips in a pot and five tricks; a player who plays must take two of them or pay.

Source: Yuji Akagiri's description of 2008 (`frepe.txt`); "ours" marks what it leaves open. A table records
the players who play, the tricks of every seat and whether the dealer took the turned-up card. Antes, the pot,
payments, the player who sits out of seven and the next dealer are computed. Seats are numbered
counter-clockwise: the dealer's right is the next seat.

>>> record = Record(playing=(True, True, False, False, False, False), tricks=(1, 4, 0, 0, 0, 0))
>>> state, outcome = settle(opening(Options(), seats=6, first_dealer=0), record)
>>> outcome.deltas, state.pot, state.next_ante
((-70, 110, -10, -10, -10, -10), 0, 'all')
"""

from rules.evenings import SEAT, CommonDeal, Tap
from rules.frepe.prose import PAGE
from rules.frepe.record import FIELDS, SEATS, SWITCHES, Options, Record
from rules.frepe.settle import board, extra, hints, opening, settle, tallies
from rules.frepe.violations import table_violations, violations
from rules.game import Game, Ranking, text

GAME = Game(
    key="frepe",
    name=text("Frepe (Julepe)"),
    title=text(
        "A game of chips: play or pass; a player who plays and wins fewer than two tricks pays the pot."
    ),
    source=text("Yuji Akagiri 2008, after Carrillo's page on briscas"),
    seats=SEATS,
    standard_seats=6,
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
    ranks_by=(Ranking("total", text("Chips")),),
    extra=extra,
    board=board,
    hints=hints,
    page=PAGE,
    common_deal=CommonDeal(
        "the dealer and two others play",
        (Tap(SEAT, 1), Tap(SEAT, 3), Tap("tricks", 1), Tap("tricks", 2)),
        (-130, 80, -10, 80, -10, -10),
    ),
)
