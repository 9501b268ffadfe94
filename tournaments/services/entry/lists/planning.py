"""Read a file as a list of players and plan its import. Writes nothing."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from scoring.paper.lines import is_filled
from tournaments.models import Club, Event, ListColumns
from tournaments.services.entry.entrants import MOST_PLAYERS
from tournaments.services.entry.lists.headings import NAMES, Column
from tournaments.services.entry.lists.judging import Action, Judged, judge_rows, roster_of
from tournaments.services.entry.lists.people import ListProblem, read_people
from tournaments.services.entry.lists.tables import PlayerTable, below_first_row, table_of
from tournaments.services.entry.lists.teams import row_for_each_player
from tournaments.services.history.sheet_chain import canonical
from tournaments.storage.uploads.spreadsheets import Upload, read_table, with_likeliest_sheet
from tournaments.wording.lists import in_a_list


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A file that was read: its table and the meanings of its columns."""

    table: PlayerTable
    columns: Mapping[str, Column]
    hidden: frozenset[int] = frozenset()  # lines that its workbook hides


@dataclass(frozen=True, slots=True)
class ListPlan:
    """The effect of importing a list; `digest` identifies the plan."""

    rows: Sequence[Judged]
    problems: Sequence[ListProblem]

    @property
    def digest(self) -> str:
        """Return SHA-256 of the plan."""
        rows = [[each.line, each.name, each.action, each.why, each.is_entered] for each in self.rows]
        return hashlib.sha256(json.dumps(rows).encode()).hexdigest()

    def of(self, *actions: Action) -> list[Judged]:
        """Return the rows with one of these actions."""
        return [each for each in self.rows if each.action in actions]

    @property
    def entering(self) -> list[Judged]:
        """Return the rows that enter a player without any answer."""
        return [row for row in self.of(Action.NEW, Action.KNOWN, Action.CHANGED) if not row.is_entered]


def read_list(
    upload: Upload,
    *,
    club: Club,
    columns: Mapping[str, str] | None = None,
    has_headings: bool = False,
) -> PlayerList:
    """Read a file as a list of players, with columns as given, else as stored for the club, else as guessed.

    `has_headings` means that the first row holds headings, although none of them is known. Raises
    NotPossible as `read_lines`; `names_missing` for an empty file, `too_many_players`, `column_unknown` for
    columns that do not exist or are given twice.
    """
    lines, hidden, unseen = read_table(upload)
    first = below_first_row(lines) if any(map(is_filled, lines)) else None
    table = first if has_headings and first else table_of(lines, columns or (), unseen)
    if columns is None and first and not table.has_headings and remembered_columns(club, first):
        table = first
    table, hidden = row_for_each_player(table, hidden)
    if not table.rows:
        raise NotPossible("names_missing", gettext("There are no names in this file; enter one in each row."))
    if columns is None:
        columns = remembered_columns(club, table)
    chosen = table.guessed if columns is None else checked_columns(table, columns)
    return PlayerList(table, chosen, hidden)


def with_likely_sheet(upload: Upload, *, club: Club) -> Upload:
    """Choose the first sheet of a workbook with a column of names. Raises NotPossible as `read_lines`."""
    return with_likeliest_sheet(upload, lambda each: has_names(each, club))


def has_names(upload: Upload, club: Club) -> bool:
    """Return whether a column of names is recognised in a file."""
    try:
        return bool(NAMES & set(read_list(upload, club=club).columns.values()))
    except NotPossible:
        return False


def remembered_columns(club: Club, table: PlayerTable) -> dict[str, str] | None:
    """Return the meanings the club stored for columns with the same headings, else None."""
    memory = ListColumns.objects.filter(club=club, headings_digest=headings_digest(table)).first()
    return memory.columns if memory else None


def headings_digest(table: PlayerTable) -> str:
    """Return SHA-256 of the headings in their order."""
    return hashlib.sha256(canonical(list(table.headings)).encode()).hexdigest()


def checked_columns(table: PlayerTable, columns: Mapping[str, str]) -> dict[str, Column]:
    """Check the chosen columns. Raises NotPossible (`column_unknown`)."""
    chosen: dict[str, Column] = {}
    for heading, name in columns.items():
        if heading not in table.headings:
            message = gettext("There is no column “%(column)s”; the columns are: %(known)s.")
            values = {"column": heading, "known": in_a_list(table.headings)}
            raise NotPossible("column_unknown", message % values)
        if not name:
            continue
        if name not in Column.values:
            message = gettext("A column means one of these: %(known)s; not “%(found)s”.")
            raise NotPossible("column_unknown", message % {"known": in_a_list(Column.values), "found": name})
        if name in chosen.values() and name != Column.LEFT:
            message = gettext("Two columns cannot both be the %(what)s. Choose one of them.")
            raise NotPossible("column_unknown", message % {"what": Column(name).label})
        chosen[heading] = Column(name)
    return chosen


def plan_list(event: Event, players: PlayerList) -> ListPlan:
    """Plan the import of a list into the event. Writes nothing. Raises NotPossible (`too_many_players`)."""
    if not NAMES & set(players.columns.values()):
        return ListPlan([], [name_column_missing(players.table)])
    rows, problems = read_people(players.table, players.columns)
    judged, more = judge_rows(
        rows, roster_of(event), repeats_players=players.table.repeats_players, hidden=players.hidden
    )
    plan = ListPlan(judged, [*problems, *more])
    refuse_many(plan)
    return plan


def refuse_many(plan: ListPlan) -> None:
    """Raise NotPossible (`too_many_players`) if the list has more players than an event may have."""
    count = len(plan.of(Action.NEW, Action.KNOWN, Action.CHANGED, Action.DOUBTFUL))
    if count > MOST_PLAYERS:
        message = gettext(
            "An event has at most %(most)s players; this list has %(found)s names. Enter a shorter list."
        )
        raise NotPossible("too_many_players", message % {"most": MOST_PLAYERS, "found": count})


def name_column_missing(table: PlayerTable) -> ListProblem:
    """Return the problem of a file without a recognised name column."""
    message = gettext("No column is recognised as the names. Choose it; the columns are: %(known)s.")
    known = in_a_list(table.headings)
    return ListProblem(None, None, "name_column_missing", message % {"known": known})
