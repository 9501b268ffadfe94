"""What pages say of draws, wishes and drafts: facts in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.text import get_text_list
from django.utils.translation import gettext, gettext_noop, ngettext

from seating.fairness import commitment, list_commitment
from tournaments.models import Draw, DrawStatus, Event, Round, RoundStatus, Wish, WishKind
from tournaments.selectors.drafts import (
    draft_of,
    drafts_of,
    hand_changes,
    next_to_rest,
    quality_of,
    searching_draw,
    unkept_wishes,
)
from tournaments.selectors.seating import Way
from tournaments.selectors.wishes import teams_by_name, wishes_of, wishes_problem
from tournaments.templatetags.stichtag import signed

FEW_NAMES = 8  # so many are named, more are counted

# The event's draws


def draw_facts(event: Event) -> dict[str, Any]:
    """What was drawn so far, what is committed, and what stands in the way of the next draw."""
    draws = list(event.draws.order_by("-number"))
    committed = next((each for each in draws if each.status == DrawStatus.COMMITTED), None)
    last = event.rounds.exclude(status=RoundStatus.DRAFT).order_by("-number").first()
    return {
        "draws": [{"draw": each, "status": each.get_status_display()} for each in draws],
        "committed": seed_facts(committed) if committed else None,
        "searching": searching_draw(event),
        "drafts": drafts_of(event),
        "open_round": event.rounds.filter(status=RoundStatus.OPEN).first(),
        "next_round": last.number + 1 if last else 1,
    }


def seed_facts(draw: Draw) -> dict[str, Any]:
    """What is shown of a seed before its draw: its hash, and the hash of the list it was committed with."""
    return {
        "number": draw.number,
        "at": draw.committed_at,
        "seed_hash": commitment(bytes.fromhex(draw.seed)),
        "list_hash": list_commitment(draw.committed_numbers),
        "players": len(draw.committed_numbers),
    }


def way_facts(event: Event, way: Way) -> dict[str, Any]:
    """A way to seat those present; who is next to sit out: all of them if they are few."""
    next_out = next_to_rest(event, way.sit_outs) if way.sit_outs else []
    return {
        "key": way.key,
        "tables": way.tables,
        "sit_outs": way.sit_outs,
        "stand_ins": way.stand_ins,
        "next_out": names_or_number(next_out),
    }


def names_or_number(names: Sequence[str]) -> str:
    """Names in a row, or how many they are; empty for nobody in particular."""
    if len(names) > FEW_NAMES:
        message = ngettext("%(number)s player", "%(number)s players", len(names))
        return message % {"number": len(names)}
    return get_text_list(list(names), gettext("or"))


def certificate_url(draw: Draw) -> str:
    """Where everybody may check the draw."""
    return reverse("draw_certificate", args=[draw.event.slug, draw.number])


# Wishes


WISHES: Mapping[WishKind, str] = {
    WishKind.APART: gettext_noop("%(one)s and %(two)s never sit at one table"),
    WishKind.PARTNERS: gettext_noop("%(one)s and %(two)s are partners, opposite each other"),
    WishKind.TABLE: gettext_noop("%(one)s always sits at table %(number)s"),
    WishKind.SEAT: gettext_noop("%(one)s always sits on seat %(number)s"),
    WishKind.CAPACITY: gettext_noop("Table %(table)s holds at most %(number)s"),
}


def wish_facts(event: Event) -> dict[str, Any]:
    """The wishes in words, the teams, and what makes the wishes impossible as they are."""
    return {
        "wishes": [{"id": wish.pk, "words": wish_words(wish)} for wish in wishes_of(event)],
        "wishes_problem": wishes_problem(event),
        "are_teams_apart": event.keeps_teams_apart,
        "teams": teams_by_name(event),
    }


def wish_words(wish: Wish) -> str:
    """A wish as a sentence."""
    values = {
        "one": wish.entrant.player.name if wish.entrant else "",
        "two": wish.other.player.name if wish.other else "",
        "table": wish.table,
        "number": wish.number,
    }
    return gettext(WISHES[WishKind(wish.kind)]) % values


# A draft


def draft_facts(drawn: Round) -> dict[str, Any]:
    """Who sits where in a draft, what it is worth, its sister rounds, and what was changed by hand."""
    draw = drawn.draw
    siblings = list(draw.rounds.order_by("number")) if draw else []
    draft = draft_of(drawn)
    return {
        "draft": draft,
        "unkept": [wish_words(wish) for wish in unkept_wishes(drawn.event, draft)],
        "quality": quality_of(drawn),
        "siblings": siblings if len(siblings) > 1 else [],
        "changes": changes_facts(draw, drawn.number) if draw else [],
        "draw": draw,
        "certificate_url": certificate_url(draw) if draw else "",
    }


def changes_facts(draw: Draw, round: int | None = None) -> list[dict[str, Any]]:
    """The changes by hand, newest first, each with its cost in words."""
    changes = hand_changes(draw, round)
    return [{"change": change, "cost": cost_words(change.repeats)} for change in changes]


def cost_words(repeats: int) -> str:
    """What a change costs: "+2 repeats", "±0 repeats"."""
    if not repeats:
        return gettext("±0 repeats")
    message = ngettext("%(change)s repeat", "%(change)s repeats", abs(repeats))
    return message % {"change": signed(repeats)}


def swap_words(event: Event, one: int, two: int, cost: int) -> str:
    """What was changed just now."""
    entered = event.entrants.filter(number__in=(one, two))
    names = dict(entered.values_list("number", "player__name"))
    message = gettext("%(one)s and %(two)s have changed places: %(cost)s.")
    return message % {"one": names[one], "two": names[two], "cost": cost_words(cost)}
