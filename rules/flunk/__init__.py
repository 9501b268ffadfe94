"""Flunk, by David Parlett: the dealer always plays, with an open dummy, for an exact number of tricks.

Source: the Japanese description of Flunk (`flunk.txt`), without author or date, as read in November 2026;
"ours" marks what it leaves open. A table records the bid, the trumps and the tricks of hand and dummy
together; for a Dump the suit and how many of its cards were taken. The declarer (the dealer), the result, the
points and the next dealer are computed.

>>> record = Record(contract="high", bid=9, trump="C", tricks=11)
>>> state, outcome = settle(GAME.opening(Options(), seats=3, first_dealer=0), record)
>>> outcome.deltas, outcome.facts["result"], state.dealer
((22, 0, 0), 'flunk', 1)
"""

from rules.evenings import CommonDeal, Tap
from rules.flunk.prose import PAGE
from rules.flunk.record import DEALS_IN_A_RUBBER, FIELDS, SEATS, SWITCHES, Options, Record
from rules.flunk.settle import declared, hints, settle
from rules.flunk.violations import table_violations, violations
from rules.game import Game, RoundLength, text

GAME = Game(
    key="flunk",
    name=text("Flunk"),
    title=text("The dealer plays with an open dummy and bids an exact number of tricks."),
    source=text("Japanese description of David Parlett's game"),
    seats=SEATS,
    standard_seats=3,
    is_clockwise=True,
    Options=Options,
    Record=Record,
    switches=SWITCHES,
    fields=FIELDS,
    table_violations=table_violations,
    violations=violations,
    settle=settle,
    declared=declared,
    hints=hints,
    round_length=RoundLength(deals={3: DEALS_IN_A_RUBBER}, step=3),
    page=PAGE,
    common_deal=CommonDeal(
        "seven tricks bid and made", (Tap("bid", 7), Tap("trump", "S"), Tap("tricks", 7)), (70, 0, 0)
    ),
)
