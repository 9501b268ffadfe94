"""Judge a list row by row: new, known, changed or doubtful players, and rows that name no player.

A row matches a known player by federation number, else by member number, else by exactly the same name.
Other similarities make the row doubtful and are left to a person.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext

from tournaments.models import Club, Event, Player
from tournaments.selectors.clubs.register import current_records
from tournaments.services.entry.entrants import taken_names
from tournaments.services.entry.lists.headings import Column
from tournaments.services.entry.lists.people import ListProblem, Person, Row, Unnamed

# The columns with lasting details of a player, and the fields that store them.
FIELD_BY_COLUMN = {
    Column.READING: "reading",
    Column.MEMBER_NUMBER: "member_number",
    Column.FEDERATION_NUMBER: "federation_number",
    Column.HOME_CLUB: "home_club",
    Column.CATEGORY: "categories",
    Column.EMAIL: "email",
    Column.BIRTH_YEAR: "birth_year",
    Column.GUEST: "is_guest",
}
TELLS_APART = (Column.FEDERATION_NUMBER, Column.MEMBER_NUMBER, Column.BIRTH_YEAR)
SPELT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe", "å": "aa"})
WORD = re.compile(r"\w+")


class Action(StrEnum):
    """The action of an import on a row."""

    NEW = "new"
    KNOWN = "known"
    CHANGED = "changed"
    DOUBTFUL = "doubtful"
    SKIPPED = "skipped"


class Doubt(StrEnum):
    """Why a row is doubtful; the possible answers depend on it."""

    NONE = ""
    TWIN = "twin"  # a similar spelling: the same person or another one
    SAME_NAME = "same_name"  # the same name with other details: the same person, or rename first
    IN_FILE = "in_file"  # a name repeated in the list
    MANY = "many"  # the club has several players of this name


@dataclass(frozen=True, slots=True)
class Judged:
    """A row with its action; `known` is the club's player that it is, or may be."""

    line: int
    name: str
    action: Action
    why: str = ""
    doubt: Doubt = Doubt.NONE
    person: Person | None = None
    known: Player | None = None
    is_entered: bool = False
    changes: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Known:
    """The club's players by name and by number, and the names already entered in the event."""

    entered: frozenset[str]
    numbers: frozenset[int]
    by_name: Mapping[str, list[Player]]
    by_spelling: Mapping[str, list[Player]]
    by_number: Mapping[tuple[str, str], Player]


def known_in(event: Event) -> Known:
    """Load the players of the event's club; three queries.

    Names and numbers of a merged duplicate mean the record it was merged into.
    """
    players = list(players_of(event.club))
    current = current_records(players)
    return Known(
        frozenset(taken_names(event)),
        frozenset(event.entrants.order_by().values_list("number", flat=True)),
        grouped(players, current, lambda each: each.name),
        grouped(players, current, lambda each: spelling(each.name)),
        {key: current[each.pk] for each in reversed(players) for key in number_keys(each)},
    )


def players_of(club: Club) -> Iterable[Player]:
    """The club's players whose names were not removed."""
    return Player.objects.filter(club=club, is_forgotten=False).order_by("pk")


def grouped(
    players: Iterable[Player], current: Mapping[int, Player], key: Callable[[Player], str]
) -> dict[str, list[Player]]:
    """Group the players' current records by a key, each record once."""
    groups: dict[str, dict[int, Player]] = defaultdict(dict)
    for player in players:
        record = current[player.pk]
        groups[key(player)][record.pk] = record
    return {name: list(records.values()) for name, records in groups.items()}


def number_keys(player: Player) -> list[tuple[str, str]]:
    """The numbers that identify the player."""
    numbers = (
        (Column.FEDERATION_NUMBER, player.federation_number),
        (Column.MEMBER_NUMBER, player.member_number),
    )
    return [(column, number) for column, number in numbers if number]


def spelling(name: str) -> str:
    """A key equal for the usual spellings of one name: ignores case, accents and the order of the words."""
    folded = unicodedata.normalize("NFKC", name).casefold().translate(SPELT)
    plain = "".join(each for each in unicodedata.normalize("NFD", folded) if not unicodedata.combining(each))
    return " ".join(sorted(WORD.findall(plain)))


# Judging


def judge_rows(
    rows: Sequence[Row], known: Known, *, repeats_players: bool
) -> tuple[list[Judged], list[ListProblem]]:
    """Judge every row, in the order of the file."""
    seen: dict[str, Person] = {}
    spelt: dict[str, Person] = {}
    judged = []
    for row in rows:
        if isinstance(row, Unnamed):
            judged.append(Judged(row.line, row.text, Action.SKIPPED, row.why))
            continue
        before = seen.get(row.name) or spelt.get(spelling(row.name))
        if before is None:
            judged.append(judge(row, known))
        else:
            judged.append(judge_again(row, before, repeats_players=repeats_players))
        seen.setdefault(row.name, row)
        spelt.setdefault(spelling(row.name), row)
    return judged, start_number_problems(judged, known.numbers)


def judge_again(row: Person, before: Person, *, repeats_players: bool) -> Judged:
    """Judge a name that appeared earlier in the list, exactly or in another spelling."""
    values = {"name": before.name, "line": before.line}
    if row.name == before.name and repeats_players:
        why = gettext("%(name)s is already in line %(line)s.") % values
        return Judged(row.line, row.name, Action.SKIPPED, why, person=row)
    if row.name == before.name:
        why = gettext(
            "%(name)s is already in line %(line)s. If they are two people, add something to tell them apart."
        )
        return Judged(row.line, row.name, Action.DOUBTFUL, why % values, Doubt.IN_FILE, row)
    why = gettext("Line %(line)s has %(name)s: the same person, or another?") % values
    return Judged(row.line, row.name, Action.DOUBTFUL, why, Doubt.TWIN, row)


