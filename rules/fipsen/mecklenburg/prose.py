"""The rules pages of Fips in Mecklenburg: the part both games share, and the part of Dutt Fips."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rules.cards import DIAMONDS, SPADES
from rules.examples import Table, find_field
from rules.fipsen.mecklenburg.record import BIDS, DUTT, PASSED, RUTEN_UEBER, TRICKS, TRICKS_IN_A_DEAL
from rules.game import Game, Term, text
from rules.prose import Decision, RulesPage, ScoreTable, Situation

FOREHAND, ANOTHER = 1, 2
BID_OF_3: dict[str, Any] = {"declarer": FOREHAND, "bid": 3, "trump": SPADES}


def tables(game: Game) -> Iterator[ScoreTable]:
    """Yield house scoring, made or lost, of every contract the game has."""
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
        note=text("Only the declarer scores. These points are house scoring."),
    )


def worths(game: Game, record: dict[str, Any], trump: str, needed: int) -> tuple[int, int] | None:
    """Return the points for exactly the tricks needed, and without one; Ruten-über has diamonds only."""
    if record["contract"] == RUTEN_UEBER and trump != DIAMONDS:
        return None
    declarer = record["declarer"]
    made, lost = (
        Table(game).settle({**record, "trump": trump, "tricks": tricks_with(declarer, own)})
        for own in (needed, 0)
    )
    return made.deltas[declarer], lost.deltas[declarer]


def tricks_with(declarer: int, own: int) -> list[int]:
    """Return the declarer's tricks and the others', shared out one by one."""
    tricks = [0, 0, 0, 0]
    tricks[declarer] = own
    others = [seat for seat in range(len(tricks)) if seat != declarer]
    for trick in range(TRICKS_IN_A_DEAL - own):
        tricks[others[trick % len(others)]] += 1
    return tricks


SITUATIONS = (
    Situation(text("A bid of 3, all five tricks won."), {**BID_OF_3, "tricks": [0, 5, 0, 0]}),
    Situation(text("A bid of 3, only two tricks won."), {**BID_OF_3, "tricks": [1, 2, 1, 1]}),
    Situation(
        text("Ruten was not named, but diamonds are trumps."),
        {**BID_OF_3, "trump": DIAMONDS, "tricks": [1, 3, 1, 0]},
    ),
    Situation(text("A bid of 5, all five tricks won."), {**BID_OF_3, "bid": 5, "tricks": [0, 5, 0, 0]}),
    Situation(
        text("The tricks add up to four."), {**BID_OF_3, "tricks": [0, 3, 1, 0]}, "tricks_sum_not_five"
    ),
    Situation(
        text("The Dutt is entered as taken with a bid of 5."),
        {**BID_OF_3, "bid": 5, "took_dutt": True, "tricks": [0, 5, 0, 0]},
        "fips_forbids_exchange",
    ),
)

ANSEGER_PAGE = RulesPage(
    pack=(
        text(
            "25 cards: 7 to ace of clubs, spades and hearts, and of diamonds only the ace. From"
            " high to low: ace, king, queen, jack, 10, 9, 8, 7."
        ),
    ),
    seats=(
        text("Each player plays alone; in each deal one player, the declarer, plays against all others."),
    ),
    deal=(
        text("Five cards each; the other five lie face down in the middle: the Dutt."),
        text(
            "The next player deals. If all players pass, the same dealer deals again and the deal does "
            "not count."
        ),
    ),
    bidding=(
        text(
            "The bids go round the table, beginning left of the dealer: each player bids higher or "
            "passes. A player who has passed is out. The last player left is the declarer."
        ),
        text(
            "Ruten means that diamonds are trumps; it beats the same bid without it. A bid of five"
            " is called Fips."
        ),
    ),
    play=(
        text(
            "With a bid of one to four the declarer may take the Dutt and discard five cards. The "
            "declarer then names trumps and leads; with diamonds as trumps Ruten counts automatically."
        ),
        text(
            "Players follow suit; a player who cannot may play any card. The highest trump wins the "
            "trick; without a trump, the highest card of the suit led. The winner leads. All five tricks "
            "are played."
        ),
    ),
    scoring=(
        text(
            "The source states no points for this game. This table is house scoring, made after the "
            "pattern of Prisdorf: the tricks bid, doubled with diamonds; a lost bid costs twice as much."
        ),
        text("A bid is made with at least that many tricks."),
        text("A club may play without points; then only made and lost are recorded."),
    ),
    record=(
        text(
            "The tricks of all four players are recorded. The value, the points and the next dealer are "
            "derived."
        ),
    ),
    ending=(
        text("The number of deals is agreed beforehand. The highest total wins; equal totals share a rank."),
    ),
    situations=(Situation(text("All players pass."), {"contract": PASSED}), *SITUATIONS),
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

DUTT_SITUATIONS = (
    Situation(
        text("All pass, and the first player takes the Dutt and wins most tricks."),
        {"declarer": FOREHAND, "contract": DUTT, "trump": SPADES, "tricks": [1, 2, 1, 1]},
    ),
    Situation(
        text("In a Dutt another player wins as many tricks."),
        {"declarer": FOREHAND, "contract": DUTT, "trump": SPADES, "tricks": [2, 2, 1, 0]},
    ),
    Situation(
        text("Another player takes over with Ruten-über."),
        {"declarer": ANOTHER, "contract": RUTEN_UEBER, "tricks": [1, 1, 2, 1]},
    ),
    Situation(
        text("A Dutt is entered for another player than the first."),
        {"declarer": ANOTHER, "contract": DUTT, "trump": SPADES, "tricks": [1, 1, 2, 1]},
        "dutt_belongs_to_forehand",
    ),
    *SITUATIONS,
)

DUTT_PAGE = replace(
    ANSEGER_PAGE,
    deal=(
        text("Five cards each; the other five lie face down in the middle: the Dutt."),
        text("The next player deals. There is no passed deal: one player always plays."),
    ),
    bidding=(
        *ANSEGER_PAGE.bidding,
        text(
            "If all players pass, the player left of the dealer must take the Dutt and win more tricks "
            "than every other player. Any other player may take over by calling Ruten-über: then "
            "diamonds are trumps."
        ),
    ),
    scoring=(
        *ANSEGER_PAGE.scoring,
        text("Dutt and Ruten-über are made with more tricks than every other player has."),
    ),
    situations=DUTT_SITUATIONS,
    decisions=(
        *ANSEGER_PAGE.decisions,
        Decision(
            text("In which order are the others asked for Ruten-über?"),
            text(
                "In turn, beginning left of the player who must take the Dutt; the first who calls it plays."
            ),
        ),
        Decision(
            text("Two tricks each for two players in a Dutt"),
            text("Lost: the declarer must have more tricks than every other player."),
        ),
        Decision(
            text("May the Dutt be played with diamonds as trumps?"),
            text("Yes, and it is doubled like a bid."),
        ),
    ),
)
