"""A director's wishes for every draw: added one by one, checked at once against those that are there."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext, gettext_noop

from seating.constraints import Contradiction
from tournaments.errors import NotPossible
from tournaments.models import Entrant, Event, Wish, WishKind
from tournaments.selectors.seating import contradiction_text
from tournaments.selectors.sheets import game_of
from tournaments.selectors.wishes import contradictions_of
from tournaments.services.history import lock_event

TEAM_LENGTH = 80
# What more wishes, or more players, put right: it is said when a round is drawn.
NOT_YET = {"partner_missing", "partners_need_four"}


@transaction.atomic
def add_wish(
    *,
    event: Event,
    kind: WishKind,
    entrant: Entrant | None = None,
    other: Entrant | None = None,
    table: int | None = None,
    number: int | None = None,
) -> Wish:
    """Ask something of every draw; `number` is a table or a seat (from 1), or what a table holds.

    Raises NotPossible and stores nothing: `wish_incomplete`, `wish_exists` for a second wish of the kind for
    the same person or table, or a code of seating.constraints.Contradiction, if it excludes another.
    """
    event = lock_event(event)
    values = {"entrant": entrant, "other": other, "table": table, "number": number}
    kept = {name: values[name] for name in ASKED[kind]}
    refuse_incomplete(event, kind, kept)
    refuse_repeated(event, kind, kept)
    before = impossible(event)
    wish = Wish.objects.create(event=event, kind=kind, **kept)
    refuse_new(event, before)
    return wish


ASKED: Mapping[WishKind, tuple[str, ...]] = {
    WishKind.APART: ("entrant", "other"),
    WishKind.PARTNERS: ("entrant", "other"),
    WishKind.TABLE: ("entrant", "number"),
    WishKind.SEAT: ("entrant", "number"),
    WishKind.CAPACITY: ("table", "number"),
}
INCOMPLETE: Mapping[WishKind, str] = {
    WishKind.APART: gettext_noop("Choose the two players to keep apart."),
    WishKind.PARTNERS: gettext_noop("Choose the two players who are partners."),
    WishKind.TABLE: gettext_noop("Choose a player and a table: 1, 2, ..."),
    WishKind.SEAT: gettext_noop("Choose a player and a seat: 1 to %(seats)s."),
    WishKind.CAPACITY: gettext_noop("Say which table, 1, 2, ..., and how many players it holds."),
}


def refuse_incomplete(event: Event, kind: WishKind, kept: Mapping[str, Any]) -> None:
    """Raises NotPossible (`wish_incomplete`) where something is missing, zero, or the same player twice."""
    largest = max(game_of(event).seats)
    is_seat_unknown = kind == WishKind.SEAT and (kept["number"] or 0) > largest
    is_twice = "other" in kept and kept["entrant"] == kept["other"]
    if is_twice or is_seat_unknown or not all(kept.values()):
        raise NotPossible("wish_incomplete", gettext(INCOMPLETE[kind]) % {"seats": largest})


def refuse_repeated(event: Event, kind: WishKind, kept: Mapping[str, Any]) -> None:
    """Raises NotPossible (`wish_exists`) for a pair, in either order, or somebody's second table or seat."""
    wishes = event.wishes.filter(kind=kind)
    if "other" in kept:
        pair = {kept["entrant"].pk, kept["other"].pk}
        is_there = any({wish.entrant_id, wish.other_id} == pair for wish in wishes)
    else:
        whom = "table" if kind == WishKind.CAPACITY else "entrant"
        is_there = wishes.filter(**{whom: kept[whom]}).exists()
    if is_there:
        message = gettext("There is such a wish already; remove it first.")
        raise NotPossible("wish_exists", message)


@transaction.atomic
def remove_wish(*, wish: Wish) -> None:
    """Ask it no longer."""
    wish.delete()


@transaction.atomic
def keep_teams_apart(*, event: Event, are_apart: bool) -> Event:
    """Whether players of one team or club sit apart in round 1. Raises NotPossible as `add_wish`."""
    event = lock_event(event)
    before = impossible(event)
    event.keeps_teams_apart = are_apart
    event.save(update_fields=["keeps_teams_apart"])
    refuse_new(event, before)
    return event


@transaction.atomic
def set_team(*, entrant: Entrant, team: str) -> Entrant:
    """The team or club somebody belongs to; empty for none. Raises NotPossible (`team_too_long`)."""
    team = " ".join(team.split())
    if len(team) > TEAM_LENGTH:
        message = gettext("The name of a team has at most %(most)s characters; this one has %(found)s.")
        raise NotPossible("team_too_long", message % {"most": TEAM_LENGTH, "found": len(team)})
    entrant.team = team
    entrant.save(update_fields=["team"])
    return entrant


# Contradictions


def impossible(event: Event) -> list[Contradiction]:
    """What the wishes make impossible for everybody entered, present or not, and more wishes cannot mend."""
    numbers = list(event.entrants.order_by("number").values_list("number", flat=True))
    return [each for each in contradictions_of(event, numbers) if each.code not in NOT_YET]


def refuse_new(event: Event, before: list[Contradiction]) -> None:
    """Raises NotPossible with the first contradiction that was not there before."""
    known = [(each.code, each.values) for each in before]
    for each in impossible(event):
        if (each.code, each.values) not in known:
            raise NotPossible(each.code, contradiction_text(event, each))
