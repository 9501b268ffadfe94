"""Publish lists, keep standings secret, and let everyone verify a published list for years."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.not_possible import NotPossible
from tournaments.models import Event, Publication, Stage
from tournaments.selectors.clubs.permissions import get_public_event
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.selectors.publishing.publications import (
    content_digest,
    differs,
    digest_now,
    find_lists,
    get_publication,
    list_after,
    list_facts,
    list_rows,
    list_spelling,
    lists_of,
    reasons_given,
)
from tournaments.selectors.publishing.publishing_obstacles import Obstacle, obstacles_to, rounds_left
from tournaments.selectors.standings.results import current_standings
from tournaments.selectors.tables.dashboard import ending_of
from tournaments.services.publishing.publications import freeze_event, publish_list, show_event
from tournaments.serving.caching import same_for_all
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.permissions import REFUSED, MemberRequest, by_member, director_required, or_404
from tournaments.views.pages.table_addresses import base_address

FRAME = '<iframe src="{}" title="{}" width="100%" height="600" loading="lazy"></iframe>'
OPEN_TO_ALL = {"Access-Control-Allow-Origin": "*"}

# The director's page


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def publish(request: MemberRequest, event: Event) -> HttpResponse:
    """Show what is missing, the published lists, and the publish button."""
    if request.method != "POST":
        return show_publish(request, event)
    stage = Stage.FINAL if request.POST.get("stage") == Stage.FINAL else Stage.PROVISIONAL
    reason, seen = request.POST.get("reason", ""), request.POST.get("seen")
    try:
        published = publish_list(event=event, stage=stage, by=by_member(request), reason=reason, seen=seen)
    except NotPossible as refusal:
        return show_publish(request, event, refusal, reason)
    messages.success(request, gettext("List %(number)s is published.") % {"number": published.number})
    return redirect("publish", event.slug)


def show_publish(
    request: MemberRequest, event: Event, refusal: NotPossible | None = None, reason: str = ""
) -> HttpResponse:
    """Render the page with the refusal and the input kept."""
    current = current_standings(event)
    public, now = PublicEvent(event, is_member=True, current=current), list_rows(event, current)
    lists = lists_of(event)
    embed = base_address(request) + reverse("embed", args=[event.slug])
    context = {
        "event": event_facts(event),
        "is_public": event.is_published,
        "is_frozen": event.is_frozen,
        "lists": [
            {**list_facts(each), "replaced_by": later and later.number}
            for each, later in zip(lists, [None, *lists], strict=False)
        ],
        "newest": list_facts(lists[0]) if lists else None,
        "differs": bool(lists) and differs(now, lists[0]),
        "is_final": public.is_final,
        "standings": {**public.computed, "is_provisional": not public.is_final},
        "seen": content_digest(now),
        "step": ending_of(event),
        "obstacles": obstacle_facts(event, obstacles_to(event, Stage.FINAL)),
        "provisional_obstacles": obstacle_facts(event, obstacles_to(event, Stage.PROVISIONAL)),
        "rounds_left": rounds_left(event),
        "refusal": refusal,
        "reason": reason,
        "page_url": reverse("publish", args=[event.slug]),
        "embed_line": format_html(FRAME, embed, event.name),
    }
    return render(request, "publishing/publish.html", context, status=REFUSED if refusal else 200)


def obstacle_facts(event: Event, obstacles: list[Obstacle]) -> list[dict[str, Any]]:
    """Return the obstacles, each with the page that resolves it."""
    return [
        {
            "code": each.code,
            "message": each.message,
            "url": reverse("round", args=[event.slug, each.round]) if each.round else "",
            "round": each.round,
            "numbers": each.tables,
        }
        for each in obstacles
    ]


@require_POST
@director_required
def freeze(request: MemberRequest, event: Event) -> HttpResponse:
    """Freeze the public standings until prize-giving, or unfreeze them."""
    is_frozen = request.POST.get("is_frozen") == "yes"
    freeze_event(event=event, is_frozen=is_frozen, by=by_member(request))
    frozen = gettext("From now on the public sees published lists only.")
    thawed = gettext("The public sees the standings again.")
    messages.success(request, frozen if is_frozen else thawed)
    return redirect("publish", event.slug)


@require_POST
@director_required
def show_to_all(request: MemberRequest, event: Event) -> HttpResponse:
    """Publish an event that only its club sees."""
    shown = show_event(event=event, by=by_member(request))
    messages.success(request, gettext("Everybody sees %(event)s.") % {"event": shown.name})
    return redirect("dashboard", event.slug)


# Public pages


@require_safe
@same_for_all
def published_list(request: HttpRequest, public_id: uuid.UUID) -> HttpResponse:
    """Show a list with current names, whether it still matches its digest, and its successor.

    `?format=json` gives the exact bytes of which the digest was computed.
    """
    publication: Publication = or_404(get_publication(public_id))
    event = publication.event
    or_404(get_public_event(request.user, event.slug))
    if request.GET.get("format") == "json":
        spelling = list_spelling(event, publication.number, publication.stage, publication.rows)
        return HttpResponse(spelling, content_type="application/json", headers=OPEN_TO_ALL)
    public, following, reasons = PublicEvent(event), list_after(publication), reasons_given(event)
    notes, now = public.notes_of(publication), digest_now(publication)
    context = {
        "event": event_facts(event),
        "list": list_facts(publication),
        "standings": {
            **public.listed(publication),
            "is_provisional": publication.stage != Stage.FINAL,
            "replaced_by": following.number if following else None,
        },
        "notes": notes,
        "noted": [each.number for each in notes],
        "digest_now": now,
        "is_whole": now == publication.digest,
        "reason": reasons.get(publication.number, ""),
        "replaced_by": following,
        "replaced_reason": reasons.get(following.number, "") if following else "",
        "json_url": f"{request.path}?format=json",
    }
    return render(request, "publishing/published_list.html", context)


@require_safe
def check_list(request: HttpRequest) -> HttpResponse:
    """Redirect a hash typed from paper to its list."""
    typed = request.GET.get("hash", "").replace("\0", "").strip()[:100]
    lists = find_lists(typed)
    visible = [each for each in lists or [] if get_public_event(request.user, each.event.slug)]
    if len(visible) == 1:
        return redirect("published_list", visible[0].public_id)
    context = {
        "typed": typed,
        "is_readable": lists is not None,
        "lists": [{**list_facts(each), "event": each.event.name} for each in visible],
    }
    return render(request, "publishing/check_list.html", context)
