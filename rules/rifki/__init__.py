"""Rifki (Turkish King): twenty deals, every player chooses two positive and three negative contracts.

Source: Yuji Akagiri's description of 2012 after pagat.com (`rifki.txt`); "ours" marks what it leaves open. A
table records the contract, the trumps if any, and how many units each seat took. The declarer (the dealer's
right), the contracts left, the points and the next dealer are computed. Seats are numbered counter-clockwise:
the dealer's right is the next seat.

>>> record = Record(contract="kiz", counts=(0, 3, 0, 1))
>>> state, outcome = settle(opening(Options(), seats=4, first_dealer=0), record)
>>> outcome.deltas, state.negatives_left, state.dealer
((0, -300, 0, -100), (3, 2, 3, 3), 1)
"""

from rules.evenings import CommonDeal, Evening, Tap
from rules.game import Game, RoundLength, text
from rules.rifki.prose import PAGE
from rules.rifki.record import DEALS_IN_A_GAME, FIELDS, SEATS, SWITCHES, Options, Record
from rules.rifki.settle import board, extra, hints, is_over, opening, settle, tallies
from rules.rifki.violations import table_violations, violations

GAME = Game(
    key="rifki",
    name=text("Rifki"),
    title=text("Turkish King: twenty deals of seven contracts that add up to zero."),
    source=text("Yuji Akagiri 2012, after pagat.com"),
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
    is_over=is_over,
    extra=extra,
    board=board,
    hints=hints,
    round_length=RoundLength(deals={4: DEALS_IN_A_GAME}),
    page=PAGE,
    common_deal=CommonDeal(
        "Kozlar, tricks to all four",
        (Tap("contract", "koz"), Tap("trump", "S"), Tap("counts", 2), Tap("counts", 5), Tap("counts", 3)),
        (100, 250, 150, 150),
    ),
    evenings=(
        Evening(
            key="rifki-night",
            label=text("Rifki evening"),
            name=text("Rifki evening"),
            description=text("One round after another at every table, until all players have met."),
        ),
    ),
)
