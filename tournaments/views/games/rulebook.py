"""The content of a rules page: a game's translated texts and the tables made from its data."""

from collections.abc import Iterable
from dataclasses import fields as dataclass_fields
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext

from rules.board import Unit
from rules.examples import rungs_of
from rules.fields import NEVER_ASKED, Field, Kind
from rules.game import Game, Term
from rules.notation import Sign, grammar
from rules.prose import Amount, Phrase, ScoreTable
from scoring.paper.columns import BETWEEN_OPTIONS, Column, columns_of
from tournaments.selectors.sheets.example_lines import translated_words
from tournaments.views.pages.descriptions import game_url
from tournaments.wording.house_rules import switch_value
from tournaments.wording.lists import in_a_list
from tournaments.wording.numbers import amount, is_minus
from tournaments.wording.sheet_json import translate
from tournaments.wording.taps import choice_word

PARAGRAPHS = ("pack", "seats", "deal", "bidding", "play", "scoring", "record", "options", "ending", "source")


def game_facts(games: Iterable[Game]) -> list[dict[str, str]]:
    """Return these games, each with the URL of its page."""
    return [
        {"name": translate(game.name), "title": translate(game.title), "url": game_url(game)}
        for game in games
    ]


def rules_facts(game: Game) -> dict[str, Any]:
    """Return the context of a rules page."""
    return {
        "name": translate(game.name),
        "title": translate(game.title),
        "house_scoring": translate(game.house_scoring),
        "is_clockwise": game.is_clockwise,
        **size_facts(game),
        **{name: [translate(each) for each in getattr(game.page, name)] for name in PARAGRAPHS},
        "bidding_title": translate(game.page.bidding_title),
        **rung_facts(game),
        "tables": [table_facts(table) for table in game.page.tables(game)],
        "ranked_by": [translate(ranking.label) for ranking in game.ranks_by],
        "signs": [sign_facts(sign) for sign in grammar(game, translated_words(game))],
        "columns": [column_facts(column) for column in columns_of(game).values()],
        "switches": switch_facts(game),
        "decisions": [
            {"question": translate(each.question), "answer": translate(each.answer)}
            for each in game.page.decisions
        ],
        "authority": translate(game.source),
    }


def size_facts(game: Game) -> dict[str, Any]:
    """Return how many play at a table, and for how many deals."""
    return {
        "sizes": get_text_list([str(seats) for seats in game.seats], gettext("or")),
        "has_one_size": len(game.seats) == 1,
        "standard_seats": game.standard_seats,
        "deals_per_round": [
            {"seats": seats, "deals": deals} for seats, deals in game.round_length.deals.items()
        ],
    }


def rung_facts(game: Game) -> dict[str, Any]:
    """Return the bids from lowest to highest."""
    rungs = rungs_of(game)
    return {
        "rungs": [" ".join(map(word, rung)) for rung in rungs],
        "has_counted_options": any(each.startswith("+") for rung in rungs for each in rung),
    }


# Score tables


def table_facts(table: ScoreTable) -> dict[str, Any]:
    """Return a table with its cells as texts."""
    return {
        "title": translate(table.title),
        "note": translate(table.note),
        "head": [word(cell) for cell in table.head],
        "rows": [
            {"heading": word(heading), "cells": [cell_facts(cell) for cell in cells]}
            for heading, *cells in table.rows
        ],
    }


def cell_facts(cell: Any) -> list[dict[str, Any]]:
    """Return the alternatives of a cell."""
    alternatives = cell if isinstance(cell, tuple) else (cell,)
    return [
        {
            "text": word(each),
            "is_minus": is_below_zero(each),
            "is_figure": not isinstance(each, (Term, Phrase)),
        }
        for each in alternatives
    ]


def is_below_zero(cell: Any) -> bool:
    """Return whether a number is negative and printed in the second colour."""
    value = cell.value if isinstance(cell, Amount) else cell
    return isinstance(value, int) and is_minus(value)


def word(cell: Any) -> str:
    """Return a cell or a term in the reader's language."""
    match cell:
        case None:
            return "–"
        case Phrase():
            return phrase_text(cell)
        case Amount():
            return amount(cell.value, cell.unit)
        case int():
            return amount(cell, Unit.POINTS)
        case Term():
            return translate(cell)
    return str(cell)


def phrase_text(phrase: Phrase) -> str:
    """Return a sentence with its values filled in."""
    return translate(phrase.message).format(
        **{name: translate(each) if isinstance(each, Term) else each for name, each in phrase.values.items()}
    )


# The fields of a record


def column_facts(column: Column) -> dict[str, Any]:
    """Return one field of a record: its label, its values, and its notation on a typed sheet."""
    each = column.field
    return {
        "label": translate(each.label),
        "values": values_of(each),
        "column": column.name,
        "typed": [str(choice.value) for choice in each.choices if isinstance(choice.value, str)],
        "joined_by": BETWEEN_OPTIONS if each.kind in (Kind.CHOICES, Kind.SEATS) else "",
        "is_check": each.asked == NEVER_ASKED or each.name == "dealer",
    }


def sign_facts(sign: Sign) -> dict[str, str]:
    """Return a symbol of the short notation, the field it fills and its meaning."""
    return {"mark": sign.mark, "label": translate(sign.label), "meaning": translate(sign.meaning)}


def values_of(each: Field) -> str:
    """Return the permitted values in words."""
    if each.choices:
        return in_a_list(map(choice_word, each.choices))
    if each.kind == Kind.COUNT and each.keys:
        numbers = (*each.keys, *each.count.rare_keys)
        if each.count.signs:
            above, below = map(translate, each.count.signs)
            return gettext("1 to %(most)s (%(above)s), −1 to −%(most)s (%(below)s)") % {
                "most": max(numbers),
                "above": above,
                "below": below,
            }
        return gettext("%(least)s to %(most)s") % {"least": min(numbers), "most": max(numbers)}
    return {
        Kind.COUNT: gettext("a whole number"),
        Kind.FLAG: gettext("yes or no"),
        Kind.SEAT: gettext("a player"),
        Kind.SEATS: gettext("some players"),
        Kind.COUNTS: gettext("a number for every side") if each.places.per_side else every_player(),
        Kind.FLAGS: gettext("yes or no for every player"),
        Kind.CLAIM: gettext("the side, and card points of both"),
        Kind.FREE: every_player(),
    }.get(each.kind, "")


def every_player() -> str:
    """Return the text for one number per player."""
    return gettext("a number for every player")


# House rules


def switch_facts(game: Game) -> list[dict[str, str]]:
    """Return the house rules of a game with their defaults."""
    defaults = {each.name: each.default for each in dataclass_fields(game.Options)}
    return [
        {
            "label": translate(switch.label),
            "help": translate(switch.help),
            "default": switch_value(switch, defaults[switch.name]),
        }
        for switch in game.switches
    ]
