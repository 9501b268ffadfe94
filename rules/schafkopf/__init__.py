"""Schafkopf as clubs play it at tournaments (Schafkopfrennen), with the tariff and rules of the announcement.

Source: Schafkopf order of the Bayerischer Schafkopf-Verein (SO, December 1989) and rules of the
Schafkopfschule e.V. (SS, 29 March 2007); "public" marks public pages, "ours" what they leave open. A table
records the game, the player, the partner of a Ruf, and the result or the card points; where they apply the
called ace, trumps, announcement, level, Laufende and doublings. The value, who pays, the player who sits
out and the next dealer are computed.

>>> record = Record(contract="ruf", declarer=0, partner=1, card_points=71, laufende=3)
>>> state, outcome = settle(opening(Options(), seats=4, first_dealer=3), record)
>>> outcome.deltas, outcome.facts["value"], state.dealer
((4, 4, -4, -4), 4, 0)
"""

from rules.board import Unit
from rules.evenings import SEAT, CommonDeal, Evening, Tap
from rules.game import MINUS, Game, ListColumn, ListMark, ListSheet, Ranking, RoundLength, text
from rules.schafkopf.bidding import AUCTION
from rules.schafkopf.prose import PAGE
from rules.schafkopf.record import FIELDS, SEATS, SWITCHES, Options, Record
from rules.schafkopf.settle import (
    declared,
    extra,
    foot,
    hints,
    minus_of,
    notes,
    opening,
    plus_of,
    row_words,
    settle,
    solo_seats,
    sum_after,
    tallies,
)
from rules.schafkopf.violations import table_violations, violations
from rules.schafkopf.words import LIST_DEALS

HOME_TARIFF = {
    "tariff_ruf": 20,
    **dict.fromkeys(("tariff_wenz", "tariff_geier", "tariff_farbwenz", "tariff_solo"), 50),
    "tariff_bettel": 30,
    "tariff_extra": 10,
}


def two_lists(key: str, label: str, tariff: dict[str, int]) -> Evening:
    """Return an evening of two lists with one of the tariffs in use."""
    return Evening(
        key=key,
        label=label,
        name=text("Schafkopf evening"),
        description=text(
            "Two lists of 32 deals at tables of four, of 40 at tables of five, where the dealer sits"
            " out: each player plays 32 deals a list, so totals can be compared directly."
        ),
        deals_per_table=LIST_DEALS,
        planned_rounds=2,
        options=tariff,
    )


GAME = Game(
    key="schafkopf",
    name=text("Schafkopf"),
    title=text("Two against two by calling an ace, or one against three: 32 cards, 61 card points win."),
    source=text(
        "Schafkopf order of the Bayerischer Schafkopf-Verein, 1989, and rules of the Schafkopfschule, 2007"
    ),
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
    declared=declared,
    statistics=(
        Ranking("solos_won", text("Solos won"), unit=Unit.COUNT),
        Ranking("won", text("Games won"), unit=Unit.COUNT),
        Ranking("lost", text("Games lost"), high_is_better=False, unit=Unit.COUNT),
    ),
    ranks_by=(
        Ranking("total", text("Total")),
        Ranking("solos_won", text("Solos won"), unit=Unit.COUNT),
        Ranking("won", text("Games won"), unit=Unit.COUNT),
    ),
    extra=extra,
    list_sheet=ListSheet(
        foot=foot,
        columns=(
            ListColumn("+", plus_of, is_running=False),
            ListColumn(MINUS, minus_of, is_running=False),
        ),
        sum_after=sum_after,
        marks=(ListMark("○", text("solo won"), solo_seats),),
    ),
    hints=hints,
    more=text("+ Card points"),
    notes=notes,
    row_words=row_words,
    round_length=RoundLength(deals=LIST_DEALS),
    tournament_options={"stoss_max": 0},
    auction=AUCTION,
    page=PAGE,
    common_deal=CommonDeal(
        "a Ruf on the ace of acorns, won",
        (Tap(SEAT, 1), Tap("partner", 3), Tap("called", "C"), Tap("result", "won")),
        (-1, 1, -1, 1),
    ),
    evenings=(
        two_lists("schafkopf-two-lists", text("Schafkopf, 2 x 32, tariff A: 1 and 5, with Laufende"), {}),
        two_lists(
            "schafkopf-two-lists-b",
            text("Schafkopf, 2 x 32, tariff B: 1 and 5, without Laufende"),
            {"laufende_from": 0, "laufende_from_wenz": 0},
        ),
        two_lists(
            "schafkopf-two-lists-c", text("Schafkopf, 2 x 32, tariff C: 20 and 50, extras 10"), HOME_TARIFF
        ),
    ),
)
