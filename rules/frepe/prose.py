"""The rules page of Frepe."""

from collections.abc import Iterator, Sequence
from typing import Any

from rules.board import Unit
from rules.examples import Table
from rules.frepe.record import ALL, TRICKS_IN_A_DEAL, State
from rules.game import Game, Outcome, Term, text
from rules.prose import Amount, Decision, RulesPage, ScoreTable, Situation

DEALER = 0
SIX = 6


def tables(game: Game) -> Iterator[ScoreTable]:
    """Yield settlements of six players at the usual stake, with the first pot of a sheet."""
    yield normal_table(game)
    yield special_table(game)


def normal_table(game: Game) -> ScoreTable:
    """Return payments, gains and the pot afterwards, with several players."""
    return ScoreTable(
        title=text("Payments, with six players and the first pot of a sheet"),
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
        note=text("The antes are already paid; the pot they made is the price of a frepe."),
    )


def special_table(game: Game) -> ScoreTable:
    """Return all passed but the dealer: the payment by the dealer's tricks."""
    return ScoreTable(
        title=text("All others passed: the dealer alone against the right neighbour"),
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
    """Return a first deal with these tricks from the dealer on.

    Seats with an entry play, or the dealer alone.
    """
    players = 1 if alone else len(tricks)
    return Table(game, seats=SIX).fold(
        {
            "playing": [seat < players for seat in range(SIX)],
            "tricks": [*tricks, *(0 for _ in range(SIX - len(tricks)))],
            "took_turnup": took_turnup,
        }
    )


def normal_row(label: str, played: tuple[State, Outcome], *, frepe: int, safe: int | None) -> tuple[Any, ...]:
    """Return one frepe's payment and one safe player's gain."""
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
    """Return the dealer's gain or payment alone, with and without the turned-up card."""
    shares = [tricks, TRICKS_IN_A_DEAL - tricks]
    played = [play(game, shares, took_turnup=took, alone=True) for took in (False, True)]
    gains = [outcome.facts["settlement"][DEALER] for _, outcome in played]
    state = played[0][0]
    pots = tuple(dict.fromkeys(pot_of(state) for state, _ in played))
    return str(tricks), *gains, pots if len(pots) > 1 else pots[0], ante_of(state)


def pot_of(state: State) -> Amount:
    """Return the chips left in the pot."""
    return Amount(state.pot, Unit.COUNT)


def ante_of(state: State) -> Term:
    """Return the players who fill the pot for the next deal."""
    return Term(text("everybody") if state.next_ante == ALL else text("the dealer"))


def taken(*tricks: int | None) -> dict[str, Any]:
    """Return a deal of six with these tricks, from the dealer on; None and the seats after have passed."""
    seats = (*tricks, *[None] * (SIX - len(tricks)))
    return {"playing": [each is not None for each in seats], "tricks": [each or 0 for each in seats]}


SITUATIONS = (
    Situation(text("The dealer and two others play; one has only one trick."), taken(2, 1, None, 2)),
    Situation(text("Only the dealer plays."), taken(5)),
    Situation(text("Only the dealer's right neighbour plays with the dealer."), taken(4, 1)),
    Situation(
        text("The dealer took the turned-up card and has one trick."),
        {**taken(1, 2, None, 2), "took_turnup": True},
    ),
    Situation(text("Five play and nobody has two tricks."), taken(1, 1, 1, 1, 1)),
    Situation(
        text("A player who passed has a trick."),
        {**taken(2, 1, 2), "playing": [True, True, *[False] * (SIX - 2)]},
        "tricks_by_player_who_passed",
    ),
    Situation(text("The tricks add up to four."), taken(2, 2), "tricks_sum_not_five"),
)

PAGE = RulesPage(
    pack=(
        text("40 cards: 52 without 8, 9 and 10. From high to low: ace, 3, king, queen, jack, 7, 6, 5, 4, 2."),
    ),
    seats=(
        text(
            "Each player plays alone; six players are best. Of seven, the player left of the dealer gets "
            "no cards."
        ),
    ),
    deal=(
        text(
            "If the pot is empty, each player pays a stake; otherwise only the dealer pays, before each "
            "of their deals, and never twice."
        ),
        text(
            "Five cards each, one by one, from the dealer's right; six each with five players. The next "
            "card is turned up: its suit is trumps. The dealer may take it and discard a card, and then "
            "pays double if they fail."
        ),
    ),
    bidding=(
        text(
            "Beginning right of the dealer, each player says whether they play or pass. The dealer must "
            "play. Then each player discards as many cards as they like and draws as many; with five "
            "players they discard at least one and draw one fewer."
        ),
    ),
    play=(
        text(
            "The player right of the dealer leads. The highest trump wins the trick; without a trump, "
            "the highest card of the suit led."
        ),
        text(
            "Players follow suit and beat the cards on the table if they can. A player without the suit "
            "plays a trump, if possible a higher one than those on the table."
        ),
    ),
    scoring=(
        text("A player who plays needs two of the five tricks to be safe. Fewer is called a frepe."),
        text(
            "A player with a frepe pays every safe player as much as was in the pot; a dealer with a frepe"
            " who took the turned-up card pays twice as much. The safe players share the pot."
        ),
        text(
            "If all others passed, the player right of the dealer plays on, only as the dealer's "
            "opponent: with four tricks the dealer takes the pot, with two or three half of it, with "
            "fewer the dealer pays it once more into the pot."
        ),
    ),
    record=(
        text(
            "The players who played, their tricks, and whether the dealer took the turned-up card are "
            "recorded."
        ),
        text(
            "Antes, the pot, payments, the player sitting out and the next dealer are derived from deal "
            "to deal."
        ),
    ),
    ending=(
        text(
            "The number of deals is agreed beforehand, best a multiple of the number of players. The "
            "most chips win."
        ),
        text("Chips left in the pot at the end are shown and belong to no player."),
    ),
    situations=SITUATIONS,
    decisions=(
        Decision(
            text("The rule for following suit is lost in the source."),
            text("The rule shown is that of public rules of julepe. No score depends on it."),
        ),
        Decision(
            text("How is the pot shared?"),
            text("Two safe players take half each; a single one takes all of it."),
        ),
        Decision(text("No player is safe"), text("No player pays, and the pot stays for the next deal.")),
        Decision(text("Do players who passed get anything?"), text("No, only players who are safe.")),
        Decision(text("What happens to an odd chip?"), text("It stays in the pot.")),
        Decision(
            text("Does the player who sits out pay the ante?"), text("Yes. A club may exempt this player.")
        ),
        Decision(text("The dealer took the turned-up card and is safe"), text("It has no effect.")),
    ),
    tables=tables,
)
