"""Judge a list row by row: new, known, changed or doubtful players, and rows that name no player.

A row matches a known player by federation number, else by member number, if the names can be those of one
person; else by exactly the same name. Other similarities make the row doubtful and are left to a person.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext

from tournaments.models import Event, Player
from tournaments.selectors.clubs.register import NUMBERS, People, number_key, people_of
from tournaments.services.entry.lists.headings import Column
from tournaments.services.entry.lists.people import ListProblem, Person, Row, Unnamed
from tournaments.services.entry.persons import MOST_NAMED
from tournaments.wording.lists import in_a_list, in_a_list_of_lists, labelled, typed_parts
from tournaments.wording.look_alikes import LookAlikes, are_alike
from tournaments.wording.person_names import parts_of, without_suffix

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
UNKNOWN: tuple[Any, ...] = ("", None, [])  # what a field holds that the club did not fill in
SAME, NEW = "same", "new"  # answers to “the same person, or somebody else?”


class Action(StrEnum):
    """The action of an import on a row."""

    NEW = "new"
    KNOWN = "known"
    CHANGED = "changed"
    DOUBTFUL = "doubtful"
    SKIPPED = "skipped"


class Doubt(StrEnum):
    """Why a row is doubtful."""

    NONE = ""
    TWIN = "twin"  # a similar name, or a known e-mail address
    SAME_NAME = "same_name"  # the same name with other details, or the same number with another name
    IN_FILE = "in_file"  # a person repeated in the list
    MANY = "many"  # the club has several players of this name
    HIDDEN = "hidden"  # a row that the workbook hides
    LEFT = "left"  # who has left or died by a column of the list


@dataclass(frozen=True, slots=True)
class Judged:
    """A row with its action; `known` is the club's player that it is, or may be.

    `answers` are those that a doubtful row takes; without one it is left out. `others` may be meant as well:
    the answer is SAME with their ID.
    """

    line: int
    name: str
    action: Action
    why: str = ""
    doubt: Doubt = Doubt.NONE
    person: Person | None = None
    known: Player | None = None
    is_entered: bool = False
    changes: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)
    answers: tuple[str, ...] = ()
    others: tuple[Player, ...] = ()

    def meant_by(self, answer: str) -> Player | None:
        """Return the club's player whom an answer names."""
        by_answer = {SAME: self.known, **{f"{SAME}-{each.pk}": each for each in self.others}}
        return by_answer.get(answer)

    @property
    def is_settled(self) -> bool:
        """Return whether the row is a player of the club beyond doubt."""
        return self.known is not None and self.action in (Action.KNOWN, Action.CHANGED)


@dataclass(frozen=True, slots=True)
class Roster:
    """The club's people, and the players, names and start numbers of the event."""

    people: People
    entered: frozenset[int]
    names: frozenset[str]
    numbers: frozenset[int]


def roster_of(event: Event) -> Roster:
    """Load the people of the event's club and its entrants; two queries."""
    rows = list(
        event.entrants.order_by().values_list("player", "partner", "player__name", "partner__name", "number")
    )
    return Roster(
        people_of(event.club),
        frozenset(each for row in rows for each in row[:2] if each),
        frozenset(name for row in rows for name in row[2:4] if name),
        frozenset(row[4] for row in rows),
    )


# Judging


def judge_rows(
    rows: Sequence[Row], roster: Roster, *, repeats_players: bool, hidden: Collection[int] = ()
) -> tuple[list[Judged], list[ListProblem]]:
    """Judge every row, in the order of the file; `hidden` are the lines that a workbook hides."""
    names: dict[str, Person] = {}
    look_alikes: LookAlikes[Person] = LookAlikes()
    by_email: dict[str, Person] = {}
    line_by_player: dict[int, int] = {}
    judged = []
    for row in rows:
        if isinstance(row, Unnamed):
            judged.append(Judged(row.line, row.text, Action.SKIPPED, row.why))
            continue
        verdict = judge(row, roster)
        before = names.get(row.name) or next(look_alikes.like(row.name), None) or sharing(row, by_email)
        if verdict.is_settled and verdict.known:
            first = line_by_player.setdefault(verdict.known.pk, row.line)
            if first != row.line:
                verdict = judge_repeated(row, row.name, first, repeats_players=repeats_players)
        elif before and (verdict.known is None or is_repeated(row, before)):
            verdict = judge_again(row, before, repeats_players=repeats_players)
        judged.append(set_aside(verdict, hidden))
        names.setdefault(row.name, row)
        look_alikes.add(row.name, row)
        by_email.setdefault(address_of(row), row)
    return judged, start_number_problems(judged, roster.numbers)


def sharing(row: Person, by_email: Mapping[str, Person]) -> Person | None:
    """Return who has the row's e-mail address under another surname; a family may share one."""
    other = by_email.get(address_of(row)) if address_of(row) else None
    return other if other and parts_of(other.name).surname != parts_of(row.name).surname else None


