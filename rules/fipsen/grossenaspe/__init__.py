"""Fipsen as played in Grossenaspe (Holstein): 32 cards, plain bidding; the others score a lost bid.

Source: the Japanese description of Fipsen, section Grossenaspe (`fipsen.txt`); "ours" marks what it leaves
open. A table writes down who played alone, the bid, the trumps and the declarer's tricks. It does not
write down the auction (rules/rotation.py can check one), the Gute that clubs add by themselves, who sits
out, the value, the points or the next dealer: those are computed.

>>> record = Record(contract="tricks", declarer=2, bid=3, trump="C", tricks=2)
>>> state, outcome = settle(opening(Options(), seats=4, first_dealer=0), record)
>>> outcome.deltas, outcome.facts["options"], state.dealer
((6, 6, 0, 6), ('gute',), 1)
"""

from rules.fipsen.grossenaspe.bidding import AUCTION
from rules.fipsen.grossenaspe.prose import PAGE
from rules.fipsen.grossenaspe.record import FIELDS, SEATS, SWITCHES, Options, Record
from rules.fipsen.grossenaspe.settle import hints, opening, settle, tallies
from rules.fipsen.grossenaspe.violations import table_violations, violations
from rules.game import Game, Ranking, declarer_made, text

GAME = Game(
    key="fipsen-grossenaspe",
    name=text("Fipsen (Grossenaspe)"),
    title=text(
        "Fipsen with 32 cards: the bids go round the table, and a lost bid scores for everybody else."
    ),
    source=text("Description of Fipsen in Japanese after Yuji Akagiri, section Grossenaspe"),
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
    ranks_by=(Ranking("total", text("Total")),),
    hints=hints,
    auction=AUCTION,
    page=PAGE,
)
