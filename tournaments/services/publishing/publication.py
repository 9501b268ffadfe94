"""Publish standings as lists that are never changed, only superseded; and keep standings secret."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from scoring.sheet.refusals import NotPossible
from tournaments.models import Event, EventChangeKind, Publication, Stage
from tournaments.selectors.publishing.publications import list_digest, snapshot
from tournaments.selectors.publishing.publishing_obstacles import missing_for
from tournaments.services.events.lifecycle import change_event
from tournaments.services.history.event_chain import append_event_entry
from tournaments.services.history.sheet_chain import Author, lock_event
from tournaments.services.standings.computation import compute_event_standings


@transaction.atomic
def publish_list(*, event: Event, stage: str, by: Author, reason: str = "") -> Publication:
    """Publish the current standings, computed first if pending; a final list ends a freeze.

    Raises NotPossible: the codes of `missing_for`; `reason_missing` for a list that supersedes a final
    one; `nothing_new` if nothing differs from the last list.
    """
    event, reason = lock_event(event), " ".join(reason.split())
    compute_event_standings(event_id=event.pk)
    if missing := missing_for(event, stage):
        message = " ".join(each.message for each in missing)
        raise NotPossible(missing[0].code, message, missing=[each.code for each in missing])
    last, rows = event.publications.order_by("-number").first(), snapshot(event)
    if last and last.stage == stage and last.rows == rows:
        message = gettext("List %(number)s has the same content; nothing was published.")
        raise NotPossible("nothing_new", message % {"number": last.number})
    if last and last.stage == Stage.FINAL and not reason:
        message = gettext(
            "List %(number)s was final. Enter a short reason for replacing it; everyone can read it."
        )
        raise NotPossible("reason_missing", message % {"number": last.number})
    number = last.number + 1 if last else 1
    digest = list_digest(event, number, stage, rows)
    append_event_entry(
        event, EventChangeKind.PUBLISHED, by=by, reason=reason, list=number, stage=stage, digest=digest
    )
    if stage == Stage.FINAL and event.is_frozen:
        freeze_event(event=event, is_frozen=False, by=by)
    return Publication.objects.create(
        event=event, number=number, stage=stage, rows=rows, digest=digest, at=timezone.now()
    )


def show_event(*, event: Event, by: Author) -> Event:
    """Let everybody see the event; changes nothing for one that is published."""
    return change_event(event=event, options=event.options, by=by, is_published=True)


def freeze_event(*, event: Event, is_frozen: bool, by: Author) -> Event:
    """Keep standings computed from now on secret until prize-giving, or show them again."""
    return change_event(event=event, options=event.options, by=by, is_frozen=is_frozen)
