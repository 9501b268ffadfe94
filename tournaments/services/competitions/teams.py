"""Teams: form, change and dissolve them; pairs by lot; teams from the words beside the players."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

from django.db import transaction
from django.db.models import Count, Max, Q
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from scoring.standings.teams import size_of_teams
from tournaments.models import Entrant, Event, EventChangeKind, Team, TeamMember
from tournaments.models.lengths import longest
from tournaments.selectors.competitions.teams import kind_by_members, teams_of
from tournaments.services.history.club_history import raise_club_revision
from tournaments.services.history.event_chain import SYSTEM, append_event_entry
from tournaments.services.history.sheet_chain import Author
from tournaments.services.sheets.write_guard import lock_going_on, lock_unclosed

LEAST, MOST = 2, 8  # members of a team
NAME_LENGTH = longest(Team, "name")


@transaction.atomic
def form_team(
    *,
    event: Event,
    members: Sequence[Entrant],
    name: str = "",
    substitutes: Sequence[Entrant] = (),
    by: Author = SYSTEM,
) -> Team:
    """Form a team with the next number. Raises NotPossible and stores nothing: as
    `lock_going_on` and `refuse_unsound`.
    """
    event = lock_going_on(event)
    name = " ".join(name.split())
    refuse_unsound(event, name, members, substitutes)
    last = event.teams.aggregate(last=Max("number"))["last"] or 0
    team = Team.objects.create(event=event, number=last + 1, name=name)
    TeamMember.objects.bulk_create(seats_of(team, members, substitutes))
    note_change(event, "teams", "form_team", by, team=team.number, entrants=ids_of(members, substitutes))
    return team


@transaction.atomic
def change_team(
    *,
    team: Team,
    members: Sequence[Entrant],
    name: str = "",
    substitutes: Sequence[Entrant] = (),
    by: Author = SYSTEM,
) -> Team:
    """Replace name, members and substitutes of a team. Raises as `form_team`."""
    event = lock_going_on(team.event)
    team.name = " ".join(name.split())
    refuse_unsound(event, team.name, members, substitutes, team)
    team.save(update_fields=["name"])
    team.members.all().delete()
    TeamMember.objects.bulk_create(seats_of(team, members, substitutes))
    note_change(event, "teams", "change_team", by, team=team.number, entrants=ids_of(members, substitutes))
    return team


@transaction.atomic
def dissolve_team(*, team: Team, by: Author = SYSTEM) -> None:
    """Dissolve a team; its persons stay in the event. Raises NotPossible (`event_closed`)."""
    event = lock_unclosed(team.event)
    entrants = list(team.members.values_list("entrant_id", flat=True))
    team.delete()
    note_change(event, "teams", "dissolve_team", by, team=team.number, entrants=entrants)


def note_change(event: Event, changed: str, done: str, by: Author, **facts: Any) -> None:
    """Append to the history of the (locked) event what was done to teams or competitions."""
    append_event_entry(event, EventChangeKind.SETTINGS, by=by, changed=[changed], done=done, **facts)
    raise_club_revision(event.club_id)


def ids_of(members: Sequence[Entrant], substitutes: Sequence[Entrant] = ()) -> list[int]:
    """Return who is in a team, as the history has them."""
    return [each.pk for each in (*members, *substitutes)]


def seats_of(
    team: Team, members: Sequence[Entrant], substitutes: Sequence[Entrant] = ()
) -> Iterator[TeamMember]:
    """Yield who is in a team, in their order, not stored yet."""
    people = [*((each, False) for each in members), *((each, True) for each in substitutes)]
    for position, (each, is_substitute) in enumerate(people, start=1):
        yield TeamMember(team_id=team.pk, entrant_id=each.pk, position=position, is_substitute=is_substitute)


def refuse_unsound(
    event: Event,
    name: str,
    members: Sequence[Entrant],
    substitutes: Sequence[Entrant],
    team: Team | None = None,
) -> None:
    """Raise NotPossible for a team that cannot be.

    `team_too_long`, `team_size`, `member_twice` for who is named twice, `member_elsewhere` for who is in
    another team; a substitute may stand in for several.
    """
    refuse_name_and_size(name, members)
    people = [*members, *substitutes]
    refuse_twice(people, gettext("%(name)s is named twice in this team."))
    elsewhere = Q(is_substitute=False, entrant__in=people) | Q(entrant__in=members)
    others = TeamMember.objects.filter(elsewhere, team__in=teams_beside(event, len(members)))
    for other in others.exclude(team=team).select_related("team", "entrant__player"):
        message = gettext(
            "%(name)s is in team %(number)s already; a person is a member of one team of a competition."
        )
        values = {"name": other.entrant.player.name, "number": other.team.number}
        raise NotPossible("member_elsewhere", message % values)


def refuse_twice(people: Iterable[Entrant], message: str) -> None:
    """Raise NotPossible (`member_twice`) with the message for the first who is named twice."""
    for entrant, times in Counter(people).items():
        if times > 1:
            raise NotPossible("member_twice", message % {"name": entrant.player.name})


def teams_beside(event: Event, members: int) -> list[int]:
    """Return the IDs of the teams in the same competitions as a team of so many members."""
    kind = kind_by_members(event)
    counted = event.teams.annotate(count=Count("members", filter=Q(members__is_substitute=False)))
    return [pk for pk, count in counted.values_list("pk", "count") if kind(count) == kind(members)]


def refuse_two_teams(event: Event) -> None:
    """Raise NotPossible (`member_elsewhere`) for a member of two teams that one competition would rank."""
    kind = kind_by_members(event)
    first: dict[tuple[int, int | None], int] = {}
    for seen in teams_of(event):
        number = seen.team.number
        for each in seen.members:
            other = first.setdefault((each.pk, kind(len(seen.members))), number)
            if other != number:
                message = gettext(
                    "%(name)s would be in teams %(first)s and %(second)s of one competition; change or "
                    "dissolve one of them first."
                )
                values = {"name": each.player.name, "first": other, "second": number}
                raise NotPossible("member_elsewhere", message % values)


def refuse_name_and_size(name: str, members: Sequence[Entrant]) -> None:
    """Raise NotPossible (`team_too_long`, `team_size`)."""
    if len(name) > NAME_LENGTH:
        message = gettext("The name of a team has at most %(most)s characters; this one has %(found)s.")
        raise NotPossible("team_too_long", message % {"most": NAME_LENGTH, "found": len(name)})
    if not LEAST <= len(members) <= MOST:
        message = gettext("A team has %(least)s to %(most)s members, beside its substitutes, not %(found)s.")
        raise NotPossible("team_size", message % {"least": LEAST, "most": MOST, "found": len(members)})


def entrants_called(event: Event, numbers: Iterable[int]) -> list[Entrant]:
    """Return the entrants of these start numbers, in this order. Raises NotPossible (`number_unknown`)."""
    known = {each.number: each for each in event.entrants.select_related("player")}
    entrants = []
    for number in numbers:
        if number not in known:
            message = gettext("Nobody in this event has the start number %(number)s.")
            raise NotPossible("number_unknown", message % {"number": number})
        entrants.append(known[number])
    return entrants


# Teams of those who have none


def members_of_teams(event: Event) -> set[int]:
    """Return the IDs of the entrants who are in a team, also as substitutes."""
    return {*TeamMember.objects.filter(team__event=event).values_list("entrant_id", flat=True)}


def without_team(event: Event, size: int | None = None) -> list[Entrant]:
    """Return the entrants with a place who are in no team, not even as a substitute, by number.

    With a size: in none of the competition in which a team of so many is.
    """
    rows = TeamMember.objects.filter(team__event=event)
    rows = rows.filter(team__in=teams_beside(event, size)) if size else rows
    free = event.entrants.filter(admission="entered").exclude(pk__in=rows.values("entrant"))
    return list(free.select_related("player").order_by("number"))


@transaction.atomic
def match_by_lot(*, event: Event, size: int, random: Random, by: Author = SYSTEM) -> list[Team]:
    """Form teams of `size` of those who have none, by lot; who is left over stays without a team.

    Raises NotPossible (`team_size`, `too_few_free`), and as `lock_going_on`.
    """
    event = lock_going_on(event)
    free = without_team(event, size)
    if len(free) < size:
        message = gettext("A team needs %(size)s players who are in none; there are %(found)s.")
        raise NotPossible("too_few_free", message % {"found": len(free), "size": size})
    random.shuffle(free)
    groups = [free[at : at + size] for at in range(0, len(free) - size + 1, size)]
    return form_teams(event, [("", sorted(group, key=by_number)) for group in groups], by)


def by_number(entrant: Entrant) -> int:
    """Return the start number, to sort by."""
    return entrant.number


@transaction.atomic
def teams_of_words(*, event: Event, by: Author = SYSTEM) -> list[Team]:
    """Form a team of the players beside whom the same word stands; a word of one player, or of more than a
    team has, is a club's name and stays one. Raises as `lock_going_on`.
    """
    event = lock_going_on(event)
    groups: dict[str, list[Entrant]] = {}
    for entrant in without_team(event):
        if entrant.team:
            groups.setdefault(entrant.team, []).append(entrant)
    teams = [(word, own) for word, own in sorted(groups.items()) if LEAST <= len(own) <= MOST]
    return form_teams(event, teams, by)


def form_teams(event: Event, groups: Sequence[tuple[str, Sequence[Entrant]]], by: Author) -> list[Team]:
    """Form teams of these names and members, who are in none, in the (locked) event; a few statements.

    Raises NotPossible (`team_too_long`, `team_size`).
    """
    for name, members in groups:
        refuse_name_and_size(name, members)
    last = event.teams.aggregate(last=Max("number"))["last"] or 0
    teams = Team.objects.bulk_create(
        Team(event=event, number=number, name=" ".join(name.split()))
        for number, (name, _) in enumerate(groups, start=last + 1)
    )
    formed = zip(teams, groups, strict=True)
    TeamMember.objects.bulk_create(each for team, (_, own) in formed for each in seats_of(team, own))
    if teams:
        everybody = [each for _, members in groups for each in members]
        note_change(event, "teams", "form_teams", by, teams=len(teams), entrants=ids_of(everybody))
    return teams


def teams_as_before(event: Event) -> None:
    """Make the teams of an event of an earlier version, which had the words beside the players only."""
    entrants = list(event.entrants.exclude(team="").order_by("number"))
    if size_of_teams(each.team for each in entrants) is None:
        return
    for number, word in enumerate(sorted({each.team for each in entrants}), start=1):
        team = Team.objects.create(event=event, number=number, name=word)
        TeamMember.objects.bulk_create(seats_of(team, [each for each in entrants if each.team == word]))


# Who leaves


def refuse_member(entrants: Sequence[Entrant]) -> None:
    """Raise NotPossible (`in_a_team`) for the first of these entrants who is a member of a team."""
    for membership in memberships(entrants):
        message = gettext(
            "%(name)s is a member of team %(number)s. Change or dissolve the team first; then %(name)s can "
            "be removed."
        )
        values = {"name": membership.entrant.player.name, "number": membership.team.number}
        raise NotPossible("in_a_team", message % values)


def memberships(entrants: Sequence[Entrant]) -> Iterator[TeamMember]:
    """Yield the rows of teams in which these entrants are members."""
    rows = TeamMember.objects.filter(entrant__in=entrants, is_substitute=False)
    yield from rows.select_related("team", "entrant__player").order_by("pk")
