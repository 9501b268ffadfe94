"""What a rules page shows: a game's words translated, and everything that its data and functions tell."""

from dataclasses import fields as dataclass_fields
from typing import Any

from django.urls import reverse
from django.utils.text import get_text_list
from django.utils.translation import gettext

from rules import all_games
from rules.board import Unit
from rules.examples import rungs_of
from rules.game import NEVER_ASKED, Choice, Field, Game, Kind, Switch, Term
from rules.notation import Sign, grammar
from rules.prose import Amount, Decision, Phrase, ScoreTable
from scoring.paper.columns import BETWEEN_OPTIONS, Column, columns_of
from tournaments.presenting import said
from tournaments.templatetags.stichtag import amount, is_minus

PARAGRAPHS = ("pack", "seats", "deal", "bidding", "play", "scoring", "record", "options", "ending", "source")


def game_facts() -> list[dict[str, str]]:
    """Every game with the address of its page."""
    return [
        {"name": said(game.name), "title": said(game.title), "url": game_url(game)} for game in all_games()
    ]


def game_url(game: Game) -> str:
    """Where the rules of a game are."""
    return reverse("game", args=[game.key])


def rules_facts(game: Game) -> dict[str, Any]:
    """All of a rules page."""
    return {
        "name": said(game.name),
        "title": said(game.title),
        "house_scoring": said(game.house_scoring),
        "is_clockwise": game.is_clockwise,
        **size_facts(game),
        **{name: [said(each) for each in getattr(game.page, name)] for name in PARAGRAPHS},
        "bidding_title": said(game.page.bidding_title),
        **rung_facts(game),
        "has_tables_first": game.page.has_tables_first,
        "tables": [table_facts(table) for table in game.page.tables(game)],
        "ranked_by": [said(ranking.label) for ranking in game.ranks_by],
        "signs": [sign_facts(sign) for sign in grammar(game)],
        "columns": [column_facts(column) for column in columns_of(game).values()],
        "switches": switch_facts(game),
        "decisions": [decision_facts(each) for each in game.page.decisions],
        "authority": said(game.source),
    }


def size_facts(game: Game) -> dict[str, Any]:
    """How many play at a table, and how long."""
    return {
        "sizes": get_text_list([str(seats) for seats in game.seats], gettext("or")),
        "has_one_size": len(game.seats) == 1,
        "standard_seats": game.standard_seats,
        "deals_per_round": [
            {"seats": seats, "deals": deals} for seats, deals in game.deals_per_round.items()
        ],
    }


def rung_facts(game: Game) -> dict[str, Any]:
    """The bids from the lowest to the highest."""
    rungs = rungs_of(game)
    return {
        "rungs": [" ".join(map(word, rung)) for rung in rungs],
        "has_counted_options": any(each.startswith("+") for rung in rungs for each in rung),
    }


def decision_facts(decision: Decision) -> dict[str, str]:
    """A question the source leaves open, and our answer."""
    return {"question": said(decision.question), "answer": said(decision.answer)}


# Tables of worths


def table_facts(table: ScoreTable) -> dict[str, Any]:
    """A table with its cells as texts."""
    return {
        "title": said(table.title),
        "note": said(table.note),
        "head": [word(cell) for cell in table.head],
        "rows": [
            {"heading": word(heading), "cells": [cell_facts(cell) for cell in cells]}
            for heading, *cells in table.rows
        ],
    }


def cell_facts(cell: Any) -> list[dict[str, Any]]:
    """The alternatives of a cell."""
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
    """Whether a number takes the other ink."""
    value = cell.value if isinstance(cell, Amount) else cell
    return isinstance(value, int) and is_minus(value)


def word(cell: Any) -> str:
    """A cell or a word in the reader's language."""
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
            return said(cell)
    return str(cell)


def phrase_text(phrase: Phrase) -> str:
    """A sentence with its values."""
    return said(phrase.message).format(**{name: value_word(each) for name, each in phrase.values.items()})


def value_word(value: Any) -> Any:
    """A value inside a sentence; numbers without a sign."""
    return said(value) if isinstance(value, Term) else value


# What a table writes down


def column_facts(column: Column) -> dict[str, Any]:
    """One thing a table writes down: its label, what it may be, and how a typed sheet has it."""
    each = column.field
    return {
        "label": said(each.label),
        "values": values_of(each),
        "column": column.name,
        "typed": [str(choice.value) for choice in each.choices if isinstance(choice.value, str)],
        "joined_by": BETWEEN_OPTIONS if each.kind == Kind.CHOICES else "",
        "is_check": each.asked == NEVER_ASKED or each.name == "dealer",
    }


def sign_facts(sign: Sign) -> dict[str, str]:
    """What is typed on a short line, the field it fills and what it says."""
    return {"mark": sign.mark, "label": said(sign.label), "meaning": said(sign.meaning)}


def values_of(each: Field) -> str:
    """What may be written down, in words."""
    if each.choices:
        return ", ".join(map(choice_word, each.choices))
    if each.kind == Kind.COUNT and each.keys:
        numbers = (*each.keys, *each.rare_keys)
        return gettext("%(least)s to %(most)s") % {"least": min(numbers), "most": max(numbers)}
    return {
        Kind.COUNT: gettext("a whole number"),
        Kind.FLAG: gettext("yes or no"),
        Kind.SEAT: gettext("a player"),
        Kind.COUNTS: gettext("a number for every side") if each.per_side else every_player(),
        Kind.FLAGS: gettext("yes or no for every player"),
        Kind.CLAIM: gettext("the side, and card points of both"),
        Kind.FREE: every_player(),
    }.get(each.kind, "")


def every_player() -> str:
    """One number each."""
    return gettext("a number for every player")


def choice_word(choice: Choice) -> str:
    """A choice as the sheet has it: a suit with its shape, anything else by its name."""
    return f"{choice.mark} {said(choice.label)}" if choice.mark in tuple("♣♠♥♦") else said(choice.label)


# What a club may change


def switch_facts(game: Game) -> list[dict[str, str]]:
    """The house rules of a game with their defaults."""
    defaults = {each.name: each.default for each in dataclass_fields(game.Options)}
    return [
        {
            "label": said(switch.label),
            "help": said(switch.help),
            "default": switch_value(switch, defaults[switch.name]),
        }
        for switch in game.switches
    ]


def switch_value(switch: Switch, value: Any) -> str:
    """A value of a house rule in words."""
    if value is None:
        return gettext("none")
    if isinstance(value, bool):
        return yes_or_no(value)
    if isinstance(value, (tuple, list)):
        return "–".join(str(each) for each in value)
    labels = {choice.value: said(choice.label) for choice in switch.choices}
    return labels.get(value, str(value))


def yes_or_no(value: bool) -> str:
    """A switch that is on or off."""
    return gettext("yes") if value else gettext("no")


def changed_rules(game: Game, options: dict[str, Any]) -> list[str]:
    """The house rules an event plays by: "Lowest bid: 3"."""
    return [
        gettext("%(rule)s: %(value)s")
        % {"rule": said(switch.label), "value": switch_value(switch, options[switch.name])}
        for switch in game.switches
        if switch.name in options
    ]
