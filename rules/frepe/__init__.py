"""Frepe (Julepe): chips in a pot, five tricks, and who plays must take two of them or pay.

Source: Yuji Akagiri's description of 2008 (`frepe.txt`); "ours" marks what it leaves open. A table writes
down who played, everybody's tricks and whether the dealer took the turned-up card. It does not write down
antes, the pot, payments, who sits out of seven or the next dealer: those are computed. Seats are numbered
counter-clockwise: the dealer's right is the next seat.

>>> record = Record(playing=(True, True, False, False, False, False), tricks=(1, 4, 0, 0, 0, 0))
>>> state, outcome = settle(opening(Options(), seats=6, first_dealer=0), record)
>>> outcome.deltas, state.pot, state.next_ante
((-70, 110, -10, -10, -10, -10), 0, 'all')
"""

from rules.frepe.prose import PAGE
from rules.frepe.record import FIELDS, SEATS, SWITCHES, Options, Record
from rules.frepe.settle import board, extra, hints, opening, settle, tallies
from rules.frepe.violations import table_violations, violations
from rules.game import Game, Ranking, text

GAME = Game(
    key="frepe",
    name=text("Frepe (Julepe)"),
    title=text("A game of chips: play or pass, and who plays without taking two tricks pays the pot."),
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
)
