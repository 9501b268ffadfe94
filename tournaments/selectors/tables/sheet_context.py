"""The sheet of a table as pages show it: its parts, totals and board."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.board import Scope
from rules.game import Game
from rules.seats import sides_in
from tournaments.models import Table
from tournaments.selectors.rounds.progress import NameOf
from tournaments.selectors.sheets.agreements import game_of
from tournaments.selectors.sheets.folded_sheets import LoadedPart
from tournaments.selectors.standings.decisions import rulings_of
from tournaments.selectors.tables.table_state import accounts_json, called_seats, seat_json, sheet_json
from tournaments.wording.names import full_name
from tournaments.wording.sheet_json import board_json, foot_json, group_names, sheet_row, translate


def sheet_context(table: Table, parts: Sequence[LoadedPart], name_of: NameOf = full_name) -> dict[str, Any]:
    """Return the context of `_sheet.html`, with full names as at the table, or with public names."""
    game, rulings = game_of(table.round.event), rulings_of(table)
    state = sheet_json(table.round.event, parts[-1].sheet)
    ruled = {each["number"]: each for each in rulings}
    return {
        "parts": [part_context(game, loaded, name_of, ruled) for loaded in parts],
        "accounts": accounts_json(parts, rulings, name_of),
        "is_ruled": bool(rulings),
        "has_values": has_values(parts),
        "unit": game.points_unit,
        "board": board_context(game, parts[-1], name_of),
        "house_scoring": translate(game.house_scoring),
        **{name: state[name] for name in ("totals", "deals_counted", "deals_expected")},
    }


def pad_context(table: Table, parts: Sequence[LoadedPart]) -> dict[str, Any]:
    """Return the context of the sheet below a pad, with the short names of its keys."""
    context = sheet_context(table, parts)
    shown = [{**part, "seats": called_seats(part["seats"])} for part in context["parts"]]
    return {**context, "parts": shown}


def list_context(table: Table, parts: Sequence[LoadedPart], name_of: NameOf) -> dict[str, Any]:
    """Return the context of the public sheet, with the parts of its totals in the footer."""
    foot = foot_json(game_of(table.round.event), parts[-1].sheet.state)
    return {**sheet_context(table, parts, name_of), "foot": foot}


def has_values(parts: Sequence[LoadedPart]) -> bool:
    """Return whether deals have a value to show; true before the first deal."""
    rows = [row for loaded in parts for row in loaded.sheet.rows]
    return not rows or any("value" in row.outcome.facts for row in rows)


def board_context(game: Game, loaded: LoadedPart, name_of: NameOf) -> list[dict[str, Any]]:
    """Return the context of `_board.html`: lines of one scope under the names they belong to."""
    names = [seat_json(seat, name_of)["name"] for seat in loaded.part.seats.all()]
    heads = board_heads(sides_in(game, loaded.sheet.state.options, len(names)), names)
    lines = [named_line(line, names) for line in board_json(game, loaded.sheet.state)]
    return [
        {"names": heads[scope], "lines": [line for line in lines if line["scope"] == scope]}
        for scope in dict.fromkeys(line["scope"] for line in lines)
    ]


def named_line(line: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Return a line whose values are seats, with names in place of their numbers."""
    is_called = line["scope"] == Scope.CALLED
    return {**line, "values": [names[int(seat)] for seat in line["values"]]} if is_called else line


def board_heads(sides: Sequence[Sequence[int]], names: Sequence[str]) -> dict[str, Sequence[str]]:
    """Return the names above the lines of each scope."""
    return {Scope.CALLED: [], Scope.TABLE: [], Scope.SIDE: group_names(sides, names), Scope.SEAT: names}


def part_context(
    game: Game, loaded: LoadedPart, name_of: NameOf, ruled: Mapping[int, dict[str, Any]]
) -> dict[str, Any]:
    """Return the context of one part: the names, and its rows with their rulings."""
    rows = [
        {**sheet_row(game, deal, row, loaded.sheet.state), "ruling": ruled.get(row.number)}
        for deal, row in zip(loaded.deals, loaded.sheet.rows, strict=True)
    ]
    return {"seats": [seat_json(seat, name_of) for seat in loaded.part.seats.all()], "rows": rows}
