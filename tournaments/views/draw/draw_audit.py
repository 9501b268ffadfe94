"""The audit of a draw on pages: its constraints in words, its evenness, and how often players met."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import get_text_list
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import condition, require_safe

from seating.fairness import Audit, commitment, list_commitment
from tournaments.models import Draw, DrawStatus, Event
from tournaments.publications.charts.meetings import draw_meetings
from tournaments.selectors.clubs.permissions import get_public_event, is_member
from tournaments.selectors.draw.draw_audit import DrawFacts, Worth, audit_json, draw_facts, public_draws
from tournaments.selectors.draw.draws import get_draw
from tournaments.selectors.events.marks import mark_of
from tournaments.serving.caching import same_for_all
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.etags import tag_of
from tournaments.views.pages.permissions import actor_of, for_spectator, or_404

CONSTRAINT_SENTENCES: Mapping[str, str] = {
    "apart": gettext_noop("Numbers %(one)s and %(two)s are kept apart."),
    "partners": gettext_noop("Numbers %(one)s and %(two)s are partners, opposite each other."),
    "tables": gettext_noop("Number %(one)s always sits at table %(two)s."),
    "seats": gettext_noop("Number %(one)s always sits on seat %(two)s."),
    "capacity": gettext_noop("Table %(one)s has room for %(two)s players."),
}
OPEN_TO_ALL = {
    "Cache-Control": "private, no-cache",
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag",
}


def audit_etag(request: HttpRequest, slug: str, number: int) -> str | None:
    """Return an ETag for the JSON answer; None for the page, which depends on the visitor."""
    event = get_public_event(actor_of(request), slug)
    draw = get_draw(event, number) if event else None
    if event is None or draw is None or request.GET.get("format") != "json":
        return None
    may_direct = is_member(request.user, event.club)
    return tag_of([mark_of(event), draw.pk, draw.status, may_direct])


@require_safe
@same_for_all
@condition(etag_func=audit_etag)
@for_spectator
def audit(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Show how a draw was made, whether it matches its commitment, and its quality."""
    draw = or_404(get_draw(event, number))
    may_direct = is_member(request.user, event.club)
    facts = draw_facts(draw, with_drafts=may_direct)
    if request.GET.get("format") == "json":
        return JsonResponse(audit_json(facts), headers=OPEN_TO_ALL)
    context = {
        **audit_context(facts),
        "event": event_facts(event),
        "may_direct": may_direct,
        "json_url": f"{request.path}?format=json",
    }
    return render(request, "draw/draw_audit.html", context)


def audit_context(facts: DrawFacts) -> dict[str, Any]:
    """Return the template context of a draw's audit page."""
    draw = facts.draw
    return {
        "draw": draw,
        "ranking": facts.ranking,
        "mode": draw.get_mode_display(),
        "status": draw.get_status_display(),
        "promise": facts.promise,
        "made": facts.making,
        "is_waiting": draw.status == DrawStatus.COMMITTED,
        "constraints": constraint_lines(draw.wishes),
        "earlier_rounds": draw.first_round - 1,
        "swaps": facts.swaps,
        "discarded": [draw_link(each) for each in facts.discarded],
        "worth": facts.worth,
        **(worth_context(draw, facts.worth) if facts.worth else {}),
    }


def worth_context(draw: Draw, worth: Worth) -> dict[str, Any]:
    """Return how even the released rounds of a draw are, and who met whom."""
    return {
        "own_rounds": rounds_text(worth.first, worth.last),
        "all_rounds": rounds_text(1, worth.last),
        "is_partly_out": worth.last < draw.first_round + draw.rounds_wanted - 1,
        "even": evenness(worth.counted),
        "players": player_lines(worth),
        "picture": picture_of(worth),
    }


def rounds_text(first: int, last: int) -> str:
    """Name one round, or a range of rounds."""
    if first == last:
        return gettext("Round %(number)s") % {"number": last}
    return gettext("Rounds %(first)s to %(last)s") % {"first": first, "last": last}


def constraint_lines(constraints: Mapping[str, Any]) -> list[str]:
    """Return the director's constraints as sentences, by start numbers."""
    lines = [
        gettext(text) % {"one": one, "two": two}
        for key, text in CONSTRAINT_SENTENCES.items()
        for one, two in constraints.get(key, [])
    ]
    in_words = {
        "groups": gettext("As far as can be these are kept apart, as one team: %(numbers)s."),
        "teams": gettext("In round 1 these are kept apart, as one team: %(numbers)s."),
    }
    teams = [(text, team) for key, text in in_words.items() for team in constraints.get(key, [])]
    named = (text % {"numbers": get_text_list(list(map(str, team)), gettext("and"))} for text, team in teams)
    anew = [gettext("Everybody gets a new partner in each round, by lot.")]
    return [*lines, *(anew if constraints.get("new_partners") else []), *named]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evenness:
    """How evenly seats are shared; small tables and first deals as (fewest, most) per player."""

    small_tables: tuple[int, int]
    first_deals: tuple[int, int]
    widest_seats: int
    most_visits: int


def evenness(counted: Audit) -> Evenness:
    """Return the evenness of a draw; `widest_seats` is a player's commonest seat count less the rarest."""
    small, seats = list(counted.small_tables.values()), list(counted.seats.values())
    deals = [each[0] for each in seats if each]
    return Evenness(
        small_tables=(min(small, default=0), max(small, default=0)),
        first_deals=(min(deals, default=0), max(deals, default=0)),
        widest_seats=max((max(each) - min(each) for each in seats if each), default=0),
        most_visits=counted.most_visits,
    )


def player_lines(worth: Worth) -> list[dict[str, Any]]:
    """Return each player's smaller tables, seats and meetings, by start numbers."""
    counted = worth.counted
    return [
        {
            "number": number,
            "name": worth.names.get(number, ""),
            "small_tables": counted.small_tables[number],
            "seats": counted.seats[number],
            "met": met_lines(counted.players, met),
        }
        for number, met in zip(counted.players, counted.meetings, strict=True)
    ]


def met_lines(players: Sequence[int], met: Sequence[int]) -> list[tuple[int, list[int]]]:
    """Group the start numbers by the number of meetings, most first."""
    often = sorted({times for times in met if times}, reverse=True)
    return [
        (times, [player for player, count in zip(players, met, strict=True) if count == times])
        for times in often
    ]


def picture_of(worth: Worth) -> Any:
    """Return the matrix of meetings between players."""
    return draw_meetings(worth.counted.players, worth.counted.meetings, worth.names)


# On the event page


def draw_links(event: Event) -> list[dict[str, Any]]:
    """Return the draws of an event, newest first, with commitment and result; one query."""
    return [draw_link(draw) for draw in public_draws(event)]


def draw_link(draw: Draw) -> dict[str, Any]:
    """Return a draw as lists show it."""
    return {
        "number": draw.number,
        "url": reverse("draw_audit", args=[draw.event.slug, draw.number]),
        "status": draw.get_status_display(),
        "is_revealed": draw.revealed_at is not None,
        "committed_at": draw.committed_at,
        "first_round": draw.first_round,
        "last_round": draw.first_round + draw.rounds_wanted - 1,
        "seed_hash": commitment(bytes.fromhex(draw.seed)),
        "list_hash": list_commitment(draw.committed_numbers),
        "entered": len(draw.committed_numbers),
    }