def address_of(row: Person) -> str:
    """Return the row's e-mail address as it is compared."""
    return str(row.values.get(Column.EMAIL, "")).casefold()


def set_aside(verdict: Judged, hidden: Collection[int]) -> Judged:
    """Leave a player out until somebody says otherwise, who stands in a hidden row or has left."""
    if verdict.action not in (Action.NEW, Action.KNOWN, Action.CHANGED) or verdict.person is None:
        return verdict
    left = str(verdict.person.values.get(Column.LEFT, ""))
    if verdict.line in hidden:
        doubt, why = Doubt.HIDDEN, gettext("This row is hidden in the workbook.")
    elif left:
        doubt, why = Doubt.LEFT, gettext("Left or died, by the list: %(found)s.") % {"found": left}
    else:
        return verdict
    answers = (NEW,) if verdict.known is None else (SAME,)
    return replace(verdict, action=Action.DOUBTFUL, doubt=doubt, why=why, changes={}, answers=answers)


def judge_again(row: Person, before: Person, *, repeats_players: bool) -> Judged:
    """Judge a person who may be one of an earlier line: the same name, or one that is spelt like it."""
    values = {"name": before.name, "line": before.line}
    if is_repeated(row, before):
        return judge_repeated(row, before.name, before.line, repeats_players=repeats_players)
    if row.name != before.name:
        why = gettext("Line %(line)s has %(name)s: the same person, or another?") % values
    else:
        why = gettext("%(name)s in line %(line)s has another number: the same person, or another?") % values
    return Judged(row.line, row.name, Action.DOUBTFUL, why, Doubt.TWIN, row, answers=(SAME, NEW))


def judge_repeated(row: Person, name: str, line: int, *, repeats_players: bool) -> Judged:
    """Judge a person who is already in an earlier line."""
    values = {"name": name, "line": line}
    if repeats_players:
        why = gettext("%(name)s is already in line %(line)s.") % values
        return Judged(row.line, row.name, Action.SKIPPED, why, person=row)
    why = gettext(
        "%(name)s is already in line %(line)s. If they are two people, add something to tell them apart."
    )
    return Judged(row.line, row.name, Action.DOUBTFUL, why % values, Doubt.IN_FILE, row)


def is_repeated(row: Person, before: Person) -> bool:
    """Return whether two rows have one name, and no number or year of birth that tells them apart."""
    both = [each for each in TELLS_APART if each in row.values and each in before.values]
    return row.name == before.name and not any(
        is_other(row.values[each], before.values[each]) for each in both
    )


def judge(row: Person, roster: Roster) -> Judged:
    """Judge a row by the club: its number decides first, then the name, then what is like it."""
    numbered, namesakes = players_by_number(row, roster.people), roster.people.called(row.name)
    if numbered:
        return judge_numbered(row, numbered, namesakes, roster)
    agreeing = [each for each in namesakes if not contradiction_of(row, each)]
    if len(agreeing) > 1 or (namesakes and not agreeing and len(namesakes) > 1):
        why = gettext("The club has %(count)s players of this name. Give their number in the list.")
        verdict = doubtful(row, why % {"count": len(namesakes)}, Doubt.MANY, None, (NEW,))
        return replace(verdict, others=tuple(agreeing or namesakes)[:MOST_NAMED])
    if agreeing:
        return judge_known(row, agreeing[0], roster)
    if namesakes:
        return judge_known(row, namesakes[0], roster)
    if row.name in roster.names:
        return Judged(
            row.line, row.name, Action.KNOWN, gettext("Already registered."), person=row, is_entered=True
        )
    return judge_unknown(row, roster.people)


def judge_numbered(
    row: Person, numbered: Sequence[Player], namesakes: Sequence[Player], roster: Roster
) -> Judged:
    """Judge a row whose number the club knows: it is that player if the names can be those of one person.

    Else it may be a player of that name as well, whose number was mistyped.
    """
    named = [each for each in numbered if each.name == row.name]
    fitting = named or [each for each in numbered if may_be_called(each, row.name)]
    if len(fitting) == 1:
        return judge_known(row, fitting[0], roster)
    why = gettext("%(name)s has this number in the club: the same person, or another?")
    player = (fitting or numbered)[0]
    others = tuple(each for each in namesakes if each != player)[: MOST_NAMED - 1]
    return replace(doubtful(row, why % {"name": player.name}, Doubt.SAME_NAME, player), others=others)


def may_be_called(player: Player, name: str) -> bool:
    """Return whether a name can be that of the player whose number stands beside it.

    “jun.” may be left out.
    """
    return are_alike(player.name, name) or are_alike(without_suffix(player.name), without_suffix(name))


