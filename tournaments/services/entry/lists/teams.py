"""Lists with a row for each team: “Mannschaft; Spieler 1; Spieler 2; Ersatz”, or two columns of names.

Such a table is laid out anew with a row for each player, so that all the rest reads it as any other list.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count

from scoring.paper import Line
from scoring.paper.lines import cell_at
from tournaments.models import Entrant, Event
from tournaments.selectors.competitions.teams import takes_teams
from tournaments.services.competitions.teams import LEAST, MOST, form_team, members_of_teams
from tournaments.services.entry.lists.headings import Column, members_in
from tournaments.services.entry.lists.tables import PlayerTable

OF_ALL = (Column.TEAM, Column.HOME_CLUB, Column.CATEGORY)  # what is true of every player of a team
YES = "x"
BETWEEN = " / "


def row_for_each_player(table: PlayerTable, hidden: Collection[int]) -> tuple[PlayerTable, frozenset[int]]:
    """Return a table of teams as one of players, with the lines that are hidden; any other as it is.

    Lines are counted anew, one for each player.
    """
    members, substitutes = members_in(table.headings)
    if not members:
        return table, frozenset(hidden)
    others = [place for place in range(len(table.headings)) if place not in (*members, *substitutes)]
    columns = {place: table.guessed.get(table.headings[place]) for place in others}
    team = next((place for place, column in columns.items() if column == Column.TEAM), None)
    name, substitute = table.headings[members[0]], str(Column.SUBSTITUTE.label)
    headings = (*(table.headings[place] for place in others), name, substitute, str(Column.TEAM.label))
    of_all = [place for place, column in columns.items() if column in OF_ALL]
    numbers = count(table.rows[0].number if table.rows else 1)
    rows: list[Line] = []
    unseen: set[int] = set()
    for line in table.rows:
        called, own = team_name(line, team, members), others  # the first player has what the others leave out
        for person, is_extra in people_of(line, members, substitutes):
            cells = [cell_at(line, place) if place in own else "" for place in others]
            rows.append(Line(next(numbers), (*cells, person, YES if is_extra else "", called)))
            unseen |= {rows[-1].number} if line.number in hidden else set()
            own = of_all
    guessed = {
        **{table.headings[place]: column for place, column in columns.items() if column and place != team},
        name: Column.NAME,
        substitute: Column.SUBSTITUTE,
        str(Column.TEAM.label): Column.TEAM,
    }
    laid_out = replace(table, headings=headings, rows=tuple(rows), guessed=guessed, is_of_teams=True)
    return laid_out, frozenset(unseen)


def team_name(line: Line, team: int | None, members: Sequence[int]) -> str:
    """Return the name of the team in a row; one without a name is called by its players."""
    name = "" if team is None else cell_at(line, team).strip()
    return name or BETWEEN.join(cell for place in members if (cell := cell_at(line, place).strip()))


def people_of(line: Line, members: Sequence[int], substitutes: Sequence[int]) -> Iterator[tuple[str, bool]]:
    """Yield the names in a row of a team, and whether each is a substitute."""
    for places, is_extra in ((members, False), (substitutes, True)):
        for place in places:
            if cell := cell_at(line, place).strip():
                yield cell, is_extra


def form_listed(event: Event, entered: Mapping[Entrant, bool], *, is_of_teams: bool) -> None:
    """Form teams of those beside whom the list has the same word; substitutes are marked with True.

    Only of a list with a row for each team, or where the event ranks teams. A word of one player, or of more
    than a team has, stays a word.
    """
    if not is_of_teams and not takes_teams(event):
        return
    groups: dict[str, list[Entrant]] = {}
    for entrant in entered:
        groups.setdefault(entrant.team, []).append(entrant)
    taken = members_of_teams(event)
    for word, group in groups.items():
        members = [each for each in group if not entered[each] and each.pk not in taken]
        if word and LEAST <= len(members) <= MOST:
            extra = [each for each in group if entered[each]]
            form_team(event=event, members=members, name="" if BETWEEN in word else word, substitutes=extra)
