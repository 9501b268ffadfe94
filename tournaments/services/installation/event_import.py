"""Import an event from an archive: store it a portion at a time, verify all of it, and only then show it.

A rehearsal does the same in a database of its own. So neither holds a lock that a table would notice; what is
stored half is an event that nobody finds (`Event.moving_at`), and a killed import is removed by
`event_removal.remove_abandoned`.
"""

from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext

from scoring.competitions.lost_deals import PER_EVENING
from scoring.not_possible import NotPossible
from scoring.standings.agreements import read_prizes
from tournaments.models import Club, Counting, Event, EventOrigin, Player
from tournaments.selectors.clubs.members import emblem_digest
from tournaments.services.clubs.lifecycle import free_slug, insert_with_free_slug, set_emblem
from tournaments.services.competitions.competitions import refuse_impossible
from tournaments.services.competitions.teams import teams_as_before
from tournaments.services.history.club_history import raise_club_revision
from tournaments.services.history.written_ids import EVENT_CHAIN
from tournaments.services.installation.event_document import Document, Row, read_document, values_of
from tournaments.services.installation.event_removal import remove_event
from tournaments.services.installation.event_rows import EVENT_ROW
from tournaments.services.installation.imported_rows import (
    NewIds,
    Watch,
    authors_of,
    match_players,
    new_players,
    store_lists,
    store_portions,
)
from tournaments.services.standings.verification import check_within
from tournaments.storage.archive import EVENT, EVENT_MEMBER, USE_ANOTHER, BrokenBackup, open_archive
from tournaments.storage.aside import database_aside
from tournaments.wording.broken_rows import broken_rule

