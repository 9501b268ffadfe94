"""Hopfen: three players, a colour and a number of hops for each deal.

Source: made up; name here the book or page, its edition, and "ours" where it is silent. A table writes down
the colour and the number. It does not write down who scores (the player after the dealer), the points or
the next dealer: those are computed.

>>> state, outcome = settle(GAME.opening(Options(), seats=3, first_dealer=2), Record(colour="gold", hops=4))
>>> outcome.deltas, state.dealer
((8, 0, 0), 0)
"""

from rules.evenings import CommonDeal, Tap
from rules.game import Game, text
from tests.made_up_game.hopfen.prose import PAGE
from tests.made_up_game.hopfen.record import FIELDS, SEATS, SWITCHES, Options, Record
from tests.made_up_game.hopfen.settle import settle
from tests.made_up_game.hopfen.violations import table_violations, violations

GAME = Game(
    key="hopfen",
    name=text("Hopfen"),
    title=text("The player after the dealer picks hops."),
    source=text("made up"),
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
    page=PAGE,
    common_deal=CommonDeal("four gold hops", (Tap("colour", "gold"), Tap("hops", 4)), (0, 8, 0)),
)
