"""Explain a rank on one page: the entrant's row, its neighbours, the rounds and every deal."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.models import Entrant, Event
from tournaments.selectors.entry.seats import get_entrant_by_number
from tournaments.selectors.publishing.rank_explanation import (
    Step,
    is_points,
    own_adjustments,
    own_rounds,
    steps_around,
)
from tournaments.selectors.sheets.agreements import game_of
from tournaments.serving.caching import same_for_all
from tournaments.views.pages.descriptions import event_facts, game_url
from tournaments.views.pages.permissions import for_spectator, or_404
from tournaments.views.pages.visibility import seen_by
from tournaments.wording.names import public_name
from tournaments.wording.ranking import reason_words


@require_safe
@same_for_all
@for_spectator
def rank_explanation(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Show one entrant's rank with all the figures it is computed from."""
    entrant: Entrant = or_404(get_entrant_by_number(event, number))
    public = seen_by(request, event)
    standings = public.standings
    row = next((each for each in standings["rows"] if each["number"] == number), None)
    context = {
        "event": event_facts(event),
        "entrant": {"number": number, "name": public_name(entrant.player, number), "team": entrant.team},
        "standings": standings,
        "row": row,
        "of": len(standings["rows"]),
        "steps": [
            step_facts(step, number, standings) for step in steps_around(standings, number, public.method)
        ],
        "rounds": own_rounds(public, entrant, row),
        "adjustments": own_adjustments(event, entrant) if public.visibility.last_round is None else [],
        "is_points": is_points(standings),
        "unit": standings["ranked_by"][0]["unit"],
        "points_unit": game_of(event).points_unit,
        "rule_url": game_url(game_of(event)) + "#scoring",
        "evening_url": reverse("entrant_evening", args=[event.slug, number]),
    }
    return render(request, "publishing/rank_explanation.html", context)


def step_facts(step: Step, number: int, standings: dict[str, Any]) -> dict[str, Any]:
    """Return two neighbouring rows and what decided, in words; and whether the entrant is the lower one.

    Nothing decides between two rows without a rank.
    """
    is_decided = step.first["is_placed"] or step.reason is not None
    return {
        "first": step.first,
        "second": step.second,
        "other": step.second if step.first["number"] == number else step.first,
        "is_above": step.second["number"] == number,
        "words": reason_words(step.reason, step.first["name"], step.second["name"], standings)
        if is_decided
        else "",
    }
