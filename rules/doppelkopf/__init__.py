"""Doppelkopf after the tournament rules of the Deutscher Doppelkopf-Verband (TSR), with club house rules.

Source: Turnier-Spielregeln of 1 July 2000; "public" marks public pages and scorers, "ours" what they leave
open. A table records the kind of deal, the players of Re, the card points of Re, the highest call of either
side and the special points. The winner, the value, the kind of a solo, the players who still owe one, the
player who sits out and the next dealer are computed.

>>> record = Record(contract="normal", declarer=0, partner=2, card_points=110, re_said="no60")
>>> state, outcome = settle(opening(Options(), seats=4, first_dealer=0), record)
>>> outcome.deltas, outcome.facts["winner"], state.dealer
((-8, 8, -8, 8), 'kontra', 1)
"""

from rules.board import Unit
from rules.doppelkopf.prose import PAGE
from rules.doppelkopf.record import FIELDS, SEATS, SWITCHES, Options, Record
from rules.doppelkopf.settle import (
    FOXES_CAUGHT,
    KONTRA_WON,
    RE_WON,
    SOLO_POINTS,
    SOLOS_PLAYED,
    SOLOS_WON,
    WON,
    board,
    extra,
    foot,
    hints,
    is_over,
    likely_dealers,
    opening,
    settle,
    tallies,
)
from rules.doppelkopf.value import alone_made, alone_seats, losers, mandatory_seats, notes, row_words
from rules.doppelkopf.violations import table_violations, violations
from rules.doppelkopf.words import TOURNAMENT_DEALS
from rules.evenings import LABEL, SEAT, CommonDeal, Evening, Tap
from rules.game import Game, ListMark, ListSheet, Ranking, RoundLength, text

GAME = Game(
    key="doppelkopf",
    name=text("Doppelkopf"),
    title=text(
        "Two against two with partners unknown at first, or one against three: 48 cards, 240 card points."
    ),
    source=text("Tournament rules (TSR) of the Deutscher Doppelkopf-Verband, 1 July 2000"),
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
    declared=alone_made,
    losers=losers,
    statistics=(
        Ranking(RE_WON, text("Won with Re"), unit=Unit.COUNT),
        Ranking(KONTRA_WON, text("Won with Kontra"), unit=Unit.COUNT),
        Ranking(SOLOS_PLAYED, text("Solos"), unit=Unit.COUNT),
        Ranking(SOLOS_WON, text("Solos won"), unit=Unit.COUNT),
        Ranking(FOXES_CAUGHT, text("Foxes caught"), unit=Unit.COUNT),
    ),
    ranks_by_before=(
        Ranking("total", text("Total")),
        Ranking(WON, text("Deals won"), unit=Unit.COUNT),
        Ranking(SOLO_POINTS, text("Points in mandatory solos")),
    ),
    is_over=is_over,
    extra=extra,
    board=board,
    list_sheet=ListSheet(
        foot=foot,
        marks=(
            ListMark(text("M"), text("mandatory solo"), mandatory_seats),
            ListMark(text("S"), text("played alone"), alone_seats),
        ),
    ),
    hints=hints,
    notes=notes,
    row_words=row_words,
    likely_dealers=likely_dealers,
    round_length=RoundLength(deals=TOURNAMENT_DEALS, option="list_deals"),
    tournament_options={
        "mandatory_solo": True,
        "solo_counts_triple": True,
        "against_the_old": True,
        "fox": True,
        "charlie": True,
        "doppelkopf": True,
        "without_nines": False,
        "throwing": False,
        "bock": False,
        "solo_leads": False,
        "second_ten_beats_first": "no",
    },
    page=PAGE,
    more=text("+ Calls, foxes …"),
    common_deal=CommonDeal(
        "a normal deal, Re has 142 card points",
        (Tap(SEAT, 1), Tap("partner", 3), Tap(LABEL, "Card points of Kontra", "98")),
        (-1, 1, -1, 1),
    ),
    evenings=(
        Evening(
            key="doppelkopf-three-lists",
            label=text("Doppelkopf, 3 x 24"),
            name=text("Doppelkopf evening"),
            description=text(
                "Three lists of 24 deals at tables of four, of 30 at tables of five, where the dealer sits"
                " out: each player plays about 24 deals a list, so totals can be compared directly."
            ),
            deals_per_table={4: 24, 5: 30},
            planned_rounds=3,
        ),
    ),
)