ROWS_OF_A_SHEET = 100  # that are stored while one is verified
UNREADABLE = (
    ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, RecursionError,
    ValidationError, DataError,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Imported:
    """The result of an import or of its rehearsal: the event, the persons found in the club, the new ones.

    `rows` has the number of rows of each list of the archive, `came_from` the name of its club.
    """

    slug: str
    name: str
    club: str
    date: str
    place: str
    game: str
    found: Sequence[str]
    new: Sequence[str]
    entries: int
    rows: Mapping[str, int]
    came_from: str
    public_id: str


Tell = Callable[[int, int], None]  # is told how many rows are done, of how many


def quiet(done: int, steps: int) -> None:
    """Tell nobody."""


class Progress:
    """How far an import is in rows; a verified sheet counts as some, and so does the rest of the event."""

    def __init__(self, document: Document, tell: Tell) -> None:
        lists = sum(len(rows) for rows in document.values() if isinstance(rows, list))
        self.done, self.tell = 0, tell
        self.steps = lists + ROWS_OF_A_SHEET * (len(document["tables"]) + 1)

    def __call__(self, rows: int) -> None:
        """Count more rows."""
        self.done = min(self.done + rows, self.steps)
        self.tell(self.done, self.steps)


def rehearse_here(*, file: Path, club: Club | None) -> Imported:
    """Rehearse an import in this process. Raises as `import_event`."""
    players = list(Player.objects.filter(club=club)) if club else []
    return as_here(club, rehearse_import(file=file, club=club, players=players))


def as_here(club: Club | None, imported: Imported) -> Imported:
    """Return a rehearsed import with the slug that is free here. Raises NotPossible (`event_present`)."""
    refuse_present(club, imported.public_id)
    return replace(imported, slug=free_slug(Event, imported.slug, fallback="event"))


def rehearse_import(
    *, file: Path, club: Club | None, players: Sequence[Player] = (), tell: Tell = quiet
) -> Imported:
    """Do and check everything in a database of its own, where the club has these players.

    Raises BrokenBackup for a file that cannot be imported, NotPossible (`archive_altered`) if its history,
    sheets and standings do not agree. Whether the event is here already, `refuse_present` says.
    """
    with open_archive(file, EVENT) as archive, readable(file):
        document = read_document(archive)
        digest = archive.manifest.members[EVENT_MEMBER].sha256
        with database_aside():
            Club.objects.bulk_create([club] if club else [])
            Player.objects.bulk_create(players)
            return store_event(file, club, document, digest, tell)


def import_event(*, file: Path, club: Club | None, tell: Tell = quiet) -> Imported:
    """Store an archived event in a club, unpublished; without a club in the one that the archive names.

    Raises as `rehearse_import`, and NotPossible (`event_present`) if the event is here. Then nothing is
    stored.
    """
    with open_archive(file, EVENT) as archive, readable(file):
        document = read_document(archive)
        refuse_present(club, document["event"]["public_id"])
        done = store_event(file, club, document, archive.manifest.members[EVENT_MEMBER].sha256, tell)
    return done


@contextmanager
def readable(file: Path) -> Iterator[None]:
    """Convert what unusual values raise to BrokenBackup."""
    try:
        yield
    except UNREADABLE as error:
        raise unreadable(file, error) from error


def unreadable(file: Path, error: Exception) -> BrokenBackup:
    """Return the refusal of a file whose digests are right and whose values are not."""
    reason = "; ".join(error.messages) if isinstance(error, ValidationError) else broken_rule(error)
    message = f"{file} cannot be read as an event ({reason.splitlines()[0][:200]}). {USE_ANOTHER}"
    return BrokenBackup(message, "unreadable")


def store_event(file: Path, club: Club | None, document: Document, digest: str, tell: Tell) -> Imported:
    """Store everything of the archive under new IDs and verify it; what is refused is removed again."""
    owner = club or insert_with_free_slug(
        Club(name=str(document["club"]["name"])), document["club"]["name"], fallback="club"
    )
    matched, ids = match_players(owner, document["players"]), NewIds()
    watch = Progress(document, tell)
    new, event = new_players(owner, document["players"], matched, ids), new_event(owner, document["event"])
    try:
        try:
            with transaction.atomic():
                event.save(force_insert=True)
        except IntegrityError:
            refuse_present(club, document["event"]["public_id"])  # another import stored it meanwhile
            raise
        store_portions(event, Player, new, watch)
        store_rows(event, document, ids, digest, watch)
        refuse_unusual(event, file)
        refuse_altered(event, file, watch)
        take_emblem(owner, document["club"])
    except BaseException as error:
        if event.pk:  # else another import stored it meanwhile
            remove_event(event)
        Player.objects.filter(pk__in=[each.pk for each in new]).delete()
        if club is None:
            owner.delete()
        if isinstance(error, IntegrityError):
            raise unreadable(file, error) from error
        raise
    with transaction.atomic():
        Event._base_manager.filter(pk=event.pk).update(moving_at=None)
        raise_club_revision(owner.pk)
    return Imported(
        slug=event.slug, name=event.name, club=owner.name, date=event.date.isoformat(), place=event.place,
        game=event.game, found=[each.name for each in matched.values()], new=[each.name for each in new],
        entries=event.entries.count(), came_from=str(document["club"]["name"]),
        public_id=str(event.public_id),
        rows={name: len(listed) for name, listed in document.items() if isinstance(listed, list)},
    )  # fmt: skip


def store_rows(event: Event, document: Document, ids: NewIds, digest: str, watch: Watch) -> None:
    """Store the rows of an event that is stored already, and where they came from."""
    authors = authors_of(event, document["authors"], ids)
    store_portions(event, type(authors[0]), authors, watch) if authors else None
    store_lists(event, document, ids, watch)
    if event.counting != Counting.NOW and not document["teams"]:
        teams_as_before(event)
    store_portions(event, EventOrigin, origins_of(event, document["origins"], ids, digest), watch)


def take_emblem(club: Club, archived: Row) -> None:
    """Store the archived emblem if the club has the same name and no emblem. Raises NotPossible."""
    picture = b64decode(archived.get("emblem", ""), validate=True)
    if picture and archived["name"] == club.name and not emblem_digest(club):
        set_emblem(club=club, content=picture)


def refuse_present(club: Club | None, public_id: str) -> None:
    """Raise NotPossible (`event_present`) for an event that is here; events of other clubs are not named."""
    present = Event._base_manager.filter(public_id=public_id).first()
    if present is None:
        return
    once = gettext("Nothing was changed; an event is imported once.")
    if present.moving_at:
        sentence = gettext("This event is being stored or deleted at this moment.")
        raise NotPossible("event_present", f"{sentence} {once}")
    if club and present.club_id == club.pk:
        sentence = gettext("This event is here already: %(event)s of %(club)s.")
        raise NotPossible(
            "event_present",
            f"{sentence % {'event': present.name, 'club': club.name}} {once}",
            slug=present.slug,
        )
    sentence = gettext("Another club of this installation has this event already.")
    raise NotPossible("event_present", f"{sentence} {once}")


def refuse_unusual(event: Event, file: Path) -> None:
    """Raise BrokenBackup for teams, competitions, fees or prizes that no version stores."""
    try:
        read_prizes(event.prizes)
        refuse_impossible(event)
    except NotPossible as refusal:
        raise unreadable(file, refusal) from refusal


def refuse_altered(event: Event, file: Path, watch: Watch) -> None:
    """Compute the standings, and raise NotPossible (`archive_altered`) with the first difference found."""
    event = Event._base_manager.select_related("club").get(pk=event.pk)
    after: int | None = 0
    while after is not None:
        checked = check_within(event, seconds=0, after=after)  # one table
        after = checked.after
        watch(ROWS_OF_A_SHEET)
        if checked.differences:
            message = f"{file} was altered: {checked.differences[0]} {USE_ANOTHER}"
            raise NotPossible("archive_altered", message, difference=checked.differences[0])


def new_event(club: Club, row: Row) -> Event:
    """Return the event, not stored, under its own public ID, and another slug if its own is taken here.

    Nobody finds it before all of it is here, and then only its club. An archive of an earlier version does
    not say how its event counts: as that version did.
    """
    values = values_of(EVENT_ROW, row if "counting" in row else as_before(row)) | {"is_published": False}
    if values["is_cancelled"]:  # an earlier version could close it, too
        values |= {"is_closed": False, "signed_off_at": None}
    values["slug"] = free_slug(Event, values["slug"], fallback="event")
    return Event(club=club, moving_at=timezone.now(), **values)


def as_before(row: Row) -> Row:
    """Return the settings in an archive of an earlier version.

    Its rules, and lost deals over the whole evening.
    """
    money = row.get("lost_deal_money")
    addition = {"lost_deal_money": {**money, "per": PER_EVENING}} if money else {}
    return {**row, **addition, "counting": Counting.BEFORE}


def origins_of(
    event: Event, earlier: Sequence[Mapping[str, Any]], ids: NewIds, digest: str
) -> list[EventOrigin]:
    """Return which IDs the history was written with: at earlier installations, then at that of the file."""
    tables = event.rounds.values_list("tables__public_id", "tables__revision").exclude(tables=None)
    lengths = {EVENT_CHAIN: event.revision, **{str(public_id): revision for public_id, revision in tables}}
    stages = [
        *({"ids": ids.composed(each["ids"]), "lengths": each["lengths"]} for each in earlier),
        {"ids": ids.to_there(), "lengths": lengths},
    ]
    now = timezone.now()
    return [EventOrigin(event=event, archive_digest=digest, at=now, **stage) for stage in stages]
