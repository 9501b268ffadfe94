"""The rules page of Fipsen (Grossenaspe)."""

from collections.abc import Iterator
from typing import Any

from rules.cards import CLUBS, SPADES
from rules.examples import Table
from rules.fipsen.checks import BIDS
from rules.fipsen.grossenaspe.record import FIPS, GUTE, KIEKER, PASSED, TRICKS, TRICKS_IN_A_DEAL
from rules.game import Game, Term, text
from rules.prose import Decision, RulesPage, ScoreTable, Situation

DECLARER, ANOTHER = 1, 2
TRUMPS = (SPADES, CLUBS)
BID_OF_3: dict[str, Any] = {"declarer": DECLARER, "bid": 3, "trump": SPADES}


def tables(game: Game) -> Iterator[ScoreTable]:
    """Yield every contract: the declarer's points if made, the points of each other player if lost."""
    yield contract_table(game)
    yield knocking_table(game)


def contract_table(game: Game) -> ScoreTable:
    """Return the bids and the other contracts."""
    bids = ((str(bid), {"contract": TRICKS, "bid": bid}, bid) for bid in BIDS)
    going_on = {"contract": TRICKS, "bid": 2, "continued": True}
    return ScoreTable(
        title=text("Points: with other trumps, or with clubs"),
        head=(
            Term(text("Bid")),
            Term(text("made: the declarer")),
            Term(text("lost: each other player")),
            Term(text("lost without a trick: each other player")),
        ),
        rows=(
            *(bid_row(game, heading, record, needed) for heading, record, needed in bids),
            (
                Term(text("gone on")),
                worths(game, going_on, 5),
                worths(game, going_on, 4),
                None,
            ),
            bid_row(game, Term(text("Kieker")), {"contract": KIEKER}, TRICKS_IN_A_DEAL),
            bid_row(game, Term(text("Fips")), {"contract": FIPS}, TRICKS_IN_A_DEAL),
            (Term(text("Kieker surrendered")), None, surrendered(game), None),
        ),
    )


def knocking_table(game: Game) -> ScoreTable:
    """Return the same deal, with and without knocking."""
    bid_of_three = {"contract": TRICKS, "bid": 3}
    knocked = {**bid_of_three, "trump": SPADES, "declarer": DECLARER, "tricks": 3, "knock": True}
    return ScoreTable(
        title=text("House rule knocking: a bid of 3 with other trumps than clubs"),
        head=("", Term(text("made: the declarer"))),
        rows=(
            (Term(text("not knocked")), worths(game, bid_of_three, 3)[0]),
            (Term(text("Knocked")), Table(game, options={"knock": True}).settle(knocked).deltas[DECLARER]),
        ),
    )


def bid_row(game: Game, heading: Any, record: dict[str, Any], needed: int) -> tuple[Any, ...]:
    """Return the points for made, lost by one trick where that is not zero tricks, and lost without a
    trick.
    """
    lost = worths(game, record, needed - 1) if needed > 1 else None
    return heading, worths(game, record, needed), lost, worths(game, record, 0)


def worths(game: Game, record: dict[str, Any], tricks: int) -> tuple[int, ...]:
    """Return the points of the scoring side, with other trumps and with clubs."""
    deals = [{**record, "declarer": DECLARER, "trump": trump, "tricks": tricks} for trump in TRUMPS]
    outcomes = [Table(game).settle(deal) for deal in deals]
    return tuple(outcome.deltas[DECLARER] or outcome.deltas[ANOTHER] for outcome in outcomes)


def surrendered(game: Game) -> int:
    """Return the points of each other player."""
    deal = {"contract": KIEKER, "declarer": DECLARER, "surrendered": True}
    return Table(game).settle(deal).deltas[ANOTHER]


