"""The rules page of Doppelkopf. "TSR" are the tournament rules of the Deutscher Doppelkopf-Verband."""

from collections.abc import Iterator
from typing import Any

from rules.board import Unit
from rules.doppelkopf.value import CARD_POINTS
from rules.doppelkopf.words import (
    BLACK,
    KONTRA,
    NO30,
    NO60,
    NO90,
    NORMAL,
    QUEENS,
    RE,
    RE_CHOICES,
    WEDDING,
    WEDDING_ALONE,
)
from rules.examples import Table
from rules.game import Game, Term, text
from rules.prose import Amount, Decision, RulesPage, ScoreTable, Situation

PLAYER, PARTNER, OTHER = 0, 2, 1
PAIR: dict[str, Any] = {"declarer": 1, "partner": 2}
SOLO: dict[str, Any] = {"declarer": 1, "contract": QUEENS, "card_points": 125}
RE_POINTS = (121, 151, 181, 211, 240)
KONTRA_POINTS = (120, 89, 59, 29, 0)
HAND, HAND_WITHOUT_NINES = 12, 10


def tables(game: Game) -> Iterator[ScoreTable]:
    """Yield values of deals won by Re and by Kontra, special points, solos; the latest calls; card points."""
    yield won_table(game, text("Re has won: what each of both players gets"), RE_POINTS, RE)
    yield won_table(game, text("Kontra has won: what each player of Re pays"), KONTRA_POINTS, KONTRA)
    yield special_table(game)
    yield solo_table(game)
    yield call_table()
    yield card_table()


def won_table(game: Game, title: str, card_points: tuple[int, ...], caller: str) -> ScoreTable:
    """Return the value by card points of Re, after calls of the winning side."""
    columns = (("nothing", {}), (caller, {f"{caller}_said": caller}), *limits_said(caller))
    labels = {"nothing": text("nothing said"), RE: text("Re said"), KONTRA: text("Kontra said")}
    both = {"re_said": RE, "kontra_said": KONTRA}
    return ScoreTable(
        title=title,
        head=(
            Term(text("Card points of Re")),
            *(Term(labels.get(name, name)) for name, _ in columns),
            Term(text("Re and Kontra said")),
        ),
        rows=tuple(
            (str(points), *(value(game, points, calls) for _, calls in columns), value(game, points, both))
            for points in card_points
        ),
        note=text("A side that misses its limit loses the deal. The point against the old is included."),
    )


def limits_said(caller: str) -> tuple[tuple[str, dict[str, str]], ...]:
    """Return the limits by their labels, as calls of one side."""
    labels = {choice.value: choice.label for choice in RE_CHOICES}
    return tuple((labels[limit], {f"{caller}_said": limit}) for limit in (NO90, NO60, NO30, BLACK))


def special_table(game: Game) -> ScoreTable:
    """Return a plain deal of 130 card points with one special point."""
    specials: tuple[tuple[str, dict[str, Any]], ...] = (
        (text("none"), {}),
        (text("Doppelkopf"), {"re_doppelkopf": 1}),
        (text("Fox caught"), {"re_fox": 1}),
        (text("Karlchen"), {"charlie": RE}),
    )
    return ScoreTable(
        title=text("Special points: Re has 130 card points, or 110"),
        head=(Term(text("Special point of Re")), Term(text("Re has won")), Term(text("Kontra has won"))),
        rows=tuple(
            (Term(label), value(game, 130, special), value(game, 110, special)) for label, special in specials
        ),
    )


def solo_table(game: Game) -> ScoreTable:
    """Return the points of the soloist and of each of the three others."""
    columns: tuple[tuple[str, dict[str, str]], ...] = (
        (text("nothing said"), {}),
        (text("Re said"), {"re_said": RE}),
    )
    return ScoreTable(
        title=text("A solo: the soloist, and each of the others"),
        head=(Term(text("Card points of Re")), *(Term(label) for label, _ in columns)),
        rows=tuple(
            (str(points), *(solo_worths(game, points, calls) for _, calls in columns))
            for points in (*RE_POINTS, *KONTRA_POINTS)
        ),
    )


def call_table() -> ScoreTable:
    """Return the number of cards a caller must still hold."""
    steps = (
        (text("Re or Kontra"), 1),
        *((choice.label, step) for step, choice in enumerate(RE_CHOICES[2:], 2)),
    )
    return ScoreTable(
        title=text("Calls: the number of cards the caller must still hold"),
        head=(Term(text("Call")), Term(text("48 cards")), Term(text("without nines"))),
        rows=tuple(
            (Term(label), *(Amount(hand - step, Unit.COUNT) for hand in (HAND, HAND_WITHOUT_NINES)))
            for label, step in steps
        ),
    )


def card_table() -> ScoreTable:
    """Return card points."""
    names = {"A": text("ace"), "T": text("ten"), "K": text("king"), "Q": text("queen"), "J": text("jack")}
    return ScoreTable(
        title=text("Card points"),
        head=(Term(text("Card")), Term(text("counts"))),
        rows=tuple((Term(names[rank]), Amount(points, Unit.COUNT)) for rank, points in CARD_POINTS.items()),
        note=text("A nine counts nothing. Every card is there twice."),
    )


