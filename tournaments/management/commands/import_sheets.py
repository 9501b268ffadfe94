"""Import typed paper sheets into an event. Exit status 1 with every problem, or the number of rows stored."""

import contextlib
import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils.translation import gettext, ngettext

from rules.reading import Refused
from scoring.not_possible import NotPossible
from tournaments.management.arguments import read_json, read_upload
from tournaments.models import AuthorKind, Event
from tournaments.services.history.sheet_chain import Author
from tournaments.services.paper import (
    Finding,
    PaperFiles,
    Report,
    create_event_from_paper,
    import_paper,
    with_labels,
)
from tournaments.services.paper.findings import refusal_finding, violation_finding
from tournaments.services.standings.computation import compute_event_standings
from tournaments.storage.uploads.encodings import ENCODINGS
from tournaments.storage.uploads.spreadsheets import Upload
from tournaments.wording.days import Misread, read_day

PARTS = ("seating", "sheets", "totals")


class Command(BaseCommand):
    help = "Import typed paper sheets (CSV or workbooks) into an event."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="EVENT_SLUG")
        self.add_files(parser)
        self.add_event(parser)
        parser.add_argument("--dry-run", action="store_true", help="print the result and store nothing")
        parser.add_argument("--keep-good", action="store_true", help="store the tables without problems")
        parser.add_argument(
            "--store-disputed",
            action="store_true",
            help="store tables that differ from the totals on paper, as disputed",
        )
        parser.add_argument("--format", choices=("text", "json"), default="text")

    def add_files(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seating", type=Path, required=True, help="columns round, table, seat, player")
        parser.add_argument(
            "--sheets", type=Path, required=True, help="columns round, table, deal, and the game's"
        )
        parser.add_argument("--totals", type=Path, help="totals on paper: columns round, table, seat, total")
        parser.add_argument(
            "--sheet",
            action="append",
            default=[],
            metavar="FILE=NAME",
            help='a sheet of a workbook, such as "seating=Seats"; default: the one whose headings fit',
        )
        parser.add_argument(
            "--encoding",
            action="append",
            default=[],
            metavar="[FILE=]NAME",
            help=f"of all files, or of one: {', '.join(ENCODINGS)}; default: the likeliest",
        )

    def add_event(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--create", metavar="GAME", help="create the event, with the players of the seating file"
        )
        parser.add_argument("--options", default="{}", help="with --create: house rules, as JSON")
        parser.add_argument(
            "--policy", default='{"by": "game"}', help="with --create: the ranking policy, as JSON"
        )
        parser.add_argument("--club", default="", help="with --create: the address or name of its club")
        parser.add_argument("--name", default="", help="with --create: the name of the event")
        parser.add_argument(
            "--date", metavar="YYYY-MM-DD", help="with --create: the date of the event; default: today"
        )
        parser.add_argument("--publish", action="store_true", help="with --create: publish the event")

    def handle(self, *, event: str, **options: Any) -> None:
        uploads = {part: read_upload(options[part]) for part in PARTS if options[part]}
        report = run_import(event, uploads, options)
        if options["format"] == "json":
            problems = [finding.as_json() for finding in report.findings]
            answer = {"stored": report.stored, "problems": problems}
            if report.disputed:
                answer["disputed"] = [finding.as_json() for finding in report.disputed]
            self.stdout.write(json.dumps(answer, ensure_ascii=False))
        else:
            self.stdout.write("\n".join(report_lines(report, is_dry_run=options["dry_run"])))
        if report.findings:
            sys.exit(1)


def run_import(slug: str, uploads: Mapping[str, Upload], options: dict[str, Any]) -> Report:
    """Import, and compute the standings; a refusal before the files are read is a finding too."""
    try:
        files = PaperFiles(**with_labels(read_as(uploads, options), {part: part for part in PARTS}))
        with rolled_back() if options["dry_run"] else contextlib.nullcontext():
            report = import_into(slug, files, options)
    except NotPossible as refusal:
        return Report(0, [refusal_finding(refusal)], [])
    except Refused as refused:
        return Report(0, [violation_finding(each) for each in refused.violations], [])
    if options["dry_run"]:
        return replace(report, stored=0)
    for event_id in Event.objects.filter(slug=slug).values_list("pk", flat=True):
        compute_event_standings(event_id=event_id)
    return report


@contextlib.contextmanager
def rolled_back() -> Iterator[None]:
    """Undo everything inside."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def read_as(uploads: Mapping[str, Upload], options: Mapping[str, Any]) -> dict[str, Upload]:
    """Return the files with the chosen sheets and encodings. Raises NotPossible (`bad_request`)."""
    sheets = by_part("sheet", options["sheet"])
    encodings = by_part("encoding", options["encoding"])
    return {
        part: replace(
            each,
            sheet=sheets.get(part, sheets.get("", "")),
            encoding=known_encoding(encodings.get(part, encodings.get("", ""))),
        )
        for part, each in uploads.items()
    }


def by_part(name: str, typed: Sequence[str]) -> dict[str, str]:
    """Parse values such as "seating=Seats" by file; one without a file has the key "".

    Raises NotPossible (`bad_request`) for another file.
    """
    values: dict[str, str] = {}
    for each in typed:
        part, _, value = each.rpartition("=")
        if part and part not in PARTS:
            message = gettext("--%(name)s needs one of the files %(known)s before “=”, not “%(found)s”.")
            raise NotPossible(
                "bad_request", message % {"name": name, "known": ", ".join(PARTS), "found": part}, field=name
            )
        values[part] = value
    return values


def known_encoding(typed: str) -> str:
    """Return the encoding, "" for the likeliest. Raises NotPossible (`bad_request`)."""
    if typed and typed not in ENCODINGS:
        message = gettext("--encoding needs one of %(known)s, not “%(found)s”.")
        values = {"known": ", ".join(ENCODINGS), "found": typed}
        raise NotPossible("bad_request", message % values, field="encoding")
    return typed


def import_into(slug: str, files: PaperFiles, options: dict[str, Any]) -> Report:
    """Import into an event created for the files, or an existing one."""
    by = Author(AuthorKind.PAPER)
    switches = {"keep_good": options["keep_good"], "store_disputed": options["store_disputed"]}
    if options["create"]:
        return create_event_from_paper(
            slug=slug,
            game=options["create"],
            options=read_json("options", options["options"]),
            policy=read_json("policy", options["policy"]),
            files=files,
            by=by,
            **switches,
            is_published=options["publish"],
            club=options["club"],
            name=options["name"],
            date=read_date(options["date"]) if options["date"] else None,
        )
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        message = gettext("There is no event “%(slug)s”; --create GAME creates one.")
        raise NotPossible("event_unknown", message % {"slug": slug})
    return import_paper(event=event, files=files, by=by, **switches)


def read_date(typed: str) -> date:
    """Read a date. Raises NotPossible (`bad_request`)."""
    try:
        return read_day(typed)
    except Misread as misread:
        raise NotPossible("bad_request", f"--date: {misread}", field="date") from misread


def report_lines(report: Report, *, is_dry_run: bool) -> list[str]:
    """Return the report as text: every problem with its place, then what was stored."""
    findings = [*report.findings, *(each for each in report.disputed if each not in report.findings)]
    problems = [
        f"{place_text(finding)}: {finding.message} [{finding.code}]" for finding in one_for_names(findings)
    ]
    problems += [*new_names(report), *lines_of_unfinished(report)]
    if is_dry_run:
        sentence = gettext("%(rows)s rows of %(tables)s tables are valid. Nothing was stored.")
        return [*problems, sentence % {"rows": report.rows, "tables": len(report.tables)}]
    return [*problems, gettext("%(rows)s rows stored.") % {"rows": report.stored}]


def place_text(finding: Finding) -> str:
    """Return the place of a finding: "sheets.csv:17 tricks"."""
    place = ":".join(str(part) for part in (finding.file, finding.row) if part is not None)
    return " ".join(part for part in (place, finding.field or "") if part) or "import_sheets"


def one_for_names(findings: list[Finding]) -> list[Finding]:
    """Return the findings without those of new names, which share a line; misspelt ones stay."""
    return [each for each in findings if each.code != "player_unknown" or each.proposals]


def new_names(report: Report) -> list[str]:
    """Return one line for all names that are new, if there are any."""
    if not report.new_players:
        return []
    sentence = ngettext(
        "%(number)s name is new: %(names)s", "%(number)s names are new: %(names)s", len(report.new_players)
    )
    return [sentence % {"number": len(report.new_players), "names": " · ".join(report.new_players)}]


def lines_of_unfinished(report: Report) -> list[str]:
    """Return a line for each table with fewer deals than agreed."""
    sentence = gettext("Round %(round)s, table %(number)s: %(deals)s of %(agreed)s deals")
    short = [each for each in report.tables if each.deals_agreed]
    return [
        sentence
        % {
            "round": each.round,
            "number": each.number,
            "deals": each.deals_counted,
            "agreed": each.deals_agreed,
        }
        for each in short
    ]
