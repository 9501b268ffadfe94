"""Fipsen as played in Prisdorf (Holstein), with its 100-deal tournament.

Source: the Japanese description of Fipsen, first half (`fipsen.txt`); "ours" marks what it leaves open. A
table records the declarer, the bid and its options, the trumps, whether the skat was taken, and the
declarer's tricks. The auction is not recorded (rules/auction.py can check one). The automatic options, the
value, the points and the next dealer are computed.

>>> named = {"contract": "tricks", "declarer": 2, "bid": 3, "announced": ("hand",)}
>>> record = Record(**named, trump="S", took_skat=False, tricks=3)
>>> state, outcome = settle(GAME.opening(Options(), seats=4, first_dealer=0), record)
>>> outcome.deltas, outcome.facts["options"], state.dealer
((0, 0, 6, 0), ('hand',), 1)
"""

from rules.evenings import SEAT, CommonDeal, Evening, Tap
from rules.fipsen.prisdorf.bidding import AUCTION
from rules.fipsen.prisdorf.prose import PAGE
from rules.fipsen.prisdorf.record import FIELDS, SEATS, SWITCHES, TOURNAMENT_DEALS, Options, Record
from rules.fipsen.prisdorf.settle import settle
from rules.fipsen.prisdorf.violations import table_violations, violations
from rules.game import Game, RoundLength, declarer_made, text

GAME = Game(
    key="fipsen-prisdorf",
    name=text("Fipsen (Prisdorf)"),
    title=text("A quick trick game of bids and options: the highest bidder plays alone for five tricks."),
    source=text("Description of Fipsen in Japanese after Yuji Akagiri, first half"),
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
    round_length=RoundLength(deals=TOURNAMENT_DEALS),
    tournament_options={"contra": False},
    auction=AUCTION,
    page=PAGE,
    common_deal=CommonDeal(
        "three tricks bid and made",
        (Tap(SEAT, 1), Tap("bid", 3), Tap("trump", "S"), Tap("tricks", 3)),
        (0, 3, 0, 0),
    ),
    evenings=(
        Evening(
            key="fipsen-evening",
            label=text("Fipsen evening, 2 x 100 deals"),
            name=text("Fipsen evening"),
            description=text("Two rounds of 100 deals at tables of four, of 120 at tables of three."),
            deals_per_table={4: 100, 3: 120},
            planned_rounds=2,
        ),
    ),
)
