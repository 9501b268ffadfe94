"""The rules page of Schafkopf. "SO" is the order of the Schafkopf-Verein, "SS" the rules of the school."""

from collections.abc import Iterator
from typing import Any

from rules.board import Unit
from rules.cards import CLUBS, HEARTS
from rules.examples import Table
from rules.game import Game, Term, text
from rules.prose import Amount, Decision, RulesPage, ScoreTable, Situation
from rules.schafkopf.words import (
    CARD_VALUES,
    LOST,
    PASSED,
    RUF,
    SCHNEIDER,
    SCHWARZ,
    SIE,
    SOLO,
    TOUT,
    WENZ,
    WON,
)

PLAYER, PARTNER, OTHER = 1, 3, 0
PAIR: dict[str, Any] = {"declarer": PLAYER, "partner": PARTNER}
ALONE: dict[str, Any] = {"declarer": PLAYER}
HEARTS_SOLO: dict[str, Any] = {**ALONE, "contract": SOLO, "trump": HEARTS}
SHOWN_LAUFENDE = (0, 3, 4, 5)


def tables(game: Game) -> Iterator[ScoreTable]:
    """Yield what a Ruf and the games for one pay, what raises a solo, card points."""
    yield ruf_table(game)
    yield solo_table(game)
    yield announced_table(game)
    yield card_table()


def ruf_table(game: Game) -> ScoreTable:
    """Return a Ruf by Laufende and level: what each of two gets from one of the others."""
    levels = ((text("simple"), {}), *LEVELS)
    return ScoreTable(
        title=text("A Ruf that is won: what each of the two players gets"),
        head=(Term(text("Laufende")), *(Term(label) for label, _ in levels)),
        rows=tuple(
            (str(count) if count else Term(text("none")), *(ruf(game, count, more) for _, more in levels))
            for count in SHOWN_LAUFENDE
        ),
        note=text("Each of the others pays as much. A lost Ruf counts the other way."),
    )


LEVELS: tuple[tuple[str, dict[str, Any]], ...] = (
    (text("Schneider"), {"level": SCHNEIDER}),
    (text("Schwarz"), {"level": SCHWARZ}),
)


def ruf(game: Game, laufende: int, more: dict[str, Any]) -> int:
    """Return the points of the player of a Ruf that is won."""
    record = {**PAIR, "contract": RUF, "laufende": laufende, "result": WON, **more}
    return Table(game).settle(record).deltas[PLAYER]


def solo_table(game: Game) -> ScoreTable:
    """Return what the player of a Wenz or Solo gets, and each of the others."""
    levels = ((text("simple"), {}), *LEVELS)
    return ScoreTable(
        title=text("A game for one: the player, and each of the others"),
        head=("", *(Term(label) for label, _ in levels)),
        rows=(
            (Term(text("Wenz, won")), *(alone(game, WENZ, WON, more) for _, more in levels)),
            (Term(text("Solo, won")), *(alone(game, SOLO, WON, more) for _, more in levels)),
            (Term(text("Solo, lost")), *(alone(game, SOLO, LOST, more) for _, more in levels)),
        ),
    )


def announced_table(game: Game) -> ScoreTable:
    """Return a Solo with three Laufende, with Tout, and a Sie."""
    ways: tuple[tuple[str, dict[str, Any]], ...] = (
        (text("Solo"), {}),
        (text("Solo with three Laufende"), {"laufende": 3}),
        (text("Solo Tout"), {"announced": TOUT}),
        (text("Solo Tout with three Laufende"), {"announced": TOUT, "laufende": 3}),
        (text("Sie"), {"announced": SIE}),
    )
    return ScoreTable(
        title=text("What an announcement pays: the player, and each of the others"),
        head=("", Term(text("won")), Term(text("lost"))),
        rows=tuple(
            (Term(label), alone(game, SOLO, WON, more), alone(game, SOLO, LOST, more)) for label, more in ways
        ),
    )


