"""Write the marked sheets of a round as PDF, and the place of every box as JSON."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext

from tournaments.models import Round
from tournaments.publications.pdf.marked_sheets import layout_json, make_marked_pdf
from tournaments.selectors.paper.marked_sheets import TableSheets, marked_tables
from tournaments.services.paper.photos import keep_plans


class Command(BaseCommand):
    help = "Write the marked sheets of a round as PDF, and the place of every box as JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="EVENT_SLUG")
        parser.add_argument("--round", type=int, required=True, metavar="N")
        parser.add_argument("--table", type=int, metavar="T", help="default: all tables of the round")
        parser.add_argument("--pdf", type=Path, metavar="FILE")
        parser.add_argument("--layout", type=Path, metavar="FILE", help="every box in millimetres, as JSON")

    def handle(self, *, event: str, **options: Any) -> None:
        if not options["pdf"] and not options["layout"]:
            raise CommandError(
                gettext("Say where the sheets are written: --pdf FILE, --layout FILE, or both.")
            )
        round = get_round_of(event, options["round"])
        sheets = sheets_to_mark(round, options["table"])
        keep_plans(round, [each.plan for each in sheets])
        if options["pdf"]:
            write(options["pdf"], make_marked_pdf(round, sheets))
        if options["layout"]:
            text = json.dumps(layout_json(round, sheets), ensure_ascii=False)
            write(options["layout"], text.encode())


def get_round_of(slug: str, number: int) -> Round:
    """Return a round. Raises CommandError if there is none."""
    rounds = Round.objects.select_related("event__club")
    round = rounds.filter(event__slug=slug, number=number).first()
    if round is None:
        message = gettext("There is no round %(round)s of an event “%(slug)s”.")
        raise CommandError(message % {"round": number, "slug": slug})
    return round


def sheets_to_mark(round: Round, table: int | None) -> list[TableSheets]:
    """Return the sheets of a table, or of all. Raises CommandError if there are none."""
    sheets = marked_tables(round, table)
    if not sheets:
        message = gettext("Round %(round)s has no such table; draw it first, or name another table.")
        raise CommandError(message % {"round": round.number})
    return sheets


def write(path: Path, content: bytes) -> None:
    """Write a file. Raises CommandError with the reason if it cannot be written."""
    try:
        path.write_bytes(content)
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.") from error
