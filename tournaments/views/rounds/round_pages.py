"""A round from its draw to its close: the director's page, cards of tables, late deals."""

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from scoring.not_possible import NotPossible
from scoring.sheet.sheet import IllegalDeal
from tournaments.forms.draw import SwapForm
from tournaments.models import Event, PendingDeal, Round, RoundStatus
from tournaments.selectors.draw.drafts import draft_of, searching_draw, swap_costs
from tournaments.selectors.rounds.past_rounds import past_round
from tournaments.selectors.rounds.progress import get_late_deal, get_round, late_deals
from tournaments.selectors.tables.pending_versions import two_versions
from tournaments.services.draw.drawing import discard_draft, draw_again
from tournaments.services.draw.swaps import swap_places
from tournaments.services.rounds.lifecycle import close_round, open_round
from tournaments.services.tables.rehearsal import rehearse_reopening
from tournaments.views.draw.absent import ask_about_absent, drops_absent
from tournaments.views.draw.descriptions import cost_words, draft_facts, swap_words
from tournaments.views.draw.draws import waiting_url
from tournaments.views.events.organising import show_dashboard
from tournaments.views.pages.decisions import SURE, Decision, decide_version, show_consequences
from tournaments.views.pages.descriptions import (
    card_facts,
    emblem_url,
    event_facts,
    locked_facts,
    round_facts,
)
from tournaments.views.pages.machine import may_let_phones_in
from tournaments.views.pages.permissions import (
    REFUSED,
    UNREADABLE,
    MemberRequest,
    by_member,
    helper_required,
    of_round,
    or_404,
    referee_required,
    round_of,
    scorer_required,
    seen_revision,
)
from tournaments.views.pages.table_addresses import (
    connection_address,
    hall_wifi,
    loopback_hint,
)
from tournaments.wording.refusals import as_refusal
from tournaments.wording.whole_numbers import whole_number


@require_safe
@helper_required
def round(request: MemberRequest, event: Event, number: int) -> HttpResponse:
    """Show the seats, each table's progress and what needs the director; or the draw in progress.

    Only directors see drafts.
    """
    round = get_round(event, number)
    if round and (round.status != RoundStatus.DRAFT or "direct" in request.may):
        return show_round(request, round)
    or_404("direct" in request.may or None)
    return redirect(waiting_url(or_404(searching_draw(event, number))))


def show_round(request: MemberRequest, round: Round, refusal: NotPossible | None = None) -> HttpResponse:
    """Render the round's page with a refusal, if any; redirect to the dashboard if the round is gone."""
    if refusal and refusal.code == "round_unknown":
        return show_dashboard(request, round.event, refusal)
    context = {
        **round_facts(request, round),
        **(draft_facts(round) if round.status == RoundStatus.DRAFT else {}),
        "event": event_facts(round.event),
        **locked_facts(round.event),
        "past": past_round(round),
        "late": two_versions(round.event, late_deals(round)),
        "loopback_hint": loopback_hint(request),
        "may_let_phones_in": may_let_phones_in(request),
        "refusal": refusal,
        "page_url": reverse("round", args=[round.event.slug, round.number]),
    }
    return render(request, "rounds/round.html", context, status=REFUSED if refusal else 200)


@require_POST
@of_round
def draw_anew(request: MemberRequest, round: Round) -> HttpResponse:
    """Replace a draft with a new draw."""
    back_url = reverse("round", args=[round.event.slug, round.number])
    if question := ask_about_absent(request, round.event, back_url):
        return question
    try:
        drops, by, seen = drops_absent(request), by_member(request), seen_revision(request)
        draw = draw_again(round=round, drops_absent=drops, by=by, seen=seen)
    except NotPossible as refusal:
        return show_round(request, round, refusal)
    return redirect(waiting_url(draw))


@require_POST
@of_round
def discard(request: MemberRequest, round: Round) -> HttpResponse:
    """Discard a draft."""
    try:
        discard_draft(round=round, by=by_member(request), seen=seen_revision(request))
    except NotPossible as refusal:
        return show_round(request, round, refusal)
    return redirect("dashboard", round.event.slug)


@require_POST
@of_round
def open(request: MemberRequest, round: Round) -> HttpResponse:
    """Open a round, one with absent players or old standings if confirmed; a closed one shows the effect."""
    even_if = {name: name in request.POST for name in ("even_if_absent", "even_if_outdated")}
    try:
        by, seen = by_member(request), seen_revision(request)
        if round.status == RoundStatus.CLOSED and SURE not in request.POST:
            effect = rehearse_reopening(round=round, by=by, seen=seen)
            return show_consequences(request, round.event, effect, reopening(round))
        open_round(round=round, **even_if, by=by, seen=seen)
    except NotPossible as refusal:
        return show_round(request, round, refusal)
    return redirect("round", round.event.slug, round.number)


def reopening(round: Round) -> Decision:
    """Return the reopening of a round in words."""
    title = gettext("Reopen round %(number)s") % {"number": round.number}
    back_url = reverse("round", args=[round.event.slug, round.number])
    return Decision(title=title, facts=[], button=title, back_url=back_url, round=round)


@require_POST
@of_round
def close(request: MemberRequest, round: Round) -> HttpResponse:
    """Close a round; if tables miss deals, only when confirmed."""
    try:
        even_if, by, seen = "even_if_incomplete" in request.POST, by_member(request), seen_revision(request)
        close_round(round=round, even_if_incomplete=even_if, by=by, seen=seen)
    except NotPossible as refusal:
        return show_round(request, round, refusal)
    return redirect("dashboard", round.event.slug)


@require_POST
@round_of(referee_required)
def settle_late(request: MemberRequest, round: Round, pending_id: int) -> HttpResponse:
    """Accept or drop a deal that came after the close; for directors and referees."""
    pending: PendingDeal = or_404(get_late_deal(round, pending_id))
    try:
        shown = decide_version(request, pending, reverse("round", args=[round.event.slug, round.number]))
    except (NotPossible, IllegalDeal) as refusal:
        return show_round(request, round, as_refusal(refusal))
    return shown or redirect("round", round.event.slug, round.number)


# Links and cards


@require_safe
@round_of(scorer_required)
def cards(request: MemberRequest, round: Round) -> HttpResponse:
    """Render every table's card, to print."""
    context = {
        "event": event_facts(round.event),
        "round": {"number": round.number},
        "cards": card_facts(request, round),
        "wifi": hall_wifi(round.event.club),
        "emblem": emblem_url(round.event.club),
        "loopback_hint": loopback_hint(request),
        "connection_address": connection_address(request),
    }
    return render(request, "rounds/cards.html", context)


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
