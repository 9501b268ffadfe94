"""The words and numbers of Doppelkopf: games, calls, special points, and how they are typed and shown."""

from rules.fields import Choice, When
from rules.game import text

SEATS_WITH_SITTER, POINTS_IN_THE_PACK = 5, 240
SOLO_FACTOR, BOCK_FACTOR = 3, 2
TOURNAMENT_DEALS = {4: 24, 5: 30}
FEWEST_POINTS, FEWEST_POINTS_WITHOUT_NINES = 2, 8  # of a trick that counts: a jack, four jacks

RE, KONTRA, NO = "re", "kontra", "no"
NORMAL, WEDDING, WEDDING_ALONE, SILENT, THROWN = "normal", "wedding", "wedding_alone", "silent", "thrown"
QUEENS, JACKS, ACES = "queens", "jacks", "aces"
SOLOS = (QUEENS, JACKS, "clubs", "spades", "hearts", "diamonds", ACES)
IN_PAIRS = (NORMAL, WEDDING)
ALONE = (WEDDING_ALONE, SILENT, *SOLOS)
MANDATORY, FORCED, FREE = "mandatory", "forced", "free"
LIMITS = (NO90, NO60, NO30, BLACK) = ("no90", "no60", "no30", "black")
RE_CALLS, KONTRA_CALLS = (NO, RE, *LIMITS), (NO, KONTRA, *LIMITS)
FOXES, DOPPELKOEPFE, FOX_POINTS, CHARLIE_POINTS = 2, 4, 11, 2
DOPPELKOEPFE_POINTS = (0, 40, 80, 124, 168)  # the fewest card points that this many Doppelköpfe hold

SOLO = text("Solo …")
CONTRACT_CHOICES = (
    Choice(NORMAL, text("normal deal"), "", "n", key=text("normal deal")),
    Choice(WEDDING, text("wedding"), None, "w"),
    Choice(QUEENS, text("queens solo"), None, "q", group=SOLO),
    Choice(JACKS, text("jacks solo"), None, "j", group=SOLO),
    Choice("clubs", text("clubs solo"), None, "c", group=SOLO),
    Choice("spades", text("spades solo"), None, "s", group=SOLO),
    Choice("hearts", text("hearts solo"), None, "h", group=SOLO),
    Choice("diamonds", text("diamonds solo"), None, "d", group=SOLO),
    Choice(ACES, text("aces solo"), None, "a", group=SOLO),
    Choice(SILENT, text("silent wedding"), None, "ws", group=SOLO),
    Choice(WEDDING_ALONE, text("wedding, alone"), None, "wa", group=SOLO),
    Choice(THROWN, text("thrown hand"), None, "x", (When("options.throwing", (True,)),)),
)
RE_WORDS = (text("Re"), text("Re 90"), text("Re 60"), text("Re 30"), text("Re schwarz"))
KONTRA_WORDS = (
    text("Kontra"),
    text("Kontra 90"),
    text("Kontra 60"),
    text("Kontra 30"),
    text("Kontra schwarz"),
)


def call_choices(calls: tuple[str, ...], labels: tuple[str, ...], letter: str) -> tuple[Choice, ...]:
    """Return the calls of a side: `r9` is typed for no 90 of Re, and the sheet shows "Re 90"."""
    keys = ("", text("no 90"), text("no 60"), text("no 30"), text("schwarz"))
    rows = zip(calls[1:], labels, ("", *"9630"), keys, strict=True)
    choices = (Choice(call, label, None, letter + digit, key=key) for call, label, digit, key in rows)
    return Choice(NO, text("nothing"), ""), *choices


RE_CHOICES = call_choices(RE_CALLS, RE_WORDS, "r")
KONTRA_CHOICES = call_choices(KONTRA_CALLS, KONTRA_WORDS, "k")
CHARLIE_CHOICES = (
    Choice(NO, text("nobody"), ""),
    Choice(RE, text("Re"), None, "rc"),
    Choice(KONTRA, text("Kontra"), None, "kc"),
)
TEN_CHOICES = (
    Choice("no", text("the first wins")),
    Choice("yes", text("the second wins")),
    Choice("not_last_trick", text("the second wins, except in the last trick")),
)