def judge(row: Person, known: Known) -> Judged:
    """Judge a name at its first appearance in the list."""
    numbered = found_by_number(row, known)
    if numbered is not None and numbered.name != row.name:
        why = gettext("%(name)s has this number in the club: the same person?") % {"name": numbered.name}
        return Judged(row.line, row.name, Action.DOUBTFUL, why, Doubt.SAME_NAME, row, numbered)
    namesakes = [numbered] if numbered else known.by_name.get(row.name, [])
    if len(namesakes) > 1:
        why = gettext("The club has %(count)s players of this name. Give their number in the list.")
        return Judged(row.line, row.name, Action.DOUBTFUL, why % {"count": len(namesakes)}, Doubt.MANY, row)
    if namesakes:
        return judge_known(row, namesakes[0], known)
    if row.name in known.entered:
        return judge_partner(row)
    alike = known.by_spelling.get(spelling(row.name), [])
    if alike:
        why = gettext("The club knows %(name)s: the same person, or another?") % {"name": alike[0].name}
        return Judged(row.line, row.name, Action.DOUBTFUL, why, Doubt.TWIN, row, alike[0])
    return Judged(row.line, row.name, Action.NEW, person=row)


def judge_partner(row: Person) -> Judged:
    """Judge a name entered in the event but no longer a player of the club: nothing to do."""
    return Judged(
        row.line, row.name, Action.KNOWN, gettext("Already registered."), person=row, is_entered=True
    )


def judge_known(row: Person, player: Player, known: Known) -> Judged:
    """Judge a match with the club's player by name or number: same, changed, or contradictory details."""
    contradiction = next((each for each in TELLS_APART if contradicts(row, player, each)), None)
    if contradiction:
        why = gettext("The club's %(name)s has the %(what)s %(stored)s; the list says %(found)s.")
        values = {
            "name": player.name,
            "what": contradiction.label,
            "stored": getattr(player, FIELD_BY_COLUMN[contradiction]),
            "found": row.values[contradiction],
        }
        return Judged(row.line, row.name, Action.DOUBTFUL, why % values, Doubt.SAME_NAME, row, player)
    changes = changes_of(row, player)
    is_entered = player.name in known.entered
    why = changes_text(changes) or (gettext("Already registered.") if is_entered else "")
    action = Action.CHANGED if changes else Action.KNOWN
    return Judged(row.line, row.name, action, why, Doubt.NONE, row, player, is_entered, changes)


def found_by_number(row: Person, known: Known) -> Player | None:
    """The club's player with a number given in the row."""
    keys = ((column, str(row.values.get(column, ""))) for column in TELLS_APART[:2])
    return next((known.by_number[key] for key in keys if key in known.by_number), None)


def contradicts(row: Person, player: Player, column: Column) -> bool:
    """Whether the list contradicts the club on a detail that does not change in a lifetime."""
    stored = getattr(player, FIELD_BY_COLUMN[column])
    return bool(stored) and column in row.values and row.values[column] != stored


def changes_of(row: Person, player: Player) -> dict[str, tuple[Any, Any]]:
    """The club's and the list's value of each field that differs."""
    said = stored_values(row)
    return {
        name: (getattr(player, name), value) for name, value in said.items() if getattr(player, name) != value
    }


def stored_values(row: Person) -> dict[str, Any]:
    """The row's lasting details of the player, by field."""
    found: dict[str, Any] = {
        FIELD_BY_COLUMN[Column(key)]: row.values[key] for key in row.values if key in FIELD_BY_COLUMN
    }
    if "categories" in found:
        found["categories"] = [each.strip() for each in str(found["categories"]).split(",") if each.strip()]
    return found


def changes_text(changes: Mapping[str, tuple[Any, Any]]) -> str:
    """Format changes: "Club: Kiel → Elmshorn; year of birth: 1970"."""
    labels = {name: column.label for column, name in FIELD_BY_COLUMN.items()}
    return "; ".join(
        f"{labels[name]}: {' → '.join(filter(None, map(value_text, pair)))}" for name, pair in changes.items()
    )


def value_text(value: Any) -> str:
    """Format a value as in a list."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return ", ".join(value) if isinstance(value, list) else str(value or "")


def start_number_problems(judged: Iterable[Judged], taken: Iterable[int]) -> list[ListProblem]:
    """Problems for start numbers that are taken in the event or requested by two rows."""
    used = set(taken)
    problems = []
    for each in judged:
        number = wanted_number(each)
        if number is None:
            continue
        if number in used:
            message = gettext("Start number %(number)s is taken; the player gets the next free one.")
            found = message % {"number": number}
            problems.append(ListProblem(each.line, Column.START_NUMBER, "number_taken", found))
        used.add(number)
    return problems


def wanted_number(judged: Judged) -> int | None:
    """The start number requested by a row that enters a player now."""
    is_entered_now = judged.action in (Action.NEW, Action.KNOWN, Action.CHANGED) and not judged.is_entered
    number = judged.person.values.get(Column.START_NUMBER) if judged.person and is_entered_now else None
    return number if isinstance(number, int) else None
