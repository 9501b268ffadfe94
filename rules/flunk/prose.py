"""The rules page of Flunk."""

from collections.abc import Iterator, Sequence
from typing import Any

from rules.cards import SPADES
from rules.examples import Table
from rules.flunk.record import DUMP, HIGH, HIGH_BIDS, LOW, LOW_BIDS, NO_TRUMP, TRICKS_IN_A_DEAL
from rules.game import Game, Term, text
from rules.prose import Decision, Phrase, RulesPage, ScoreTable, Situation

DEALER = 0
HIGH_OF_9: dict[str, Any] = {"bid": 9, "trump": SPADES}
DUMP_OF_SPADES: dict[str, Any] = {"contract": DUMP, "dump_suit": SPADES}
CLEAN_DUMPS = (0, 1, 2, 5, 9)  # tricks
DUMPED_CARDS = (1, 2, 4, 13)


def tables(game: Game) -> Iterator[ScoreTable]:
    """Yield High and Low by tricks taken, and the Dump."""
    more = (text("{count} more"), text("{count} more"), text("{count} short"))
    fewer = (text("{count} fewer"), text("{count} fewer"), text("{count} too many"))
    yield bid_table(game, text("High: with trumps, or without"), HIGH, HIGH_BIDS, +1, more)
    yield bid_table(game, text("Low: with trumps, or without"), LOW, LOW_BIDS[::-1], -1, fewer)
    yield ScoreTable(
        title=text("Dump"),
        head=("", Term(text("Points"))),
        rows=(
            *(
                (
                    Phrase(text("no card of the suit; tricks: {tricks}"), {"tricks": tricks}),
                    dump_worth(game, tricks, 0),
                )
                for tricks in CLEAN_DUMPS
            ),
            *(
                (
                    Phrase(text("cards of the suit: {cards}"), {"cards": cards}),
                    dump_worth(game, TRICKS_IN_A_DEAL if cards == TRICKS_IN_A_DEAL else cards, cards),
                )
                for cards in DUMPED_CARDS
            ),
        ),
    )


def bid_table(
    game: Game, title: str, contract: str, bids: Sequence[int], way: int, names: tuple[str, str, str]
) -> ScoreTable:
    """Return the points for exactly the bid, one and two tricks of flunk, one short.

    `way` is the direction of a flunk.
    """
    steps = (0, way, 2 * way, -way)
    counts = (1, 2, 1)
    head = [Phrase(name, {"count": count}) for name, count in zip(names, counts, strict=True)]
    return ScoreTable(
        title=title,
        head=(Term(text("Bid")), Term(text("exactly")), *head),
        rows=tuple(
            (str(bid), *(bid_worths(game, contract, bid, bid + step) for step in steps)) for bid in bids
        ),
    )


def bid_worths(game: Game, contract: str, bid: int, tricks: int) -> tuple[int, int] | None:
    """Return the value of this many tricks, with trumps and without; None for impossible numbers."""
    if not 0 <= tricks <= TRICKS_IN_A_DEAL:
        return None
    record = {"contract": contract, "bid": bid, "tricks": tricks}
    return worth(game, **record, trump=SPADES), worth(game, **record, trump=NO_TRUMP)


def dump_worth(game: Game, tricks: int, cards: int) -> int:
    """Return the value of a Dump of spades."""
    return worth(game, contract=DUMP, dump_suit=SPADES, tricks=tricks, dump_cards=cards)


def worth(game: Game, **record: Any) -> int:
    """Return the dealer's points."""
    return Table(game).settle(record).deltas[DEALER]


SITUATIONS = (
    Situation(text("Nine tricks bid, nine won."), {**HIGH_OF_9, "tricks": 9}),
    Situation(text("Nine tricks bid, ten won."), {**HIGH_OF_9, "tricks": 10}),
    Situation(text("Nine tricks bid, eight won."), {**HIGH_OF_9, "tricks": 8}),
    Situation(text("No trick bid, no trumps, none won."), {"bid": 0, "trump": NO_TRUMP, "tricks": 0}),
    Situation(
        text("A Dump of spades with three tricks and no spade."),
        {**DUMP_OF_SPADES, "tricks": 3, "dump_cards": 0},
    ),
    Situation(text("A Dump of spades with two spades."), {**DUMP_OF_SPADES, "tricks": 3, "dump_cards": 2}),
    Situation(text("A Dump without a trick."), {**DUMP_OF_SPADES, "tricks": 0}),
    Situation(
        text("A High of six tricks."),
        {**HIGH_OF_9, "contract": HIGH, "bid": 6, "tricks": 6},
        "bid_out_of_range",
    ),
    Situation(
        text("Nine spades in two tricks."),
        {**DUMP_OF_SPADES, "tricks": 2, "dump_cards": 9},
        "dump_cards_too_many_for_tricks",
    ),
)

PAGE = RulesPage(
    pack=(text("52 cards. From high to low: ace, king, queen, jack, 10, 9 and so on down to 2."),),
    seats=(
        text("Three players and a dummy: an open hand opposite the dealer, sorted by suits."),
        text("The dealer always plays alone, with the dummy, against the other two."),
    ),
    deal=(text("Thirteen cards each and thirteen to the dummy, which is laid open. The next player deals."),),
    bidding=(
        text(
            "There is no auction. The dealer chooses one of three contracts, and no player can overcall it."
        ),
        text(
            "High: exactly 7 to 13 tricks, with a trump suit or without. Low: exactly 0 to 6"
            " tricks, with a trump suit or without. Dump: a suit to avoid, always without trumps."
        ),
    ),
    play=(
        text(
            "The player left of the dealer leads; then dummy, the player right of the dealer, and the "
            "dealer. The dealer plays both hands and counts the tricks of both. The hand that won a "
            "trick leads to the next."
        ),
        text("Players follow suit; a player who cannot may play any card. All thirteen tricks are played."),
    ),
    scoring=(
        text("Only the dealer scores. Exactly the bid is best."),
        text(
            "More tricks than a High or fewer than a Low is a flunk: the value of the bid is halved for "
            "each trick and rounded down. A bid that is missed is lost, with points off for each trick "
            "missing or too many."
        ),
        text("Slams are worth more: a High of 12 or 13, a Low of 1 or 0."),
        text(
            "A Dump scores for every trick if no card of the suit was taken; otherwise every card"
            " of it costs."
        ),
    ),
    record=(text("The dealer is the declarer; the result and the points are derived."),),
    ending=(
        text(
            "A rubber is nine deals, or any other multiple of three, so that all players play equally often."
        ),
        text("The highest total wins; equal totals share a rank."),
    ),
    situations=SITUATIONS,
    decisions=(
        Decision(
            text("The source gives the slam for a Low of 1 without trumps twice."),
            text("The first of the two is with trumps: it mirrors a High of 12."),
        ),
        Decision(
            text("In which direction is a Low flunked?"), text("With fewer tricks than bid; more are lost.")
        ),
        Decision(text("What is halved in a flunk?"), text("The value of the bid, slams included.")),
        Decision(text("What does a lost slam cost?"), text("No more than any other bid.")),
        Decision(text("A Dump without a trick"), text("Nothing; it is called a flunk.")),
    ),
    tables=tables,
)
