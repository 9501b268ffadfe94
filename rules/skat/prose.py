"""The rules page of Skat: the tables of values first."""

from collections.abc import Iterator
from typing import Any

from rules.board import Unit
from rules.cards import CLUBS, DIAMONDS, SPADES, SUITS
from rules.examples import Table
from rules.game import Game, Term, choice_label, text
from rules.prose import Amount, Decision, Phrase, RulesPage, ScoreTable, Situation
from rules.skat.record import (
    CONTRACT_CHOICES,
    GRAND,
    LOST,
    NULL,
    OUVERT,
    PASSED,
    SCHNEIDER,
    SCHWARZ,
    SEATS,
    WON,
)

DECLARER = 1
CLUBS_WITH_1: dict[str, Any] = {"declarer": DECLARER, "contract": CLUBS, "matadors": 1}
OVERBID: dict[str, Any] = {**CLUBS_WITH_1, "contract": DIAMONDS, "bid": 33}
SHOWN_MATADORS = (1, 2, 3, 4)
HAND_WITH: dict[str, Any] = {"hand": True}
ALL_TRICKS: dict[str, Any] = {"level": SCHWARZ}


def tables(game: Game) -> Iterator[ScoreTable]:
    """Yield values by matadors, nulls, raises, list scoring, overbid games."""
    yield matador_table(game)
    yield null_table(game)
    yield level_table(game)
    yield list_table(game)
    yield overbid_table(game)


def matador_table(game: Game) -> ScoreTable:
    """Return the plain values of suit games and grand."""
    return ScoreTable(
        title=text("Value of a game, with or without so many matadors"),
        head=("", *(str(count) for count in SHOWN_MATADORS)),
        rows=tuple(
            (
                choice_label(CONTRACT_CHOICES, contract),
                *(value(game, contract=contract, matadors=count) for count in SHOWN_MATADORS),
            )
            for contract in (*SUITS, GRAND)
        ),
        note=text("Base value times matadors plus one; a lost game counts twice its value, negative."),
    )


def null_table(game: Game) -> ScoreTable:
    """Return the four values of a null."""
    ways: tuple[tuple[str, dict[str, Any]], ...] = (
        (text("Null"), {}),
        (text("Null hand"), HAND_WITH),
        (text("Null ouvert"), {"announced": OUVERT}),
        (text("Null ouvert hand"), {**HAND_WITH, "announced": OUVERT}),
    )
    return ScoreTable(
        title=text("Value of a null"),
        head=("", Term(text("value"))),
        rows=tuple((Term(name), value(game, contract=NULL, **more)) for name, more in ways),
    )


def level_table(game: Game) -> ScoreTable:
    """Return the additions of hand, levels and announcements: clubs with 1 and grand with 4, won."""
    ways: tuple[tuple[str, dict[str, Any]], ...] = (
        (text("simple"), {}),
        (text("Schneider"), {"level": SCHNEIDER}),
        (text("Schwarz"), ALL_TRICKS),
        (text("Hand"), HAND_WITH),
        (text("Hand, Schneider"), {**HAND_WITH, "level": SCHNEIDER}),
        (text("Hand, Schneider announced"), {**HAND_WITH, "announced": SCHNEIDER}),
        (text("Hand, Schneider announced, Schwarz"), {**HAND_WITH, "announced": SCHNEIDER, **ALL_TRICKS}),
        (text("Hand, Schwarz announced"), {**HAND_WITH, "announced": SCHWARZ}),
        (text("Hand, Ouvert"), {**HAND_WITH, "announced": OUVERT}),
    )
    return ScoreTable(
        title=text("What raises a game"),
        head=("", Term(text("clubs with 1")), Term(text("Grand with 4"))),
        rows=tuple(
            (
                Term(name),
                value(game, contract=CLUBS, matadors=1, **more),
                value(game, contract=GRAND, matadors=4, **more),
            )
            for name, more in ways
        ),
        note=text(
            "Hand and every level add the base value once more; an announcement brings its"
            " levels, won or lost."
        ),
    )


def list_table(game: Game) -> ScoreTable:
    """Return clubs with 1 on a list, by size of table: the declarer, and every other player."""
    rows = []
    for seats in SEATS:
        for result, name in ((WON, text("won")), (LOST, text("lost"))):
            record = {"declarer": DECLARER, "contract": CLUBS, "matadors": 1, "result": result}
            outcome = Table(game, seats).settle(record)
            points, bonus = outcome.facts["game_points"], outcome.facts["bonus"]
            heading = Phrase(text("table of {seats}, {result}"), {"seats": seats, "result": Term(name)})
            rows.append((heading, points[DECLARER], bonus[DECLARER], outcome.deltas[DECLARER], bonus[0]))
    return ScoreTable(
        title=text("What the list counts: clubs with 1"),
        head=(
            "",
            Term(text("game points")),
            Term(text("bonus")),
            Term(text("declarer in all")),
            Term(text("every other player")),
        ),
        rows=tuple(rows),
        note=text("At a table of four the dealer, who sits out, gets the bonus of a lost game too."),
    )