def value(game: Game, points: int, more: dict[str, Any]) -> int:
    """Return the points of a player of Re for a normal deal."""
    record = {"contract": NORMAL, "declarer": PLAYER, "partner": PARTNER, "card_points": points}
    return Table(game).settle({**record, **more}).deltas[PLAYER]


def solo_worths(game: Game, points: int, calls: dict[str, str]) -> tuple[int, int]:
    """Return the points of a soloist and of one of the others."""
    deltas = (
        Table(game).settle({"contract": QUEENS, "declarer": PLAYER, "card_points": points, **calls}).deltas
    )
    return deltas[PLAYER], deltas[OTHER]


SITUATIONS = (
    Situation(text("A normal deal: Re has 128 card points."), {**PAIR, "card_points": 128}),
    Situation(text("Both sides have 120 card points."), {**PAIR, "card_points": 120}),
    Situation(
        text("Re was said, and Re caught a fox."),
        {**PAIR, "card_points": 151, "re_said": RE, "re_fox": 1},
    ),
    Situation(
        text("Re said no 90; Kontra has 100 card points."), {**PAIR, "card_points": 140, "re_said": NO90}
    ),
    Situation(
        text("A wedding; the third trick found the partner."),
        {**PAIR, "contract": WEDDING, "card_points": 130},
    ),
    Situation(
        text("A wedding, but the player remains alone."),
        {"declarer": PAIR["declarer"], "contract": WEDDING_ALONE, "card_points": 130},
    ),
    Situation(text("A queens solo, the first of this player."), SOLO),
    Situation(
        text("The partner is missing."),
        {"declarer": PAIR["declarer"], "card_points": 128},
        "partner_required",
    ),
    Situation(text("Re has 239 card points."), {**PAIR, "card_points": 239}, "card_points_impossible"),
)

