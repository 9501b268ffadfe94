"""Read photographs of marked sheets, and store their undoubted rows with --store."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.management.arguments import find_event
from tournaments.models import Event
from tournaments.selectors.paper.photos import read_photographs
from tournaments.services.paper.photo_rows import Stored, store_reading
from tournaments.services.paper.photos import File, read_files
from tournaments.services.standings.computation import compute_event_standings
from tournaments.storage.uploads.photos import MOST_FILE
from tournaments.wording.photos import hint_sentence, photo_json, problem_sentence


class Command(BaseCommand):
    help = "Read photographs of marked sheets; --store stores the rows that leave no doubt."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="EVENT_SLUG")
        parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
        parser.add_argument("--store", action="store_true", help="store the rows before the first doubt")
        parser.add_argument("--format", choices=("text", "json"), default="text")

    def handle(self, *, event: str, files: list[Path], **options: Any) -> None:
        try:
            answer = read(find_event(event), files, is_stored=options["store"])
        except NotPossible as refusal:
            raise CommandError(refusal.message) from refusal
        if options["format"] == "json":
            self.stdout.write(json.dumps(answer, ensure_ascii=False))
        else:
            self.stdout.write("\n".join(map(line_of, answer["photos"])))
            self.stdout.write(gettext("%(rows)s rows stored.") % {"rows": answer.get("stored", 0)})
        sys.stdout.flush()


def read(event: Event, paths: list[Path], *, is_stored: bool) -> dict[str, Any]:
    """Return the answer, after storing if that is wanted. Raises NotPossible and CommandError."""
    files = [File(str(path), lambda path=path: content_of(path)) for path in paths]  # type: ignore[misc]
    reading = read_photographs(event, read_files(event, files))
    answer: dict[str, Any] = {"photos": [photo_json(event.slug, each) for each in reading.photos]}
    if is_stored:
        stored: Stored = store_reading(event=event, reading=reading, by=None)
        compute_event_standings(event_id=event.pk)
        answer |= {"stored": stored.written, "known": stored.known, "conflicts": stored.conflicts}
    return answer


def content_of(path: Path) -> bytes:
    """Return the bytes of a file, one more than is allowed at most. Raises CommandError."""
    try:
        with path.open("rb") as file:
            return file.read(MOST_FILE + 1)
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error


def line_of(photo: Mapping[str, Any]) -> str:
    """Return a photograph in one line: its page, how many rows are clear, and its problems as sentences."""
    page, rows = photo["page"], photo["rows"]
    page_words = gettext("round %(round)s, table %(table)s, page %(page)s") % page if page else ""
    clear = sum(not row["doubts"] for row in rows)
    counted = gettext("%(clear)s of %(rows)s rows are clear") % {"clear": clear, "rows": len(rows)}
    sentences = [problem_sentence(problem) for problem in photo["problems"]]
    parts = (
        photo["file"],
        page_words,
        counted if rows else "",
        *sentences,
        hint_sentence(photo["hint"] or ""),
    )
    return " · ".join(part for part in parts if part)
