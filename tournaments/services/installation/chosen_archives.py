"""Archives that members choose: checked by a worker in a process of its own, once, and stored if wanted.

What a program sends is wanted as soon as it is checked.
"""

import json
from contextlib import nullcontext
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core import serializers
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import get_language, gettext, override

from scoring.not_possible import NotPossible
from server.wake_ups import ARCHIVES
from tournaments.models import ArchiveImport, Club, Player, User
from tournaments.selectors.installation.chosen_archives import archives_waiting
from tournaments.services.installation.event_import import (
    Imported,
    as_here,
    import_event,
    rehearse_import,
)
from tournaments.storage.archive import BrokenBackup
from tournaments.storage.claims import claim, renewed
from tournaments.storage.uploads.apart import Limits, Stopped, Unwanted, read_apart
from tournaments.wording.refusals import archive_differs, archive_refused

REHEARSAL = "tournaments.management.rehearsal"
LIMITS = Limits(seconds=120, megabytes=2048, steps_back=True)
SMALL = 100 * 1024  # bytes: some 1,000 deals; a second of processor to check, half of one to store
LIMITS_OF_SMALL = Limits(seconds=20, megabytes=2048)
DAY = timedelta(days=1)
WANTED: dict[str, Any] = {"is_wanted": True, "claimed_at": None, "done": 0}
LONGEST_NAME = 100
MOST_SENT = 20  # that wait for one club


# What a member does


@transaction.atomic
def choose_archive(*, club: Club, by: User, name: str, content: bytes) -> ArchiveImport:
    """Keep a file until a worker has checked it, in place of the one before."""
    discard_archive(club=club, by=by)
    return keep_archive(club, by, name, content)


@transaction.atomic
def send_archive(*, club: Club, by: User, name: str, content: bytes) -> ArchiveImport:
    """Keep a file until a worker has checked and imported it. Raises NotPossible (`too_many_archives`)."""
    Club.objects.select_for_update().get(pk=club.pk)
    if archives_waiting().filter(club=club, is_sent=True).count() >= MOST_SENT:
        message = gettext(
            "%(most)s archives of this club wait already; send this one when they are imported."
        )
        raise NotPossible("too_many_archives", message % {"most": MOST_SENT})
    return keep_archive(club, by, name, content, is_sent=True)


def keep_archive(club: Club, by: User, name: str, content: bytes, *, is_sent: bool = False) -> ArchiveImport:
    """Store a file, and wake a worker."""
    archive = ArchiveImport.objects.create(
        club=club, by=by, at=timezone.now(), name=name[-LONGEST_NAME:], language=get_language() or "",
        content=content, is_sent=is_sent,
    )  # fmt: skip
    ARCHIVES.send_after_commit()
    return archive


@transaction.atomic
def store_chosen(*, chosen: ArchiveImport) -> None:
    """Have a worker import an archive that was checked."""
    rows = ArchiveImport.objects.filter(pk=chosen.pk, found__isnull=False)
    rows.update(**WANTED)
    ARCHIVES.send_after_commit()


@transaction.atomic
def discard_archive(*, club: Club, by: User) -> None:
    """Delete the file that a member chose on the page; a worker that checks it ends."""
    ArchiveImport.objects.filter(club=club, by=by, is_sent=False).delete()


# What a worker does


def carry_on() -> bool:
    """Check or store the next archive; return whether one waited. Runs as a task.

    Safe to repeat and concurrent: a row is claimed, and what was done is left alone.
    """
    ArchiveImport.objects.filter(at__lt=timezone.now() - DAY).delete()
    for pk in archives_waiting().values_list("pk", flat=True):
        row = ArchiveImport.objects.filter(pk=pk)
        if claim(archives_waiting().filter(pk=pk)):  # not one that another worker has done meanwhile
            if chosen := row.select_related("club").first():
                work_on(chosen, row)
            return True
    return False