def alone(game: Game, contract: str, result: str, more: dict[str, Any]) -> tuple[int, int]:
    """Return the points of the player and of one other."""
    trump = {"trump": HEARTS} if contract == SOLO else {}
    deltas = Table(game).settle({**ALONE, "contract": contract, "result": result, **trump, **more}).deltas
    return deltas[PLAYER], deltas[OTHER]


def card_table() -> ScoreTable:
    """Return card points (SS 1.2.3)."""
    names = {"A": text("ace"), "T": text("ten"), "K": text("king"), "Q": text("Ober"), "J": text("Unter")}
    return ScoreTable(
        title=text("Card points"),
        head=(Term(text("Card")), Term(text("counts"))),
        rows=tuple((Term(names[rank]), Amount(points, Unit.COUNT)) for rank, points in CARD_VALUES.items()),
        note=text("Nine, eight and seven count nothing. 120 are in the pack."),
    )


SITUATIONS = (
    Situation(
        text("A Ruf on the ace of acorns: the players have 71 card points."),
        {**PAIR, "called": CLUBS, "card_points": 71},
    ),
    Situation(text("The players of a Ruf have 60 card points."), {**PAIR, "card_points": 60}),
    Situation(
        text("A Ruf with three Laufende, the others are schneider."),
        {**PAIR, "result": WON, "level": SCHNEIDER, "laufende": 3},
    ),
    Situation(text("A hearts solo, won."), {**HEARTS_SOLO, "result": WON}),
    Situation(
        text("A Wenz with two Unter, lost."), {**ALONE, "contract": WENZ, "result": LOST, "laufende": 2}
    ),
    Situation(text("A solo Tout, won."), {**HEARTS_SOLO, "announced": TOUT, "result": WON}),
    Situation(text("Everybody passes."), {"contract": PASSED}),
    Situation(
        text("Everybody passes, and the event plays Ramsch."),
        {"contract": "ramsch", "declarer": PLAYER, "virgins": [PARTNER]},
        options={"all_pass": "ramsch"},
    ),
    Situation(text("The partner is missing."), {**ALONE, "result": WON}, "partner_required"),
    Situation(
        text("61 card points, entered as lost."),
        {**PAIR, "card_points": 61, "result": LOST},
        "points_contradict_result",
    ),
)