def overbid_table(game: Game) -> ScoreTable:
    """Return two overbid games, and one whose own loss keeps it from being overbid."""
    spades = {"contract": SPADES, "matadors": 1, "hand": True}
    diamonds = {"contract": "D", "matadors": 1}
    return ScoreTable(
        title=text("Overbid games: the smallest multiple of the base value that reaches the bid"),
        head=("", Term(text("Bid")), Term(text("value")), Term(text("declarer, without bonus"))),
        rows=(
            overbid_row(game, Term(text("spades hand with 1")), {**spades, "bid": 36}),
            overbid_row(game, Term(text("spades hand with 1")), {**spades, "bid": 72}),
            overbid_row(
                game,
                Term(text("diamonds with 1, lost as Schneider")),
                {**diamonds, "bid": 27, "level": SCHNEIDER},
            ),
        ),
    )


def overbid_row(game: Game, name: Term, record: dict[str, Any]) -> tuple[Any, ...]:
    """Return a lost game with its bid: the value that counts, and its game points."""
    outcome = Table(game).settle({"declarer": DECLARER, "result": LOST, **record})
    worth = Amount(outcome.facts["value"], Unit.COUNT)
    return (name, Amount(record["bid"], Unit.COUNT), worth, outcome.facts["game_points"][DECLARER])


def value(game: Game, **record: Any) -> Amount:
    """Return the value of a game that is won."""
    outcome = Table(game).settle({"declarer": DECLARER, "result": WON, **record})
    return Amount(outcome.facts["value"], Unit.COUNT)


SITUATIONS = (
    Situation(text("All players pass."), {"contract": PASSED}),
    Situation(text("Clubs with 1, won."), {**CLUBS_WITH_1, "result": WON}),
    Situation(text("Clubs without 2, lost."), {**CLUBS_WITH_1, "matadors": -2, "result": LOST}),
    Situation(text("The declarer has 60 card points."), {**CLUBS_WITH_1, "points": 60}),
    Situation(
        text("Grand with 2, the others are schneider."),
        {**CLUBS_WITH_1, "contract": GRAND, "matadors": 2, "level": SCHNEIDER, "result": WON},
    ),
    Situation(
        text("Schneider was announced and not reached."),
        {**CLUBS_WITH_1, "announced": SCHNEIDER, "result": LOST},
    ),
    Situation(
        text("Null ouvert, won."),
        {"declarer": DECLARER, "contract": NULL, "announced": OUVERT, "result": WON},
    ),
    Situation(text("Bid 33, but diamonds with 1 is worth less."), {**OVERBID, "result": LOST}),
    Situation(text("The same deal entered as won."), {**OVERBID, "result": WON}, "won_below_bid"),
    Situation(
        text("The dealer of four is chosen as declarer."),
        {**CLUBS_WITH_1, "declarer": 0, "result": WON},
        "declarer_sits_out",
    ),
)

