"""How sheets look from outside, in the reader's language: the JSON of the API and of the phone's page.

Pages use the same functions, so that a deal looks the same everywhere.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext

from rules import get_game
from rules.board import BoardLine, Hint, Unit
from rules.game import Choice, Field, Game, Preset, Ranking, Same, Term, When
from rules.writing import line_of
from scoring.sheet import Row, plain
from tournaments.errors import violation_json
from tournaments.models import Deal, Event


def said(word: str) -> str:
    """A word in the reader's language; a gettext of "" would be the catalogue's header."""
    return gettext(word) if word else ""


def line_text(game: Game, state: Any, record: Mapping[str, Any], outcome: Any = None) -> str:
    """The written line of a record: `3 ♠ Hand`."""
    words = line_of(game, state, record, outcome)
    return " ".join(said(word) if isinstance(word, Term) else word for word in words)


def row_json(deal: Deal, row: Row) -> dict[str, Any]:
    """The answer for one row: what it is called, what it was worth, which version it is."""
    return {
        "number": row.number,
        "deal": row.deal,
        "deltas": list(row.outcome.deltas),
        "revision": deal.revision,
    }


def deal_json(game: Game, deal: Deal, row: Row, state: Any) -> dict[str, Any]:
    """A row with everything a sheet shows of it."""
    return {
        **row_json(deal, row),
        "dealer": row.dealer,
        "record": deal.record,
        "totals": list(row.totals),
        "counts": row.outcome.counts,
        "line": line_text(game, state, deal.record, row.outcome),
        "facts": plain(row.outcome.facts),
        "made": row.outcome.facts.get("made"),
        "violations": [violation_json(violation) for violation in row.violations],
    }


def sheet_row(game: Game, deal: Deal, row: Row, state: Any) -> dict[str, Any]:
    """A row as `_row.html` wants it."""
    value = row.outcome.facts.get("value")
    return {**deal_json(game, deal, row, state), "value": value, "is_struck": False}


def record_json(game: Game, state: Any, record: Mapping[str, Any]) -> dict[str, Any]:
    """A record that is on no sheet, in the words of the sheet."""
    return {"record": dict(record), "line": line_text(game, state, record)}


# The fields of a game, from which a pad is made


def field_json(each: Field) -> dict[str, Any]:
    """One field as data, labels translated."""
    return {
        "name": each.name,
        "kind": str(each.kind),
        "label": said(each.label),
        "choices": [choice_json(choice) for choice in each.choices],
        "keys": list(each.keys),
        "keys_from": each.keys_from,
        "asked": [when_json(when) for when in each.asked],
        "presets": presets_json(each.presets),
        "aims": presets_json(each.aims),
        "aims_at": each.aims_at,
        "totals": presets_json(each.totals),
        "per_side": each.per_side,
        "marks_dealer": each.marks_dealer,
        "counts_marked": each.counts_marked,
        "blank": each.blank,
        "is_rare": each.is_rare,
    }


def choice_json(choice: Choice) -> dict[str, Any]:
    """A word of a field."""
    return {"value": choice.value, "label": said(choice.label), "mark": choice.mark}


def when_json(when: When) -> dict[str, Any]:
    """A condition."""
    return {"field": when.field, "values": list(when.values)}


def presets_json(presets: Sequence[Preset]) -> list[dict[str, Any]]:
    """Values a pad sets by itself; `{"same": field}` follows another field."""
    return [
        {
            "value": {"same": preset.value.field} if isinstance(preset.value, Same) else preset.value,
            "when": [when_json(when) for when in preset.when],
        }
        for preset in presets
    ]


# What a table looks at besides its totals

MINUS = "\u2212"
CENTS = 100


def board_json(game: Game, state: Any) -> list[dict[str, Any]]:
    """The lines above a pad, ready to be shown."""
    return [board_line_json(line) for line in game.board(state)]


def board_line_json(line: BoardLine) -> dict[str, Any]:
    """One line in the reader's language; values are texts: money with two decimals, a true minus sign."""
    label = said(line.label)
    if line.goal is not None:
        label = gettext("%(label)s (to %(goal)s)") % {"label": label, "goal": line.goal}
    values = [value_text(value, line.unit) for value in line.values]
    return {"label": label, "scope": str(line.scope), "values": values}


def value_text(value: int, unit: Unit) -> str:
    """A value of a board."""
    plain_text = str(value)
    if unit == Unit.CENTS:
        plain_text = number_format(Decimal(value) / CENTS, decimal_pos=2)
    return plain_text.replace("-", MINUS)


def hint_json(hint: Hint) -> dict[str, Any]:
    """How a choice stands before the next deal."""
    return {"field": hint.field, "value": hint.value, "is_open": hint.is_open, "left": hint.left}


# Events, as everybody may read them


def event_json(event: Event) -> dict[str, Any]:
    """An event's facts."""
    game = get_game(event.game)
    return {
        "slug": event.slug,
        "name": event.name,
        "date": event.date.isoformat(),
        "place": event.place,
        "club": event.club.name,
        "game": {"key": game.key, "name": said(game.name), "house_scoring": said(game.house_scoring)},
        "is_closed": event.is_closed,
    }


def ranking_json(ranking: Ranking) -> dict[str, Any]:
    """One value that players are ranked by, in the order of ranking."""
    return {
        "name": ranking.tally,
        "label": said(ranking.label),
        "unit": str(ranking.unit),
        "high_is_better": ranking.high_is_better,
    }
