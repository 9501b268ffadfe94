"""The words and numbers of Schafkopf: games, suits, levels, and how they are typed and shown."""

from rules.cards import CLUBS, DIAMONDS, HEARTS, SPADES
from rules.fields import Choice, When
from rules.game import text

SEATS_WITH_SITTER, PLAYERS = 5, 4
LONG_PACK, SHORT_PACK = 32, 24
LIST_DEALS = {4: 32, 5: 40}

RUF, WENZ, GEIER, FARBWENZ, SOLO = "ruf", "wenz", "geier", "farbwenz", "solo"
BETTEL, KREUZ, RAMSCH, PASSED = "bettel", "kreuz", "ramsch", "passed"
IN_PAIRS = (RUF, KREUZ)
TRICK_SOLOS = (WENZ, GEIER, FARBWENZ, SOLO)
SOLOS = (*TRICK_SOLOS, BETTEL)
COUNTED = (*IN_PAIRS, *TRICK_SOLOS)  # games in which card points decide
WITH_TRUMP = (FARBWENZ, SOLO)
CALLED_SUITS = (CLUBS, SPADES, DIAMONDS)

REDEAL, STRICH, MUSS = "redeal", "strich", "muss"
PLUS_MINUS, ONLY_PLUS = "plus_minus", "only_plus"
NO, TOUT, SIE = "no", "tout", "sie"
TOUT_FACTOR, SIE_FACTOR = 2, 4
SIMPLE, SCHNEIDER, SCHWARZ = "simple", "schneider", "schwarz"
STEPS = {SIMPLE: 0, SCHNEIDER: 1, SCHWARZ: 2}
WON, LOST = "won", "lost"

CARD_VALUES = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}  # all others 0 (SS 1.2.3)
CARD_POINTS = 120
NO_SUMS = (1, 119)  # no cards have these sums
POINTS_TO_WIN, POINTS_FOR_SCHNEIDER, POINTS_OF_SCHNEIDER = 61, 91, 30  # a forced player needs one less
MOST_STOSS, MOST_LAUFENDE, MOST_VIRGINS = 4, 14, 2
TRUMPS = {RUF: (14, 12), KREUZ: (14, 12), SOLO: (14, 12), WENZ: (4, 4), GEIER: (4, 4), FARBWENZ: (11, 9)}
TRUMPS_OF_SIE = (8, 6)  # with the long pack, with the short one

RULE_GEIER, RULE_FARBWENZ = When("options.geier", (True,)), When("options.farbwenz", (True,))
RULE_BETTEL = When("options.bettel", (True,))
IS_PASSING = (When("options.all_pass", (REDEAL, STRICH)),)
CONTRACT_CHOICES = (
    Choice(RUF, text("Ruf"), None, "r"),
    Choice(WENZ, text("Wenz"), None, "w"),
    Choice(SOLO, text("Solo"), None, "so"),
    Choice(GEIER, text("Geier"), None, "g", (RULE_GEIER,)),
    Choice(FARBWENZ, text("Farbwenz"), None, "f", (RULE_FARBWENZ,)),
    Choice(BETTEL, text("Bettel"), None, "b", (RULE_BETTEL,)),
    Choice(KREUZ, text("crosswise"), None, "k", (When("options.all_pass", (KREUZ,)),)),
    Choice(RAMSCH, text("Ramsch"), None, "ra", (When("options.all_pass", (RAMSCH,)),)),
    Choice(PASSED, text("passed out"), None, "", IS_PASSING, text("all passed")),
)
CALLED_CHOICES = (
    Choice(CLUBS, text("ace of acorns"), picture="acorn"),
    Choice(SPADES, text("ace of leaves"), picture="leaf"),
    Choice(DIAMONDS, text("ace of bells"), picture="bell"),
)
TRUMP_CHOICES = (
    Choice(CLUBS, text("acorns"), picture="acorn"),
    Choice(SPADES, text("leaves"), picture="leaf"),
    Choice(HEARTS, text("hearts"), picture="heart"),
    Choice(DIAMONDS, text("bells"), picture="bell"),
)
ANNOUNCED_CHOICES = (
    Choice(NO, text("no"), ""),
    Choice(TOUT, text("Tout"), typed="t"),
    Choice(SIE, text("Sie"), typed="si"),
)
RESULT_CHOICES = (Choice(WON, text("won"), typed="+"), Choice(LOST, text("lost"), typed="-"))
LEVEL_CHOICES = (
    Choice(SIMPLE, text("simple"), ""),
    Choice(SCHNEIDER, text("Schneider"), typed="sn"),
    Choice(SCHWARZ, text("Schwarz"), typed="sw"),
)


def doubling(steps: int, label: str, typed: str = "") -> Choice:
    """Return a step of the doubling, offered where the event allows as many."""
    allowed = When("options.stoss_max", tuple(range(max(steps, 1), MOST_STOSS + 1)))
    return Choice(steps, label, None if steps else "", typed, (allowed,))


STOSS_CHOICES = (
    doubling(0, text("no")),
    doubling(1, text("Stoß"), "x"),
    doubling(2, text("Retour"), "xx"),
    doubling(3, text("third Stoß"), "xxx"),
    doubling(4, text("fourth Stoß"), "xxxx"),
)
SCORING_CHOICES = (
    Choice(PLUS_MINUS, text("plus and minus")),
    Choice(ONLY_PLUS, text("only the good points")),
)
ALL_PASS_CHOICES = (
    Choice(REDEAL, text("the same player deals again")),
    Choice(STRICH, text("a line in the list, nobody scores")),
    Choice(KREUZ, text("crosswise: forehand plays with the player opposite")),
    Choice(RAMSCH, text("Ramsch: most card points lose")),
    Choice(MUSS, text("who has the Ober of acorns must call")),
)
