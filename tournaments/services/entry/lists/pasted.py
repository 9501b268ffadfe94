"""A pasted text as people: what was read of each line, and how the director corrected it."""

import csv
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext, gettext_lazy

from scoring.not_possible import NotPossible
from scoring.paper import Line
from tournaments.services.entry.lists.headings import NAMES, Column
from tournaments.services.entry.lists.judging import Action, Doubt, Judged
from tournaments.services.entry.lists.people import name_in, read_cell
from tournaments.services.entry.lists.planning import ListPlan, PlayerList
from tournaments.services.entry.lists.tables import PlayerTable, table_of
from tournaments.storage.uploads.letters import TooManyMarks, composed
from tournaments.storage.uploads.spreadsheets import lines_in, refusal_sentence
from tournaments.wording.pasted_names import Pasted, Remark, out, people_in
from tournaments.wording.pasted_notes import GONE, names_nobody, names_the_absent, usual_writing

MOST_LINES = 300  # that a page shows for correction; Django reads 1000 fields of a form
YES = "x"
SURE = (Remark.NONE, Remark.SWAPPED)
WHYS: Mapping[Remark, Any] = {
    Remark.NONE: "",
    Remark.SWAPPED: gettext_lazy("The surname stood first."),
    Remark.CLUB: gettext_lazy("“%(rest)s” is taken as the club."),
    Remark.PEOPLE: gettext_lazy("Several people stood on one line."),
    Remark.LEFT_OUT: gettext_lazy("Left out: “%(rest)s”."),
    Remark.KEPT: gettext_lazy("“%(rest)s” may be a remark rather than part of the name."),
    Remark.FIGURES: gettext_lazy("Figures were left out; they may be a telephone number."),
    Remark.NOBODY: gettext_lazy(
        "This seems to be no person. If it is one, correct the name and tick the line."
    ),
    Remark.NAMELESS: gettext_lazy("“%(rest)s” may be one more player: type the name and tick the line."),
    Remark.GONE: gettext_lazy("“%(rest)s”: not ticked, as they do not come."),
}


@dataclass(frozen=True, slots=True)
class PastedLine:
    """One person: their number on the page, the line as it was pasted, the name, what else the line says.

    `why` says in sentences how the line was read; `is_guessed` that it may be read otherwise.
    """

    number: int
    typed: str
    name: str
    values: Mapping[Column, str] = field(default_factory=dict)
    why: str = ""
    is_guessed: bool = False
    is_out: bool = False  # enters nobody until it is ticked


def refuse_many(lines: Sequence[PastedLine]) -> None:
    """Raise NotPossible (`too_many_players`) for more people than a page can show for correction."""
    if len(lines) > MOST_LINES:
        message = gettext("Paste at most %(most)s people at a time; these are %(found)s.")
        raise NotPossible("too_many_players", message % {"most": MOST_LINES, "found": len(lines)})


def read_pasted(text: str) -> list[PastedLine]:
    """Return the people of a text, one after the other. Raises NotPossible (`names_missing`)."""
    try:
        text = composed(text)
    except TooManyMarks as error:
        raise refusal_sentence({"code": "accents"}) from error
    lines = [line.strip() for line in text.splitlines() if any(map(str.isalnum, line))]
    people = list(rows_of_table(text) or people_of_lines(lines))
    if not any(each.name for each in people):
        raise NotPossible("names_missing", gettext("There is no name in this text; paste one in each line."))
    return [replace(each, number=number) for number, each in enumerate(people, start=1)]


def rows_of_table(text: str) -> Iterator[PastedLine] | None:
    """Yield the rows below headings, as a spreadsheet copies them; None for a text without such."""
    try:
        table = table_of(list(lines_in(text)))
    except (NotPossible, csv.Error):
        return None
    if not table.has_headings or len(table.headings) < 2 or not NAMES & set(table.guessed.values()):
        return None
    return (person_of_row(table, line) for line in table.rows)


def person_of_row(table: PlayerTable, line: Line) -> PastedLine:
    """Return the person of a row below headings."""
    cells: dict[Column, str] = {}
    for heading, column in table.guessed.items():
        if cell := read_cell(line, table.headings.index(heading)):
            cells.setdefault(column, cell)
    values = {column: cell for column, cell in cells.items() if column not in NAMES}
    name, typed = name_in(cells), " · ".join(filter(None, map(str.strip, line.cells)))
    usual = usual_writing(name)
    one = Pasted(usual, as_typed=name if name != usual else "")
    if names_nobody(name):
        one = Pasted(name, remark=Remark.NOBODY, is_out=True)
    elif GONE.search(typed):
        one = out(one, typed)
    return replace(line_of(one, typed), number=line.number, values=values)


