"""The rules pages of Briscola, and of Briscola after Scarne."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from rules.board import Unit
from rules.briscola.record import CARD_POINTS
from rules.cards import ITALIAN_RANKS, SUITS
from rules.examples import Table
from rules.game import Game, Term, text
from rules.prose import Amount, Decision, Phrase, RulesPage, ScoreTable, Situation

WON = {"points": [67, 53]}
CARD_NAMES = {
    "A": text("ace"),
    "3": "3",
    "K": text("king"),
    "Q": text("queen"),
    "J": text("jack"),
}
NOBODY = text("nobody")
DRAWN = {"points": [60, 60]}


def tables(game: Game) -> Iterator[ScoreTable]:
    """Yield card values, and the winner of a deal."""
    yield card_table()
    yield ScoreTable(
        title=text("Winner of a deal"),
        head=(Term(text("Card points")), Term(text("the deal goes to"))),
        rows=(
            *((spread(points), winner(game, points, 4)) for points in ([61, 59], [60, 60], [120, 0])),
            *((spread(points), winner(game, points, 3)) for points in ([50, 40, 30], [45, 45, 30])),
        ),
        note=text("Two numbers are the sides of four players, three numbers are three players."),
    )


def scarne_tables(game: Game) -> Iterator[ScoreTable]:
    """Yield card values, and the end of a game."""
    yield card_table()
    yield ScoreTable(
        title=text("Winner of the game, with 60 card points each so far"),
        head=(Term(text("The next deal")), Term(text("the game goes to"))),
        rows=(
            (spread([61, 59]), game_winner(game, {"points": [61, 59]})),
            (spread([60, 60]), game_winner(game, {"points": [60, 60]})),
            (claim_words(61), game_winner(game, claim(61))),
            (claim_words(40), game_winner(game, claim(40))),
        ),
        note=text("A correct claim wins the game, a wrong claim loses it, whatever the other side has."),
    )


def card_table() -> ScoreTable:
    """Return the value of each card, and of all."""
    counted = [CARD_POINTS.get(rank, 0) for rank in ITALIAN_RANKS]
    others = "  ".join(rank for rank in ITALIAN_RANKS if rank not in CARD_POINTS)
    return ScoreTable(
        title=text("Card points"),
        head=(Term(text("Card")), Term(text("counts"))),
        rows=(
            *((Term(CARD_NAMES[rank]), Amount(points, Unit.COUNT)) for rank, points in CARD_POINTS.items()),
            (others, Amount(0, Unit.COUNT)),
            (Term(text("the whole pack")), Amount(sum(counted) * len(SUITS), Unit.COUNT)),
        ),
    )


def spread(points: Sequence[int]) -> str:
    """Return card points as on the sheet."""
    return "–".join(str(each) for each in points)


def winner(game: Game, points: list[int], seats: int) -> Any:
    """Return the side that wins a deal with these card points."""
    return side_words(Table(game, seats=seats).settle({"points": points}).facts["winner"])


def claim(counted: int) -> dict[str, Any]:
    """Return the result of the first side's claim with this many card points counted in the deal."""
    return {"claim": {"side": 0, "counted": counted, "other_counted": 0}}


def claim_words(counted: int) -> Phrase:
    """Return a claim in words."""
    return Phrase(text("side 1 claims with {counted} in this deal"), {"counted": counted})


def game_winner(game: Game, record: dict[str, Any]) -> Any:
    """Return the side that wins the game when each had 60 before."""
    return side_words(Table(game).settle(DRAWN, record).facts["winner"])


def side_words(side: int | None) -> Any:
    """Return a side in words, counted from 1."""
    return Term(NOBODY) if side is None else Phrase(text("side {side}"), {"side": side + 1})


def claimed(counted: int) -> dict[str, Any]:
    """Return a claim of the first side, with its card points of this deal; the other side has 30."""
    return {"claim": {"side": 0, "counted": counted, "other_counted": 30}}


SITUATIONS = (
    Situation(text("An ordinary deal: seats 1 and 3 against seats 2 and 4."), WON),
    Situation(text("Both sides have 60 card points."), {"points": [60, 60]}),
    Situation(text("The third deal that a side wins."), WON, before=(WON, WON)),
    Situation(text("A deal after the game is won."), WON, "game_already_won", before=(WON, WON, WON)),
    Situation(text("The card points add up to 119."), {"points": [67, 52]}, "points_sum_not_120"),
    Situation(text("One side has a single card point."), {"points": [119, 1]}, "points_impossible"),
)

