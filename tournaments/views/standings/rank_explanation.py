"""Explain a rank on one page: the entrant's row, its neighbours, the rounds and every deal."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from scoring.standings import MINIMUM, UNPLACED
from tournaments.models import Entrant, Event
from tournaments.selectors.entry.seat_assignments import get_entrant_by_number
from tournaments.selectors.publishing.publications import Visibility, standings_shown
from tournaments.selectors.publishing.rank_explanation import (
    Step,
    is_points,
    method_shown,
    own_adjustments,
    own_rounds,
    steps_around,
)
from tournaments.selectors.sheets.folded_sheets import game_of
from tournaments.serving.caching import same_for_all
from tournaments.views.pages.descriptions import event_facts, game_url
from tournaments.views.pages.permissions import for_spectator, found
from tournaments.views.pages.visibility import visibility_for
from tournaments.wording.names import public_name
from tournaments.wording.numbers import amount


@require_safe
@same_for_all
@for_spectator
def rank_explanation(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Show one entrant's rank with all the figures it is computed from."""
    entrant = found(get_entrant_by_number(event, number))
    return render(
        request,
        "standings/rank_explanation.html",
        explanation_context(event, entrant, visibility_for(request, event)),
    )


def explanation_context(event: Event, entrant: Entrant, visibility: Visibility) -> dict[str, Any]:
    """Return the context of the page."""
    standings, number = standings_shown(event, visibility), entrant.number
    row = next((each for each in standings["rows"] if each["number"] == number), None)
    steps = steps_around(standings, number, method_shown(event, visibility))
    return {
        "event": event_facts(event),
        "entrant": {"number": number, "name": public_name(entrant.player, number), "team": entrant.team},
        "standings": standings,
        "row": row,
        "of": len(standings["rows"]),
        "steps": [step_facts(step, number, standings) for step in steps],
        "rounds": own_rounds(event, entrant, row, standings["rounds"], visibility),
        "adjustments": own_adjustments(event, entrant) if visibility.last_round is None else [],
        "is_points": is_points(standings),
        "unit": standings["ranked_by"][0]["unit"],
        "rule_url": game_url(game_of(event)) + "#scoring",
        "evening_url": reverse("entrant_evening", args=[event.slug, number]),
    }


def step_facts(step: Step, number: int, standings: dict[str, Any]) -> dict[str, Any]:
    """Return two neighbouring rows and what decided, in words; and whether the entrant is the lower one."""
    return {
        "first": step.first,
        "second": step.second,
        "other": step.second if step.first["number"] == number else step.first,
        "is_above": step.second["number"] == number,
        "words": reason_words(step, standings),
    }


def reason_words(step: Step, standings: dict[str, Any]) -> str:
    """Return the deciding difference as one sentence."""
    first, second = step.first["name"], step.second["name"]
    if step.reason is None:
        return gettext("%(first)s and %(second)s are equal in every tie-break and share a rank.") % {
            "first": first,
            "second": second,
        }
    if step.reason.key == MINIMUM:
        return rounds_words(step, first, second)
    if step.reason.key == UNPLACED:
        return gettext("%(second)s left early and is not ranked.") % {"second": second}
    return decided_words(step, first, second, standings)


def rounds_words(step: Step, first: str, second: str) -> str:
    """Say that the lower entrant played too few rounds to be ranked."""
    played = int(step.reason.worse or 0) if step.reason else 0
    message = ngettext(
        "%(second)s played %(rounds)s round, too few to be ranked.",
        "%(second)s played %(rounds)s rounds, too few to be ranked.",
        played,
    )
    return message % {"second": second, "rounds": played}


def decided_words(step: Step, first: str, second: str, standings: dict[str, Any]) -> str:
    """Say which value ranked one above the other, and whether all earlier values were equal."""
    assert step.reason is not None
    keys = [*standings["ranked_by"], *standings["ties_broken_by"]]
    ranking = next(each for each in keys if each["name"] == step.reason.key)
    equal = [each["label"] for each in keys[: keys.index(ranking)]]
    better, worse = (
        "–" if value is None else amount(value, ranking["unit"])
        for value in (step.reason.better, step.reason.worse)
    )
    values = {
        "first": first,
        "second": second,
        "label": ranking["label"],
        "better": better,
        "worse": worse,
        "equal": ", ".join(equal),
    }
    if equal:
        return (
            gettext(
                "Equal in: %(equal)s. %(label)s put %(first)s before %(second)s:"
                " %(better)s against %(worse)s."
            )
            % values
        )
    return gettext("%(label)s put %(first)s before %(second)s: %(better)s against %(worse)s.") % values