PAGE = RulesPage(
    pack=(
        text(
            "48 cards: ace, king, queen, jack, 10 and 9 of the four suits, every card twice (TSR 2.2)."
            " 240 card points are in the pack."
        ),
        text(
            "Trumps of a normal deal, from high to low: the tens of hearts, the queens and then the jacks of"
            " clubs, spades, hearts and diamonds, then ace, 10, king and 9 of diamonds (TSR 2.3). Other"
            " suits: ace, 10, king, 9."
        ),
    ),
    seats=(
        text(
            "Two sides in each deal: Re, the two players who hold a queen of clubs, and Kontra, the two"
            " others. In a solo the soloist is Re, alone against three (TSR 2.4)."
        ),
        text("At a table of five the dealer sits out and neither wins nor loses (TSR 10)."),
    ),
    deal=(
        text("Each player gets twelve cards, ten without nines. The player on seat 1 deals first (TSR 3.3)."),
        text(
            "The next player deals; after a mandatory solo that was not forced the same dealer deals again"
            " (TSR 3.3, 4.2)."
        ),
    ),
    bidding_title=text("Reservations and calls"),
    bidding=(
        text(
            "Beginning left of the dealer, each player says whether their hand is sound or has a "
            "reservation. A mandatory solo comes before a free one, a free one before a wedding; among "
            "equals the player nearer to the dealer's left (TSR 4)."
        ),
        text(
            "Wedding: the holder of both queens of clubs announces it and plays with the first other "
            "player to win one of the first three tricks. If the holder wins all three, they play alone. "
            "A silent wedding is not announced and is played alone too (TSR 4.4)."
        ),
        text(
            "Solos: queens or jacks are the only trumps; a suit takes the place of diamonds; in an aces solo"
            " there are no trumps and the 10 ranks below the ace."
        ),
        text(
            "Mandatory solo: each player plays one announced solo in a list; a player's first solo is "
            "the mandatory one. When as many deals are left as solos are owed, the nearest player left "
            "of the dealer who owes one must play it: the solo is forced (TSR 4.2, 4.3, 8.5, 8.6)."
        ),
        text(
            "Calls: Re and Kontra predict a win; no 90, no 60, no 30 and schwarz predict that the others "
            "stay below that number or win no trick. A call includes all lower ones. Against a call of "
            "the others, Re or Kontra may still be said with one card fewer than that call needed (TSR "
            "6)."
        ),
        text(
            "After an announced wedding, calls begin when the trick that found the partner is complete; "
            "the later it was, the fewer cards are needed (TSR 6)."
        ),
    ),
    play=(
        text("The player left of the dealer leads; in a mandatory solo the soloist leads (TSR 4.2)."),
        text(
            "Follow suit, all trumps are one suit; a player who cannot may play any card. Of two equal cards"
            " the first is higher (TSR 5.2, 5.3)."
        ),
    ),
    scoring=(
        text(
            "Winner (TSR 7.1): Re with 121 card points, Kontra with 120; if only Kontra was said, Re "
            "with 120 and Kontra with 121. A side that announced a limit must keep it. If both announced "
            "limits and both missed them, neither side wins."
        ),
        text(
            "The value (TSR 7.2): a point for winning; one each if the losers are under 90, 60, 30 or without"
            " a trick; more for everything that was said, and for card points reached against a limit."
        ),
        text(
            "Special points: against the old (Kontra has won), Doppelkopf (a trick of 40 card points or"
            " more), fox caught (an ace of diamonds of the others), Karlchen (a jack of clubs takes the last"
            " trick). Those of both sides are set against each other."
        ),
        text(
            "Each player of the winning side gets the value; the others pay it. A soloist gets it from "
            "all three or pays it to all three, and there are no special points (TSR 7.2.3, 7.2.4)."
        ),
    ),
    record=(
        text(
            "Enter the card points of Re or of Kontra, and only the highest call of a side. The winner, "
            "the value, the kind of solo, the player sitting out, owed solos and the next dealer are "
            "derived."
        ),
    ),
    options=(
        text(
            "Playing without nines, throwing hands, bock deals, the second ten of hearts and a solo "
            "counted once are club rules, not TSR. A tournament is set up without them."
        ),
    ),
    ending=(
        text(
            "A list has 24 deals at a table of four and 30 at a table of five, the solos included (TSR 8.5);"
            " or as many as the event agrees for a table of this size."
        ),
        text(
            "When time is up, the deal that was begun is finished, ordinary deals not begun are struck out,"
            " and the solos still owed are played (TSR 8.6)."
        ),
        text(
            "The points of all rounds add up and the highest total wins. Equal totals share the rank, unless"
            " the event names tie-breaks."
        ),
    ),
    situations=SITUATIONS,
    decisions=(
        Decision(
            text("Re announces no 60, and Kontra has 70 card points and wins: does “under 90” count?"),
            text("No: these points go only to the side that has won."),
        ),
        Decision(
            text("Do points against limits count for the highest limit only?"),
            text("No, for every limit that was announced and reached."),
        ),
        Decision(
            text("Neither side has won: do “under 90” and the others count?"),
            text("Yes, but there is no point for winning, none for calls and none against the old."),
        ),
        Decision(
            text("Is no 90 without Re before it a call of Re too?"),
            text("Yes, a call includes all lower ones."),
        ),
        Decision(
            text("Re has 240 card points, and Kontra a trick of four nines: is Kontra schwarz?"),
            text("No. Tricks decide, not card points."),
        ),
        Decision(
            text("May a player play a free solo before the mandatory one?"),
            text("No: the first announced solo is the mandatory one, whatever it is called."),
        ),
        Decision(
            text("Does a silent wedding, or a wedding played alone, count as the mandatory solo?"),
            text("No, the solo is still owed."),
        ),
        Decision(
            text("Who deals after a forced solo?"),
            text("The next player; the forced player may be the dealer at a table of four."),
        ),
        Decision(
            text("At a table of five the only player who owes a solo would deal the last deal: what then?"),
            text("The deal passes on once more, because the dealer has no cards."),
        ),
        Decision(
            text("How late may be called without nines?"),
            text("With two cards fewer than with nines, for every call."),
        ),
        Decision(
            text("What happens if a hand is thrown while a solo is forced?"),
            text("It is dealt again, and the solo stays forced."),
        ),
        Decision(
            text("Whose fox is it in a wedding, before the partner is found?"),
            text("The sides at the end of the deal decide."),
        ),
        Decision(
            text("What starts bock deals, and how do they add up?"),
            text(
                "A deal worth nothing, 120 card points each, or calls of both sides; as many deals as players"
                " then count double, never fourfold, and a new reason adds as many again."
            ),
        ),
        Decision(
            text("May a limit follow a late reply, or a partner repeat a call?"),
            text("No, neither."),
        ),
        Decision(
            text("The soloist shows their hand and the deal is shortened: what is written down?"),
            text("The card points; only a replay needs every card."),
        ),
        Decision(
            text("How is a wedding recorded if no partner was found?"),
            text(
                "As “wedding, alone”, a contract of its own. A partner left out by mistake then never "
                "triples a deal unnoticed."
            ),
        ),
        Decision(
            text("How is it recorded that time was up?"),
            text("With the last ordinary deal; after it only the owed solos are played, all of them forced."),
        ),
        Decision(
            text("Are the reservations written down as an auction?"),
            text("No, only which deal was played."),
        ),
        Decision(
            text("What decides between equal totals?"),
            text(
                "The TSR do not say: they share the rank. For a prize, an event can name tie-breaks: deals"
                " won, then points in mandatory solos, then the last round."
            ),
        ),
        Decision(
            text("Poverty, piglets, Genscher, six or seven at a table?"),
            text("They are not offered: the TSR do not know them, or do not say who sits out."),
        ),
        Decision(
            text("Where do penalty points belong?"),
            text("They belong to the event, as an adjustment with a reason, not to the sheet."),
        ),
    ),
    source=(
        text(
            "Where the TSR say nothing, the rules here follow public pages and public scoring programs; "
            "no text was copied from them."
        ),
    ),
    tables=tables,
)
