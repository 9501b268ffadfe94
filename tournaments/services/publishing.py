"""Publishing the standings: a list that never changes, only followed by another; and keeping them secret."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from tournaments.errors import NotPossible
from tournaments.models import Event, EventEntryKind, Publication, Stage
from tournaments.selectors.completeness import missing_for
from tournaments.selectors.publications import list_digest, snapshot
from tournaments.services.event_history import append_event_entry
from tournaments.services.events import change_event
from tournaments.services.history import Author, lock_event
from tournaments.services.standings import compute_event_standings


@transaction.atomic
def publish_list(*, event: Event, stage: str, by: Author, reason: str = "") -> Publication:
    """Publish the standings as they are now, computed first where they wait; a final list ends a freeze.

    Raises NotPossible: whatever `missing_for` finds, `reason_missing` for a final list in the place of
    another, `nothing_new` for the very list that was published last.
    """
    event, reason = lock_event(event), " ".join(reason.split())
    compute_event_standings(event_id=event.pk)
    refuse_incomplete(event, stage)
    last = event.publications.order_by("-number").first()
    rows = snapshot(event)
    refuse_repetition(last, stage, rows)
    refuse_silence(last, stage, reason)
    number = last.number + 1 if last else 1
    digest = list_digest(event, number, stage, rows)
    append_event_entry(
        event, EventEntryKind.PUBLISHED, by=by, reason=reason, list=number, stage=stage, digest=digest
    )
    if stage == Stage.FINAL and event.is_frozen:
        freeze_event(event=event, is_frozen=False, by=by)
    return Publication.objects.create(
        event=event, number=number, stage=stage, rows=rows, digest=digest, at=timezone.now()
    )


def refuse_incomplete(event: Event, stage: str) -> None:
    """Raises NotPossible with everything that is missing; the first gives the code."""
    missing = missing_for(event, stage)
    if missing:
        message = " ".join(each.message for each in missing)
        raise NotPossible(missing[0].code, message, missing=[each.code for each in missing])


def refuse_repetition(last: Publication | None, stage: str, rows: dict[str, object]) -> None:
    """Raises NotPossible (`nothing_new`) for the list that was published last."""
    if last and last.stage == stage and last.rows == rows:
        message = gettext("List %(number)s says the very same already; nothing was published.")
        raise NotPossible("nothing_new", message % {"number": last.number})


def refuse_silence(last: Publication | None, stage: str, reason: str) -> None:
    """Raises NotPossible (`reason_missing`) for a final list in the place of another without a reason."""
    if last and last.stage == Stage.FINAL and not reason:
        message = gettext(
            "List %(number)s was final. Say in a few words why another takes its place;"
            " everybody can read it."
        )
        raise NotPossible("reason_missing", message % {"number": last.number})


def freeze_event(*, event: Event, is_frozen: bool, by: Author) -> Event:
    """Keep what is computed from now on secret until prize-giving, or show it again."""
    return change_event(event=event, options=event.options, by=by, is_frozen=is_frozen)
