"""The rules page of Rifki."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.board import Unit
from rules.cards import SPADES
from rules.examples import Table
from rules.fields import Choice
from rules.game import Game, Term, text
from rules.prose import Amount, Decision, Phrase, RulesPage, ScoreTable, Situation
from rules.rifki.record import (
    CONTRACT_CHOICES,
    CONTRACTS,
    EL_ALMAZ,
    ERKEK,
    KIZ,
    KOZ,
    KUPA,
    NEGATIVES,
    POSITIVES_EACH,
    RIFKI,
    SEATS,
    SON_IKI,
    TIMES_EACH_NEGATIVE,
)

UNIT_NAMES = {
    KOZ: text("tricks"),
    RIFKI: text("the king of hearts"),
    KIZ: text("queens"),
    ERKEK: text("kings and jacks"),
    KUPA: text("hearts"),
    SON_IKI: text("the last two tricks"),
    EL_ALMAZ: text("tricks"),
}
TAKER = 0


def tables(game: Game) -> Iterator[ScoreTable]:
    """Yield every contract: its units, the value of each, the sum of a deal and of a game."""
    sums = {key: sum(settled(game, key, CONTRACTS[key].units)) for key in CONTRACTS}
    times = {KOZ: POSITIVES_EACH * SEATS[0], **dict.fromkeys(NEGATIVES, TIMES_EACH_NEGATIVE)}
    yield ScoreTable(
        title=text("Contracts"),
        head=(
            Term(text("Contract")),
            Term(text("units")),
            Term(text("each")),
            Term(text("the deal")),
            Term(text("times in a game")),
        ),
        rows=(
            *(contract_row(game, choice, sums, times) for choice in CONTRACT_CHOICES),
            (
                Term(text("whole game")),
                None,
                None,
                sum(sums[key] * times[key] for key in sums),
                Amount(sum(times.values()), Unit.COUNT),
            ),
        ),
    )


def contract_row(
    game: Game, choice: Choice, sums: Mapping[str, int], times: Mapping[str, int]
) -> tuple[Any, ...]:
    """Return a contract: its units, the value of each, the sum of a deal, and how often it is played."""
    key = str(choice.value)
    return (
        Phrase(text("{contract}: {units}"), named(choice)),
        Amount(CONTRACTS[key].units, Unit.COUNT),
        settled(game, key, 1)[TAKER],
        sums[key],
        Amount(times[key], Unit.COUNT),
    )


def named(choice: Choice) -> dict[str, Term]:
    """Return a contract and what it counts."""
    return {"contract": Term(choice.label), "units": Term(UNIT_NAMES[str(choice.value)])}


def settled(game: Game, contract: str, taken: int) -> tuple[int, ...]:
    """Return the points of a deal in which one player takes this many units and the next player the rest."""
    record: dict[str, Any] = {
        "contract": contract,
        "counts": [taken, CONTRACTS[contract].units - taken, 0, 0],
    }
    if contract == KOZ:
        record["trump"] = SPADES
    return Table(game).settle(record).deltas


SITUATIONS = (
    Situation(
        text("Kozlar with spades as trumps."), {"contract": KOZ, "trump": SPADES, "counts": [2, 6, 3, 2]}
    ),
    Situation(
        text("Rifki: one player took the king of hearts."), {"contract": RIFKI, "counts": [0, 0, 1, 0]}
    ),
    Situation(text("Kız: every player took one queen."), {"contract": KIZ, "counts": [1, 1, 1, 1]}),
    Situation(
        text("The same, if the event plays such a Kız as void."),
        {"contract": KIZ, "counts": [1, 1, 1, 1]},
        options={"kiz_all_one_void": True},
    ),
    Situation(
        text("Son iki: one player took both last tricks."), {"contract": SON_IKI, "counts": [0, 0, 2, 0]}
    ),
    Situation(
        text("Kozlar without a trump suit."), {"contract": KOZ, "counts": [2, 6, 3, 2]}, "trump_required"
    ),
    Situation(text("Kız with three queens."), {"contract": KIZ, "counts": [1, 1, 1, 0]}, "counts_sum_wrong"),
)

PAGE = RulesPage(
    pack=(text("52 cards. From high to low: ace, king, queen, jack, 10, 9 and so on down to 2."),),
    seats=(text("Four players, each plays alone."),),
    deal=(
        text(
            "Thirteen cards each, one by one, beginning with the player on the dealer's right, who is "
            "the declarer. In the next deal the player after them is the declarer."
        ),
    ),
    bidding=(
        text("There is no auction. The declarer looks at their cards and chooses one of seven contracts."),
        text(
            "In the twenty deals of a game each player chooses Kozlar twice and a negative contract "
            "three times. Each negative contract is played twice in a game, whichever player chooses it. "
            "So every declarer always has a choice."
        ),
        text(
            "Kozlar has a trump suit, which the declarer names. Negative contracts are played without trumps."
        ),
    ),
    play=(
        text("The declarer leads; the winner of a trick leads to the next."),
        text(
            "Kozlar: players follow suit; a player who cannot must trump; a player who cannot trump may "
            "play any card."
        ),
        text(
            "Negative contracts: players follow suit. A player who holds a penalty card of the suit led "
            "that is lower than a card of it on the table must play one. A player who cannot follow must "
            "play a penalty card if they have one."
        ),
        text(
            "Penalty cards: the king of hearts in Rifki, queens in Kız, kings and jacks in Erkek,"
            " hearts in Kupa. Taken ones lie face up. Son iki and El almaz have none."
        ),
        text(
            "In Rifki and Kupa hearts may not be led until a heart was thrown on another suit,"
            " unless a player has nothing but hearts."
        ),
    ),
    scoring=(text("Each player counts the units they took. A complete game adds up to zero."),),
    record=(
        text("The contract, the trumps in Kozlar, and the units of every player are recorded."),
        text("The declarer, the remaining contracts, the points and the next dealer are derived."),
    ),
    ending=(
        text(
            "A game has twenty deals; a sheet holds one. The highest total wins; equal totals share a rank."
        ),
        text("An unfinished game does not add up to zero; its totals are provisional."),
    ),
    situations=SITUATIONS,
    decisions=(
        Decision(
            text("How do the cards rank? The source has lost its letters."),
            text("From the ace down to the 2, as in public rules."),
        ),
        Decision(
            text("Must hearts other than the king be thrown in Rifki?"),
            text("No, only the king of hearts is a penalty card."),
        ),
        Decision(
            text("Who is the first declarer?"), text("The players agree; the table records the first dealer.")
        ),
        Decision(
            text("Each player takes one queen in Kız: does the deal count?"),
            text("Yes. A club may declare it void; then the same player chooses again."),
        ),
    ),
    tables=tables,
)
