"""Store the rows of an archived event under new IDs, with every reference to them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Model

from tournaments.models import (
    Club,
    Draw,
    DrawStatus,
    Event,
    EventChange,
    ImportedAuthor,
    PendingDeal,
    Player,
    SheetChange,
)
from tournaments.services.history.written_ids import (
    translated_author,
    translated_facts,
    translated_record,
)
from tournaments.services.installation.event_document import Document, Row, values_of
from tournaments.services.installation.event_rows import (
    LIST_BY_MODEL,
    LISTS,
    PLAYER_ROW,
    WITH_ENTRY,
    Rows,
)
from tournaments.services.installation.stored_rows import check_later

ROWS_AT_ONCE = 500


class NewIds:
    """The new ID of every row, by its list and its ID in the archive."""

    def __init__(self) -> None:
        self.new: dict[str, dict[int, int]] = defaultdict(dict)

    def of(self, kind: str, there: int) -> int:
        """Return the new ID; one below zero, which no row has, for a row that was deleted before the export.

        Raises KeyError for an author whom the archive does not name.
        """
        if there not in self.new[kind]:
            if kind == "authors":
                raise KeyError(f"author {there}")
            self.new[kind][there] = -1 - sum(each < 0 for each in self.new[kind].values())
        return self.new[kind][there]

    def reference(self, kind: str, there: int) -> int:
        """Return the new ID of a row that must be there.

        Until the entries are stored, theirs are below zero.
        """
        if kind == "event_changes" and not self.new[kind]:
            return -there
        return self.new[kind][there]

    def to_there(self) -> dict[str, dict[str, int]]:
        """Map an ID here to the ID in the archive, by list, as JSON."""
        return {kind: {str(here): there for there, here in pairs.items()} for kind, pairs in self.new.items()}

    def composed(self, earlier: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
        """Map an ID here to the ID at an earlier installation, given those from the archive to there."""
        return {
            kind: {str(self.of(kind, int(there))): written for there, written in pairs.items()}
            for kind, pairs in earlier.items()
        }


def store_players(club: Club, rows: Sequence[Row], matched: Mapping[int, Player], ids: NewIds) -> list[str]:
    """Store the persons who are not in the club yet; return their names."""
    taken = set(Player.objects.filter(club=club).values_list("member_number", flat=True))
    new = []
    for row in rows:
        player = matched.get(row["id"])
        if player is None:
            values = values_of(PLAYER_ROW, row)
            if values["member_number"] in taken:
                values["member_number"] = ""  # it is another person's here
            player = Player.objects.create(club=club, **values)
            new.append(player.name)
        ids.new["players"][row["id"]] = player.pk
    return new


def store_authors(event: Event, rows: Sequence[Row], ids: NewIds) -> None:
    """Store the names of the accounts that wrote; their IDs here are below zero."""
    for row in rows:
        author = ImportedAuthor.objects.create(event=event, name=str(row["name"])[:150])
        ids.new["authors"][row["id"]] = -author.pk


def store_lists(event: Event, document: Document, ids: NewIds) -> None:
    """Store all lists, each after those that it refers to."""
    check_later()
    for name, rows in LISTS.items():
        found = document[name]
        made = [row_for(event, rows, row, ids) for row in found]
        stored = rows.model._base_manager.bulk_create(made, batch_size=ROWS_AT_ONCE)
        for row, each in zip(found, stored, strict=True):
            if row["id"] in ids.new[name]:
                raise ValueError(f"two rows of {name} have the ID {row['id']}")
            ids.new[name][row["id"]] = each.pk
    for name in WITH_ENTRY:
        name_entries(event, LISTS[name], ids)


def name_entries(event: Event, rows: Rows, ids: NewIds) -> None:
    """Let rows refer to their entries, which were stored after them and name their IDs."""
    found = list(rows.of(event))
    for each in found:
        each.entry_id = ids.new["event_changes"][-each.entry_id]
    rows.model._base_manager.bulk_update(found, ["entry"], batch_size=ROWS_AT_ONCE)


def row_for(event: Event, rows: Rows, row: Row, ids: NewIds) -> Model:
    """Return a row that refers to what is here."""
    values = values_of(rows, row)
    for field in rows.fields:
        if field.is_relation and values[field.attname] is not None:
            kind = LIST_BY_MODEL[field.related_model]
            values[field.attname] = ids.reference(kind, values[field.attname])
    values |= with_ids(rows.model, values, ids)
    if any(each.name == "event" for each in rows.model._meta.concrete_fields):
        values["event"] = event
    return rows.model(**values)


def with_ids(model: type[Model], values: Mapping[str, Any], ids: NewIds) -> dict[str, Any]:
    """Return the values of a row that contain IDs without being references."""
    more: dict[str, Any] = {}
    if model in (SheetChange, EventChange, PendingDeal):
        more["author_id"] = translated_author(values["author_kind"], values["author_id"], ids.of)
    if model is SheetChange:
        more["record"] = translated_record(values["kind"], values["record"], ids.of)
    if model is EventChange:
        more["facts"] = translated_facts(values["kind"], values["facts"], ids.of)
    if model is Draw and values["status"] == DrawStatus.COMMITTED:
        more["status"] = DrawStatus.DISCARDED  # its seed stayed where it was committed
    return more
