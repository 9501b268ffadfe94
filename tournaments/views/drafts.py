"""Changing a draft by hand: what a swap would cost, and the swap."""

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from tournaments.draw_forms import SwapForm
from tournaments.errors import NotPossible
from tournaments.models import Round
from tournaments.selectors.drafts import draft_of
from tournaments.selectors.swaps import swap_costs
from tournaments.services.swapping import swap_places
from tournaments.typed_numbers import whole_number
from tournaments.views.doors import UNREADABLE, MemberRequest, by_member, of_round, seen_revision
from tournaments.views.rounds import show_round
from tournaments.views.showing_draws import cost_words, swap_words


@require_safe
@of_round
def swaps(request: MemberRequest, drawn: Round) -> HttpResponse:
    """What it costs if `one` changes places with each of the others, as JSON."""
    one = request.GET.get("one", "")
    number = whole_number(one)
    if number is None or all(place.number != number for place in draft_of(drawn).places):
        message = gettext("Number %(number)s has no place in this draw; draw again to seat everybody.")
        return JsonResponse(
            {"code": "not_in_draw", "message": message % {"number": one[:20]}}, status=UNREADABLE
        )
    costs = swap_costs(drawn, number)
    shown = {two: {"repeats": cost, "words": cost_words(cost)} for two, cost in costs.items()}
    return JsonResponse({"one": number, "costs": shown})


@require_POST
@of_round
def swap(request: MemberRequest, drawn: Round) -> HttpResponse:
    """Let two change places; it is logged."""
    form = SwapForm(request.POST)
    if not form.is_valid():
        sentence = gettext("Choose the two players who change places.")
        return show_round(request, drawn, NotPossible("two_needed", sentence))
    one, two = form.cleaned_data["one"], form.cleaned_data["two"]
    try:
        by, seen = by_member(request), seen_revision(request)
        cost = swap_places(round=drawn, one=one, two=two, by=by, seen=seen)
    except NotPossible as refusal:
        return show_round(request, drawn, refusal)
    messages.success(request, swap_words(drawn.event, one, two, cost))
    return redirect(reverse("round", args=[drawn.event.slug, drawn.number]) + "#draft")
