"""Fipsen as played in Grossenaspe (Holstein): 32 cards, plain bidding; the others score a lost bid.

Source: the Japanese description of Fipsen, section Grossenaspe (`fipsen.txt`); "ours" marks what it leaves
open. A table records the declarer, the bid, the trumps and the declarer's tricks. The auction is not recorded
(rules/rotation.py can check one). The Gute that clubs add automatically, the player who sits out, the value,
the points and the next dealer are computed.

>>> record = Record(contract="tricks", declarer=2, bid=3, trump="C", tricks=2)
>>> state, outcome = settle(GAME.opening(Options(), seats=4, first_dealer=0), record)
>>> outcome.deltas, outcome.facts["options"], state.dealer
((6, 6, 0, 6), ('gute',), 1)
"""

from rules.evenings import SEAT, CommonDeal, Tap
from rules.fipsen.grossenaspe.bidding import AUCTION
from rules.fipsen.grossenaspe.prose import PAGE
from rules.fipsen.grossenaspe.record import FIELDS, SEATS, SWITCHES, Options, Record
from rules.fipsen.grossenaspe.settle import hints, settle
from rules.fipsen.grossenaspe.violations import table_violations, violations
from rules.game import Game, declarer_made, text

GAME = Game(
    key="fipsen-grossenaspe",
    name=text("Fipsen (Grossenaspe)"),
    title=text("Fipsen with 32 cards: the bids go round the table, and a lost bid scores for all opponents."),
    source=text("Description of Fipsen in Japanese after Yuji Akagiri, section Grossenaspe"),
    seats=SEATS,
    standard_seats=4,
    is_clockwise=True,
    Options=Options,
    Record=Record,
    switches=SWITCHES,
    fields=FIELDS,
    table_violations=table_violations,
    violations=violations,
    settle=settle,
    declared=declarer_made,
    hints=hints,
    auction=AUCTION,
    page=PAGE,
    common_deal=CommonDeal(
        "three tricks bid and made",
        (Tap(SEAT, 1), Tap("bid", 3), Tap("trump", "S"), Tap("tricks", 3)),
        (0, 3, 0, 0),
    ),
)
