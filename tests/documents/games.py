"""docs/games.md, made from the list of games."""

from collections.abc import Iterator

from rules import all_games
from rules.fields import Field, Kind, Switch
from rules.game import Game
from rules.notation import Sign, grammar

HEAD = """# The games

Made from `rules.GAMES` by `python3 run.py documents`; do not edit.
"""

KIND_WORDS = {
    Kind.CHOICE: "one of",
    Kind.CHOICES: "any of",
    Kind.COUNT: "whole number",
    Kind.FLAG: "yes or no",
    Kind.SEAT: "seat",
    Kind.SEATS: "seats",
    Kind.COUNTS: "one number per seat",
    Kind.FLAGS: "yes or no per seat",
    Kind.CLAIM: "side and counts",
    Kind.FREE: "one number per seat",
}


def document() -> str:
    """Return the whole document."""
    return "\n".join([HEAD, *(line for game in all_games() for line in game_lines(game))])


def game_lines(game: Game) -> Iterator[str]:
    """Yield one game: its facts, its house rules, the fields of its record."""
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
    """Yield the number of players, the direction of play and the rankings."""
    sizes = ", ".join(str(size) for size in game.seats)
    yield f"- Players at a table: {sizes}; {game.standard_seats} wherever possible."
    yield f"- Play goes {'clockwise' if game.is_clockwise else 'counter-clockwise'}."
    yield f"- Ranked by: {', '.join(ranking.label for ranking in game.ranks_by)}."


def length_lines(game: Game) -> Iterator[str]:
    """Yield the length of a round, the origin of its points, and the taps of a deal, if known."""
    if game.round_length.deals:
        lengths = ", ".join(f"{deals} at {seats} players" for seats, deals in game.round_length.deals.items())
        yield f"- Deals of a round: {lengths}."
    if game.house_scoring:
        yield f"- Points: {game.house_scoring}"
    if deal := game.common_deal:
        yield f"- Taps for a deal on a phone, saving included: {deal.count} ({deal.words})."


def switch_line(game: Game, switch: Switch) -> str:
    """Return a house rule."""
    default = getattr(game.Options(), switch.name)
    return f"| `{switch.name}` | {default} | {switch.label}. {switch.help} |"


def field_line(each: Field) -> str:
    """Return a field of the record."""
    words = ", ".join(f"`{choice.value}`" for choice in each.choices)
    return f"| `{each.name}` | {each.label} | {KIND_WORDS[each.kind]}{': ' + words if words else ''} |"


def typing_lines(game: Game) -> Iterator[str]:
    """Yield the symbols of the short notation."""
    yield from ("| typed on a short line | | |", "|---|---|---|")
    yield from (sign_line(sign) for sign in grammar(game))
    yield ""


def sign_line(sign: Sign) -> str:
    """Return a symbol of the short notation."""
    return f"| `{sign.mark}` | {sign.label} | {sign.meaning} |"
