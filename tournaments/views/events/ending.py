"""The page on which an event is cancelled, hidden from lists, or deleted as a trial."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring.not_possible import NotPossible
from tournaments.models import Event
from tournaments.selectors.clubs.permissions import get_owned_club, get_owned_event
from tournaments.services.events.states import cancel_event, list_event, undo_cancellation
from tournaments.services.installation.event_deletion import delete_after_backup
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.permissions import (
    REFUSED,
    MemberRequest,
    by_member,
    director_required,
    or_404,
    signed_in,
)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def cancel(request: MemberRequest, event: Event) -> HttpResponse:
    """Show the page; cancel the event with a reason, or undo its cancellation."""
    if request.method != "POST":
        return show_ending(request, event)
    if request.POST.get("is_cancelled") == "no":
        undo_cancellation(event=event, by=by_member(request))
        messages.success(request, gettext("%(event)s takes place.") % {"event": event.name})
        return redirect("cancel_event", event.slug)
    try:
        cancel_event(event=event, reason=request.POST.get("reason", ""), by=by_member(request))
    except NotPossible as refusal:
        return show_ending(request, event, refusal)
    messages.success(request, gettext("%(event)s is cancelled.") % {"event": event.name})
    return redirect("cancel_event", event.slug)


@require_POST
@director_required
def show_in_lists(request: MemberRequest, event: Event) -> HttpResponse:
    """Hide the event from lists, or show it there again."""
    is_unlisted = request.POST.get("is_unlisted") == "yes"
    list_event(event=event, is_unlisted=is_unlisted, by=by_member(request))
    messages.success(request, gettext("Saved."))
    return redirect("cancel_event", event.slug)


@require_POST
@signed_in
def delete(request: MemberRequest, slug: str) -> HttpResponse:
    """Delete a trial after a backup, if its name is typed; for owners."""
    event: Event = or_404(get_owned_event(request.user, slug))
    try:
        file = delete_after_backup(event=event, typed=request.POST.get("typed", ""), by=request.user)
    except NotPossible as refusal:
        return show_ending(request, event, refusal)
    sentence = gettext("%(event)s is deleted. The backup %(file)s still has it.")
    messages.success(request, sentence % {"event": event.name, "file": file.name})
    return redirect("club", event.club.slug)


def show_ending(request: MemberRequest, event: Event, refusal: NotPossible | None = None) -> HttpResponse:
    """Render the page; a refusal keeps the input."""
    context = {
        "event": event_facts(event),
        "is_unlisted": event.is_unlisted,
        "may_delete": get_owned_club(request.user, event.club.slug) is not None,
        "reason": request.POST.get("reason", ""),
        "typed": request.POST.get("typed", ""),
        "refusal": refusal,
    }
    return render(request, "events/ending.html", context, status=REFUSED if refusal else 200)
