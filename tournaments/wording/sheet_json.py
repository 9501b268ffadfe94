"""Sheets as JSON in the reader's language, for the API and the phone's page.

Pages use the same functions, so that a deal looks the same everywhere.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.formats import get_format
from django.utils.translation import gettext

from rules import get_game
from rules.fields import Choice, Field, Preset, Same, When
from rules.game import Game
from scoring.sheet import serialising
from scoring.sheet.serialising import Language
from scoring.sheet.sheet import Row
from tournaments.models import Deal, Event


def reader_language(players: tuple[str, ...] = ()) -> Language:
    """Return the language of the current request's reader, who may be told the names of these players."""
    return Language(gettext, get_format("DECIMAL_SEPARATOR"), players)


def translate(word: str) -> str:
    """Translate a text; gettext of "" would return the catalogue's header."""
    return gettext(word) if word else ""


def line_text(game: Game, state: Any, record: Mapping[str, Any], outcome: Any = None) -> str:
    """Return a record as a written line: `3 ♠ Hand`."""
    return serialising.line_text(reader_language(), game, state, record, outcome)


def row_json(deal: Deal, row: Row) -> dict[str, Any]:
    """Return one row as JSON: its number, its points, and its version."""
    return serialising.row_json(row, deal.revision, deal.pk)


def deal_json(game: Game, deal: Deal, row: Row, state: Any) -> dict[str, Any]:
    """Return a row as JSON, with everything a sheet shows."""
    stored = {"record": deal.record, "revision": deal.revision, "row_id": deal.pk}
    return serialising.deal_json(reader_language(), game, state, row, **stored)


def sheet_row(game: Game, deal: Deal, row: Row, state: Any) -> dict[str, Any]:
    """Return a row in the form that `_row.html` needs."""
    value = row.outcome.facts.get("value")
    return {**deal_json(game, deal, row, state), "value": value, "is_struck": False}


def record_json(game: Game, state: Any, record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record that is on no sheet, in the form of a sheet's row."""
    return serialising.record_json(reader_language(), game, state, record)


# The fields of a game, from which a pad is built


def field_json(each: Field) -> dict[str, Any]:
    """Return one field as data, labels translated."""
    return {
        "name": each.name,
        "kind": str(each.kind),
        "label": translate(each.label),
        "choices": [choice_json(choice) for choice in each.choices],
        "keys": list(each.keys),
        "rare_keys": list(each.count.rare_keys),
        "rare_asked": [when_json(when) for when in each.count.rare_asked],
        "keys_up_to": each.count.keys_up_to,
        "keys_from": each.count.keys_from,
        "signs": [translate(word) for word in each.count.signs],
        "rest": each.count.rest
        and {"label": translate(each.count.rest.label), "total": each.count.rest.total},
        "asked": [when_json(when) for when in each.asked],
        "presets": presets_json(each.presets),
        "aims": presets_json(each.aims),
        "aims_at": each.places.aims_at,
        "totals": presets_json(each.places.totals),
        "per_side": each.places.per_side,
        "marks_dealer": each.places.marks_dealer,
        "counts_marked": each.places.counts_marked,
        "blank": each.places.blank,
        "bounds": list(each.places.bounds),
        "halves": each.places.halves,
        "is_ladder": each.on_pad.is_ladder,
        "is_rare": each.is_rare or each.on_pad.is_behind,
        "only_yes": each.on_pad.only_yes,
        "joins": each.joins,
        "usual": [when_json(when) for when in each.on_pad.usual],
    }


def group_names(groups: Sequence[Sequence[int]], names: Sequence[str]) -> list[str]:
    """Return the names over the columns of a printed list: partners share one."""
    return [" + ".join(names[seat] for seat in group) for group in groups]


def choice_json(choice: Choice) -> dict[str, Any]:
    """Return one choice of a field, with the word on its key."""
    return {
        "value": choice.value,
        "label": translate(choice.key or choice.label),
        "mark": choice.mark,
        "has_key": bool(choice.key),
        "group": translate(choice.group),
        "picture": choice.picture,
        "asked": [when_json(when) for when in choice.asked],
    }


def when_json(when: When) -> dict[str, Any]:
    """Return a condition as JSON."""
    return {"field": when.field, "values": list(when.values)}


def presets_json(presets: Sequence[Preset]) -> list[dict[str, Any]]:
    """Return values that a pad sets automatically; `{"same": field}` follows another field."""
    return [
        {
            "value": {"same": preset.value.field} if isinstance(preset.value, Same) else preset.value,
            "when": [when_json(when) for when in preset.when],
        }
        for preset in presets
    ]


# Further values of a table


def board_json(game: Game, state: Any) -> list[dict[str, Any]]:
    """Return the lines above a pad, ready for display."""
    return serialising.board_json(reader_language(), game, state)


def foot_json(game: Game, state: Any) -> list[dict[str, Any]]:
    """Return the parts of the totals under a list, ready to be shown."""
    return serialising.foot_json(reader_language(), game, state)


# Public facts of an event


def event_json(event: Event) -> dict[str, Any]:
    """Return an event's facts."""
    game = get_game(event.game)
    return {
        "slug": event.slug,
        "name": event.name,
        "date": event.date.isoformat(),
        "place": event.place,
        "club": event.club.name,
        "game": {
            "key": game.key,
            "name": translate(game.name),
            "house_scoring": translate(game.house_scoring),
        },
        "is_closed": event.is_closed,
        "is_cancelled": event.is_cancelled,
    }