def work_on(chosen: ArchiveImport, row: "QuerySet[ArchiveImport]") -> None:
    """Check or store one archive, and keep the result or the refusal."""
    with TemporaryDirectory() as folder, override(chosen.language):
        file = Path(folder, "event.zip")
        file.write_bytes(bytes(chosen.content))
        try:
            if chosen.is_wanted:
                row.update(slug=import_chosen(chosen, row, file).slug, content=b"")
            else:
                preview = rehearse_apart(chosen.club, file, chosen.name, row)
                row.update(found=asdict(preview), **(WANTED if chosen.is_sent else {}))
        except Unwanted:
            return  # it was discarded
        except NotPossible as refusal:
            slug = refusal.details.get("slug", "")
            row.update(refusal={"said": refusal.message, "slug": slug, "code": refusal.code}, content=b"")


def rehearse_apart(
    club: Club, file: Path, name: str, row: "QuerySet[ArchiveImport] | None" = None
) -> Imported:
    """Rehearse the import of a file in a process of its own.

    Raises NotPossible, with a sentence in the reader's language for every reason; Unwanted where nobody wants
    to know any more.
    """
    progress = file.with_suffix(".progress")
    players = Player.objects.filter(club=club)
    question = {
        "file": str(file), "progress": str(progress),
        "club": serializers.serialize("json", [club]), "players": serializers.serialize("json", players),
    }  # fmt: skip

    def so_far() -> dict[str, int]:
        done, _, steps = progress.read_text().partition(" ") if progress.exists() else ("0", "", "0")
        return {"done": int(done or 0), "all": int(steps or 0)}

    try:
        with renewed(row, so_far) if row is not None else nullcontext():
            answer = json.loads(read_apart(REHEARSAL, json.dumps(question).encode(), limits_for(file)))
    except Unwanted:
        raise
    except Stopped as error:
        raise NotPossible("archive_broken", archive_refused(BrokenBackup("", "too_large"), name)) from error
    if "imported" in answer:
        return as_here(club, Imported(**answer["imported"]))
    raise refusal_in(answer, name)


def limits_for(file: Path) -> Limits:
    """Return what the check of a file may take; somebody waits for that of an evening, so it goes first."""
    return LIMITS_OF_SMALL if file.stat().st_size <= SMALL else LIMITS


def refusal_in(answer: dict[str, Any], name: str) -> NotPossible:
    """Return the refusal of a rehearsal in the reader's language."""
    code, reason = answer["code"], answer["said"]
    if code == "archive_altered":
        return NotPossible(code, archive_differs(reason, name))
    if answer["kind"] == "broken":
        return NotPossible("archive_broken", archive_refused(BrokenBackup("", code, reason), name))
    return NotPossible(code, reason)


def import_chosen(chosen: ArchiveImport, row: "QuerySet[ArchiveImport]", file: Path) -> Imported:
    """Import a file that was checked. Raises NotPossible with a sentence in the reader's language."""

    def tell(done: int, steps: int) -> None:
        row.update(done=done, all=steps, claimed_at=timezone.now())

    return import_checked(club=chosen.club, file=file, name=chosen.name, tell=tell)


def import_checked(*, club: Club, file: Path, name: str, **watched: Any) -> Imported:
    """Import a file. Raises NotPossible with a sentence in the reader's language, and the file's own name."""
    try:
        return import_event(file=file, club=club, **watched)
    except BrokenBackup as refusal:
        raise NotPossible("archive_broken", archive_refused(refusal, name)) from refusal
    except NotPossible as refusal:
        if refusal.code != "archive_altered":
            raise
        sentence = archive_differs(str(refusal.details["difference"]), name)
        raise NotPossible("archive_altered", sentence) from refusal


# What the process of its own does


def answer_to(question: dict[str, Any]) -> dict[str, Any]:
    """Rehearse an import and return the result or the refusal as JSON values."""
    file, progress = Path(question["file"]), Path(question["progress"])
    club: Any = next(serializers.deserialize("json", question["club"])).object
    players: list[Any] = [each.object for each in serializers.deserialize("json", question["players"])]

    def tell(done: int, steps: int) -> None:
        progress.write_text(f"{done} {steps}")

    try:
        imported = rehearse_import(file=file, club=club, players=players, tell=tell)
    except BrokenBackup as refusal:
        return {"kind": "broken", "code": refusal.code, "said": refusal.detail}
    except NotPossible as refusal:
        reason = refusal.details.get("difference", refusal.message)
        return {"kind": "impossible", "code": refusal.code, "said": str(reason)}
    return {"imported": asdict(imported)}
