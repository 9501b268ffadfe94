"""Import players from a list into an event. Exit status 1 with every problem, if there are any."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.management.arguments import read_json, read_upload
from tournaments.models import AuthorKind, Event
from tournaments.services.entry.lists import (
    ListPlan,
    ListProblem,
    PlayerList,
    plan_list,
    read_list,
    take_over,
    with_likely_sheet,
)
from tournaments.services.history.sheet_chain import Author
from tournaments.storage.uploads.encodings import ENCODINGS
from tournaments.storage.uploads.spreadsheets import Upload

NOTHING = ListPlan([], [])


class Command(BaseCommand):
    help = "Enter the players of a list (CSV, TSV or a workbook) into an event."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="EVENT_SLUG")
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument(
            "--map",
            metavar="JSON",
            help='the meaning of columns, by heading or number: {"Spieler": "name", "3": "club"}',
        )
        parser.add_argument(
            "--sheet", default="", help="a sheet of a workbook; default: the first with names"
        )
        parser.add_argument("--encoding", choices=ENCODINGS, default="", help="default: the likeliest")
        parser.add_argument("--expected", action="store_true", help="add them as expected, not checked in")
        parser.add_argument("--dry-run", action="store_true", help="print the result and store nothing")
        parser.add_argument("--format", choices=("text", "json"), default="text")

    def handle(self, *, event: str, file: Path, **options: Any) -> None:
        upload = read_upload(file)
        try:
            players, plan = run_import(event, upload, options)
        except NotPossible as refusal:
            problem = ListProblem(refusal.details.get("row"), None, refusal.code, refusal.message)
            players, plan = None, ListPlan([], [problem])
        if options["format"] == "json":
            self.stdout.write(json.dumps(report(players, plan), ensure_ascii=False))
        else:
            self.stdout.write("\n".join(report_lines(plan)))
        if plan.problems:
            sys.exit(1)


def run_import(slug: str, upload: Upload, options: Mapping[str, Any]) -> tuple[PlayerList, ListPlan]:
    """Read and import the list, or only preview it. Raises NotPossible."""
    event = Event.objects.select_related("club").filter(slug=slug).first()
    if event is None:
        message = gettext("There is no event “%(slug)s”; give the address of one that exists.")
        raise NotPossible("event_unknown", message % {"slug": slug})
    upload = replace(upload, sheet=options["sheet"], encoding=options["encoding"])
    if not upload.sheet:
        upload = with_likely_sheet(upload, club=event.club)
    columns = None if options["map"] is None else read_json("map", options["map"])
    players = read_list(upload, club=event.club, columns=columns)
    if options["dry_run"]:
        return players, plan_list(event, players)
    with transaction.atomic():
        by = Author(AuthorKind.PAPER)
        plan, _ = take_over(event=event, players=players, by=by, are_present=not options["expected"])
    return players, plan


def report(players: PlayerList | None, plan: ListPlan) -> dict[str, Any]:
    """Return the report as JSON values; a column that is not imported is null."""
    headings = players.table.headings if players else ()
    return {
        "columns": {heading: players.columns.get(heading) if players else None for heading in headings},
        "rows": [
            {"line": each.line, "name": each.name, "action": each.action, "why": each.why}
            for each in plan.rows
        ],
        "problems": [
            {"line": each.line, "column": each.column, "code": each.code, "message": each.message}
            for each in plan.problems
        ],
    }


def report_lines(plan: ListPlan) -> Iterator[str]:
    """Yield the report as text: problems, then every row."""
    for problem in plan.problems:
        yield f"{problem.line or ''}: {problem.message} [{problem.code}]".removeprefix(": ")
    for row in plan.rows:
        yield f"{row.line}: {row.action} {row.name} {row.why}".rstrip()
