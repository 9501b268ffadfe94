"""The rules pages of Fips in Mecklenburg: what both games share, and what Dutt Fips adds."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rules.cards import DIAMONDS, SPADES
from rules.examples import Table, find_field
from rules.fipsen.mecklenburg.record import BIDS, DUTT, RUTEN_UEBER, TRICKS, TRICKS_IN_A_DEAL
from rules.game import Game, Term, text
from rules.prose import Decision, RulesPage, ScoreTable

FOREHAND, ANOTHER = 1, 2


def tables(game: Game) -> Iterator[ScoreTable]:
    """House scoring, made or lost, of every contract the game has."""
    bids = [(str(bid), {"contract": TRICKS, "bid": bid, "declarer": FOREHAND}, bid) for bid in BIDS]
    last_resorts: list[tuple[Any, dict[str, Any], int]] = [
        (Term(text("Dutt")), {"contract": DUTT, "declarer": FOREHAND}, 2),
        (Term(text("Ruten-über")), {"contract": RUTEN_UEBER, "declarer": ANOTHER}, 2),
    ]
    known = {choice.value for choice in find_field(game, "contract").choices}
    yield ScoreTable(
        title=text("House scoring: made, or lost"),
        head=(Term(text("Bid")), Term(text("other trumps")), Term(text("diamonds (Ruten)"))),
        rows=tuple(
            (heading, worths(game, record, SPADES, needed), worths(game, record, DIAMONDS, needed))
            for heading, record, needed in [*bids, *last_resorts]
            if record["contract"] in known
        ),
        note=text("Only the declarer scores. These points are ours."),
    )


def worths(game: Game, record: dict[str, Any], trump: str, needed: int) -> tuple[int, int] | None:
    """Made with just the tricks that are needed, and lost without one; Ruten-über has diamonds only."""
    if record["contract"] == RUTEN_UEBER and trump != DIAMONDS:
        return None
    declarer = record["declarer"]
    made, lost = (
        Table(game).settle({**record, "trump": trump, "tricks": tricks_with(declarer, own)})
        for own in (needed, 0)
    )
    return made.deltas[declarer], lost.deltas[declarer]


def tricks_with(declarer: int, own: int) -> list[int]:
    """The declarer's tricks, the others' shared out one by one."""
    tricks = [0, 0, 0, 0]
    tricks[declarer] = own
    others = [seat for seat in range(len(tricks)) if seat != declarer]
    for trick in range(TRICKS_IN_A_DEAL - own):
        tricks[others[trick % len(others)]] += 1
    return tricks


ANSEGER_PAGE = RulesPage(
    pack=(
        text(
            "25 cards: 7 to ace of clubs, spades and hearts, and of diamonds only the ace. From"
            " high to low: ace, king, queen, jack, 10, 9, 8, 7."
        ),
    ),
    seats=(
        text("Everybody plays for himself; in each deal one player, the declarer, plays against all others."),
    ),
    deal=(
        text("Five cards each; the other five lie face down in the middle: the Dutt."),
        text(
            "The next player deals. If everybody passes, the same dealer deals again and the deal"
            " does not count."
        ),
    ),
    bidding=(
        text(
            "The bids go round the table, beginning left of the dealer: bid higher or pass. Who has"
            " passed is out. The last one left is the declarer."
        ),
        text(
            "Ruten means that diamonds are trumps; it beats the same bid without it. A bid of five"
            " is called Fips."
        ),
    ),
    play=(
        text(
            "With a bid of one to four the declarer may take the Dutt and put five cards away. Then"
            " he names trumps; with diamonds Ruten counts by itself. He leads."
        ),
        text(
            "Follow suit; who cannot may play any card. The highest trump wins the trick, without"
            " trumps the highest card of the suit led. The winner leads. All five tricks are played."
        ),
    ),
    scoring=(
        text(
            "The source states no points for this game. What stands here is house scoring, made by"
            " us after the pattern of Prisdorf: the tricks bid, doubled with diamonds; lost, twice"
            " as much is taken off."
        ),
        text("A bid is made with at least so many tricks."),
        text("A club may play without points: then only made and lost are kept."),
    ),
    record=(
        text(
            "The tricks of all four players are written down. The value, the points and the next"
            " dealer are not."
        ),
    ),
    ending=(
        text("The number of deals is agreed beforehand. The highest total wins; equal totals share a rank."),
    ),
    decisions=(
        Decision(
            text("How many players? The source does not say."),
            text("Four: 25 cards less the five of the Dutt are four hands of five."),
        ),
        Decision(
            text("How do the bids go, and who leads?"),
            text("Round the table without a hold; the declarer leads."),
        ),
        Decision(
            text("May a bid of five take the Dutt?"),
            text("No: the source thinks so. A club may allow it."),
        ),
    ),
    tables=tables,
)

DUTT_PAGE = replace(
    ANSEGER_PAGE,
    deal=(
        text("Five cards each; the other five lie face down in the middle: the Dutt."),
        text("The next player deals. There is no passed deal: somebody always plays."),
    ),
    bidding=(
        *ANSEGER_PAGE.bidding,
        text(
            "If everybody passes, the player left of the dealer must take the Dutt and needs,"
            " alone, more tricks than every other player. Any other player may take this over by"
            " calling Ruten-über: then diamonds are trumps."
        ),
    ),
    scoring=(
        *ANSEGER_PAGE.scoring,
        text("Dutt and Ruten-über are made with more tricks than every other player has."),
    ),
    decisions=(
        *ANSEGER_PAGE.decisions,
        Decision(
            text("In which order are the others asked for Ruten-über?"),
            text(
                "In turn, beginning left of the player who must take the Dutt; the first who calls it plays."
            ),
        ),
        Decision(text("Two tricks each for two players in a Dutt"), text("Lost: not alone the most tricks.")),
        Decision(
            text("May the Dutt be played with diamonds as trumps?"),
            text("Yes, and it is doubled like a bid."),
        ),
    ),
)
