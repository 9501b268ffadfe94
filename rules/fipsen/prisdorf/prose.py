"""The rules page of Fipsen (Prisdorf)."""

from collections.abc import Iterator
from typing import Any

from rules.cards import DIAMONDS, SPADES
from rules.examples import Table
from rules.fipsen.prisdorf.record import (
    ANNOUNCED,
    BIDS,
    CONTINUED,
    CONTRA_CHOICES,
    KIEKER,
    LOWEST_BIDS,
    NO,
    OPTIONS,
    PASSED,
    RUTEN,
    SIEBENER,
    TRICKS,
    TRICKS_IN_A_DEAL,
)
from rules.game import Game, Term, text
from rules.prose import Decision, Phrase, RulesPage, ScoreTable, Situation

DECLARER = 1
BID_OF_3: dict[str, Any] = {"declarer": DECLARER, "bid": 3, "trump": SPADES}


def tables(game: Game) -> Iterator[ScoreTable]:
    """Yield bids by their options, the two other contracts, and contra."""
    yield bid_table(game)
    yield contract_table(game)
    yield contra_table(game)


def bid_table(game: Game) -> ScoreTable:
    """Return the value of a bid with each number of options."""
    return ScoreTable(
        title=text("What a bid is worth: made, or lost"),
        head=(
            Term(text("Bid")),
            *(Phrase(text("options: {count}"), {"count": count}) for count in range(len(OPTIONS) + 1)),
        ),
        rows=tuple(
            (str(bid), *(bid_worths(game, bid, count) for count in range(len(OPTIONS) + 1)))
            for bid in BIDS
            if bid >= LOWEST_BIDS[0]
        ),
        note=text("Only the declarer scores. Automatic options count like named ones."),
    )


def contract_table(game: Game) -> ScoreTable:
    """Return the two contracts that are not bids of tricks."""
    return ScoreTable(
        title=text("Kieker and Siebener-Fips"),
        head=("", Term(text("made")), Term(text("not made"))),
        rows=(
            (Term(text("Kieker")), *kieker_worths(game, SPADES)),
            (Term(text("Kieker Ruten")), *kieker_worths(game, DIAMONDS)),
            (Term(text("Kieker surrendered")), None, worth(game, contract=KIEKER, surrendered=True)),
            (Term(text("Siebener-Fips")), worth(game, contract=SIEBENER), None),
        ),
    )


def contra_table(game: Game) -> ScoreTable:
    """Return the effect of contra on a bid."""
    return ScoreTable(
        title=text("House rule contra: a bid of 3 without options"),
        head=("", Term(text("made")), Term(text("not made"))),
        rows=tuple(
            (Term(choice.label), *contra_worths(game, int(choice.value))) for choice in CONTRA_CHOICES
        ),
    )


def bid_worths(game: Game, bid: int, count: int) -> tuple[int, int] | None:
    """Return the points for made and lost with this many options; a bid of five has Durch automatically."""
    own = 1 if bid == TRICKS_IN_A_DEAL else 0
    if count < own:
        return None
    record: dict[str, Any] = {
        "contract": TRICKS,
        "bid": bid,
        "trump": DIAMONDS if count > own else SPADES,
        "took_skat": count <= own + 1,
        "durch": ANNOUNCED if count == len(OPTIONS) else NO,
    }
    needed = TRICKS_IN_A_DEAL if count == len(OPTIONS) else bid
    return worth(game, **record, tricks=needed), worth(game, **record, tricks=0)


def kieker_worths(game: Game, trump: str) -> tuple[int, int]:
    """Return the points for a made and a lost Kieker."""
    record = {"contract": KIEKER, "announced": [RUTEN] if trump == DIAMONDS else [], "trump": trump}
    return worth(game, **record, tricks=TRICKS_IN_A_DEAL), worth(game, **record, tricks=0)


def contra_worths(game: Game, contra: int) -> tuple[int, int]:
    """Return the points for a made and a lost plain bid of 3, with this contra."""
    record: dict[str, Any] = {"contract": TRICKS, "bid": 3, "trump": SPADES, "took_skat": True}
    options = {"contra": True}
    made = Table(game, options=options).settle(record | {"declarer": DECLARER, "tricks": 3, "contra": contra})
    lost = Table(game, options=options).settle(record | {"declarer": DECLARER, "tricks": 0, "contra": contra})
    return made.deltas[DECLARER], lost.deltas[DECLARER]


def worth(game: Game, **record: Any) -> int:
    """Return the declarer's points for a deal."""
    return Table(game).settle({"declarer": DECLARER, **record}).deltas[DECLARER]


