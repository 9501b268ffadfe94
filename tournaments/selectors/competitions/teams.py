"""The teams of an event: their names and who is in them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.competitions import requests
from tournaments.models import Entrant, Event, Team, TeamMember
from tournaments.selectors.rounds.progress import NameOf
from tournaments.wording.names import full_name


@dataclass(frozen=True, slots=True)
class TeamSeen:
    """A team as pages show it; members and substitutes are in their order."""

    team: Team
    name: str
    members: Sequence[Entrant]
    substitutes: Sequence[Entrant]

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the start numbers of the members."""
        return tuple(each.number for each in self.members)

    @property
    def words(self) -> str:
        """Return its members and substitutes as they are typed: 3, 7 + 12."""
        sides = (self.members, self.substitutes)
        return " + ".join(", ".join(str(each.number) for each in side) for side in sides if side)

    @property
    def ranked(self) -> requests.Team:
        """Return the team as it is ranked."""
        return requests.Team(self.team.number, self.numbers, tuple(each.number for each in self.substitutes))


def takes_teams(event: Event) -> bool:
    """Return whether the event ranks teams, so that its forms ask for whole teams."""
    return event.competitions.filter(rule__unit=requests.TEAM).exists()


def sizes_named(event: Event) -> set[int | None]:
    """Return the sizes of the competitions of teams, None for one that ranks all teams; one query."""
    rules = event.competitions.filter(rule__unit=requests.TEAM).values_list("rule", flat=True)
    return {size_in(rule) for rule in rules}


def sizes_of(event: Event) -> list[int]:
    """Return the sizes of full teams that the competitions of an event name; one query."""
    return sorted(filter(None, sizes_named(event)))


def kind_by_members(event: Event) -> Callable[[int], int | None]:
    """Return a function that tells two teams of one competition by their numbers of members: it is equal.

    Where a competition ranks teams of every size, or none ranks teams, all are together. One query.
    """
    named = sizes_named(event)
    sizes = [] if None in named else sorted(filter(None, named))
    return lambda members: size_for(members, sizes)


def size_in(rule: Mapping[str, Any]) -> int | None:
    """Return the size of a full team in the rule of a competition, if it names one."""
    return (rule.get("members") or {}).get("size")


def size_for(members: int, sizes: Iterable[int]) -> int | None:
    """Return the size of the competition in which a team of so many members is: the smallest that holds them.

    So a person may be in a pair and in a team of four at once, and three are a short team of four.
    """
    return min((size for size in sizes if size >= members), default=None)


def teams_of(event: Event, name_of: NameOf = full_name) -> list[TeamSeen]:
    """Return the teams that have a member, by number; two queries."""
    teams = event.teams.prefetch_related("members__entrant__player").order_by("number")
    return [seen for seen in (team_seen(each, name_of) for each in teams) if seen.members]


def team_seen(team: Team, name_of: NameOf = full_name) -> TeamSeen:
    """Return a team with its members; a team without a name is called by them."""
    rows = sorted(team.members.all(), key=lambda row: row.position)
    members = [row.entrant for row in rows if not row.is_substitute]
    substitutes = [row.entrant for row in rows if row.is_substitute]
    called = " / ".join(name_of(each.player, each.number) for each in members)
    return TeamSeen(team, team.name or called, members, substitutes)


def groups_of(event: Event, entrants: Iterable[Entrant]) -> list[list[Entrant]]:
    """Return entrants in their order, those of one team together where its first one stands; one query."""
    rows = TeamMember.objects.filter(team__event=event, is_substitute=False)
    team_by_entrant = dict(rows.values_list("entrant_id", "team_id"))
    groups: dict[tuple[bool, int], list[Entrant]] = {}
    for each in entrants:
        team = team_by_entrant.get(each.pk)
        groups.setdefault((team is None, team or each.pk), []).append(each)
    return list(groups.values())


def members_together(entrant: Entrant) -> list[Entrant]:
    """Return the members of an entrant's first team in their order; them alone if they are in none."""
    own = TeamMember.objects.filter(entrant=entrant, is_substitute=False).order_by("team__number")
    rows = TeamMember.objects.filter(team__in=own.values("team")[:1], is_substitute=False).order_by(
        "position"
    )
    return [row.entrant for row in rows.select_related("entrant__player", "entrant__event")] or [entrant]


def team_of_number(event: Event, number: int) -> Team | None:
    """Return a team of the event, or None."""
    return event.teams.filter(number=number).first()


def numbers_in(team: Team, *, are_substitutes: bool) -> list[int]:
    """Return the start numbers of a team's members, or of its substitutes, in their order."""
    rows = team.members.filter(is_substitute=are_substitutes).order_by("position")
    return list(rows.values_list("entrant__number", flat=True))
