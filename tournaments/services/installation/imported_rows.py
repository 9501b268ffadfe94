"""Store the rows of an archived event under new IDs, with every reference to them."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from django.db import transaction
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext

from tournaments.models import (
    Club,
    Draw,
    DrawStatus,
    Event,
    EventChange,
    HelperLink,
    ImportedAuthor,
    PendingDeal,
    Player,
    Screen,
    SheetChange,
    TableLink,
)
from tournaments.models.lengths import longest
from tournaments.selectors.clubs.register import current_record
from tournaments.selectors.hall.screens import new_code
from tournaments.services.clubs.joining import sealed_helper
from tournaments.services.history.written_ids import (
    translated_author,
    translated_facts,
    translated_record,
)
from tournaments.services.installation.event_document import Document, Row, ids_of, values_of
from tournaments.services.installation.event_rows import (
    LIST_BY_MODEL,
    LISTS,
    PLAYER_ROW,
    Rows,
)
from tournaments.services.sheets.table_links import with_digest
from tournaments.storage.ids import reserve_ids

ROWS_AT_ONCE = 100  # few enough that a table does not notice the lock
REST_SECONDS = (
    0.02  # after a full portion: whoever waits for the lock of SQLite looks for it now and then only
)
Watch = Callable[[int], None]  # is told how many rows were stored
AGREEING = ("federation_number", "birth_year")  # two records of one name that differ here are two persons


class NewIds:
    """The new ID of every row, by its list and its ID in the archive."""

    def __init__(self) -> None:
        self.new: dict[str, dict[int, int]] = defaultdict(dict)

    def reserve(self, kind: str, model: type[Model], rows: Sequence[Row]) -> None:
        """Give every row of a list its ID before any is stored. Raises ValueError for a wrong ID."""
        self.new[kind] = dict(zip(ids_of(rows), reserve_ids(model, len(rows)), strict=True))

    def known(self, kind: str, there: int) -> int:
        """Return the new ID of a row that another refers to. Raises ValueError for one that is not there."""
        if there not in self.new[kind]:
            message = gettext("A row refers to row %(id)s of “%(list)s”, which the archive does not have.")
            raise ValueError(message % {"id": there, "list": kind})
        return self.new[kind][there]

    def of(self, kind: str, there: int) -> int:
        """Return the new ID; one below zero, which no row has, for a row that was deleted before the export.

        Raises KeyError for an author whom the archive does not name.
        """
        if there not in self.new[kind]:
            if kind == "authors":
                raise KeyError(f"author {there}")
            self.new[kind][there] = -1 - sum(each < 0 for each in self.new[kind].values())
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


def new_players(club: Club, rows: Sequence[Row], matched: Mapping[int, Player], ids: NewIds) -> list[Player]:
    """Return the persons who are not in the club yet, to be stored."""
    taken = set(Player.objects.filter(club=club).values_list("member_number", flat=True))
    unknown = [row for row in rows if row["id"] not in matched]
    ids.reserve("players", Player, unknown)
    ids.new["players"] |= {there: player.pk for there, player in matched.items()}
    new = []
    for row in unknown:
        values = values_of(PLAYER_ROW, row)
        if values["member_number"] in taken:
            values["member_number"] = ""  # it is another person's here
        new.append(Player(pk=ids.new["players"][row["id"]], club=club, **values))
    return new


def authors_of(event: Event, rows: Sequence[Row], ids: NewIds) -> list[ImportedAuthor]:
    """Return the names of the accounts that wrote, to be stored; in the history their IDs are below zero."""
    made = [
        ImportedAuthor(pk=pk, event=event, name=str(row["name"])[: longest(ImportedAuthor, "name")])
        for row, pk in zip(rows, reserve_ids(ImportedAuthor, len(rows)), strict=True)
    ]
    ids.new["authors"] = {there: -each.pk for there, each in zip(ids_of(rows), made, strict=True)}
    return made


def store_lists(event: Event, document: Document, ids: NewIds, watch: Watch) -> None:
    """Store all lists, each after those that it refers to."""
    for name, rows in LISTS.items():
        ids.reserve(name, rows.model, document[name])
    for name, rows in LISTS.items():
        store_portions(event, rows.model, (row_for(event, rows, row, ids) for row in document[name]), watch)


def store_portions(event: Event, model: type[Model], rows: Iterable[Model], watch: Watch) -> None:
    """Store new rows a portion at a time, each in a transaction of its own, and that the event moves."""
    left = iter(rows)
    while portion := list(islice(left, ROWS_AT_ONCE)):
        with transaction.atomic():
            model._base_manager.bulk_create(portion)
            Event._base_manager.filter(pk=event.pk).update(moving_at=timezone.now())
        watch(len(portion))
        if len(portion) == ROWS_AT_ONCE:
            time.sleep(REST_SECONDS)


def row_for(event: Event, rows: Rows, row: Row, ids: NewIds) -> Model:
    """Return a row that refers to what is here."""
    values = values_of(rows, row)
    for field in rows.fields:
        if field.is_relation and values[field.attname] is not None:
            values[field.attname] = ids.known(LIST_BY_MODEL[field.related_model], values[field.attname])
    values |= with_ids(rows.model, values, ids)
    if any(each.name == "event" for each in rows.model._meta.concrete_fields):
        values["event"] = event
    kind = LIST_BY_MODEL[rows.model]
    return with_token(rows.model(pk=ids.new[kind][row["id"]], **values))


def with_token(made: Model) -> Model:
    """Return a row; links and screens get an address here, as those of the other one open nothing."""
    if isinstance(made, Screen):
        made.code = new_code()
    if isinstance(made, TableLink):
        return with_digest(made)
    return sealed_helper(made) if isinstance(made, HelperLink) else made


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


def match_players(club: Club, rows: Iterable[Mapping[str, Any]]) -> dict[int, Player]:
    """Return the club's players by the ID in the archive; a person who is not among them has no item.

    The federation number identifies a person, else the full name if only one record of the club has it and
    nothing known of both differs. No record stands for two persons.
    """
    known = list(Player.objects.filter(club=club, is_forgotten=False).select_related("merged_into"))
    rows = [row for row in rows if not row.get("is_forgotten")]
    matched: dict[int, Player] = {}
    for find in (by_number, by_name):
        for row in rows:
            player = None if row["id"] in matched else find(known, row)
            if player and player.pk not in {each.pk for each in matched.values()}:
                matched[row["id"]] = player
    return matched


def by_number(known: Iterable[Player], row: Mapping[str, Any]) -> Player | None:
    """Return the record with this federation number."""
    number = row.get("federation_number")
    return only_record(each for each in known if number and each.federation_number == number)


def by_name(known: Iterable[Player], row: Mapping[str, Any]) -> Player | None:
    """Return the record with this name, if nothing else that both know differs."""
    player = only_record(each for each in known if each.name == row["name"])
    return player if player and agrees(player, row) else None


def agrees(player: Player, row: Mapping[str, Any]) -> bool:
    """Return whether nothing that both know differs."""
    pairs = [(getattr(player, name), row.get(name)) for name in AGREEING]
    return all(not here or not there or here == there for here, there in pairs)


def only_record(players: Iterable[Player]) -> Player | None:
    """Return the one person, whose duplicates stand for the record that is kept; None for several persons."""
    records = {player.pk: player for player in map(current_record, players)}
    return next(iter(records.values())) if len(records) == 1 else None