def judge_unknown(row: Person, people: People) -> Judged:
    """Judge a name that the club does not have: like a known one, with a known address, or new."""
    alike = people.like(row.name)
    if alike:
        names = in_a_list(each.name for each in alike[:MOST_NAMED])
        why = gettext("The club knows %(name)s: the same person, or another?") % {"name": names}
        return replace(doubtful(row, why, Doubt.TWIN, alike[0]), others=tuple(alike[1:MOST_NAMED]))
    owners = people.by_email.get(address_of(row), ())
    if owners:
        why = gettext("The club knows this e-mail address as that of %(name)s: the same person, or another?")
        return doubtful(row, why % {"name": owners[0].name}, Doubt.TWIN, owners[0])
    return Judged(row.line, row.name, Action.NEW, person=row)


def doubtful(
    row: Person, why: str, doubt: Doubt, known: Player | None, answers: tuple[str, ...] = (SAME, NEW)
) -> Judged:
    """Return a row that a person decides on."""
    return Judged(row.line, row.name, Action.DOUBTFUL, why, doubt, row, known, answers=answers)


def judge_known(row: Person, player: Player, roster: Roster) -> Judged:
    """Judge a match with the club's player by name or number: same, changed, or contradictory details."""
    contradiction = contradiction_of(row, player)
    if contradiction:
        why = gettext("The club's %(name)s has the %(what)s %(stored)s; the list says %(found)s.")
        values = {
            "name": player.name,
            "what": contradiction.label,
            "stored": getattr(player, FIELD_BY_COLUMN[contradiction]),
            "found": row.values[contradiction],
        }
        return doubtful(row, why % values, Doubt.SAME_NAME, player)
    changes = changes_of(row, player)
    is_entered = player.pk in roster.entered
    why = changes_text(changes) or (gettext("Already registered.") if is_entered else "")
    action = Action.CHANGED if changes else Action.KNOWN
    return Judged(row.line, row.name, action, why, Doubt.NONE, row, player, is_entered, changes)


def players_by_number(row: Person, people: People) -> Sequence[Player]:
    """Return the club's players with a number given in the row.

    The number of the federation decides first.
    """
    for column in TELLS_APART[:2]:
        number = number_key(str(row.values.get(column, "")))
        if number and (namesakes := people.by_number.get((FIELD_BY_COLUMN[column], number))):
            return namesakes
    return ()


def contradiction_of(row: Person, player: Player) -> Column | None:
    """Return the first detail that does not change in a lifetime and is another one in the list."""
    for column in TELLS_APART:
        stored = getattr(player, FIELD_BY_COLUMN[column])
        if stored and column in row.values and is_other(row.values[column], stored):
            return column
    return None


def is_other(one: str | int, other: str | int) -> bool:
    """Return whether two numbers of a member, or two years, differ."""
    return number_key(str(one)) != number_key(str(other))


def changes_of(row: Person, player: Player) -> dict[str, tuple[Any, Any]]:
    """Return the club's and the list's value of each field that differs."""
    listed = stored_values(row)
    return {
        name: (before, value)
        for name, value in listed.items()
        if (before := getattr(player, name)) != value and (name not in NUMBERS or is_other(value, before))
    }


def missing_of(row: Person, player: Player) -> dict[str, tuple[Any, Any]]:
    """Return the list's values of the fields that the club does not know.

    What a decision may fill in unasked.
    """
    return {
        name: pair
        for name, pair in changes_of(row, player).items()
        if pair[0] in UNKNOWN and name != "is_guest"
    }


def stored_values(row: Person) -> dict[str, Any]:
    """Return the row's lasting details of the player, by field."""
    values: dict[str, Any] = {
        FIELD_BY_COLUMN[Column(key)]: row.values[key] for key in row.values if key in FIELD_BY_COLUMN
    }
    if "categories" in values:
        values["categories"] = typed_parts(str(values["categories"]))
    return values


def changes_text(changes: Mapping[str, tuple[Any, Any]]) -> str:
    """Format changes: "Club: Kiel → Elmshorn; year of birth: 1970"."""
    labels = {name: column.label for column, name in FIELD_BY_COLUMN.items()}
    return in_a_list_of_lists(
        labelled(labels[name], " → ".join(filter(None, map(value_text, pair))))
        for name, pair in changes.items()
    )


def value_text(value: Any) -> str:
    """Format a value as in a list."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return in_a_list(value) if isinstance(value, list) else str(value or "")


def start_number_problems(judged: Iterable[Judged], taken: Iterable[int]) -> list[ListProblem]:
    """Return problems for start numbers that are taken in the event or requested by two rows."""
    used = set(taken)
    problems = []
    for each in judged:
        number = wanted_number(each)
        if number is None:
            continue
        if number in used:
            message = gettext("Start number %(number)s is taken; the player gets the next free one.")
            sentence = message % {"number": number}
            problems.append(ListProblem(each.line, Column.START_NUMBER, "number_taken", sentence))
        used.add(number)
    return problems


def wanted_number(judged: Judged) -> int | None:
    """Return the start number requested by a row that enters a player now."""
    is_entered_now = judged.action in (Action.NEW, Action.KNOWN, Action.CHANGED) and not judged.is_entered
    number = judged.person.values.get(Column.START_NUMBER) if judged.person and is_entered_now else None
    return number if isinstance(number, int) else None
