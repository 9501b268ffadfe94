"""Briscola, and Briscola after Scarne: 120 card points a deal, for two to five players.

Source: Yuji Akagiri's description of 1995 after David Parlett, "A Dictionary of Card Games", with a note on
Scarne's rules (`briscola.txt`); "ours" marks what it leaves open. A table records the card points of each
side (four players are two sides), with Scarne also a claim. The winner, the games and the next dealer are
computed. One game per sheet.

>>> state, outcome = settle(opening(Options(), seats=4, first_dealer=0), Record(points=(61, 59)))
>>> outcome.deltas, extra(state)["wins"], state.dealer
((1, 0, 1, 0), (1, 0), 1)
"""

from dataclasses import replace

from rules.board import Unit
from rules.briscola.prose import PAGE, SCARNE_PAGE
from rules.briscola.record import (
    FIELDS,
    SCARNE_FIELDS,
    SCARNE_SEATS,
    SCARNE_SWITCHES,
    SEATS,
    SWITCHES,
    Options,
    Record,
    ScarneOptions,
    sides,
)
from rules.briscola.settle import (
    board,
    extra,
    is_over,
    opening,
    scarne_board,
    scarne_extra,
    scarne_settle,
    settle,
    tallies,
)
from rules.briscola.violations import (
    scarne_table_violations,
    scarne_violations,
    table_violations,
    violations,
)
from rules.evenings import SEAT, CommonDeal, Tap
from rules.game import Game, Partners, Ranking, text

GAME = Game(
    key="briscola",
    name=text("Briscola"),
    title=text("Italian game of card points without a duty to follow suit; three deals won win the game."),
    source=text("Yuji Akagiri 1995, after David Parlett, “A Dictionary of Card Games”"),
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
    ranks_by=(
        Ranking("games", text("Games"), unit=Unit.COUNT),
        Ranking("deals", text("Deals won minus lost")),
        Ranking("card_points", text("Card point difference")),
    ),
    is_over=is_over,
    extra=extra,
    board=board,
    page=PAGE,
    partners=Partners(sides=sides),
    common_deal=CommonDeal("67 card points against 53", (Tap(SEAT, 0, "67"),), (1, 0, 1, 0)),
)

SCARNE_GAME = replace(
    GAME,
    key="briscola-scarne",
    name=text("Briscola (Scarne)"),
    title=text(
        "Briscola for two pairs: card points add up, and a side with 121 may stop the play and claim them."
    ),
    source=text("Yuji Akagiri 1995, note on “Scarne's Encyclopedia of Games”"),
    seats=SCARNE_SEATS,
    Options=ScarneOptions,
    switches=SCARNE_SWITCHES,
    fields=SCARNE_FIELDS,
    table_violations=scarne_table_violations,
    violations=scarne_violations,
    settle=scarne_settle,
    extra=scarne_extra,
    board=scarne_board,
    page=SCARNE_PAGE,
    common_deal=CommonDeal("67 card points against 53", (Tap(SEAT, 0, "67"),), (0, 0, 0, 0)),
)
