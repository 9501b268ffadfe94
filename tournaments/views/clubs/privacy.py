"""How a player's name appears in public, and the permanent removal of a name."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from scoring.not_possible import NotPossible
from tournaments.models import Entrant, Event
from tournaments.selectors.events.event_lists import get_entrant
from tournaments.services.clubs.anonymising import anonymise_player, show_player_as
from tournaments.views.entry.entrants import entrant_form, show_entrant
from tournaments.views.pages.permissions import REFUSED, MemberRequest, by_member, director_required, or_404


@require_POST
@director_required
def show_as(request: MemberRequest, event: Event, entrant_id: int) -> HttpResponse:
    """Set how the name appears on all public pages of the club: full, short or number only."""
    entrant: Entrant = or_404(get_entrant(event, entrant_id))
    try:
        show_player_as(player=entrant.player, shown_as=request.POST.get("shown_as", ""))
    except NotPossible as refusal:
        return show_entrant(request, entrant, entrant_form(entrant), REFUSED, refusal)
    messages.success(request, gettext("Saved."))
    return redirect("entrant", event.slug, entrant_id)


@require_POST
@director_required
def anonymise(request: MemberRequest, event: Event, entrant_id: int) -> HttpResponse:
    """Remove the name, only if the confirmation box is ticked."""
    entrant: Entrant = or_404(get_entrant(event, entrant_id))
    try:
        refuse_unmeant(request)
        anonymise_player(player=entrant.player, by=by_member(request))
    except NotPossible as refusal:
        return show_entrant(request, entrant, entrant_form(entrant), REFUSED, refusal)
    message = gettext(
        "The name is removed; the results stay. Files created before still have it: create them again."
    )
    messages.success(request, message)
    return redirect("entrant", event.slug, entrant_id)


def refuse_unmeant(request: MemberRequest) -> None:
    """Raise NotPossible (`not_meant`) unless the confirmation box is ticked."""
    if request.POST.get("sure") != "yes":
        message = gettext(
            "Nothing was removed. This cannot be undone: tick the box to confirm, then send the form again."
        )
        raise NotPossible("not_meant", message)
