"""A pile of photographs of an evening on paper, and what its tables meant."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from marked.codes import PageCode, event_key
from rules import get_game
from rules.notation import write_line
from rules.reading import open_table, read_options, read_record
from scoring.sheet.sheet import blank_sheet, fold_sheet
from tests.marked.people import is_sayable, letters, marks_of, played
from tests.marked.scenes import a_scene
from tests.marked.simulator import photographed
from tournaments.models import Round
from tournaments.selectors.paper.marked_sheets import TableSheets, marked_tables
from tournaments.services.paper.photos import keep_plans


def write_pile(slug: str, number: int, deals: int, folder: Path, kind: str = "ordinary") -> None:
    """Photograph the marked sheets of a round into a folder; `truth.json` has what the tables meant."""
    drawn = Round.objects.get(event__slug=slug, number=number)
    sheets = marked_tables(drawn)
    keep_plans(drawn, [each.plan for each in sheets])
    truth = {}
    for each in sheets:
        rng = Random(f"{number} {each.table}")
        meant = a_list(drawn, each, deals, rng)
        truth[each.table] = {name: value for name, value in meant.items() if name != "records"}
        for page, records in enumerate(pages_of(meant["records"], len(each.plan.rows)), start=1):
            code = PageCode(event_key(slug), number, each.table, each.part, page, each.plan.fingerprint)
            marked = marks_of(each.plan, records, page)
            photo = photographed(each.plan, code, marked, a_scene(kind, rng), rng)
            (folder / f"{each.table}-{page}.jpg").write_bytes(photo)
    (folder / "truth.json").write_text(json.dumps(truth))


def pages_of(records: Sequence[Mapping[str, Any]], rows: int) -> list[Sequence[Mapping[str, Any]]]:
    """Return the records of each page."""
    return [records[first : first + rows] for first in range(0, len(records), rows)]


def a_list(round: Round, sheets: TableSheets, deals: int, rng: Random) -> dict[str, Any]:
    """Return a simulated list: records, the line and the boxes of each as letters, and the totals."""
    game = get_game(round.event.game)
    part = round.tables.get(number=sheets.table).parts.get()
    state = open_table(game, read_options(game, round.event.options), sheets.plan.seats, part.first_dealer)
    lists = (played(game, sheets.plan.seats, deals, rng, round.event.options) for _ in range(100))
    records = next(rows for rows in lists if all(is_sayable(sheets.plan, record) for record in rows))
    sheet = fold_sheet(game, blank_sheet(state), [read_record(game, each) for each in records])
    return {
        "records": records,
        "lines": [write_line(game, each, state) for each in records],
        "boxes": [
            boxes
            for page in pages_of(records, len(sheets.plan.rows))
            for boxes in letters(sheets.plan, marks_of(sheets.plan, page))[: len(page)]
        ],
        "totals": list(sheet.state.totals),
    }
