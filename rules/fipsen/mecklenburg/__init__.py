"""Fips of Mecklenburg: Anseger Fips, and Dutt Fips, which is played even if all players pass.

Source: the Japanese description of Fipsen, last section (`fipsen.txt`), after a dialect dictionary. The
source states no scoring at all: every point here is ours (house scoring, version 1) and labelled so. A table
records the declarer, the contract, the trumps and the tricks of all four seats. The auction is not recorded
(rules/rotation.py can check one). The Ruten that diamonds add automatically, the value, the points and the
next dealer are computed.

>>> record = Record(contract="tricks", declarer=2, bid=3, trump="D", tricks=(0, 1, 3, 1))
>>> state, outcome = settle(ANSEGER_GAME.opening(Options(), seats=4, first_dealer=0), record)
>>> outcome.deltas, outcome.facts["options"], state.dealer
((0, 0, 6, 0), ('ruten',), 1)
"""

from dataclasses import replace

from rules.evenings import SEAT, CommonDeal, Tap
from rules.fipsen.mecklenburg.bidding import ANSEGER_AUCTION, DUTT_AUCTION
from rules.fipsen.mecklenburg.prose import ANSEGER_PAGE, DUTT_PAGE
from rules.fipsen.mecklenburg.record import (
    ANSEGER_FIELDS,
    DUTT_FIELDS,
    HOUSE_SCORING,
    SEATS,
    SWITCHES,
    Options,
    Record,
)
from rules.fipsen.mecklenburg.settle import settle
from rules.fipsen.mecklenburg.violations import anseger_violations, dutt_violations, table_violations
from rules.game import Game, declarer_made, text

ANSEGER_GAME = Game(
    key="fips-anseger",
    name=text("Anseger Fips (Mecklenburg)"),
    title=text(
        "An ancestor of Fipsen: bids of one to five tricks, with five cards in the middle to exchange."
    ),
    source=text("Description of Fipsen in Japanese after Yuji Akagiri, section Mecklenburg"),
    seats=SEATS,
    standard_seats=4,
    is_clockwise=True,
    Options=Options,
    Record=Record,
    switches=SWITCHES,
    fields=ANSEGER_FIELDS,
    table_violations=table_violations,
    violations=anseger_violations,
    settle=settle,
    declared=declarer_made,
    auction=ANSEGER_AUCTION,
    house_scoring=HOUSE_SCORING,
    page=ANSEGER_PAGE,
    common_deal=CommonDeal(
        "three tricks bid, all five made",
        (Tap(SEAT, 1), Tap("bid", 3), Tap("trump", "S"), Tap("tricks", 5)),
        (0, 3, 0, 0),
    ),
)

DUTT_GAME = replace(
    ANSEGER_GAME,
    key="fips-dutt",
    name=text("Dutt Fips (Mecklenburg)"),
    title=text("Anseger Fips in which the first player must take the five cards if all players pass."),
    fields=DUTT_FIELDS,
    violations=dutt_violations,
    auction=DUTT_AUCTION,
    page=DUTT_PAGE,
)
