"""How a player stands in public, and removing his name for good."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournaments.errors import NotPossible
from tournaments.models import Entrant, Event
from tournaments.selectors.events import get_entrant
from tournaments.services.forgetting import forget_player, show_player_as
from tournaments.views.doors import REFUSED, MemberRequest, by_member, for_director, found
from tournaments.views.people import entrant_form, show_entrant


@require_POST
@for_director
def show_as(request: MemberRequest, event: Event, entrant_id: int) -> HttpResponse:
    """Full name, short or number only, on all public pages of the club."""
    shown: Entrant = found(get_entrant(event, entrant_id))
    try:
        show_player_as(player=shown.player, shown_as=request.POST.get("shown_as", ""))
    except NotPossible as refusal:
        return show_entrant(request, shown, entrant_form(shown), REFUSED, refusal)
    messages.success(request, gettext("Saved."))
    return redirect("entrant", event.slug, entrant_id)


@require_POST
@for_director
def forget(request: MemberRequest, event: Event, entrant_id: int) -> HttpResponse:
    """Remove the name; only with the tick that says it is meant."""
    shown: Entrant = found(get_entrant(event, entrant_id))
    try:
        refuse_unmeant(request)
        forget_player(player=shown.player, by=by_member(request))
    except NotPossible as refusal:
        return show_entrant(request, shown, entrant_form(shown), REFUSED, refusal)
    message = gettext(
        "The name is removed; the numbers stay. Files written before still have it: write them anew."
    )
    messages.success(request, message)
    return redirect("entrant", event.slug, entrant_id)


def refuse_unmeant(request: MemberRequest) -> None:
    """Raises NotPossible (`not_meant`) without the tick."""
    if request.POST.get("sure") != "yes":
        message = gettext(
            "Nothing was removed. It cannot be undone: tick that you mean it, then send it again."
        )
        raise NotPossible("not_meant", message)
