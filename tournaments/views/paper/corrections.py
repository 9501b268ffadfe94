"""Lines of paper files with problems: their cells as a form, and the corrections that it sends."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournaments.models import Event
from tournaments.services.paper import Finding, PaperFiles
from tournaments.storage.uploads.corrections import Cell, with_corrections
from tournaments.views.pages.permissions import MemberRequest, scorer_required
from tournaments.views.paper.kept_paper import files_needed, keep_files

MOST_CELLS, LONGEST_CELL = 600, 300  # of the form for corrections; Django reads 1000 fields
WIDEST_CELL = 24  # letters shown
CELL = re.compile(r"(?P<part>seating|sheets|totals)-(?P<line>[0-9]{1,6})-(?P<place>[0-9]{1,3})")


@require_POST
@scorer_required
@files_needed
def correct_paper(request: MemberRequest, event: Event, files: PaperFiles) -> HttpResponse:
    """Correct cells of the kept files, as typed or as proposed, and check the files again."""
    name, _, cell = request.POST.get("take", "").partition("=")
    sent = [*request.POST.items(), (name, cell)]
    cells = {part: cells_in(sent, part) for part in files.by_part()}
    corrected = {
        part: with_corrections(each, cells[part]) if cells[part] else each
        for part, each in files.by_part().items()
    }
    keep_files(request, event, PaperFiles(**corrected))
    return redirect("paper_import", event.slug)


def cells_in(sent: Iterable[tuple[str, Any]], part: str) -> dict[Cell, str]:
    """Return the cells that the form sends for one of the files; a later one replaces an earlier one."""
    named = ((CELL.fullmatch(name), str(cell)) for name, cell in sent)
    return {
        (int(match["line"]), int(match["place"])): cell[:LONGEST_CELL]
        for match, cell in named
        if match and match["part"] == part
    }


def rows_to_correct(findings: Sequence[Finding], files: PaperFiles | None) -> list[dict[str, Any]]:
    """Return the lines with problems in their order: each with all its problems, and its cells to correct.

    The form has a limited number of cells; lines beyond it are shown as typed.
    """
    parts = {upload.name: part for part, upload in files.by_part().items()} if files else {}
    rows: dict[tuple[str | None, int | None], dict[str, Any]] = {}
    cells = 0
    for finding in findings:
        row = rows.setdefault(
            (finding.file, finding.row), {"first": finding, "findings": [], "cells": [], "proposals": []}
        )
        row["findings"].append(finding)
        part = parts.get(finding.file or "")
        if part and finding.typed and not row["cells"] and cells + len(finding.columns) <= MOST_CELLS:
            row["cells"] = cells_of(part, finding)
            cells += len(row["cells"])
        name_proposals(row, finding)
    return list(rows.values())


def name_proposals(row: dict[str, Any], finding: Finding) -> None:
    """Mark the wrong cell of a line, and add the proposals for its cells, as the form sends them."""
    by_column = {cell["column"].casefold(): cell for cell in row["cells"]}
    if wrong := by_column.get(finding.field or ""):
        wrong["is_wrong"] = True
    for column, cell in finding.proposals:
        if at := by_column.get(column):
            proposal = {"column": at["column"], "cell": cell, "sent": f"{at['name']}={cell}"}
            row["proposals"] += [] if proposal in row["proposals"] else [proposal]


def cells_of(part: str, finding: Finding) -> list[dict[str, Any]]:
    """Return the cells of a line with their columns, as the form names them."""
    width = max(len(finding.columns), len(finding.typed))
    columns = [*finding.columns, *[""] * (width - len(finding.columns))]
    typed = [*finding.typed, *[""] * (width - len(finding.typed))]
    return [
        {
            "name": f"{part}-{finding.row}-{place}",
            "column": column.strip(),
            "typed": cell,
            "size": min(max(len(cell), 3), WIDEST_CELL),
            "is_wrong": False,
        }
        for place, (column, cell) in enumerate(zip(columns, typed, strict=True))
    ]
