"""The rules page of Jass. "JK" are the rules of the Jasskönig."""

from collections.abc import Iterator
from typing import Any

from rules.board import Unit
from rules.cards import CLUBS, DIAMONDS
from rules.examples import Table
from rules.game import Game, Term, text
from rules.jass.record import (
    DOWN_POINTS,
    NELL,
    OBENABE,
    PLAIN_POINTS,
    TRUMP_POINTS,
    UNDENUFE,
    UNDER,
    UP_POINTS,
)
from rules.prose import Amount, Decision, Phrase, RulesPage, ScoreTable, Situation

SHOWN_DEALS = (8, 12)
SHOWN_POINTS = (157, 120, 90, 67, 0)
RANK_NAMES = (
    ("A", text("ace")),
    ("K", text("king")),
    ("Q", text("Ober")),
    (UNDER, text("Under")),
    ("T", text("Banner (10)")),
    (NELL, text("nine")),
    ("8", text("eight")),
    ("6", text("six")),
)
COUNTS = (TRUMP_POINTS, PLAIN_POINTS, DOWN_POINTS, UP_POINTS)


def tables(game: Game) -> Iterator[ScoreTable]:
    """Yield points of both sides, the sum of a Passe, points of the cards."""
    yield side_table(game)
    yield sum_table(game)
    yield card_table()


def side_table(game: Game) -> ScoreTable:
    """Return who gets what, for some points of the first side; with a bonus of 100 and a doubled kind too."""
    home = {"match_bonus": 100, "factor_bells": 2}
    return ScoreTable(
        title=text("What every player of a side gets"),
        head=(
            Term(text("Points of one side")),
            Term(text("this side")),
            Term(text("the other side")),
            Term(text("at home: bells twice, bonus 100")),
        ),
        rows=tuple(
            (str(points), *both(game, {}, CLUBS, points), both(game, home, DIAMONDS, points))
            for points in SHOWN_POINTS
        ),
        note=text("All four totals of a table add up to twice the sum of both sides."),
    )


def both(game: Game, options: dict[str, Any], contract: str, points: int) -> tuple[int, ...]:
    """Return the points of a player of each side."""
    record = {"contract": contract, "points": [points, None]}
    return Table(game, options=options).settle(record).deltas[:2]


def sum_table(game: Game) -> ScoreTable:
    """Return the sum of the table after a Passe, with which its slip is checked."""
    rows = []
    for deals in SHOWN_DEALS:
        state, _ = Table(game).fold(*[{"points": [90, 67]}] * deals)
        heading = Phrase(text("{deals} deals"), {"deals": deals})
        rows.append((heading, Amount(game.extra(state)["table_sum"], Unit.COUNT)))
    return ScoreTable(
        title=text("Sum of the table after a Passe"),
        head=(Term(text("Passe")), Term(text("both sides together"))),
        rows=tuple(rows),
    )


def card_table() -> ScoreTable:
    """Return points of the cards: 152 in every kind, and 5 for the last trick."""
    return ScoreTable(
        title=text("Points of the cards"),
        head=(
            Term(text("Card")),
            Term(text("trumps")),
            Term(text("beside trumps")),
            Term(text("Obenabe")),
            Term(text("Undenufe")),
        ),
        rows=tuple(
            (Term(name), *(Amount(counts.get(rank, 0), Unit.COUNT) for counts in COUNTS))
            for rank, name in RANK_NAMES
        ),
        note=text("The seven counts nothing. The last trick counts 5: 157 in all."),
    )


