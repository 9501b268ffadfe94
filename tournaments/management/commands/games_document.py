"""Print docs/games.md, made from GAMES: `manage.py games_document > docs/games.md`."""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand

from rules import all_games
from rules.game import Field, Game, Kind, Switch
from rules.notation import Sign, grammar

HEAD = """# The games

Made from `rules.GAMES` by `python3 run.py manage games_document`; do not edit.
"""

TAPS = {
    "fipsen-prisdorf": (5, "three tricks bid and made"),
    "fipsen-grossenaspe": (5, "three tricks bid and made"),
    "fipsen-thedinghausen": (5, "tricks 0, 2, 1, 1, 1"),
    "fips-anseger": (5, "three tricks bid, all five made"),
    "fips-dutt": (5, "three tricks bid, all five made"),
    "briscola": (4, "67 card points against 53"),
    "briscola-scarne": (4, "67 card points against 53"),
    "flunk": (4, "seven tricks bid and made"),
    "frepe": (5, "the dealer and two others play"),
    "rifki": (6, "Kozlar, tricks to all four"),
    "skat": (5, "clubs with 1, won"),
    "doppelkopf": (6, "a normal deal, Re has 142 card points"),
    "points": (4, "two digits for one player"),
}
"""A common deal on a phone: its taps, saving included. tests/browser/test_pads.py taps it and counts."""

KIND_WORDS = {
    Kind.CHOICE: "one of",
    Kind.CHOICES: "any of",
    Kind.COUNT: "whole number",
    Kind.FLAG: "yes or no",
    Kind.SEAT: "seat",
    Kind.COUNTS: "one number per seat",
    Kind.FLAGS: "yes or no per seat",
    Kind.CLAIM: "side and counts",
    Kind.FREE: "one number per seat",
}


class Command(BaseCommand):
    help = "Print the document of all games."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(games_document(), ending="")


def games_document() -> str:
    """The whole document."""
    return "\n".join([HEAD, *(line for game in all_games() for line in game_lines(game))])


def game_lines(game: Game) -> Iterator[str]:
    """One game: its facts, its house rules, what a table writes down."""
    yield f"## {game.name}\n"
    yield f"`{game.key}`. {game.title}\n"
    yield from play_lines(game)
    yield from length_lines(game)
    yield f"- Source: {game.source}.\n"
    if game.switches:
        yield from ("| option | default | meaning |", "|---|---|---|")
        yield from (switch_line(game, switch) for switch in game.switches)
        yield ""
    yield from ("| field of a record | | |", "|---|---|---|")
    yield from (field_line(each) for each in game.fields)
    yield ""
    yield from typing_lines(game)


def play_lines(game: Game) -> Iterator[str]:
    """How many play, which way round, and for what."""
    sizes = ", ".join(str(size) for size in game.seats)
    yield f"- Players at a table: {sizes}; {game.standard_seats} wherever possible."
    yield f"- Play goes {'clockwise' if game.is_clockwise else 'counter-clockwise'}."
    yield f"- Ranked by: {', '.join(ranking.label for ranking in game.ranks_by)}."


def length_lines(game: Game) -> Iterator[str]:
    """How long a round is, whose points they are, and how quickly a deal is written, where that is known."""
    if game.deals_per_round:
        lengths = ", ".join(f"{deals} at {seats} players" for seats, deals in game.deals_per_round.items())
        yield f"- Deals of a round: {lengths}."
    if game.house_scoring:
        yield f"- Points: {game.house_scoring}."
    if game.key in TAPS:
        taps, deal = TAPS[game.key]
        yield f"- Taps for a deal on a phone, saving included: {taps} ({deal})."


def switch_line(game: Game, switch: Switch) -> str:
    """A house rule."""
    default = getattr(game.Options(), switch.name)
    return f"| `{switch.name}` | {default} | {switch.label}. {switch.help} |"


def field_line(each: Field) -> str:
    """A field of the record."""
    words = ", ".join(f"`{choice.value}`" for choice in each.choices)
    return f"| `{each.name}` | {each.label} | {KIND_WORDS[each.kind]}{': ' + words if words else ''} |"


def typing_lines(game: Game) -> Iterator[str]:
    """The words of a typed line."""
    yield from ("| typed on a short line | | |", "|---|---|---|")
    yield from (sign_line(sign) for sign in grammar(game))
    yield ""


def sign_line(sign: Sign) -> str:
    """A word of the short line."""
    return f"| `{sign.mark}` | {sign.label} | {sign.meaning} |"
