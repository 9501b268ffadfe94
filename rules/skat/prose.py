"""The rules page of Skat: the tables of values first."""

from collections.abc import Iterator
from typing import Any

from rules.board import Unit
from rules.cards import CLUBS, SPADES, SUITS
from rules.examples import Table
from rules.game import Game, Term, choice_label, text
from rules.prose import Amount, Decision, Phrase, RulesPage, ScoreTable
from rules.skat.record import CONTRACT_CHOICES, GRAND, LOST, NULL, OUVERT, SCHNEIDER, SCHWARZ, SEATS, WON

DECLARER = 1
SHOWN_MATADORS = (1, 2, 3, 4)
HAND_WITH: dict[str, Any] = {"hand": True}
ALL_TRICKS: dict[str, Any] = {"level": SCHWARZ}


def tables(game: Game) -> Iterator[ScoreTable]:
    """Values by matadors, nulls, what raises a game, what a list counts, overbid games."""
    yield matador_table(game)
    yield null_table(game)
    yield level_table(game)
    yield list_table(game)
    yield overbid_table(game)


def matador_table(game: Game) -> ScoreTable:
    """The plain values of suit games and grand."""
    return ScoreTable(
        title=text("What a game is worth, with or without so many matadors"),
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
    """The four values of a null."""
    ways: tuple[tuple[str, dict[str, Any]], ...] = (
        (text("Null"), {}),
        (text("Null hand"), HAND_WITH),
        (text("Null ouvert"), {"announced": OUVERT}),
        (text("Null ouvert hand"), {**HAND_WITH, "announced": OUVERT}),
    )
    return ScoreTable(
        title=text("What a null is worth"),
        head=("", Term(text("value"))),
        rows=tuple((Term(name), value(game, contract=NULL, **more)) for name, more in ways),
    )


def level_table(game: Game) -> ScoreTable:
    """What hand, levels and announcements add: clubs with 1 and grand with 4, won."""
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
    """Clubs with 1 on a list, by size of table: the declarer, and every other player."""
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
    """Two overbid games, and one that its own loss saves from being overbid."""
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
    """A lost game with its bid: the value that counts, and its game points."""
    outcome = Table(game).settle({"declarer": DECLARER, "result": LOST, **record})
    worth = Amount(outcome.facts["value"], Unit.COUNT)
    return (name, Amount(record["bid"], Unit.COUNT), worth, outcome.facts["game_points"][DECLARER])


def value(game: Game, **record: Any) -> Amount:
    """The value of a game that is won."""
    outcome = Table(game).settle({"declarer": DECLARER, "result": WON, **record})
    return Amount(outcome.facts["value"], Unit.COUNT)


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
            "Three play a deal: one, the declarer, against the two others. At a table of four the"
            " dealer sits out and shares in the bonus of a lost game."
        ),
        text(
            "Forehand sits next to the dealer, then middlehand, then rearhand; at a table of"
            " three that is the dealer."
        ),
    ),
    deal=(
        text("Three cards each, two to the skat, four each, three each (ISkO 3.2)."),
        text(
            "The next player deals after every deal. A deal that everybody passes is a valid"
            " deal: it counts, nobody scores, and the next player deals (ISkO 3.3.7)."
        ),
    ),
    bidding=(
        text(
            "Middlehand says numbers to forehand, each higher than the last; forehand holds or"
            " passes. When one of them has passed, rearhand says numbers to the other, higher than"
            " what stands. Whoever is left is the declarer, at the last number said (ISkO 3.3)."
        ),
        text("If both others pass without a number, forehand plays at 18 or passes too."),
        text(
            "The declarer takes the two cards of the skat and puts two away, or leaves the skat:"
            " that is a hand game. Schneider, schwarz and ouvert can only be announced in a hand"
            " game; a null can be ouvert without hand (ISkO 2.6, 3.5)."
        ),
    ),
    play=(
        text("Forehand leads, whoever plays alone. The winner of a trick leads to the next (ISkO 4.1)."),
        text(
            "Follow suit; jacks are trumps and do not follow their own suit, except in a null."
            " Without a card of the suit any card may be played. The highest trump wins the trick,"
            " else the highest card of the suit led."
        ),
        text("All ten tricks are played; a null ends with the first trick of the declarer."),
    ),
    scoring=(
        text(
            "Matadors are the unbroken run of trumps from the jack of clubs on: with so many if"
            " the declarer has them, without so many if they lack them. The skat counts among their"
            " cards, also in a hand game and when it was put away (ISkO 2.3)."
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
            "A won game brings its value, a lost one costs twice its value, hand games too. The"
            " extended Seeger-Fabian count adds a bonus for games won and lost, and one for those"
            " who kept a declarer from winning (SkWO 6.3.1)."
        ),
    ),
    record=(
        text(
            "Written down are the declarer, the game, with or without how many matadors, and won"
            " or lost; hand, an announcement, schneider or schwarz and the bid where they apply."
            " Instead of the result the declarer's card points may be written; both together check"
            " each other."
        ),
        text(
            "A game that was not played to its end is written down by result and level, without"
            " card points: whoever gives up has lost, at the level the table settled. After a"
            " revoke or a lead out of turn the side at fault loses at the simple level, unless the"
            " game was decided before (ISkO 4.1)."
        ),
        text(
            "A null below its bid cannot be announced. If somebody insisted, a suit game or grand"
            " of their choice is written down as lost, with its matadors and without further"
            " levels (ISkO 3.6.2)."
        ),
        text("The value, overbidding, the bonus, the sums and the next dealer are never typed."),
    ),
    options=(text("Kontra and Re belong to an evening at home: a tournament is set up without them."),),
    ending=(
        text(
            "The deals of a list are a multiple of the players at the table, so that everybody"
            " deals equally often. Its total is the game points and the bonus: for each game won,"
            " against each game lost, and for each game that another player at the table lost."
            " Several lists add up."
        ),
        text(
            "The highest total wins; of equal totals the one with more games won, then the one"
            " with fewer games lost (SkWO 6.3.1). What is still level shares the rank; a lot is"
            " the organiser's."
        ),
    ),
    decisions=(
        Decision(
            text("Schneider was announced and missed: one level or two?"),
            text("Two, schneider and announced: such a game is lost at least at the announced level."),
        ),
        Decision(
            text("Do lost hand games count once or twice?"),
            text("Twice, like all others; only old books count them once."),
        ),
        Decision(
            text("Is the result written down, or the card points?"),
            text("Either; the words of the table come first, because lists do not have card points."),
        ),
        Decision(
            text("How are announcements written down?"),
            text("By one word: each carries the lower ones."),
        ),
        Decision(
            text("A game is won after an announcement, and no level is written: which is meant?"),
            text("The announced one. A lower level is refused, because such a game is lost."),
        ),
        Decision(
            text("Schwarz was announced, and only 120 card points are written: won?"),
            text("That is asked for: 120 card points do not prove ten tricks."),
        ),
        Decision(
            text("The declarer announced schneider and took no trick at all: does schwarz count on top?"),
            text("Yes, a level above the announced one is added; the announced one is not counted twice."),
        ),
        Decision(
            text("A game is overbid so far that not even schwarz reaches the bid: what is written down?"),
            text(
                "The rules want another game announced. If it was played, it is settled like any"
                " overbid game."
            ),
        ),
        Decision(
            text("A game below its bid is written down as won: does it become a loss by itself?"),
            text("No, it is refused with the reason. Card points alone are settled as lost."),
        ),
        Decision(
            text("Do deals that everybody passed count?"),
            text("Yes, and the deal passes on: a list of 48 has 48 rows."),
        ),
        Decision(
            text("Are there tables of five, Bierlachs, Ramsch or Bock?"),
            text("No. There are too many versions at home to be exact."),
        ),
        Decision(
            text("May forehand alone name a number above 18?"),
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
            text("Who names numbers after the first player has passed?"),
            text("Rearhand; whoever is left of the first two always hears."),
        ),
        Decision(
            text("How is a penalty in points or a warning written down?"),
            text("Not as a deal: the organiser corrects the event's points."),
        ),
    ),
    tables=tables,
    has_tables_first=True,
)
