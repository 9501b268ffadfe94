"""Import a list of players into an event in one step."""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import Club, Entrant, Event, ListColumns, ListImport, Player
from tournaments.selectors.clubs.register import players_as_stored
from tournaments.services.entry.entrants import next_number, refuse_overfull, store_entrants
from tournaments.services.entry.lists.headings import Column
from tournaments.services.entry.lists.judging import (
    NEW,
    Action,
    Judged,
    missing_of,
    stored_values,
    wanted_number,
)
from tournaments.services.entry.lists.planning import ListPlan, PlayerList, headings_digest, plan_list
from tournaments.services.entry.lists.teams import form_listed
from tournaments.services.history.club_history import raise_club_revision
from tournaments.services.history.sheet_chain import Author
from tournaments.services.sheets.write_guard import lock_not_over

People = tuple[list[Any], list[Any]]


def take_over(
    *,
    event: Event,
    players: PlayerList,
    by: Author,
    are_present: bool = True,
    answers: Mapping[int, str] | None = None,
    seen: str | None = None,
) -> tuple[ListPlan, ListImport | None]:
    """Enter all players of the list in one step that can be undone; doubtful rows as answered.

    `answers` maps the line of a doubtful row to SAME or NEW; without an answer the row is left out. Raises
    NotPossible as `refuse_over`, and `too_many_players`, `changed_meanwhile` if the plan
    differs from the one with digest `seen`.

    The plan compares every name with every player of the club, so it is made before anything is locked, and
    again if they have changed since.
    """
    people = people_now(event)
    plan = plan_list(event, players)
    return take_over_planned(event, players, plan, people, by, are_present, answers or {}, seen)


@transaction.atomic
def take_over_planned(
    event: Event,
    players: PlayerList,
    plan: ListPlan,
    people: People,
    by: Author,
    are_present: bool,
    answers: Mapping[int, str],
    seen: str | None,
) -> tuple[ListPlan, ListImport | None]:
    """Store a plan that was made for these people of the club. Raises as `take_over`."""
    event = lock_not_over(event)
    club = Club.objects.select_for_update().get(pk=event.club_id)
    if people_now(event) != people:
        plan = plan_list(event, players)
    if seen is not None and seen != plan.digest:
        message = gettext(
            "The club's players changed since this list was shown, so it is not stored yet. Check the "
            "new preview, then decide again."
        )
        raise NotPossible("changed_meanwhile", message)
    remember_columns(club, players)
    chosen = rows_to_store(plan, answers)
    if not chosen:
        return plan, None
    refuse_overfull(event, sum(not each.is_entered for each in chosen))
    stored = store(event, chosen, by=by, are_present=are_present, is_of_teams=players.table.is_of_teams)
    return plan, stored


def people_now(event: Event) -> People:
    """Return what a plan is made from: the players of the club, and who is entered; two queries."""
    entered = event.entrants.order_by("pk").values_list("player", "partner", "number")
    return players_as_stored(event.club), list(entered)


def remember_columns(club: Club, players: PlayerList) -> None:
    """Store the columns' meanings for the club's next list with the same headings, if it has headings."""
    if not players.table.has_headings:
        return
    ListColumns.objects.update_or_create(
        club=club, headings_digest=headings_digest(players.table), defaults={"columns": players.columns}
    )


def rows_to_store(plan: ListPlan, answers: Mapping[int, str]) -> list[Judged]:
    """Return the rows that change something, doubtful ones as answered; each player at most once."""
    rows: list[Judged] = []
    used: set[int] = set()
    for each in plan.rows:
        row = resolve_doubt(each, answers.get(each.line, "")) if each.action == Action.DOUBTFUL else each
        if row is None or row.action == Action.SKIPPED or (row.is_entered and not row.changes):
            continue
        if row.known is None or row.known.pk not in used:
            rows.append(row)
        if row.known is not None:
            used.add(row.known.pk)
    return rows


def resolve_doubt(row: Judged, answer: str) -> Judged | None:
    """Resolve a doubtful row by its answer; None leaves it out, as for the same person of an earlier line.

    The same person keeps what the club knows; only what is missing is filled in.
    """
    if row.person is None or not row.answers:
        return None
    if answer == NEW and NEW in row.answers:
        return Judged(row.line, row.name, Action.NEW, person=row.person)
    player = row.meant_by(answer)
    if player is None:
        return None
    changes = missing_of(row.person, player)
    return Judged(row.line, player.name, Action.KNOWN, person=row.person, known=player, changes=changes)


def store(
    event: Event, rows: Sequence[Judged], *, by: Author, are_present: bool, is_of_teams: bool
) -> ListImport:
    """Store players, their details, entrants, teams and the data for undoing the import, for the (locked)
    event.
    """
    made = Player.objects.bulk_create(
        Player(club=event.club, name=row.name, **stored_values(row.person))
        for row in rows
        if row.known is None and row.person
    )
    new = iter(made)
    players = [row.known or next(new) for row in rows]
    changes = {str(player.pk): change_player(player, row) for player, row in zip(players, rows, strict=True)}
    there = set(event.entrants.values_list("player", flat=True))
    entering = [(each, row) for each, row in zip(players, rows, strict=True) if each.pk not in there]
    raise_club_revision(event.club_id)
    entrants = store_entrants(event, new_entrants(event, entering, are_present=are_present), by=by)
    extra = [bool(row.person and row.person.values.get(Column.SUBSTITUTE)) for _, row in entering]
    form_listed(event, dict(zip(entrants, extra, strict=True)), is_of_teams=is_of_teams)
    return ListImport.objects.create(
        event=event,
        at=timezone.now(),
        author_kind=by.kind,
        author_id=by.id,
        entrants=[each.pk for each in entrants],
        players=[each.pk for each in made],
        changes={key: values for key, values in changes.items() if values},
    )


def change_player(player: Player, row: Judged) -> Mapping[str, Any]:
    """Store the changed details of a known player; return the values before and after, by field."""
    for name, (_before, after) in row.changes.items():
        setattr(player, name, after)
    if row.changes:
        player.save(update_fields=list(row.changes))
    return row.changes


def new_entrants(
    event: Event, entering: Sequence[tuple[Player, Judged]], *, are_present: bool
) -> list[Entrant]:
    """Build entrants with the start numbers they ask for if these are free, else with the next free ones."""
    taken = set(event.entrants.values_list("number", flat=True))
    given: list[int | None] = []
    for _player, row in entering:
        number = wanted_number(row)
        given.append(None if number in taken else number)
        taken.add(number or 0)
    free = (number for number in count(next_number(event)) if number not in taken)
    return [
        Entrant(
            event=event,
            player=player,
            number=number or next(free),
            team=str(row.person.values.get(Column.TEAM, "")) if row.person else "",
            is_present=are_present,
        )
        for (player, row), number in zip(entering, given, strict=True)
    ]
