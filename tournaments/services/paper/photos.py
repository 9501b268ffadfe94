"""Photographs of marked sheets on the page of a round: keep, read in the background, answer, delete."""

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from marked.codes import event_key
from marked.plan import Plan, as_json
from marked.seen import EMPTY, MARKED, page_as_json
from rules.reading import clean_record, read_record
from scoring.not_possible import NotPossible
from server.wake_ups import PHOTOS
from tournaments.models import Event, MarkedPhoto, MarkedPlan, Round
from tournaments.models.lengths import longest
from tournaments.selectors.paper.marked_sheets import printed_plans
from tournaments.selectors.paper.photos import Photo, photos_by_turn
from tournaments.selectors.sheets.agreements import game_of
from tournaments.services.rounds.lifecycle import lock_round
from tournaments.services.sheets.write_guard import refuse_unwritable
from tournaments.storage.claims import claim, renewed
from tournaments.storage.uploads.photos import MOST_FILE, can_read_photos, read_photo_apart

MOST_PHOTOS = 400  # of a round
LOOKED_AT, MARKS, VOID = "looked_at", "marks", "void"
AT_ONCE = 2


def keep_photo(*, round: Round, name: str, content: bytes) -> MarkedPhoto:
    """Keep a photograph until it is read; the same file is kept once.

    Raises NotPossible (`photos_not_installed`, `file_too_large`, `too_many_photos`) and as
    `refuse_unwritable`.
    """
    refuse_without_packages()
    if len(content) > MOST_FILE:
        raise NotPossible("file_too_large", gettext("A photo has at most 40 MB; send a smaller one."))
    return store_photo(round, name, content, hashlib.sha256(content).hexdigest())


@transaction.atomic
def store_photo(round: Round, name: str, content: bytes, digest: str) -> MarkedPhoto:
    """Store a photograph that its digest does not name yet. Raises as `keep_photo`."""
    lock_writable(round)
    known = round.marked_photos.filter(digest=digest).first()
    if known:
        return known
    if round.marked_photos.count() >= MOST_PHOTOS:
        message = gettext("A round has at most %(most)s photos; delete those that cannot be read.")
        raise NotPossible("too_many_photos", message % {"most": MOST_PHOTOS})
    photo = MarkedPhoto.objects.create(
        round=round,
        digest=digest,
        name=name[: longest(MarkedPhoto, "name")],
        at=timezone.now(),
        upload=content,
    )
    PHOTOS.send_after_commit()
    return photo


def read_next() -> bool:
    """Read the photograph whose turn it is, in a process of its own; return whether one waited.

    Runs as a task. The file itself is not kept.
    """
    photo = claim_next()
    if photo is None:
        return False
    event = photo.round.event
    waiting = MarkedPhoto.objects.filter(pk=photo.pk, reading__isnull=True)
    plans = {name: as_json(plan) for name, plan in printed_plans(event).items()}
    with renewed(waiting):
        page, flat = read_photo_apart(bytes(photo.upload), plans, event_key(event.slug))
    waiting.update(reading=page_as_json(page), page=flat, upload=b"")
    return True


def claim_next() -> MarkedPhoto | None:
    """Claim the next photograph: the clubs take turns, each with its oldest."""
    for pk in photos_by_turn():
        photo = MarkedPhoto.objects.filter(pk=pk, reading__isnull=True)
        if claim(photo):
            return photo.select_related("round__event").first()
    return None


@transaction.atomic
def answer_line(
    *, photo: MarkedPhoto, number: int, record: Mapping[str, Any] | None
) -> dict[str, Any] | None:
    """Store and return the answer for a doubtful line; None for a line that does not count.

    Nothing is stored on the sheet yet. Raises NotPossible as `refuse_unwritable`, and Refused for a record
    that cannot be read.
    """
    event = lock_writable(photo.round)
    if record is not None:
        read_record(game_of(event), record)
    answer = None if record is None else clean_record(game_of(event), record)
    locked = MarkedPhoto.objects.select_for_update().get(pk=photo.pk)
    locked.answers[str(number)] = VOID if answer is None else answer
    locked.save(update_fields=["answers"])
    return answer


@transaction.atomic
def answer_column(*, photo: MarkedPhoto, place: int, lines: Collection[int], marked: Collection[int]) -> None:
    """Store which of these lines of the page, from 0, have a mark in the box at one place of the row.

    Raises NotPossible as `refuse_unwritable`.
    """
    lock_writable(photo.round)
    locked = MarkedPhoto.objects.select_for_update().get(pk=photo.pk)
    marks = locked.answers.setdefault(MARKS, {})
    for line in lines:
        marks.setdefault(str(line), {})[str(place)] = MARKED if line in marked else EMPTY
    locked.save(update_fields=["answers"])


@transaction.atomic
def look_at_page(*, photo: MarkedPhoto) -> None:
    """Note that a person has checked the lines of a page that did not fit. Raises as `refuse_unwritable`."""
    lock_writable(photo.round)
    locked = MarkedPhoto.objects.select_for_update().get(pk=photo.pk)
    locked.answers[LOOKED_AT] = True
    locked.save(update_fields=["answers"])


def delete_photo(*, photo: MarkedPhoto) -> None:
    """Delete a photograph; rows that were stored from it stay."""
    photo.delete()


def lock_writable(round: Round) -> Event:
    """Lock the event of a round. Raises NotPossible as `refuse_unwritable`."""
    round.event = lock_round(round)
    refuse_unwritable(round)
    return round.event


class File(NamedTuple):
    """A file: its name, and how to get its bytes when its turn has come."""

    name: str
    content: Callable[[], bytes]


def read_files(event: Event, files: Sequence[File]) -> list[Photo]:
    """Return what each file shows, in their order. Raises NotPossible (`photos_not_installed`)."""
    refuse_without_packages()
    plans = {name: as_json(plan) for name, plan in printed_plans(event).items()}
    key = event_key(event.slug)

    def read(file: File) -> Photo:
        content = file.content()
        page, flat = read_photo_apart(content, plans, key)
        return Photo(file.name, hashlib.sha256(content).hexdigest(), page, flat)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(read, files))


def refuse_without_packages() -> None:
    """Raise NotPossible (`photos_not_installed`) where the system has no build of a package."""
    if not can_read_photos():
        message = gettext(
            "This computer cannot read photos: numpy, Pillow or zxing-cpp has no build for its system."
            " Type the sheets instead; everything else works."
        )
        raise NotPossible("photos_not_installed", message)


def keep_plans(round: Round, plans: Iterable[Plan]) -> None:
    """Store these plans with the round; one that is kept already is not stored again."""
    for plan in plans:
        MarkedPlan.objects.get_or_create(
            round=round, fingerprint=plan.fingerprint, defaults={"plan": as_json(plan)}
        )
