"""The rules page of Frepe."""

from collections.abc import Iterator, Sequence
from typing import Any

from rules.board import Unit
from rules.examples import Table
from rules.frepe.record import ALL, TRICKS_IN_A_DEAL, State
from rules.game import Game, Outcome, Term, text
from rules.prose import Amount, Decision, RulesPage, ScoreTable

DEALER = 0
SIX = 6


def tables(game: Game) -> Iterator[ScoreTable]:
    """Settlements of six players at the usual stake, with the first pot of a sheet."""
    yield normal_table(game)
    yield special_table(game)


def normal_table(game: Game) -> ScoreTable:
    """Several play: what each pays and gets, and what the pot is then."""
    return ScoreTable(
        title=text("Who pays whom, with six players and the first pot of a sheet"),
        head=(
            "",
            Term(text("each frepe")),
            Term(text("each safe player")),
            Term(text("pot afterwards")),
            Term(text("next ante")),
        ),
        rows=(
            normal_row(text("two are safe, one is frepe"), play(game, [3, 2, 0]), frepe=2, safe=1),
            normal_row(text("one is safe, one is frepe"), play(game, [4, 1]), frepe=1, safe=0),
            normal_row(text("the dealer is frepe, one is safe"), play(game, [1, 4]), frepe=0, safe=1),
            normal_row(
                text("the dealer took the turned-up card and is frepe, one is safe"),
                play(game, [1, 4], took_turnup=True),
                frepe=0,
                safe=1,
            ),
            normal_row(text("nobody is safe"), play(game, [1, 1, 1, 1, 1]), frepe=1, safe=None),
        ),
        note=text("The antes are paid already; the pot they made is the price of a frepe."),
    )


def special_table(game: Game) -> ScoreTable:
    """All passed but the dealer: by how many tricks he takes."""
    return ScoreTable(
        title=text("All others passed: the dealer alone against his right neighbour"),
        head=(
            Term(text("The dealer's tricks")),
            Term(text("the dealer")),
            Term(text("with the turned-up card")),
            Term(text("pot afterwards")),
            Term(text("next ante")),
        ),
        rows=tuple(special_row(game, tricks) for tricks in range(TRICKS_IN_A_DEAL, -1, -1)),
        note=text("The right neighbour neither wins nor pays."),
    )


def play(
    game: Game, tricks: Sequence[int], *, took_turnup: bool = False, alone: bool = False
) -> tuple[State, Outcome]:
    """A first deal with these tricks from the dealer on; who has an entry plays, or only the dealer does."""
    players = 1 if alone else len(tricks)
    return Table(game, seats=SIX).fold(
        {
            "playing": [seat < players for seat in range(SIX)],
            "tricks": [*tricks, *(0 for _ in range(SIX - len(tricks)))],
            "took_turnup": took_turnup,
        }
    )


def normal_row(label: str, played: tuple[State, Outcome], *, frepe: int, safe: int | None) -> tuple[Any, ...]:
    """What one frepe pays and one safe player gets."""
    state, outcome = played
    payments = outcome.facts["settlement"]
    return (
        Term(label),
        payments[frepe],
        None if safe is None else payments[safe],
        pot_of(state),
        ante_of(state),
    )


def special_row(game: Game, tricks: int) -> tuple[Any, ...]:
    """What the dealer gets or pays alone, without the turned-up card and with it."""
    shares = [tricks, TRICKS_IN_A_DEAL - tricks]
    played = [play(game, shares, took_turnup=took, alone=True) for took in (False, True)]
    gains = [outcome.facts["settlement"][DEALER] for _, outcome in played]
    state = played[0][0]
    pots = tuple(dict.fromkeys(pot_of(state) for state, _ in played))
    return str(tricks), *gains, pots if len(pots) > 1 else pots[0], ante_of(state)


def pot_of(state: State) -> Amount:
    """What is left in the pot."""
    return Amount(state.pot, Unit.COUNT)


def ante_of(state: State) -> Term:
    """Who fills the pot for the next deal."""
    return Term(text("everybody") if state.next_ante == ALL else text("the dealer"))


PAGE = RulesPage(
    pack=(
        text("40 cards: 52 without 8, 9 and 10. From high to low: ace, 3, king, queen, jack, 7, 6, 5, 4, 2."),
    ),
    seats=(
        text("Everybody plays for himself; six players are best. Of seven, the dealer's left gets no cards."),
    ),
    deal=(
        text(
            "Into an empty pot everybody pays a stake; otherwise only the dealer does, before each"
            " of his deals. He never pays twice."
        ),
        text(
            "Five cards each, one by one, from the dealer's right; six each with five players. The"
            " next card is turned up: its suit is trumps. The dealer may take it and put a card"
            " away; then he pays double if he fails."
        ),
    ),
    bidding=(
        text(
            "From the dealer's right everybody says whether he plays or passes. The dealer must"
            " play. Then each player puts away as many cards as he likes and draws as many; with"
            " five players at least one, and he draws one fewer."
        ),
    ),
    play=(
        text(
            "The dealer's right leads. The highest trump wins the trick, without trumps the highest"
            " card of the suit led."
        ),
        text(
            "Follow suit and beat what lies there if you can. Who has none of the suit plays a"
            " trump, a higher one than those on the table if he can."
        ),
    ),
    scoring=(
        text("Who plays needs two of the five tricks: then he is safe. Fewer is called a frepe."),
        text(
            "Each frepe pays as much as was in the pot to every safe player; the dealer twice as"
            " much if he took the turned-up card. The safe players share the pot."
        ),
        text(
            "If all others passed, the dealer's right plays on against the dealer, only as his"
            " opponent: with four tricks the dealer takes the pot, with two or three half of it,"
            " with fewer he pays it once more into the pot."
        ),
    ),
    record=(
        text(
            "Who played, everybody's tricks, and whether the dealer took the turned-up card are written down."
        ),
        text("Antes, the pot, payments, who sits out and the next dealer are computed from deal to deal."),
    ),
    ending=(
        text("The number of deals is agreed beforehand, best a multiple of the players. Most chips win."),
        text("Chips left in the pot at the end are shown and belong to nobody."),
    ),
    decisions=(
        Decision(
            text("The rule for following suit is lost in the source."),
            text("It stands here as in public rules of julepe. No score depends on it."),
        ),
        Decision(
            text("How is the pot shared?"),
            text("Two safe players take half each; a single one takes all of it."),
        ),
        Decision(text("Nobody is safe"), text("Nobody pays, and the pot stays for the next deal.")),
        Decision(text("Do those who passed get anything?"), text("No, only players who are safe.")),
        Decision(text("What becomes of an odd chip?"), text("It stays in the pot.")),
        Decision(text("Does the player who sits out pay the ante?"), text("Yes. A club may let him off.")),
        Decision(text("The dealer took the turned-up card and is safe"), text("It has no effect.")),
    ),
    tables=tables,
)