SITUATIONS = (
    Situation(text("All players pass."), {"contract": PASSED}),
    Situation(text("A bid of 3, three tricks won."), {**BID_OF_3, "tricks": 3}),
    Situation(text("A bid of 3, only two tricks won."), {**BID_OF_3, "tricks": 2}),
    Situation(
        text("The declarer leaves the skat, but did not name Hand."),
        {**BID_OF_3, "took_skat": False, "tricks": 3},
    ),
    Situation(
        text("Ruten was named in the bid."),
        {"declarer": DECLARER, "bid": 3, "announced": [RUTEN], "tricks": 3},
    ),
    Situation(text("After three tricks the declarer goes on and wins all five."), {**BID_OF_3, "tricks": 5}),
    Situation(
        text("After three tricks the declarer goes on and loses a trick."),
        {**BID_OF_3, "durch": CONTINUED, "tricks": 4},
    ),
    Situation(
        text("A Kieker is surrendered."), {"declarer": DECLARER, "contract": KIEKER, "surrendered": True}
    ),
    Situation(text("Four sevens and an ace are shown."), {"declarer": DECLARER, "contract": SIEBENER}),
    Situation(
        text("Four tricks are entered for a bid of 3."), {**BID_OF_3, "tricks": 4}, "overtricks_without_durch"
    ),
    Situation(
        text("Ruten was named, but spades are entered as trumps."),
        {**BID_OF_3, "announced": [RUTEN], "tricks": 3},
        "ruten_bound_but_trump_not_diamonds",
    ),
)

PAGE = RulesPage(
    pack=(
        text(
            "25 cards: 7 to ace of clubs, spades and hearts, and of diamonds only the 7. From high"
            " to low: ace, king, queen, jack, 10, 9, 8, 7."
        ),
    ),
    seats=(
        text("Each player plays alone; in each deal one player, the declarer, plays against all others."),
    ),
    deal=(
        text(
            "Three cards each, two face down to the middle (the skat), then two more each. Three"
            " cards are left over, eight with three players; only a Kieker uses them."
        ),
        text(
            "The next player deals. If all players pass, the same dealer deals again and the deal does "
            "not count."
        ),
    ),
    bidding=(
        text(
            "A bid is a number of tricks, with options or without. Ruten: diamonds are trumps. Hand: the "
            "skat is left alone. Durch: all five tricks, whatever the number. A bid of five tricks "
            "includes Durch."
        ),
        text(
            "Players bid one against one. The player left of the dealer begins; the winner of each duel "
            "meets the next player, who must bid higher or pass. A player who is outbid bids higher, "
            "holds (the same bid) or passes. A player who has passed is out. The last player left is the "
            "declarer."
        ),
        text(
            "A hold binds the number of options, not which ones: the declarer chooses them afterwards. A "
            "named option stays binding. More tricks are higher, then more options."
        ),
        text(
            "Kieker: only without a king, queen or jack in the hand (aces are allowed); all five"
            " tricks, with Ruten as its only option."
        ),
        text(
            "Siebener-Fips: four sevens and an ace. The holder shows them before the first card is led "
            "and scores at once, and the deal is over."
        ),
    ),
    play=(
        text(
            "The declarer takes the two cards of the skat and discards two, or leaves the skat: then "
            "Hand counts automatically. The declarer then names trumps and leads; with diamonds as "
            "trumps Ruten counts automatically."
        ),
        text(
            "Players follow suit; a player who cannot may play any card. The highest trump wins the "
            "trick; without a trump, the highest card of the suit led. The winner leads."
        ),
        text(
            "The deal ends when the bid is made or can no longer be made. A declarer who has made the "
            "bid without losing a trick may go on: then Durch counts, and all five tricks are needed."
        ),
        text(
            "Kieker: the left neighbour looks at the hand. The declarer may use the skat and the "
            "remaining cards, and then plays for all five tricks or surrenders. With three players the "
            "declarer discards all five cards and keeps five of the ten."
        ),
    ),
    scoring=(
        text("Only the declarer scores: the tricks bid (not those taken), doubled once for each option."),
        text("A lost bid costs twice its value. Going on and losing a trick is a lost bid, with Durch."),
    ),
    record=(
        text(
            "Only the winning bid is recorded, not the bidding. Automatic options, the value, the points "
            "and the next dealer are derived."
        ),
    ),
    options=(text("Contra belongs to club evenings: a tournament is set up without it."),),
    ending=(
        text("The number of deals is agreed beforehand. The highest total wins; equal totals share a rank."),
        text("A tournament seats four wherever possible."),
    ),
    situations=SITUATIONS,
    decisions=(
        Decision(
            text("What is a bid of five worth? The source has lost its table."),
            text(
                "Durch is an option like any other and doubles the bid, so it is worth more than a "
                "Kieker made."
            ),
        ),
        Decision(
            text("Does a Kieker beat a bid of four with options?"),
            text("Yes: the number of tricks comes before the options."),
        ),
        Decision(
            text("What does a surrendered Kieker Ruten cost?"),
            text("As much as any surrendered Kieker; a club may double it."),
        ),
        Decision(
            text("Does going on fulfil an option that a hold owes?"),
            text("No. The declarer undertakes owed options before the play."),
        ),
        Decision(
            text("A trick is lost on the way and the bid is then made: may the declarer go on?"),
            text("No, the deal ends there."),
        ),
        Decision(
            text("Who may show a Siebener-Fips, and when?"),
            text(
                "Any player until the first card is led, even after an exchange; bids made before score "
                "nothing."
            ),
        ),
        Decision(
            text("Can a Kieker have contra?"),
            text("Yes, once trumps are named; not a surrendered Kieker and not a Siebener-Fips."),
        ),
        Decision(
            text("How much is recontra?"),
            text("Four times the points in all, not four times the points with contra."),
        ),
        Decision(
            text("Do passed deals count towards the 100 deals of a tournament?"),
            text("No: the same dealer deals again. A club may count them."),
        ),
    ),
    tables=tables,
)