PAGE = RulesPage(
    pack=(
        text(
            "32 cards: ace, king, queen, jack, 10, 9, 8, 7 of clubs, spades, hearts and diamonds."
            " Card points: ace 11, ten 10, king 4, queen 3, jack 2, the others nothing; 120 in all"
            " (ISkO 1.2)."
        ),
        text(
            "In a suit game the four jacks (clubs, spades, hearts, diamonds) and then ace, 10,"
            " king, queen, 9, 8, 7 of the suit are trumps; in a grand only the jacks. A null has"
            " no trumps, and its cards rank ace, king, queen, jack, 10, 9, 8, 7."
        ),
    ),
    seats=(
        text(
            "Three play a deal: one player, the declarer, against the two others. At a table of four the "
            "dealer sits out and shares in the bonus of a lost game."
        ),
        text(
            "Forehand sits next to the dealer, then middlehand, then rearhand; at a table of"
            " three that is the dealer."
        ),
    ),
    deal=(
        text("Three cards each, two to the skat, four each, three each (ISkO 3.2)."),
        text(
            "The next player deals after every deal. A deal passed by all players is a valid deal: it "
            "counts, no player scores, and the next player deals (ISkO 3.3.7)."
        ),
    ),
    bidding=(
        text(
            "Middlehand bids to forehand, each number higher than the last; forehand holds or passes. "
            "When one of them has passed, rearhand bids higher numbers to the other. The last player "
            "left is the declarer, at the last number bid (ISkO 3.3)."
        ),
        text("If both others pass without a number, forehand plays at 18 or passes too."),
        text(
            "The declarer takes the two cards of the skat and puts two away, or leaves the skat:"
            " that is a hand game. Schneider, schwarz and ouvert can only be announced in a hand"
            " game; a null can be ouvert without hand (ISkO 2.6, 3.5)."
        ),
    ),
    play=(
        text(
            "Forehand leads, whichever player is the declarer. The winner of a trick leads to the next "
            "(ISkO 4.1)."
        ),
        text(
            "Players follow suit; jacks are trumps and do not follow their own suit, except in a null. A "
            "player without the suit may play any card. The highest trump wins the trick, otherwise the "
            "highest card of the suit led."
        ),
        text("All ten tricks are played; a null ends with the first trick of the declarer."),
    ),
    scoring=(
        text(
            "Matadors are the unbroken run of trumps from the jack of clubs on: with that many if the "
            "declarer has them, without that many if the declarer lacks them. The skat counts among the "
            "declarer's cards, also in a hand game and when it was discarded (ISkO 2.3)."
        ),
        text(
            "The declarer wins with 61 card points, skat included, and loses with 60. A side with"
            " 30 or fewer is schneider, a side without a trick is schwarz; both raise a game that"
            " is won and one that is lost (ISkO 2.5)."
        ),
        text(
            "An announced schneider needs 90 card points; an announced schwarz and an ouvert need"
            " all ten tricks. A game that misses its announcement is lost, at least at the"
            " announced level. A null is won without taking a trick."
        ),
        text(
            "A game that is worth less than its bid, with everything reached, is lost whatever"
            " the cards: it was overbid (ISkO 3.6)."
        ),
        text(
            "A won game scores its value, a lost one costs twice its value, hand games too. The extended "
            "Seeger-Fabian count adds a bonus for games won and lost, and one for the opponents of a "
            "declarer who lost (SkWO 6.3.1)."
        ),
    ),
    record=(
        text(
            "The table records the declarer, the game, with or without how many matadors, and won or "
            "lost; hand, an announcement, schneider or schwarz and the bid where they apply. The "
            "declarer's card points may replace the result; if both are entered, each checks the other."
        ),
        text(
            "A game that was not played to its end is recorded by result and level, without card points: "
            "a player who gives up has lost, at the level the table agreed. After a revoke or a lead out "
            "of turn the side at fault loses at the simple level, unless the game was decided before "
            "(ISkO 4.1)."
        ),
        text(
            "A null below its bid cannot be announced. If a declarer insisted, a suit game or grand of "
            "their choice is recorded as lost, with its matadors and without further levels (ISkO 3.6.2)."
        ),
        text("The value, overbidding, the bonus, the sums and the next dealer are derived."),
    ),
    options=(text("Kontra and Re belong to home games: a tournament is set up without them."),),
    ending=(
        text(
            "The deals of a list are a multiple of the players at the table, so that all players deal "
            "equally often. The total is the game points and the bonus: for each game won, against each "
            "game lost, and for each game that another player at the table lost. Several lists add up."
        ),
        text(
            "The highest total wins; of equal totals the one with more games won, then the one with "
            "fewer games lost (SkWO 6.3.1). Players who are still equal share the rank; the organiser "
            "may draw lots."
        ),
    ),
    situations=SITUATIONS,
    decisions=(
        Decision(
            text("How many levels does a missed announcement of schneider count?"),
            text("Two, schneider and announced: the game is lost at least at the announced level."),
        ),
        Decision(
            text("Do lost hand games count once or twice?"),
            text("Twice, like all others; only old books count them once."),
        ),
        Decision(
            text("Does the table record the result or the card points?"),
            text("Either; the result comes first, because lists do not have card points."),
        ),
        Decision(
            text("How are announcements written down?"),
            text("By one word: each carries the lower ones."),
        ),
        Decision(
            text("A game is won after an announcement, and no level is recorded: which one counts?"),
            text("The announced one. A lower level is refused, because that game is lost."),
        ),
        Decision(
            text("Schwarz was announced, and only 120 card points are recorded: is the game won?"),
            text("The pad asks for the result: 120 card points do not prove ten tricks."),
        ),
        Decision(
            text("The declarer announced schneider and won no trick: does schwarz count as well?"),
            text("Yes, a level above the announced one is added; the announced one is not counted twice."),
        ),
        Decision(
            text("What is recorded if a game is overbid so far that even schwarz does not reach the bid?"),
            text(
                "The rules want another game announced. If it was played, it is settled like any"
                " overbid game."
            ),
        ),
        Decision(
            text("A game below its bid is recorded as won: does it become a loss automatically?"),
            text("No, it is refused with the reason. Card points alone are settled as lost."),
        ),
        Decision(
            text("Do passed deals count?"),
            text("Yes, and the deal passes on: a list of 48 has 48 rows."),
        ),
        Decision(
            text("Are there tables of five, Bierlachs, Ramsch or Bock?"),
            text("No. Home versions differ too much to be scored exactly."),
        ),
        Decision(
            text("May forehand alone bid more than 18?"),
            text("No: at 18 exactly, or the deal is passed."),
        ),
        Decision(
            text("Is the bonus of a lost game that of a table of three or of four?"),
            text(
                "By the seats of the table, not of the deal. A table that loses a player goes on"
                " as a new sheet of three."
            ),
        ),
        Decision(
            text("What does Kontra double?"),
            text("The game points, Re four times in all; the bonus and the value stay."),
        ),
        Decision(
            text("Who bids after the first player has passed?"),
            text("Rearhand; the remaining player of the first two always answers."),
        ),
        Decision(
            text("How is a penalty in points or a warning recorded?"),
            text("Not as a deal: the organiser adjusts the points of the event."),
        ),
    ),
    tables=tables,
)
