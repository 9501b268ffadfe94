"""Import an event from an archive in one transaction, and verify all of it before that ends."""

from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext

from scoring.competitions.prizes import PER_EVENING
from scoring.sheet.refusals import NotPossible
from tournaments.models import Club, Counting, Event, EventOrigin, HelperLink, Player, TableLink
from tournaments.selectors.clubs.emblems import emblem_digest
from tournaments.services.clubs.emblems import set_emblem
from tournaments.services.clubs.invitations import seal_helper
from tournaments.services.clubs.slugs import free_slug, insert_with_free_slug
from tournaments.services.competitions.teams import teams_as_before
from tournaments.services.history.club_history import raise_club_revision
from tournaments.services.history.written_ids import EVENT_CHAIN
from tournaments.services.installation.event_document import Document, Row, read_document, values_of
from tournaments.services.installation.event_rows import EVENT_ROW
from tournaments.services.installation.imported_rows import NewIds, store_authors, store_lists, store_players
from tournaments.services.installation.person_matching import match_players
from tournaments.services.sheets.table_links import seal
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.verification import differences
from tournaments.storage.archive import EVENT, EVENT_MEMBER, USE_ANOTHER, BrokenBackup, opened

UNREADABLE = (
    ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, RecursionError,
    ValidationError, DataError,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Imported:
    """The result of an import: the event, the persons found in the club, and those who are new there.

    `rows` has the number of rows of each list of the archive, `came_from` the name of its club.
    """

    event: Event
    found: Sequence[Player]
    new: Sequence[str]
    entries: int
    rows: Mapping[str, int]
    came_from: str


def import_event(*, file: Path, club: Club | None, is_rehearsal: bool = False) -> Imported:
    """Store an archived event in a club, unpublished; a rehearsal does and checks everything, then undoes it.

    Without a club it makes the one that the archive names.

    Raises BrokenBackup for a file that cannot be imported; NotPossible: `event_present` if the event is
    here, `archive_altered` if its history, sheets and standings do not agree. Then nothing is stored.
    """
    with opened(file, EVENT) as archive, readable(file):
        document = read_document(archive)
        public_id = document["event"]["public_id"]
        digest = archive.manifest.members[EVENT_MEMBER].sha256
        try:
            with transaction.atomic():
                done = store_event(club or new_club(str(document["club"]["name"])), document, digest)
                refuse_altered(done.event, file)
                transaction.set_rollback(is_rehearsal)
        except IntegrityError as error:
            refuse_present(club, public_id)  # another import stored it meanwhile
            raise unreadable(file, error) from error
    return done


def new_club(name: str) -> Club:
    """Make the club that an archive names."""
    return insert_with_free_slug(Club(name=name), name, fallback="club")


@contextmanager
def readable(file: Path) -> Iterator[None]:
    """Convert what unusual values raise to BrokenBackup."""
    try:
        yield
    except UNREADABLE as error:
        raise unreadable(file, error) from error


def unreadable(file: Path, error: Exception) -> BrokenBackup:
    """Return the refusal of a file whose digests are right and whose values are not."""
    said = "; ".join(error.messages) if isinstance(error, ValidationError) else str(error)
    message = f"{file} cannot be read as an event ({said.splitlines()[0][:120]}). {USE_ANOTHER}"
    return BrokenBackup(message, "unreadable")


def store_event(club: Club, document: Document, digest: str) -> Imported:
    """Store everything of the archive under new IDs; the caller verifies it."""
    club = Club.objects.select_for_update().get(pk=club.pk)
    refuse_present(club, document["event"]["public_id"])
    matched, ids = match_players(club, document["players"]), NewIds()
    new = store_players(club, document["players"], matched, ids)
    event = new_event(club, document["event"])
    take_emblem(club, document["club"])
    store_authors(event, document["authors"], ids)
    store_lists(event, document, ids)
    if event.counting != Counting.NOW and not document["teams"]:
        teams_as_before(event)
    store_origins(event, document["origins"], ids, digest)
    renew_links(event)
    compute_event_standings(event_id=event.pk)
    raise_club_revision(club.pk)
    rows = {name: len(listed) for name, listed in document.items() if isinstance(listed, list)}
    came_from = str(document["club"]["name"])
    return Imported(event, list(matched.values()), new, event.entries.count(), rows, came_from)


def take_emblem(club: Club, archived: Row) -> None:
    """Store the archived emblem if the club has the same name and no emblem. Raises NotPossible."""
    picture = b64decode(archived.get("emblem", ""), validate=True)
    if picture and archived["name"] == club.name and not emblem_digest(club):
        set_emblem(club=club, content=picture)


def refuse_present(club: Club | None, public_id: str) -> None:
    """Raise NotPossible (`event_present`) for an event that is here; events of other clubs are not named."""
    present = Event.objects.filter(public_id=public_id).first()
    if present is None:
        return
    once = gettext("Nothing was changed; an event is imported once.")
    if club and present.club_id == club.pk:
        said = gettext("This event is here already: %(event)s of %(club)s.")
        raise NotPossible(
            "event_present", f"{said % {'event': present.name, 'club': club.name}} {once}", slug=present.slug
        )
    said = gettext("Another club of this installation has this event already.")
    raise NotPossible("event_present", f"{said} {once}")


def refuse_altered(event: Event, file: Path) -> None:
    """Raise NotPossible (`archive_altered`) with the first difference that the verification finds."""
    found = differences(Event.objects.get(pk=event.pk))
    if found:
        message = f"{file} was altered: {found[0]} {USE_ANOTHER}"
        raise NotPossible("archive_altered", message, difference=found[0])


def new_event(club: Club, row: Row) -> Event:
    """Return the event under its own public ID, and another slug if its own is taken here; only its club
    sees it.

    An archive of an earlier version does not say how its event counts: as that version did.
    """
    values = values_of(EVENT_ROW, row if "counting" in row else as_before(row)) | {"is_published": False}
    values["slug"] = free_slug(Event, values["slug"], fallback="event")
    return Event.objects.create(club=club, **values)


def as_before(row: Row) -> Row:
    """Return the settings in an archive of an earlier version.

    Its rules, and lost deals over the whole evening.
    """
    money = row.get("lost_deal_money")
    said = {"lost_deal_money": {**money, "per": PER_EVENING}} if money else {}
    return {**row, **said, "counting": Counting.BEFORE}


def store_origins(event: Event, earlier: Sequence[Mapping[str, Any]], ids: NewIds, digest: str) -> None:
    """Store which IDs the history was written with: at earlier installations, then where the file is from."""
    tables = event.rounds.values_list("tables__public_id", "tables__revision").exclude(tables=None)
    lengths = {EVENT_CHAIN: event.revision, **{str(public_id): revision for public_id, revision in tables}}
    stages = [
        *({"ids": ids.composed(each["ids"]), "lengths": each["lengths"]} for each in earlier),
        {"ids": ids.to_there(), "lengths": lengths},
    ]
    now = timezone.now()
    EventOrigin.objects.bulk_create(
        EventOrigin(event=event, archive_digest=digest, at=now, **stage) for stage in stages
    )


def renew_links(event: Event) -> None:
    """Give every link a token of this installation; the tokens of the other one open nothing here."""
    for link in TableLink.objects.filter(table__round__event=event):
        seal(link)
    for helper in HelperLink.objects.filter(event=event):
        seal_helper(helper)
