"""Why somebody stands where he stands: his line, its neighbours, his rounds and every deal, on one page."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from scoring.standings import MINIMUM, UNPLACED
from tournaments.models import Entrant, Event
from tournaments.naming import public_name
from tournaments.selectors.places import get_entrant_by_number
from tournaments.selectors.provenance import (
    Step,
    is_points,
    method_shown,
    own_adjustments,
    own_rounds,
    steps_around,
)
from tournaments.selectors.publications import Sight, standings_shown
from tournaments.selectors.sheets import game_of
from tournaments.snapshots import same_for_all
from tournaments.templatetags.stichtag import amount
from tournaments.views.doors import for_spectator, found
from tournaments.views.public import sight_for
from tournaments.views.rulebook import game_url
from tournaments.views.showing import event_facts


@require_safe
@same_for_all
@for_spectator
def why(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """One entrant's standing with everything it comes from."""
    entrant = found(get_entrant_by_number(event, number))
    return render(request, "why.html", why_context(event, entrant, sight_for(request, event)))


def why_context(event: Event, entrant: Entrant, sight: Sight) -> dict[str, Any]:
    """Everything the page says."""
    standings, number = standings_shown(event, sight), entrant.number
    row = next((each for each in standings["rows"] if each["number"] == number), None)
    steps = steps_around(standings, number, method_shown(event, sight))
    return {
        "event": event_facts(event),
        "entrant": {"number": number, "name": public_name(entrant.player, number), "team": entrant.team},
        "standings": standings,
        "row": row,
        "of": len(standings["rows"]),
        "steps": [step_facts(step, number, standings) for step in steps],
        "rounds": own_rounds(event, entrant, row, standings["rounds"], sight),
        "adjustments": own_adjustments(event, entrant) if sight.last_round is None else [],
        "is_points": is_points(standings),
        "unit": standings["ranked_by"][0]["unit"],
        "rule_url": game_url(game_of(event)) + "#scoring",
        "evening_url": reverse("entrant_evening", args=[event.slug, number]),
    }


def step_facts(step: Step, number: int, standings: dict[str, Any]) -> dict[str, Any]:
    """Two neighbours and what decided, in words; whether the entrant is the lower one."""
    return {
        "first": step.first,
        "second": step.second,
        "other": step.second if step.first["number"] == number else step.first,
        "is_above": step.second["number"] == number,
        "words": reason_words(step, standings),
    }


def reason_words(step: Step, standings: dict[str, Any]) -> str:
    """One sentence."""
    first, second = step.first["name"], step.second["name"]
    if step.reason is None:
        return gettext("%(first)s and %(second)s are equal in everything and share a rank.") % {
            "first": first,
            "second": second,
        }
    if step.reason.key == MINIMUM:
        return rounds_words(step, first, second)
    if step.reason.key == UNPLACED:
        return gettext("%(second)s left early and is not placed.") % {"second": second}
    return decided_words(step, first, second, standings)


def rounds_words(step: Step, first: str, second: str) -> str:
    """Too few rounds."""
    played = int(step.reason.worse or 0) if step.reason else 0
    message = ngettext(
        "%(second)s played %(rounds)s round, too few to be placed.",
        "%(second)s played %(rounds)s rounds, too few to be placed.",
        played,
    )
    return message % {"second": second, "rounds": played}


def decided_words(step: Step, first: str, second: str, standings: dict[str, Any]) -> str:
    """Which value put one before the other, and whether everything before it was equal."""
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
