"""Write one event into an archive for another installation; docs/archive.md says what is in it."""

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Model, Q
from django.utils import timezone
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import DrawStatus, Event, Player, RoundStatus
from tournaments.selectors.clubs.members import emblem_picture
from tournaments.selectors.history.authors import account_names
from tournaments.services.history.written_ids import AUTHORS, origins_of
from tournaments.services.installation.backup import one_moment
from tournaments.services.installation.event_rows import EVENT_ROW, LISTS, PLAYER_ROW, PRIVATE, Rows
from tournaments.services.installation.stored_rows import plain
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.verification import differences
from tournaments.storage.archive import (
    EVENT,
    EVENT_MEMBER,
    ArchiveWriter,
    Manifest,
    open_archive,
    sha256_of,
    written_beside,
)

Row = dict[str, Any]
WRITERS = ("sheet_changes", "event_changes", "pending_deals")
BY_ACCOUNT = {kind for kind, rows in AUTHORS.items() if rows == "authors"}


@dataclass(frozen=True, slots=True)
class Exported:
    """An archive that was read back: its file, size in bytes, SHA-256 and manifest."""

    file: Path
    bytes: int
    sha256: str
    manifest: Manifest


def export_event(*, event: Event, file: Path, with_private: bool = False) -> Exported:
    """Write an event into a new file and read it back; `with_private` adds e-mails and years of birth.

    Raises FileExistsError for an existing file, BrokenBackup if it does not read back as written, OSError
    if the disk fails; then no file is left.
    """
    with written_beside(file) as draft:
        with draft.open("wb") as target, ArchiveWriter(target, EVENT) as writer:
            with one_moment():
                document = document_of(Event.objects.select_related("club").get(pk=event.pk), with_private)
            writer.add(EVENT_MEMBER, encoded(document))
            writer.finish(facts_of(document))
        with open_archive(draft, EVENT) as archive:
            manifest = archive.manifest
        size, digest = draft.stat().st_size, sha256_of(draft)
    return Exported(file, size, digest, manifest)


def refuse_unready(event: Event) -> None:
    """Raise NotPossible (`round_open`, `event_differs`) for an event whose archive would be of no use.

    Tables of an open round still write, and an event that does not agree with itself is imported nowhere.
    """
    round = event.rounds.filter(status=RoundStatus.OPEN).order_by("number").first()
    if round:
        message = gettext("Round %(round)s is not closed yet; close it first.")
        raise NotPossible("round_open", message % {"round": round.number})
    compute_event_standings(event_id=event.pk)
    problems = differences(Event.objects.get(pk=event.pk))
    if problems:
        message = gettext(
            "This event does not agree with its own records, so no installation would import it:"
            " %(difference)s"
        )
        raise NotPossible("event_differs", message % {"difference": problems[0]})


def facts_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts of the manifest besides the list of its members."""
    return {
        "program": settings.VERSION,
        "made_at": timezone.now().isoformat(),
        "database": connection.vendor,
        "schema": {},
        "counts": {name: len(rows) for name, rows in document.items() if isinstance(rows, list)},
        "events": 1,
    }


def encoded(document: Mapping[str, Any]) -> Iterator[bytes]:
    """Yield the document as JSON, in pieces."""
    encoder = json.JSONEncoder(sort_keys=True, indent=1, default=plain, ensure_ascii=False)
    yield from (piece.encode() for piece in encoder.iterencode(document))


def document_of(event: Event, with_private: bool = False) -> dict[str, Any]:
    """Return everything about an event, as lists of rows by name."""
    lists = {name: rows_of(rows, rows.of(event)) for name, rows in LISTS.items()}
    for draw in lists["draws"]:
        if draw["status"] == DrawStatus.COMMITTED:
            draw["seed"] = ""  # it would tell the next draw to whoever has the file
    return {
        "club": {"name": event.club.name, "emblem": b64encode(emblem_picture(event.club)).decode()},
        "event": row_of(EVENT_ROW, event),
        "players": players_of(event, with_private),
        "authors": authors_of(lists),
        "origins": [{"ids": each.ids, "lengths": each.lengths} for each in origins_of(event.pk)],
        **lists,
    }


def rows_of(rows: Rows, objects: Iterable[Model]) -> list[Row]:
    """Return rows by their columns."""
    return [row_of(rows, each) for each in objects]


def row_of(rows: Rows, stored: Model) -> Row:
    """Return a row by its columns; a reference by the name of its column, such as `round_id`."""
    return {"id": stored.pk, **{each.attname: getattr(stored, each.attname) for each in rows.fields}}


def players_of(event: Event, with_private: bool) -> list[Row]:
    """Return the persons who are entered, alone or sharing a number."""
    of_event = Q(pk__in=event.entrants.values("player")) | Q(pk__in=event.entrants.values("partner"))
    rows = rows_of(PLAYER_ROW, Player.objects.filter(of_event).order_by("pk"))
    hidden = () if with_private else PRIVATE
    return [{name: value for name, value in row.items() if name not in hidden} for row in rows]


def authors_of(lists: Mapping[str, list[Row]]) -> list[Row]:
    """Return the accounts that wrote entries, by name; empty for an account that is gone."""
    rows = [row for name in WRITERS for row in lists[name] if row["author_kind"] in BY_ACCOUNT]
    ids = sorted({row["author_id"] for row in rows if row["author_id"] is not None})
    names = account_names(ids)
    return [{"id": each, "name": names.get(each, "")} for each in ids]
