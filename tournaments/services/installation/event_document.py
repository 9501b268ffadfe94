"""Read the document of an event's archive: bounded, and every value of the type that its column has."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from django.db.models import DateField, DateTimeField, Field, ForeignKey, TimeField

from rules import GAMES
from tournaments.services.installation.event_rows import LISTS, Rows
from tournaments.storage.archive import EVENT_MEMBER, USE_ANOTHER, Archive, BrokenBackup
from tournaments.wording.days import read_day, read_instant, read_time

MOST_VALUES = 6_000_000  # an evening of 100 tables has 2; each may take 80 bytes of memory
LATER = (
    "teams",
    "team_members",
    "competitions",
    "competition_entries",
    "screens",
    "timetable",
    "tombola",
)  # of no archive of earlier versions
OTHERS = {"club": dict, "event": dict, "players": list, "authors": list, "origins": list}

READERS = {DateTimeField: read_instant, DateField: read_day, TimeField: read_time}  # the first that fits

Row = Mapping[str, Any]
Document = Mapping[str, Any]


def read_document(archive: Archive) -> Document:
    """Return the lists of an archive.

    Raises BrokenBackup; what the rows mean is checked when they are stored.
    """
    members, path = archive.manifest.members, archive.path
    if set(members) != {EVENT_MEMBER}:
        raise BrokenBackup(f"{path}: its members are not those of an event. {USE_ANOTHER}")
    content = b"".join(archive.chunks(EVENT_MEMBER))
    values = sum(map(content.count, (b",", b":", b"[", b"{")))
    if values > MOST_VALUES:
        size = f"{values:,} values, more than the {MOST_VALUES:,} of the largest event"
        raise BrokenBackup(f"{path} holds {size}. {USE_ANOTHER}", "too_large")
    document = {**{name: [] for name in LATER}, **json.loads(content)}
    refuse_other_lists(document, path)
    refuse_unknown_game(document["event"], path)
    return dict(document)


def refuse_other_lists(document: Document, path: Path) -> None:
    """Raise BrokenBackup for a list too many or missing."""
    expected = {**OTHERS, **dict.fromkeys(LISTS, list)}
    wrong = sorted(document.keys() ^ expected.keys())
    wrong += [
        name for name in expected if name in document and not isinstance(document[name], expected[name])
    ]
    if wrong:
        raise BrokenBackup(
            f"{path} has other lists than this version reads: {', '.join(wrong[:3])}. {USE_ANOTHER}",
            "unreadable",
        )


def refuse_unknown_game(event: Row, path: Path) -> None:
    """Raise BrokenBackup for a game that this version does not have."""
    if event["game"] not in {game.key for game in GAMES}:
        raise BrokenBackup(
            f"{path}: this version of Stichtag does not know the game {event['game']!r}. Nothing was changed;"
            " install a version that does.",
            "unknown_game",
            str(event["game"])[:40],
        )


# Rows


def values_of(rows: Rows, row: Row) -> dict[str, Any]:
    """Return the values of a row by column, references as they are; a column that is missing has its default.

    Raises ValueError for a column this version does not know, and ValidationError for a wrong value.
    """
    names = {each.attname for each in rows.fields}
    if unknown := row.keys() - names - {"id"}:
        raise ValueError(f"unknown columns {sorted(unknown)}")
    return {each.attname: value_of(each, row) for each in rows.fields}


def value_of(field: "Field[Any, Any]", row: Row) -> Any:
    """Return one value, checked as a form would; dates and times are read as everywhere."""
    if field.attname not in row:
        return field.get_default()
    read = next((read for kind, read in READERS.items() if isinstance(field, kind)), field.to_python)
    value = None if row[field.attname] is None else read(row[field.attname])
    if value not in field.empty_values and not isinstance(field, ForeignKey):
        field.clean(value, None)
    return value


def ids_of(rows: Iterable[Row]) -> list[int]:
    """Return the IDs of rows, in order. Raises ValueError for one that is used twice or is no number."""
    ids = [row["id"] for row in rows]
    if len(set(ids)) < len(ids) or not all(type(each) is int for each in ids):
        raise ValueError("an ID is used twice, or is no number")
    return ids