PAGE = RulesPage(
    pack=(
        text(
            "40 cards of an Italian pack, or 52 without 10, 9 and 8; with three players one 2 is"
            " left out. From high to low: ace, 3, king, queen, jack, 7, 6, 5, 4, 2."
        ),
    ),
    seats=(
        text(
            "Four players form two sides; partners sit opposite each other. Two, three or five play each "
            "for themselves."
        ),
    ),
    deal=(
        text(
            "Three cards each, one by one, from the dealer's right. The next card is turned up: its"
            " suit is trumps. The rest lies on it as the stock; the card turned up is drawn last."
        ),
        text("The lowest card cut deals first. The next player deals, after a drawn deal too."),
    ),
    play=(
        text(
            "The player on the dealer's right leads. Players need not follow suit until the last three "
            "tricks."
        ),
        text(
            "In the last three tricks players follow suit; a player who cannot may play any card. The "
            "highest trump wins the trick; without a trump, the highest card of the suit led."
        ),
        text("After each trick the winner draws a card, then the others in turn. The winner leads."),
        text(
            "Four players: partners may show each other the trumps they hold by signs of the face"
            " (ace: lips pressed; 3: mouth askew; king: eyes up; queen: tip of the tongue; jack: one"
            " shoulder), and their last three cards."
        ),
    ),
    scoring=(
        text("Each side counts the cards of its tricks. The side with the most card points wins the deal."),
        text(
            "If the highest sides are equal, no side wins the deal. The first side to win three deals "
            "wins the game."
        ),
    ),
    record=(text("The card points of every side are recorded; the last number is filled in."),),
    ending=(text("A sheet holds one game. Games won rank first, then deals, then card points."),),
    situations=SITUATIONS,
    decisions=(
        Decision(
            text("Do five players form sides, or does each play alone?"),
            text("Each plays alone: only four players have partners."),
        ),
        Decision(text("Which 2 is removed with three players?"), text("Any; the players agree on a suit.")),
        Decision(
            text("Who deals after a drawn deal?"),
            text("The next player. A club may have the same dealer deal again."),
        ),
        Decision(
            text("How are pairs of an evening ranked?"),
            text(
                "By games, then deals won minus deals lost, then card points minus the opponents' card "
                "points."
            ),
        ),
    ),
    tables=tables,
)

SCARNE_SITUATIONS = (
    Situation(text("An ordinary deal: seats 1 and 3 against seats 2 and 4."), WON),
    Situation(text("The next deal: card points add up."), WON, before=(WON,)),
    Situation(text("A side stops the play and has the points it claims."), claimed(54), before=(WON,)),
    Situation(text("A side stops the play and lacks the points it claims."), claimed(40), before=(WON,)),
    Situation(text("The card points add up to 119."), {"points": [67, 52]}, "points_sum_not_120"),
)

SCARNE_PAGE = replace(
    PAGE,
    pack=(
        text(
            "40 cards of an Italian pack, or 52 without 10, 9 and 8. From high to low: ace, 3,"
            " king, queen, jack, 7, 6, 5, 4, 2."
        ),
    ),
    seats=(text("Always four players on two sides; partners sit opposite each other."),),
    deal=(
        text(
            "Three cards each, one by one, from the dealer's right. The next card is turned up"
            " beside the stock: its suit is trumps, and it is drawn last."
        ),
        text("The next player deals."),
    ),
    play=(
        text(
            "The player on the dealer's right leads. Players need never follow suit, not even in the "
            "last three tricks."
        ),
        text("The highest trump wins the trick; without a trump, the highest card of the suit led."),
        text("After each trick the winner draws a card, then the others in turn. The winner leads."),
    ),
    scoring=(
        text("Card points add up over the deals. The first side to reach 121 wins the game."),
        text(
            "A side that thinks it has 121 may stop the play at any time and claim. The cards are "
            "counted: a correct claim wins the game, a wrong claim loses it."
        ),
    ),
    record=(
        text(
            "After a complete deal: the card points of both sides. After a claim: the side that claimed, "
            "and what both sides had counted in this deal."
        ),
    ),
    situations=SCARNE_SITUATIONS,
    decisions=(
        Decision(
            text("Both sides pass 121 in one deal, and neither claimed."),
            text("The higher side wins; if both are equal, another deal is played."),
        ),
        Decision(
            text("A claim in the middle of a deal"),
            text("The rest of the deal is dropped; the game is over."),
        ),
    ),
    tables=scarne_tables,
)
