"""Publish standings as lists that are never changed, only superseded; and keep standings secret."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import Event, EventChangeKind, Publication, Stage
from tournaments.selectors.publishing.publications import (
    competition_lists,
    content_digest,
    list_digest,
    list_rows,
)
from tournaments.selectors.publishing.publishing_obstacles import obstacles_to
from tournaments.services.events.lifecycle import change_event
from tournaments.services.history.event_chain import append_event_entry
from tournaments.services.history.sheet_chain import Author, lock_event
from tournaments.services.publishing.sign_off import sign_off
from tournaments.services.rounds.decision_guards import tidied_reason
from tournaments.services.standings.computation import compute_event_standings


@transaction.atomic
def publish_list(
    *, event: Event, stage: str, by: Author, reason: str = "", seen: int | str | None = None
) -> Publication:
    """Publish the current standings, computed first if pending; a final list ends a freeze.

    `seen` says what whoever publishes has looked at: the version of the standings, or the digest of what
    their list says. Raises NotPossible: the codes of `obstacles_to`; `reason_missing` for a list that
    supersedes a final one; `reason_too_long`; `nothing_new` if nothing differs from the last list;
    `standings_changed` if the standings are others than those seen.
    """
    event, reason = lock_event(event), tidied_reason(reason)
    compute_event_standings(event_id=event.pk)
    if obstacles := obstacles_to(event, stage):
        message = " ".join(each.message for each in obstacles)
        raise NotPossible(obstacles[0].code, message, missing=[each.code for each in obstacles])
    rows, number = list_rows(event), 1
    if seen is not None and seen not in (rows["version"], content_digest(rows)):
        message = gettext("The standings have changed since you opened this page. Look at the list again.")
        raise NotPossible("standings_changed", message)
    if last := event.publications.order_by("-number").first():
        refuse_after(last, stage, rows, reason)
        number = last.number + 1
    digest = list_digest(event, number, stage, rows)
    beside = {each["number"]: each["digest"] for each in competition_lists(event, number, stage, rows)}
    facts = {"list": number, "stage": stage, "digest": digest, **({"competitions": beside} if beside else {})}
    append_event_entry(event, EventChangeKind.PUBLISHED, by=by, reason=reason, **facts)
    if stage == Stage.FINAL and event.is_frozen:
        freeze_event(event=event, is_frozen=False, by=by)
    return Publication.objects.create(
        event=event, number=number, stage=stage, rows=rows, digest=digest, at=timezone.now()
    )


def refuse_after(last: Publication, stage: str, rows: Mapping[str, Any], reason: str) -> None:
    """Raise NotPossible (`nothing_new`, `reason_missing`) for a list that may not follow the last one."""
    if last.stage == stage and last.rows == rows:
        message = gettext("List %(number)s has the same content; nothing was published.")
        raise NotPossible("nothing_new", message % {"number": last.number})
    if last.stage == Stage.FINAL and not reason:
        message = gettext(
            "List %(number)s was final. Enter a short reason for replacing it; everyone can read it."
        )
        raise NotPossible("reason_missing", message % {"number": last.number})


@transaction.atomic
def sign_off_and_publish(
    *, event: Event, by: Author, reason: str = "", seen: int | str | None = None
) -> Publication:
    """Sign off the results, unless they are, and publish them as the final list.

    Raises NotPossible: the codes of `sign_off` and `publish_list`.
    """
    if event.signed_off_at is None:
        event = sign_off(event=event, by=by)
    return publish_list(event=event, stage=Stage.FINAL, by=by, reason=reason, seen=seen)


@transaction.atomic
def sign_off_in_secret(*, event: Event, by: Author) -> Event:
    """Sign off the results and keep them secret until a final list is published, after the prize-giving.

    Raises NotPossible: the codes of `sign_off`.
    """
    return freeze_event(event=sign_off(event=event, by=by), is_frozen=True, by=by)


def show_event(*, event: Event, by: Author) -> Event:
    """Let everybody see the event; changes nothing for one that is published."""
    return change_event(event=event, options=event.options, by=by, is_published=True)


def freeze_event(*, event: Event, is_frozen: bool, by: Author) -> Event:
    """Keep standings computed from now on secret until prize-giving, or show them again."""
    return change_event(event=event, options=event.options, by=by, is_frozen=is_frozen)