PAGE = RulesPage(
    pack=(
        text(
            "32 cards: ace (Sau), king, Ober, Unter, 10, 9, 8, 7 of acorns, leaves, hearts and bells. The"
            " short pack has no 8 and no 7. Card points: 120 in all (SS 1.2.3, 1.2.4)."
        ),
        text(
            "Trumps of a Ruf, from the top: the Ober of acorns, leaves, hearts and bells, the Unter in the"
            " same order, then ace, 10, king, 9, 8, 7 of hearts: 14. The other suits: ace, 10, king, 9, 8, 7."
        ),
    ),
    seats=(
        text(
            "Four players (SO 1.1, SS 1.2.1). In a Ruf the player and the holder of the called ace are one"
            " side; in every other game one plays against three."
        ),
        text("At a table of five the dealer sits out and neither wins nor loses (ours)."),
    ),
    deal=(
        text("Each player gets twice four cards, with the short pack twice three."),
        text("After every deal that counts the next player deals; the dealer's left is forehand."),
    ),
    bidding_title=text("Calling a game"),
    bidding=(
        text(
            "Forehand begins: pass or name a game; whoever passed is out (SO 2.2). A higher game beats a"
            " lower one; an equal game is enough for a player who sits nearer to forehand (ours)."
        ),
        text(
            "Ruf: the player calls the ace of acorns, leaves or bells, which they do not hold, and must hold"
            " another plain card of that suit (SO 2.3). Only the holder of the ace knows the partner."
        ),
        text(
            "Wenz: only the four Unter are trumps. Solo: the player names the suit that takes the place of"
            " hearts. Tout is announced before play: every trick, or the game is lost."
        ),
        text("Sie: a solo with the eight highest trumps, six of the short pack; it is shown and not played."),
        text(
            "Games of the house, if the event allows them: Geier (only the four Ober are trumps), Farbwenz"
            " (Unter and a suit), Bettel (the player takes no trick)."
        ),
    ),
    play=(
        text("Forehand leads in every game. Follow suit, all trumps are one suit; else play any card."),
        text(
            "When the called suit is led, the called ace must be played. Until then it may not be thrown"
            " before the last trick. Its holder may lead it at any time, but may lead under it only with four"
            " cards of the suit: they run away, and the ace is a card like the others (SO 3.2)."
        ),
    ),
    scoring=(
        text("61 card points win for the player's side, 60 for the others (SS 1.3.2)."),
        text(
            "The player's side is schneider with 30 card points or fewer, the others with 29 or fewer."
            " Schwarz is a side without a trick (public)."
        ),
        text(
            "Laufende are the unbroken row of trumps from the highest that the player's side holds, or lacks."
            " They count from three, in Wenz and Geier from two; with and without count alike (public)."
        ),
        text(
            "The value is the tariff of the game and one tariff more for schneider, schwarz and each"
            " Laufender that counts. Tout doubles it, Sie counts four times, without schneider and schwarz."
        ),
        text(
            "In a Ruf each of the two players gets the value, and each of the others pays it. Alone the"
            " player gets it from all three or pays it to all three. Every deal adds up to 0."
        ),
        text("A game stopped because of a fault is lost for the side at fault, simple (SS)."),
    ),
    record=(
        text(
            "Enter the players and won or lost; or the card points, which then say the result and schneider."
            " Schwarz must be entered, and Laufende where there are three or more, in a Wenz two."
        ),
        text("The value, who pays, the player who sits out and the next dealer are derived."),
    ),
    options=(
        text(
            "The tariff belongs to the announcement of the event: 1 and 5 by default; 10, 20 and 50 at home,"
            " or 10 and 50."
        ),
        text(
            "Stoß and Retour double the value and are forbidden at nearly every tournament. If everybody"
            " passes, the same player deals again; or a line in the list, a crosswise game, a Ramsch, or a"
            " Ruf of the holder of the Ober of acorns, as the event says."
        ),
        text(
            "Ramsch: each for themselves; whoever has most card points pays the others, twice to a player"
            " without a trick. Equal points: the higher trump taken decides. All tricks are a march and count"
            " like a solo with schwarz."
        ),
    ),
    ending=(
        text("A list has 32 deals at a table of four, 40 at a table of five: everybody plays 32 (SS, ours)."),
        text(
            "The points of all rounds add up and the highest total wins. Equal totals: more solos won, then"
            " more games won, then a shared rank."
        ),
    ),
    situations=SITUATIONS,
    decisions=(
        Decision(
            text("When are the others schneider: with 30 card points?"),
            text("No, they are free with 30; the player's side is free with 31."),
        ),
        Decision(
            text("Do Laufende of a Wenz count from two or from three?"),
            text("From two; the event may set three."),
        ),
        Decision(
            text("Does a Tout count schneider and schwarz as well?"),
            text("No, unless the event says so."),
        ),
        Decision(text("What is a lost Tout or Sie worth?"), text("As much as a won one.")),
        Decision(
            text("Do Laufende that are missing count too?"),
            text("Yes, “without” counts like “with”."),
        ),
        Decision(
            text("Two players name an equal game: who plays?"),
            text("The one who sits nearer to forehand."),
        ),
        Decision(
            text("May the holder of the called ace run away later than in the first trick?"),
            text("Yes, as long as the suit was not led and they hold four cards of it."),
        ),
        Decision(
            text("Whose game is a crosswise game or a Ramsch?"),
            text("Nobody's: it counts neither as a game won nor as a game lost."),
        ),
        Decision(
            text("Does one player without a trick double a Ramsch for everybody?"),
            text("No, only their own share."),
        ),
    ),
    tables=tables,
)
