"""Read the rows of a players' list as people: normalise names, check numbers, years and addresses.

Every problem is reported with its line. An invalid value is dropped and its player kept; a row without a
name enters no player.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import timezone
from django.utils.translation import gettext

from scoring.paper import Line
from scoring.paper.lines import cell_at
from scoring.paper.seating import is_formula
from tournaments.services.entry.lists.departures import has_left, is_gone
from tournaments.services.entry.lists.headings import NAMES, Column, is_label
from tournaments.services.entry.lists.tables import LETTERS, PlayerTable
from tournaments.wording.person_names import (
    EMAIL,
    cleaned,
    email_in,
    full_name,
    may_hold_telephone,
    read_name,
)
from tournaments.wording.refusals import QUOTED

LENGTHS = {
    Column.NAME: 120,
    Column.READING: 120,
    Column.HOME_CLUB: 120,
    Column.TEAM: 80,
    Column.CATEGORY: 40,
    Column.MEMBER_NUMBER: 40,
    Column.FEDERATION_NUMBER: 40,
    Column.EMAIL: 254,
    Column.LEFT: 60,
    Column.STATUS: 60,
}
YEAR = re.compile(r"(?<!\d)(19\d\d|20\d\d)(?!\d)")
START_NUMBER = re.compile(r"0*[1-9]\d{0,3}")
YES = {"yes", "y", "true", "1", "x", "ja", "j", "gast", "guest", "はい", "○", "ゲスト"}
NO = {"no", "n", "false", "0", "-", "nein", "いいえ", "×"}
DEPARTURES = {Column.LEFT: has_left, Column.STATUS: is_gone}
# What spreadsheets show in place of a formula's value
NO_VALUE = re.compile(
    r"#(?:N/A|NV|REF!|BEZUG!|VALUE!|WERT!|NAME\?|DIV/0!|NULL!|NUM!|ZAHL!|SPILL!|ÜBERLAUF!|CALC!|GETTING_DATA)"
)


@dataclass(frozen=True, slots=True)
class ListProblem:
    """A problem of one line of the file, or of the whole file (line None), in the reader's language."""

    line: int | None
    column: str | None
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Person:
    """One row: the player's name and the other values given; columns without a value are missing."""

    line: int
    name: str
    values: Mapping[str, str | int | bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unnamed:
    """A row without a player, and the reason."""

    line: int
    text: str
    why: str
    is_problem: bool = False


Row = Person | Unnamed


def read_people(table: PlayerTable, columns: Mapping[str, Column]) -> tuple[list[Row], list[ListProblem]]:
    """Read every row of the table, and all problems found."""
    rows: list[Row] = []
    problems: list[ListProblem] = []
    today = timezone.localdate()
    places = [(column, table.headings.index(heading)) for heading, column in columns.items()]
    for line in table.rows:
        cells: dict[Column, str] = {}
        for column, place in places:
            cell = read_cell(line, place)
            if column in DEPARTURES:
                column, cell = Column.LEFT, cell if DEPARTURES[column](cell, today) else ""
            if cell:
                cells.setdefault(column, cell)
        row, problems_of_row = read_person(line, cells)
        rows.append(row)
        problems += problems_of_row
    return rows, problems


def read_cell(line: Line, place: int) -> str:
    """Return a cell with whitespace collapsed; "" for a formula without a value."""
    cell = " ".join(cell_at(line, place).split())
    return "" if NO_VALUE.fullmatch(cell) else cell


def read_person(line: Line, cells: Mapping[Column, str]) -> tuple[Row, list[ListProblem]]:
    """Read one row."""
    name = name_in(cells)
    if why := reason_against(name):
        is_problem = bool(LETTERS.search(name)) and not is_label(name)
        row = Unnamed(line.number, name or beginning_of(line), why, is_problem)
        return row, [ListProblem(line.number, Column.NAME, "name_unreadable", why)] if is_problem else []
    values: dict[str, str | int | bool] = {}
    problems = []
    for column, cell in cells.items():
        if column in NAMES or says_nothing(column, cell):
            continue
        value = read_value(column, cell)
        if isinstance(value, Refused):
            problems.append(ListProblem(line.number, column, "value_unreadable", value.message))
        else:
            values[column] = value
    if Column.EMAIL not in cells and (address := email_in(cells.get(Column.NAME, ""))):
        values[Column.EMAIL] = address
    return Person(line.number, name, values), problems


def says_nothing(column: Column, cell: str) -> bool:
    """Return whether a cell stands for no value: “-”, and zero as the number of a member."""
    if column in (Column.MEMBER_NUMBER, Column.FEDERATION_NUMBER):
        cell = cell.strip("0 ")
    return column != Column.GUEST and not any(map(str.isalnum, cell))


def beginning_of(line: Line) -> str:
    """Return the beginning of a line without a name."""
    return " ".join(cell for cell in line.cells if cell.strip())[:QUOTED]


# Names


def name_in(cells: Mapping[Column, str]) -> str:
    """Return the name in display order: first name, then surname; Japanese names keep the surname first."""
    if Column.SURNAME in cells or Column.FIRST_NAME in cells:
        parts = (cleaned(cells.get(column, "")) for column in (Column.SURNAME, Column.FIRST_NAME))
        return full_name(*(part if any(map(str.isalnum, part)) else "" for part in parts))
    return read_name(cells.get(Column.NAME, ""))


def reason_against(name: str) -> str:
    """Return why this is not a player's name; "" if it is one."""
    if not LETTERS.search(name):
        return gettext("This line has no name.")
    if is_label(name):
        return gettext("“%(text)s” names a row or a column, not a player.") % {"text": name[:QUOTED]}
    if is_formula(name):
        message = gettext("“%(text)s” is a formula; enter a name.")
        return message % {"text": name[:QUOTED]}
    if may_hold_telephone(name):
        message = gettext("“%(text)s” may hold a telephone number, which must not be in a name.")
        return message % {"text": name[:QUOTED]}
    if name.count(",") > 1 or name.startswith(",") or name.endswith(","):
        message = gettext("“%(text)s” is not “Surname, First name”. Write the name with one comma or none.")
        return message % {"text": name[:QUOTED]}
    most = LENGTHS[Column.NAME]
    if len(name) > most:
        message = gettext("A name has at most %(most)s characters; “%(name)s…” has %(found)s.")
        return message % {"most": most, "name": name[:QUOTED], "found": len(name)}
    return ""


# Other values


@dataclass(frozen=True, slots=True)
class Refused:
    """The reason why a value is dropped."""

    message: str


def read_value(column: Column, cell: str) -> str | int | bool | Refused:
    """Read a cell of a column other than the name."""
    match column:
        case Column.START_NUMBER:
            return read_number(cell)
        case Column.BIRTH_YEAR:
            return read_year(cell)
        case Column.GUEST | Column.SUBSTITUTE:
            return read_yes(cell)
        case Column.EMAIL:
            return read_email(cell)
    most = LENGTHS[column]
    if len(cell) > most:
        message = gettext("“%(text)s…” has %(found)s characters, at most %(most)s fit; it is left out.")
        return Refused(message % {"text": cell[:QUOTED], "found": len(cell), "most": most})
    return cell


def read_number(cell: str) -> int | Refused:
    """Read a start number, with or without the full stop of German lists."""
    number = cell.removesuffix(".")
    if START_NUMBER.fullmatch(number):
        return int(number)
    message = gettext("A start number is 1 to 9999; “%(text)s” is left out.")
    return Refused(message % {"text": cell[:QUOTED]})


def read_year(cell: str) -> int | Refused:
    """Read the only year in a cell, alone or within a date."""
    years = YEAR.findall(cell)
    if len(years) == 1 and int(years[0]) <= timezone.localdate().year:
        return int(years[0])
    message = gettext("A year of birth has four figures, such as 1970; “%(text)s” is left out.")
    return Refused(message % {"text": cell[:QUOTED]})


def read_yes(cell: str) -> bool | Refused:
    """Read yes or no."""
    word = cell.casefold()
    if word in YES | NO:
        return word in YES
    message = gettext("Enter “yes” or “no”; “%(text)s” is left out.")
    return Refused(message % {"text": cell[:QUOTED]})


def read_email(cell: str) -> str | Refused:
    """Read a valid e-mail address, also out of “mailto:” and “<...>”."""
    cell = email_in(cell) if EMAIL.fullmatch(cell) else cell
    try:
        validate_email(cell)
    except ValidationError:
        message = gettext("“%(text)s” is no e-mail address; it is left out.")
        return Refused(message % {"text": cell[:QUOTED]})
    return cell