SITUATIONS = (
    Situation(text("All players pass."), {"contract": PASSED}),
    Situation(text("A bid of 3, three tricks won."), {**BID_OF_3, "tricks": 3}),
    Situation(text("A bid of 3, only two tricks won."), {**BID_OF_3, "tricks": 2}),
    Situation(
        text("Gute was named in the bid."), {"declarer": DECLARER, "bid": 3, "announced": [GUTE], "tricks": 3}
    ),
    Situation(text("Gute was not named, but clubs are trumps."), {**BID_OF_3, "trump": CLUBS, "tricks": 3}),
    Situation(text("After three tricks the declarer goes on and wins all five."), {**BID_OF_3, "tricks": 5}),
    Situation(
        text("After three tricks the declarer goes on and loses a trick."),
        {**BID_OF_3, "continued": True, "tricks": 4},
    ),
    Situation(
        text("A Kieker is surrendered."), {"declarer": DECLARER, "contract": KIEKER, "surrendered": True}
    ),
    Situation(
        text("A Fips without a trick."),
        {"declarer": DECLARER, "contract": FIPS, "trump": SPADES, "tricks": 0},
    ),
    Situation(
        text("Four tricks are entered for a bid of 3."),
        {**BID_OF_3, "tricks": 4},
        "overtricks_without_going_on",
    ),
)

PAGE = RulesPage(
    pack=(
        text("32 cards: 7 to ace of all four suits. From high to low: ace, king, queen, jack, 10, 9, 8, 7."),
        text("The cards are not cut after shuffling."),
    ),
    seats=(
        text("Each player plays alone; in each deal one player, the declarer, plays against all others."),
        text("With five players all five get cards, or by house rule the dealer sits out and four play."),
    ),
    deal=(
        text(
            "Three cards each, two face down to the middle (the skat), then two more each. Ten"
            " cards are left over, five if all of five players get cards; only a Kieker uses them."
        ),
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
        text("Gute means that clubs are trumps; it beats the same bid without it."),
        text(
            "Kieker: only without a king, queen or jack in the hand; all five tricks. Fips: all"
            " five tricks without the skat, the highest bid."
        ),
    ),
    play=(
        text(
            "Except in a Fips the declarer may exchange cards with the skat. In a Kieker the declarer "
            "may discard all five cards, take the skat and all remaining cards, and keep five. The "
            "declarer then names trumps, or surrenders a Kieker. With clubs as trumps Gute counts "
            "automatically."
        ),
        text("The player left of the dealer leads, not the declarer."),
        text(
            "Players follow suit; a player who cannot may play any card. The highest trump wins the "
            "trick; without a trump, the highest card of the suit led. The winner leads."
        ),
        text(
            "The deal ends when the bid is made. A declarer who has made it without losing a trick may "
            "go on; the deal then counts as a bid of five. A declarer without a trick plays on until "
            "they win one, even if the bid is lost."
        ),
    ),
    scoring=(
        text(
            "Made: the declarer scores. Lost: every other player who holds cards scores, the declarer "
            "scores nothing. Points are never below zero."
        ),
        text("Clubs as trumps double the points."),
    ),
    record=(
        text("The player sitting out, Gute by clubs, the value, the points and the next dealer are derived."),
    ),
    ending=(
        text("The number of deals is agreed beforehand. The highest total wins; equal totals share a rank."),
    ),
    situations=SITUATIONS,
    decisions=(
        Decision(
            text("A Kieker or Fips is lost without a trick: five points, or its own?"),
            text("The larger of the two. A club may choose a fixed five, ten with clubs."),
        ),
        Decision(
            text("What does a surrendered Kieker with Gute give?"),
            text("The same as without: trumps have not been named yet."),
        ),
        Decision(
            text("Is passing final, and what happens if all players pass?"),
            text("It is final; the same dealer deals again."),
        ),
        Decision(text("Which of five players sits out?"), text("The dealer of the deal.")),
        Decision(
            text("How do three players play? The source calls it Karo Fipsen and does not know its rules."),
            text(
                "Only where a club allows it: 25 cards with the 7 of diamonds alone, scored as with"
                " four. Without it three players cannot be seated."
            ),
        ),
        Decision(
            text("What if several players knock?"),
            text("The points double once. A surrendered Kieker cannot be knocked."),
        ),
    ),
    tables=tables,
)
