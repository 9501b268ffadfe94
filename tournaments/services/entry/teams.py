"""A team at the door: registered by one form, entered by its names, given places, withdrawn."""

from collections.abc import Iterable, Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import AuthorKind, Entrant, Event, Team
from tournaments.selectors.competitions.teams import members_together
from tournaments.services.competitions.teams import change_team, dissolve_team, entrants_called, form_team
from tournaments.services.entry.entrants import NOTHING, enter_players
from tournaments.services.entry.leaving import withdraw_entrant
from tournaments.services.entry.registration import refuse_begun, register
from tournaments.services.entry.waiting_list import has_room
from tournaments.services.history.event_chain import SYSTEM
from tournaments.services.history.sheet_chain import Author, lock_event
from tournaments.wording.look_alikes import are_one_name


@transaction.atomic
def register_team(
    *, event: Event, names: Sequence[str], team: str = "", reading: str = "", agrees_to_list: bool = False
) -> Entrant:
    """Register a team by one form; return its first member, who speaks for it.

    All get a place, or all wait. Only the first may be listed: the others have not been asked. Raises
    NotPossible as `register` and `form_team`; nothing is stored then.
    """
    event = lock_event(event)
    refuse_twice(names)
    waits = not has_room(event, len(names))
    members = [
        register(
            event=event,
            name=name,
            reading="" if at else reading,
            agrees_to_list=agrees_to_list and not at,
            waits=waits,
        )
        for at, name in enumerate(names)
    ]
    form_team(event=event, members=members, name=team, by=Author(AuthorKind.ENTRANT, members[0].pk))
    return members[0]


def refuse_twice(names: Sequence[str]) -> None:
    """Raise NotPossible (`player_twice`) if a form names one person twice."""
    for at, name in enumerate(names):
        if any(are_one_name(name, other) for other in names[:at]):
            raise NotPossible(
                "player_twice", gettext("%(name)s is named twice in this team.") % {"name": name}
            )


@transaction.atomic
def store_team(
    *,
    event: Event,
    team: Team | None = None,
    names: Sequence[str] = (),
    members: Iterable[int] = (),
    substitutes: Iterable[int] = (),
    name: str = "",
    readings: Mapping[str, str] = NOTHING,
    choices: Mapping[str, str] = NOTHING,
    by: Author = SYSTEM,
) -> Team:
    """Form a team of new players by their names, who are entered, or of start numbers; or change a `team`.

    Raises as `enter_players`, `entrants_called` and `form_team`, and stores nothing then.
    """
    extra = entrants_called(event, substitutes)
    people = entrants_called(event, members)
    if names:
        people = enter_players(
            event=event, names=names, readings=readings, choices=choices, are_present=False, by=by
        )
    if team:
        return change_team(team=team, members=people, name=name, substitutes=extra, by=by)
    return form_team(event=event, members=people, name=name, substitutes=extra, by=by)


@transaction.atomic
def withdraw_team(*, entrant: Entrant) -> list[Entrant]:
    """Withdraw the whole team of its first member, who registered it; return who moves up.

    Who is in no team withdraws alone. Raises NotPossible (`registration_closed`) once the draw has begun,
    `not_first` for another member.
    """
    refuse_begun(entrant)
    members = members_together(entrant)
    if members[0] != entrant:
        message = gettext("Only %(name)s, who speaks for the team, can withdraw it. Or ask the club.")
        raise NotPossible("not_first", message % {"name": members[0].player.name})
    for team in entrant.event.teams.filter(members__entrant=entrant, members__is_substitute=False):
        dissolve_team(team=team, by=Author(AuthorKind.ENTRANT, entrant.pk))
    moved: list[Entrant] = []
    for member in members:
        moved += withdraw_entrant(entrant=member, by=Author(AuthorKind.ENTRANT, entrant.pk))
    return moved
