"""Swaps on the page of a round that is a draft: what one costs, and the swap."""

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from scoring.sheet.refusals import NotPossible
from tournaments.forms.draw import SwapForm
from tournaments.models import Round
from tournaments.selectors.draw.drafts import draft_of
from tournaments.selectors.draw.swap_cost import swap_costs
from tournaments.services.draw.swaps import swap_places
from tournaments.views.draw.descriptions import cost_words, swap_words
from tournaments.views.pages.permissions import UNREADABLE, MemberRequest, by_member, of_round, seen_revision
from tournaments.views.rounds.round_pages import show_round
from tournaments.wording.whole_numbers import whole_number


@require_safe
@of_round
def swaps(request: MemberRequest, round: Round) -> HttpResponse:
    """Return as JSON the cost of swapping `one` with each of the others."""
    one = request.GET.get("one", "")
    number = whole_number(one)
    if number is None or all(place.number != number for place in draft_of(round).places):
        message = gettext("Number %(number)s has no seat in this draw; draw again to seat all players.")
        return JsonResponse(
            {"code": "not_in_draw", "message": message % {"number": one[:20]}}, status=UNREADABLE
        )
    costs = swap_costs(round, number)
    shown = {two: {"repeats": cost, "words": cost_words(cost)} for two, cost in costs.items()}
    return JsonResponse({"one": number, "costs": shown})


@require_POST
@of_round
def swap(request: MemberRequest, round: Round) -> HttpResponse:
    """Swap two players; the swap is logged."""
    form = SwapForm(request.POST)
    if not form.is_valid():
        sentence = gettext("Choose two players to swap.")
        return show_round(request, round, NotPossible("two_needed", sentence))
    one, two = form.cleaned_data["one"], form.cleaned_data["two"]
    try:
        by, seen = by_member(request), seen_revision(request)
        cost = swap_places(round=round, one=one, two=two, by=by, seen=seen)
    except NotPossible as refusal:
        return show_round(request, round, refusal)
    messages.success(request, swap_words(round.event, one, two, cost))
    return redirect(reverse("round", args=[round.event.slug, round.number]) + "#draft")
