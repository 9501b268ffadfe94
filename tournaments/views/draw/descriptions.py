"""Draws, constraints and drafts in words, for pages."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.text import get_text_list
from django.utils.translation import gettext, gettext_noop, ngettext

from seating.fairness import commitment, list_commitment
from tournaments.models import Draw, DrawConstraint, DrawConstraintKind, DrawStatus, Event, Round
from tournaments.selectors.draw.constraints import constraints_problem, groups_of, load_constraints
from tournaments.selectors.draw.drafts import (
    draft_of,
    drafts_of,
    hand_changes,
    next_to_sit_out,
    quality_of,
    searching_draw,
    unmet_constraints,
)
from tournaments.selectors.draw.draws import draws_of, is_outdated, rounds_in
from tournaments.selectors.draw.table_sizes import Way
from tournaments.selectors.entry.seats import names_by_number
from tournaments.selectors.rounds.progress import last_released, open_round
from tournaments.wording.numbers import signed

FEW_NAMES = 8  # up to this many names are listed; more are counted

# The draws of an event


def draw_facts(event: Event) -> dict[str, Any]:
    """Return the draws so far, the commitment, and what prevents the next draw."""
    draws = draws_of(event)
    committed = next((each for each in draws if each.status == DrawStatus.COMMITTED), None)
    return {
        "draws": [{"draw": each, "status": each.get_status_display()} for each in draws],
        "committed": seed_facts(committed) if committed else None,
        "searching": searching_draw(event),
        "drafts": drafts_of(event),
        "open_round": open_round(event),
        "next_round": last_released(event) + 1,
    }


def seed_facts(draw: Draw) -> dict[str, Any]:
    """Return what is public of a seed before its draw: its hash and the hash of the committed entry list."""
    return {
        "number": draw.number,
        "at": draw.committed_at,
        "seed_hash": commitment(bytes.fromhex(draw.seed)),
        "list_hash": list_commitment(draw.committed_numbers),
        "players": len(draw.committed_numbers),
    }


def way_facts(event: Event, way: Way) -> dict[str, Any]:
    """Return a way to seat those present; `next_out` names, or counts, the players next to sit out."""
    next_out = next_to_sit_out(event, way.sit_outs) if way.sit_outs else []
    return {
        "key": way.key,
        "tables": way.tables,
        "sit_outs": way.sit_outs,
        "stand_ins": way.stand_ins,
        "next_out": names_or_number(next_out),
    }


def names_or_number(names: Sequence[str]) -> str:
    """Return the names in a row, or their number; empty if no particular entrants are meant."""
    if len(names) > FEW_NAMES:
        message = ngettext("%(number)s player", "%(number)s players", len(names))
        return message % {"number": len(names)}
    return get_text_list(list(names), gettext("or"))


def audit_url(draw: Draw) -> str:
    """Return the URL of the public audit of a draw."""
    return reverse("draw_audit", args=[draw.event.slug, draw.number])


# Constraints


CONSTRAINT_SENTENCES: Mapping[DrawConstraintKind, str] = {
    DrawConstraintKind.APART: gettext_noop("%(one)s and %(two)s never sit at one table"),
    DrawConstraintKind.PARTNERS: gettext_noop("%(one)s and %(two)s are partners, opposite each other"),
    DrawConstraintKind.NEW_PARTNERS: gettext_noop("Everybody gets a new partner in each round, by lot"),
    DrawConstraintKind.TABLE: gettext_noop("%(one)s always sits at table %(number)s"),
    DrawConstraintKind.SEAT: gettext_noop("%(one)s always sits on seat %(number)s"),
    DrawConstraintKind.CAPACITY: gettext_noop("Table %(table)s holds at most %(number)s"),
}


def constraint_facts(event: Event) -> dict[str, Any]:
    """Return the constraints in words, the teams, and why the constraints cannot be met, if so."""
    return {
        "constraints": [
            {"id": constraint.pk, "words": constraint_words(constraint)}
            for constraint in load_constraints(event)
        ],
        "constraints_problem": constraints_problem(event),
        "are_teams_apart": event.keeps_teams_apart,
        "teams": [(each.name, [name for _, name in each.people]) for each in groups_of(event)],
    }


def constraint_words(constraint: DrawConstraint) -> str:
    """Return a constraint as a sentence."""
    values = {
        "one": constraint.entrant.player.name if constraint.entrant else "",
        "two": constraint.other.player.name if constraint.other else "",
        "table": constraint.table,
        "number": constraint.number,
    }
    return gettext(CONSTRAINT_SENTENCES[DrawConstraintKind(constraint.kind)]) % values


# A draft


def draft_facts(round: Round) -> dict[str, Any]:
    """Return a draft's seats, its quality, the rounds drawn with it, and the changes by hand."""
    draw = round.draw
    siblings = rounds_in(draw) if draw else []
    draft = draft_of(round)
    return {
        "draft": draft,
        "unkept": [constraint_words(constraint) for constraint in unmet_constraints(round.event, draft)],
        "quality": quality_of(round),
        "siblings": siblings if len(siblings) > 1 else [],
        "changes": changes_facts(draw, round.number) if draw else [],
        "draw": draw,
        "is_outdated": is_outdated(round),
        "audit_url": audit_url(draw) if draw else "",
    }


def changes_facts(draw: Draw, round: int | None = None) -> list[dict[str, Any]]:
    """Return the changes by hand, newest first, each with its cost in words."""
    changes = hand_changes(draw, round)
    return [{"change": change, "cost": cost_words(change.repeats)} for change in changes]


def cost_words(repeats: int) -> str:
    """Return the cost of a change in words: "+2 repeats", "±0 repeats"."""
    if not repeats:
        return gettext("±0 repeats")
    message = ngettext("%(change)s repeat", "%(change)s repeats", abs(repeats))
    return message % {"change": signed(repeats)}


def swap_words(event: Event, one: int, two: int, cost: int) -> str:
    """Describe the change just made."""
    names = names_by_number(event, (one, two))
    message = gettext("%(one)s and %(two)s have changed places: %(cost)s.")
    return message % {"one": names[one], "two": names[two], "cost": cost_words(cost)}
