"""The sign-off: everything that is still open, the list that would be published, and the act."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST, require_safe

from rules.reading import Refused
from scoring.not_possible import NotPossible
from tournaments.models import Event
from tournaments.selectors.cash.prize_plan import prize_differences
from tournaments.selectors.paper.totals import paper_sheets
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.selectors.publishing.publications import content_digest, differs, list_rows
from tournaments.selectors.publishing.publishing_obstacles import rounds_left
from tournaments.selectors.publishing.sign_off_checklist import ROUND_OPEN, obstacles_to_sign_off
from tournaments.selectors.standings.results import current_standings
from tournaments.selectors.tables.dashboard import ending_of
from tournaments.services.events.lifecycle import count_played_rounds
from tournaments.services.publishing.publications import sign_off_and_publish, sign_off_in_secret
from tournaments.services.publishing.sign_off import sign_off, undo_sign_off
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.permissions import (
    REFUSED,
    MemberRequest,
    by_member,
    director_required,
    helper_required,
)
from tournaments.wording.refusals import as_refusal

AFTER_PRIZE_GIVING = "later"


@require_safe
@helper_required
def sign_off_checklist(request: MemberRequest, event: Event) -> HttpResponse:
    """List everything still open, each with a link; then the sign-off."""
    return show_checklist(request, event)


def show_checklist(request: HttpRequest, event: Event, refusal: NotPossible | None = None) -> HttpResponse:
    """Render the checklist with a refusal, if any, and the list that would be published."""
    current, obstacles = current_standings(event), obstacles_to_sign_off(event)
    public, now = PublicEvent(event, is_member=True, current=current), list_rows(event, current)
    newest = next(iter(public.lists), None)
    context = {
        "event": event_facts(event),
        "obstacles": obstacles,
        "prizes_differ": prize_differences(event),
        "paper": paper_sheets(event),
        "unfinished": next((each for each in obstacles if each.code == ROUND_OPEN), None),
        "rounds_left": rounds_left(event),
        "signed_off_at": event.signed_off_at,
        "is_closed": event.is_closed,
        "refusal": refusal,
        "standings": {**public.computed, "is_provisional": not public.is_final},
        "is_final": public.is_final,
        "differs": newest is not None and differs(now, newest),
        "seen": content_digest(now),
        "is_frozen": event.is_frozen,
        "step": ending_of(event),
        "page_url": reverse("sign_off_checklist", args=[event.slug]),
    }
    return render(request, "publishing/sign_off_checklist.html", context, status=REFUSED if refusal else 200)


@require_POST
@director_required
def count_played(request: MemberRequest, event: Event) -> HttpResponse:
    """Count only the rounds that were played."""
    try:
        event = count_played_rounds(event=event, by=by_member(request))
    except (NotPossible, Refused) as refusal:
        return show_checklist(request, event, as_refusal(refusal))
    message = ngettext("One round counts.", "%(rounds)s rounds count.", event.planned_rounds or 0)
    messages.success(request, message % {"rounds": event.planned_rounds})
    return redirect("sign_off_checklist", event.slug)


def back_to(request: MemberRequest, event: Event) -> str:
    """Return the organiser's page that asked to undo the sign-off; else the checklist."""
    page = request.POST.get("to", "")
    is_ours = page.startswith(reverse("dashboard", args=[event.slug]))
    return page if is_ours else reverse("sign_off_checklist", args=[event.slug])


@require_POST
@director_required
def sign(request: MemberRequest, event: Event) -> HttpResponse:
    """Sign off the results, and publish the list that was shown at once or after the prize-giving, if
    requested; or undo the sign-off.
    """
    by, seen = by_member(request), request.POST.get("seen")
    sentence = gettext("The results of %(event)s are signed off.") % {"event": event.name}
    try:
        if request.POST.get("is_signed_off") == "no":
            undo_sign_off(event=event, by=by)
            return redirect(back_to(request, event))
        if request.POST.get("publish") == AFTER_PRIZE_GIVING:
            sign_off_in_secret(event=event, by=by)
        elif "publish" in request.POST:
            reason = request.POST.get("reason", "")
            published = sign_off_and_publish(event=event, by=by, reason=reason, seen=seen)
            sentence = gettext("List %(number)s is published.") % {"number": published.number}
        else:
            sign_off(event=event, by=by)
    except NotPossible as refusal:
        return show_checklist(request, event, refusal)
    messages.success(request, sentence)
    return redirect("sign_off_checklist", event.slug)
