"""Publishing lists, keeping standings secret; and what everybody can check of a list, for years."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.errors import NotPossible
from tournaments.models import Event, Publication, Stage
from tournaments.selectors.access import get_public_event
from tournaments.selectors.completeness import Missing, missing_for
from tournaments.selectors.publications import (
    differs,
    digest_now,
    find_lists,
    get_publication,
    list_facts,
    list_spelling,
    lists_of,
    reasons_given,
    replacements,
    sight_of,
    standings_of,
    with_following,
)
from tournaments.selectors.rulings import notes_of_list
from tournaments.services.publishing import freeze_event, publish_list
from tournaments.snapshots import same_for_all
from tournaments.views.addresses import base_address
from tournaments.views.doors import REFUSED, MemberRequest, by_member, for_director, found
from tournaments.views.showing import event_facts

MOST_REASON = 500

# The director's page


@require_http_methods(["GET", "HEAD", "POST"])
@for_director
def publish(request: MemberRequest, event: Event) -> HttpResponse:
    """What is missing, what was published, and the button."""
    if request.method != "POST":
        return show_publish(request, event)
    stage = Stage.FINAL if request.POST.get("stage") == Stage.FINAL else Stage.PROVISIONAL
    reason = request.POST.get("reason", "").replace("\0", "")[:MOST_REASON]
    try:
        published = publish_list(event=event, stage=stage, by=by_member(request), reason=reason)
    except NotPossible as refusal:
        return show_publish(request, event, refusal, reason)
    messages.success(request, gettext("List %(number)s is published.") % {"number": published.number})
    return redirect("publish", event.slug)


def show_publish(
    request: MemberRequest, event: Event, refusal: NotPossible | None = None, reason: str = ""
) -> HttpResponse:
    """The page, with what was refused and what was typed."""
    lists = list(lists_of(event))
    context = {
        "event": event_facts(event),
        "is_public": event.is_published,
        "is_frozen": event.is_frozen,
        "lists": [{**list_facts(each), "replaced_by": other} for each, other in with_following(lists)],
        "newest": list_facts(lists[0]) if lists else None,
        "differs": bool(lists) and differs(event, lists[0]),
        "is_final": bool(lists) and lists[0].stage == Stage.FINAL,
        "missing": missing_facts(event, missing_for(event, Stage.FINAL)),
        "missing_provisional": missing_facts(event, missing_for(event, Stage.PROVISIONAL)),
        "refusal": refusal,
        "reason": reason,
        "page_url": reverse("publish", args=[event.slug]),
        "embed_line": embed_line(request, event),
    }
    return render(request, "organise/publish.html", context, status=REFUSED if refusal else 200)


def embed_line(request: HttpRequest, event: Event) -> SafeString:
    """What a club writes into its own site to have the table there."""
    address = base_address(request) + reverse("embed", args=[event.slug])
    frame = '<iframe src="{}" title="{}" width="100%" height="600" loading="lazy"></iframe>'
    return format_html(frame, address, event.name)


def missing_facts(event: Event, missing: list[Missing]) -> list[dict[str, str]]:
    """What is missing, each with the page that settles it."""
    return [
        {
            "message": each.message,
            "url": reverse("round", args=[event.slug, each.round]) if each.round else "",
            "round": str(each.round),
        }
        for each in missing
    ]


@require_POST
@for_director
def freeze(request: MemberRequest, event: Event) -> HttpResponse:
    """Keep what comes now secret until prize-giving, or show it again."""
    is_frozen = request.POST.get("is_frozen") == "yes"
    freeze_event(event=event, is_frozen=is_frozen, by=by_member(request))
    frozen = gettext("From now on the public sees published lists only.")
    thawed = gettext("The public sees the standings again.")
    messages.success(request, frozen if is_frozen else thawed)
    return redirect("publish", event.slug)


# Everybody's


def public_list(request: HttpRequest, public_id: uuid.UUID) -> Publication:
    """A list of an event the visitor may look at, else the 404 page."""
    publication = found(get_publication(public_id))
    found(get_public_event(request.user, publication.event.slug))
    return publication


@require_safe
@same_for_all
def published_list(request: HttpRequest, public_id: uuid.UUID) -> HttpResponse:
    """A list with the names of today, whether it still is what was published, and what took its place."""
    publication = public_list(request, public_id)
    if request.GET.get("format") == "json":
        return spelling_of(publication)
    return render(request, "published_list.html", list_context(publication))


def list_context(publication: Publication) -> dict[str, Any]:
    """Everything the page of a list says."""
    event, now = publication.event, digest_now(publication)
    following = replacements(event).get(publication.number)
    reasons, notes = reasons_given(event), notes_of_list(publication, sight_of(event))
    return {
        "event": event_facts(event),
        "list": list_facts(publication),
        "standings": {
            **standings_of(publication),
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
        "json_url": reverse("published_list", args=[publication.public_id]) + "?format=json",
    }


def spelling_of(publication: Publication) -> HttpResponse:
    """The very bytes the digest is of."""
    event, rows = publication.event, publication.rows
    spelling = list_spelling(event, publication.number, publication.stage, rows)
    response = HttpResponse(spelling, content_type="application/json")
    response["Access-Control-Allow-Origin"] = "*"
    return response


@require_safe
def check_list(request: HttpRequest) -> HttpResponse:
    """A hash from paper leads to its list."""
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
    return render(request, "check_list.html", context)