def people_of_lines(lines: Sequence[str]) -> Iterator[PastedLine]:
    """Yield the people of lines without headings; those below “Absagen” do not come."""
    is_absent = False
    for line in lines:
        for one in people_in(line, is_alone=len(lines) == 1):
            if one.remark == Remark.NOBODY:
                is_absent = names_the_absent(line)
            elif is_absent:
                one = out(one, "")
            yield line_of(one, line)


def line_of(one: Pasted, typed: str) -> PastedLine:
    """Return a person as a line."""
    values = {
        Column.HOME_CLUB: one.club,
        Column.EMAIL: one.email,
        Column.GUEST: YES if one.is_guest else "",
    }
    cells = {column: value for column, value in values.items() if value}
    is_guessed = one.remark not in SURE or bool(one.as_typed)
    return PastedLine(0, typed, one.name, cells, why_of(one), is_guessed, one.is_out)


def why_of(one: Pasted) -> str:
    """Say what was guessed about a line."""
    values = {"rest": one.rest, "typed": one.as_typed}
    whys = [WHYS[one.remark]]
    if one.remark == Remark.GONE and not one.rest:
        whys = [gettext_lazy("Stands among those who do not come.")]
    if one.is_guest:
        whys.append(gettext_lazy("Recognised as a guest."))
    if one.as_typed:
        whys.append(gettext_lazy("Typed “%(typed)s”; this is the usual writing."))
    return " ".join(str(why) % values for why in whys if why)


def with_names(lines: Sequence[PastedLine], names: Mapping[int, str]) -> list[PastedLine]:
    """Return the lines with the names as the director has them; a number that no line has is a name alone."""
    by_number = {line.number: line for line in lines}
    return [
        replace(by_number.get(number, PastedLine(number, "", "")), name=" ".join(name.split()))
        for number, name in sorted(names.items())
    ]


def as_list(lines: Iterable[PastedLine]) -> PlayerList:
    """Return pasted people as a list of players with a column for each fact."""
    rows = [line for line in lines if line.name]
    others = [each for each in Column if any(each in line.values for line in rows)]
    cells = [Line(row.number, (row.name, *(row.values.get(each, "") for each in others))) for row in rows]
    columns = {str(each): each for each in (Column.NAME, *others)}
    return PlayerList(PlayerTable(tuple(columns), tuple(cells), columns, has_headings=False), columns)


def is_plain(plan: ListPlan, lines: Sequence[PastedLine]) -> bool:
    """Return whether nothing was guessed and nobody has to be asked about; a name twice is entered once."""
    doubts = {row.doubt for row in plan.of(Action.DOUBTFUL)}
    is_guessed = any(
        line.is_guessed or not line.name or line.values.keys() - {Column.EMAIL} for line in lines
    )
    is_asking = bool(plan.problems or plan.of(Action.CHANGED, Action.SKIPPED) or doubts - {Doubt.IN_FILE})
    return not is_guessed and not is_asking


def enters_somebody(line: PastedLine, row: Judged | None, ticked: Collection[int] | None) -> bool:
    """Return whether a line is ticked: it enters somebody, unless its person is there or left out.

    One who is like an earlier line is a double, until somebody ticks it.
    """
    if row is None or line.is_out:
        return ticked is not None and line.number in ticked
    if row.action == Action.DOUBTFUL:
        return bool(row.answers) and bool(row.known or row.others or ticked is not None)
    return row.action != Action.SKIPPED and not row.is_entered


def refuse_undecided(chosen: Sequence[PastedLine], plan: ListPlan, answers: Mapping[int, str]) -> None:
    """Raise NotPossible (`player_doubtful`) while a line needs a decision or a name, or none is chosen."""
    if not chosen:
        raise NotPossible("player_doubtful", gettext("Tick who is to be entered."))
    doubtful = [row for row in plan.of(Action.DOUBTFUL) if not (row.answers and answers.get(row.line))]
    if doubtful or plan.of(Action.SKIPPED):
        message = gettext("Nobody was entered yet. Decide about the marked lines, or untick them.")
        raise NotPossible("player_doubtful", message)