SITUATIONS = (
    Situation(
        text("Acorns are trumps; seats 1 and 3 have 90 points."), {"contract": CLUBS, "points": [90, 67]}
    ),
    Situation(
        text("Undenufe after a push; seats 2 and 4 have 120."),
        {"contract": UNDENUFE, "points": [37, 120], "pushed": True},
    ),
    Situation(text("All nine tricks of an Obenabe."), {"contract": OBENABE, "points": [157, 0]}),
    Situation(
        text("157 points, but one trick of worthless cards is the others'."),
        {"contract": CLUBS, "points": [157, 0], "match": False},
    ),
    Situation(
        text("The last trick was forgotten."), {"contract": CLUBS, "points": [90, 62]}, "points_sum_not_157"
    ),
    Situation(text("A side has 156 points."), {"contract": CLUBS, "points": [156, 1]}, "points_impossible"),
)

PAGE = RulesPage(
    pack=(
        text(
            "36 cards: ace, king, Ober, Under, Banner (10), 9, 8, 7, 6 of acorns, shields, roses and bells."
            " In every kind of game 152 card points are in the pack."
        ),
        text(
            "Trumps, high to low: Under, nine (Nell), ace, king, Ober, Banner, 8, 7, 6. Other suits and"
            " Obenabe: ace down to six; Undenufe: six up to ace (JK 1)."
        ),
    ),
    seats=(
        text("Four players; partners sit opposite each other: seats 1 and 3, seats 2 and 4 (JK 2)."),
        text(
            "In a single ranking partners are drawn anew for every Passe and each player keeps the points of"
            " their side; in a ranking of pairs the pair stays together."
        ),
    ),
    deal=(
        text(
            "Three times three cards; the next player to the right deals. A misdeal is dealt again and not"
            " written."
        ),
    ),
    bidding_title=text("Choosing the kind"),
    bidding=(
        text(
            "Forehand, right of the dealer, chooses the kind or pushes; then the partner must choose."
            " Forehand leads in any case."
        ),
        text(
            "Slalom, if the event plays it: the tricks go in turn as Obenabe and Undenufe; it counts all"
            " through as it began."
        ),
    ),
    play=(
        text("A plain suit is followed or trumped at any time; without the suit any card may be played."),
        text("Trumps led, a trump is due; the Under of trumps need not be given."),
        text(
            "Nobody undertrumps: on a trump in a plain suit no lower trump may be played, except with nothing"
            " but trumps in hand."
        ),
    ),
    scoring=(
        text("Each side gets its card points, and 5 for the last trick: both together 157 (JK 1)."),
        text(
            "All nine tricks are a match. At tournaments it counts the same 157 and is written for the extra"
            " prize."
        ),
    ),
    record=(
        text(
            "Enter the kind and the points of one side: the other side has the rest. 157 is taken as a match"
            " unless you say no: a trick of four cards without points can be left to the others."
        ),
        text("Who chose is optional: tap “pushed”, or leave it."),
        text(
            "After a fault the deal is written like any other: after a late revoke this and all later tricks"
            " go to the others."
        ),
    ),
    options=(
        text(
            "At home kinds may count more than once, a match brings a bonus, Stöck (king and Ober of trumps)"
            " and Weis count: all of it is multiplied. A tournament plays without."
        ),
    ),
    ending=(
        text(
            "A Passe has 12 deals, 8 at shorter evenings: a multiple of four, so that all deal equally often."
        ),
        text(
            "After a Passe the sum of the table is checked. The highest total of all Passen wins, or of the"
            " best three of four; level players go by their highest Passe, if the event says so."
        ),
    ),
    situations=SITUATIONS,
    decisions=(
        Decision(
            text("The kind was not written: does the deal count?"),
            text("Yes, as long as no kind counts more than once and no Stöck are written."),
        ),
        Decision(
            text("157 points without a word: a match?"),
            text("Yes."),
        ),
        Decision(
            text("Who wins a deal?"),
            text("Nobody: points are added, deals are not won."),
        ),
        Decision(
            text("Whose Weis is better?"),
            text("That is the table's matter; only the number is checked."),
        ),
        Decision(
            text("Is Differenzler a kind of this game?"),
            text("No: take the game Points, where the lowest total wins."),
        ),
    ),
    tables=tables,
)
