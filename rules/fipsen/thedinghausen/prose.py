"""The rules page of Fipsen (Thedinghausen)."""

from collections.abc import Iterator, Sequence
from typing import Any

from rules.board import Unit
from rules.examples import Table
from rules.game import Game, Term, text
from rules.prose import Amount, Decision, RulesPage, ScoreTable, Situation

A_DEAL = {"tricks": [1, 1, 1, 1, 1]}
ALL_FIVE = {"tricks": [5, 0, 0, 0, 0]}
NEARLY_TEN = ({"tricks": [4, 1, 0, 0, 0]}, {"tricks": [4, 0, 1, 0, 0]})
THE_TENTH = {"tricks": [2, 0, 0, 3, 0]}
BOTH_AT_NINE = (
    {"tricks": [4, 1, 0, 0, 0]},
    {"tricks": [4, 1, 0, 0, 0]},
    {"tricks": [1, 4, 0, 0, 0]},
    {"tricks": [0, 3, 2, 0, 0]},
)
BOTH_REACH_TEN = {"tricks": [2, 2, 1, 0, 0]}
FIRST, ANOTHER = 0, 4


def tables(game: Game) -> Iterator[ScoreTable]:
    """Yield deals that cost or earn money and bread."""
    yield ScoreTable(
        title=text("Result of a deal"),
        head=("", Term(text("Tricks")), Term(text("Money")), Term(text("Hedewigs"))),
        rows=(
            (Term(text("First deal of a game, one trick each")), *worths(game, [A_DEAL], FIRST)),
            (Term(text("A later deal, one trick each")), *worths(game, [A_DEAL, A_DEAL], FIRST)),
            (Term(text("All five tricks in a later deal")), *worths(game, [A_DEAL, ALL_FIVE], FIRST)),
            (Term(text("Each other player in that deal")), *worths(game, [A_DEAL, ALL_FIVE], ANOTHER)),
            (
                Term(text("The deal that brings the tenth trick")),
                *worths(game, [*NEARLY_TEN, THE_TENTH], FIRST),
            ),
        ),
        note=text("Computed with the usual prices; a club may set others."),
    )


def worths(game: Game, deals: Sequence[dict[str, Any]], seat: int) -> tuple[Amount, Amount, Amount]:
    """Return tricks, money and bread of the last of these deals for a seat."""
    outcome = Table(game).settle(*deals)
    return (
        Amount(outcome.deltas[seat], Unit.COUNT),
        Amount(outcome.facts["cents"][seat], Unit.CENTS),
        Amount(outcome.facts["hedewigs"][seat], Unit.BREAD),
    )


SITUATIONS = (
    Situation(text("The first deal of a game."), {"tricks": [0, 2, 1, 1, 1]}),
    Situation(text("One player wins all five tricks."), {"tricks": [0, 5, 0, 0, 0]}, before=(A_DEAL,)),
    Situation(text("A player has ten tricks: the game is won."), THE_TENTH, before=NEARLY_TEN),
    Situation(
        text("The deal ends early, at the tenth trick."), {"tricks": [1, 0, 0, 0, 0]}, before=BOTH_AT_NINE
    ),
    Situation(
        text("Two players reach ten tricks in one deal."),
        {**BOTH_REACH_TEN, "first_to_ten": 1},
        before=BOTH_AT_NINE,
    ),
    Situation(
        text("Two players reach ten tricks, and nobody is chosen."),
        BOTH_REACH_TEN,
        "first_to_ten_required",
        before=BOTH_AT_NINE,
    ),
    Situation(text("The tricks add up to four."), {"tricks": [1, 1, 1, 1, 0]}, "tricks_sum_not_five"),
)

PAGE = RulesPage(
    pack=(
        text("32 cards: 7 to ace of all four suits. From high to low: ace, king, queen, jack, 10, 9, 8, 7."),
    ),
    seats=(text("Each player plays alone, over many deals; there is no bidding and no declarer."),),
    deal=(
        text(
            "Three cards each; the next card is turned up, and its suit is trumps; then two more"
            " each. Six cards are left over."
        ),
        text("If an ace is turned up, the holder of the 7 of trumps may swap it for the ace."),
    ),
    play=(
        text("The player left of the dealer leads."),
        text(
            "Players follow suit; a player who cannot may play any card. The highest trump wins the "
            "trick; without a trump, the highest card of the suit led. The winner leads."
        ),
    ),
    scoring=(
        text(
            "Each player's tricks add up over the deals. The first player with ten wins the game and its "
            "prize of bread; then all tricks of the game are cleared and the next game begins."
        ),
        text("At the start of a game each player pays for the bread."),
        text(
            "All five tricks of a deal: sweet bread (Hedewigs) at once, and money from each other "
            "player. The game goes on, and the five tricks count."
        ),
    ),
    record=(
        text(
            "Many games follow each other on one sheet. A deal may end at a player's tenth trick. If two "
            "players pass ten in one deal, the table records which had them first."
        ),
    ),
    ending=(text("Most games won; then most Hedewigs; then most money; then most tricks."),),
    situations=SITUATIONS,
    decisions=(
        Decision(
            text("The source says 25 cards."),
            text("32: five hands, the card turned up and six left over make 32."),
        ),
        Decision(
            text("Two players pass ten tricks in one deal."),
            text("The player who won the tenth trick first wins."),
        ),
        Decision(text("Is the winning deal played to its end?"), text("Both ways are accepted on a sheet.")),
        Decision(
            text("What is the prize of a game?"),
            text(
                "A voucher for bread, worth what five players paid; a club may set another number of"
                " Hedewigs."
            ),
        ),
        Decision(
            text("When is the money for the bread charged?"),
            text("With the first deal of a game: a game that is never begun costs nothing."),
        ),
        Decision(
            text("Must players trump? A newspaper says so, the source does not."),
            text("No; a club may require it. The score does not depend on it."),
        ),
    ),
    tables=tables,
)
