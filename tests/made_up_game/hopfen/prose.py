"""The rules page of Hopfen."""

from collections.abc import Iterator

from rules.examples import Table
from rules.game import Game, Term, text
from rules.prose import Decision, RulesPage, ScoreTable, Situation
from tests.made_up_game.hopfen.record import COLOUR_CHOICES, GOLD, GREEN

PICKER = 1  # the seat after the first dealer
EXAMPLES = (1, 6)  # hops


def tables(game: Game) -> Iterator[ScoreTable]:
    """Return what hops of each colour are worth."""
    yield ScoreTable(
        title=text("Worth of the hops"),
        head=(Term(text("Colour of the hops")), *(str(hops) for hops in EXAMPLES)),
        rows=tuple(
            (Term(each.label), *(worth(game, str(each.value), hops) for hops in EXAMPLES))
            for each in COLOUR_CHOICES
        ),
    )


def worth(game: Game, colour: str, hops: int) -> int:
    """Return the points of so many hops."""
    return Table(game).settle({"colour": colour, "hops": hops}).deltas[PICKER]


SITUATIONS = (
    Situation(text("Three green hops are picked."), {"colour": GREEN, "hops": 3}),
    Situation(text("No hop is picked."), {"colour": GOLD, "hops": 0}),
    Situation(text("The number of hops is missing."), {"colour": GOLD}, "hops_out_of_range"),
)

PAGE = RulesPage(
    pack=(text("A basket of hops, gold and green."),),
    seats=(text("Three players, each alone."),),
    deal=(text("The next player deals."),),
    play=(text("Hops are picked until no player sees a hop."),),
    scoring=(text("The player after the dealer scores for each hop."),),
    record=(text("The points are never typed."),),
    ending=(text("The highest total wins; equal totals share a rank."),),
    situations=SITUATIONS,
    decisions=(Decision(text("What is a deal without a hop worth?"), text("Nothing.")),),
    tables=tables,
)
