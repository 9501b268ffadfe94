"""Convert between JSON and a game's own values: options, records and the opening of a table.

This module raises two kinds of refusal: a request or record that cannot be *read* (wrong JSON types), and a
table that cannot be *opened*. The game's own `violations` check the rules of a readable record.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields as dataclass_fields
from dataclasses import replace
from functools import cache
from typing import Any

from rules.fields import Choice, Field, Kind, Switch
from rules.game import Game, Listed, Seat, Violation, choice_label, text


class Refused(ValueError):
    """A value that cannot be read or a table that cannot be opened; carries every violation found."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        super().__init__("; ".join(str(violation) for violation in violations))
        self.violations = list(violations)

    @property
    def code(self) -> str:
        """Return the first code, in the order of the contract."""
        return self.violations[0].code


MOST_SEVERAL = 10  # numbers of one option
CLAIM_KEYS = ("side", "counted", "other_counted")

DEALER = Field(name="dealer", kind=Kind.SEAT, label=text("Dealer"))
"""Every record may name the dealer, as a check on the derived one."""


# Records


def read_record(game: Game, raw: object) -> Any:
    """Return the game's Record. Unknown keys are ignored, null is absent. Raises Refused (`bad_field`)."""
    if not isinstance(raw, Mapping):
        message = text("A deal is written as an object of fields, not as {found}.")
        raise Refused([Violation("bad_field", None, message, {"found": json_name(raw)})])
    known = fields_by_name(game)
    values = {name: value for name, value in raw.items() if value is not None and name in known}
    problems = [
        bad_field(known[name], value) for name, value in values.items() if not is_readable(known[name], value)
    ]
    if problems:
        raise Refused(problems)
    return game.Record(
        **{name: tuple(value) if type(value) is list else value for name, value in values.items()}
    )


@cache
def fields_by_name(game: Game) -> Mapping[str, Field]:
    """Return all fields a record may have, by name."""
    return {each.name: each for each in record_fields(game)}


def record_fields(game: Game) -> tuple[Field, ...]:
    """Return all fields a record may have, the dealer's check last."""
    return (*game.fields, DEALER)


def clean_record(game: Game, raw: Mapping[str, object]) -> dict[str, object]:
    """Return the stored part of a readable record: the game's fields as sent, without nulls."""
    names = [each.name for each in record_fields(game)]
    return {name: raw[name] for name in names if raw.get(name) is not None}


def is_whole(value: object) -> bool:
    """Return whether the value is a JSON integer; booleans are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_list_of(value: object, accepts: Callable[[object], bool]) -> bool:
    """Return whether the value is a list whose every element is of one kind."""
    return isinstance(value, (list, tuple)) and all(accepts(each) for each in value)


def is_text(value: object) -> bool:
    """Return whether the value is a JSON string."""
    return isinstance(value, str)


def is_flag(value: object) -> bool:
    """Return whether the value is JSON true or false."""
    return isinstance(value, bool)


def is_claim(value: object) -> bool:
    """Return whether the value is an object whose known keys are integers or nulls; others are ignored."""
    if not isinstance(value, Mapping):
        return False
    return all(value.get(key) is None or is_whole(value[key]) for key in CLAIM_KEYS)


READABLE: Mapping[Kind, Callable[[Any], bool]] = {
    Kind.CHOICE: is_text,
    Kind.CHOICES: lambda value: is_list_of(value, is_text),
    Kind.COUNT: is_whole,
    Kind.FLAG: is_flag,
    Kind.SEAT: is_whole,
    Kind.SEATS: lambda value: is_list_of(value, is_whole),
    Kind.COUNTS: lambda value: is_list_of(value, is_whole),
    Kind.FLAGS: lambda value: is_list_of(value, is_flag),
    Kind.CLAIM: is_claim,
    Kind.FREE: lambda value: True,
}

EXPECTED: Mapping[Kind, str] = {
    Kind.CHOICE: text("one word"),
    Kind.CHOICES: text("a list of words"),
    Kind.COUNT: text("a whole number"),
    Kind.FLAG: text("yes or no"),
    Kind.SEAT: text("the number of a seat"),
    Kind.SEATS: text("a list of seats"),
    Kind.COUNTS: text("a list of whole numbers"),
    Kind.FLAGS: text("a list of yes and no"),
    Kind.CLAIM: text("an object of whole numbers"),
    Kind.FREE: text("a value"),
}


def is_readable(each: Field, value: Any) -> bool:
    """Return whether the value has the JSON type of the field."""
    whole = [one for one in value if one is not None] if may_leave_out(each, value) else value
    if not READABLE[each.kind](whole):
        return False
    return each.count.least is None or value >= each.count.least


def may_leave_out(each: Field, value: Any) -> bool:
    """Return whether the value is a list in which a number may be left out."""
    return each.places.leaves_rest and isinstance(value, (list, tuple))


def bad_field(each: Field, value: object) -> Violation:
    """Refuse a value of a wrong type."""
    message = text("“{label}” takes {expected}; found {found}.")
    values = {
        "label": as_term(each.label),
        "expected": as_term(EXPECTED[each.kind]),
        "found": str(value) if is_whole(value) else json_name(value),
    }
    return Violation("bad_field", each.name, message, values)


def as_term(label: str) -> Any:
    """Return a label as a translatable value of a message."""
    return choice_label((Choice(label, label),), label)


def json_name(value: object) -> str:
    """Return the value as JSON, shortened; for messages only."""
    words = {None: "null", True: "true", False: "false"}
    if value is None or isinstance(value, bool):
        return words[value]
    shown = str(value)
    return shown if len(shown) <= 40 else shown[:39] + "…"


def frozen(value: Any) -> Any:
    """Return lists as tuples, so that a record is a value."""
    return tuple(value) if isinstance(value, list) else value


# Options


def read_options(game: Game, raw: object) -> Any:
    """Return the game's Options from the changed values. Raises Refused (`switch_unknown/invalid`)."""
    if not isinstance(raw, Mapping):
        message = text("The options of a game are an object, not {found}.")
        raise Refused([Violation("bad_request", "options", message, {"found": json_name(raw)})])
    if problems := switch_problems(game, raw):
        raise Refused(problems)
    values = {name: frozen(value) for name, value in raw.items()}
    options = game.Options(**values)
    if problems := game.options_violations(options):
        raise Refused(problems)
    return options


@cache
def switches_by_name(game: Game) -> Mapping[str, Switch]:
    """Return all house rules of a game, by name."""
    return {switch.name: switch for switch in game.switches}


def switch_problems(game: Game, raw: Mapping[str, Any]) -> list[Violation]:
    """Report options the game does not have, then values that its options do not have."""
    switches = switches_by_name(game)
    unknown = [unknown_switch(game, name) for name in raw if name not in switches]
    invalid = [
        invalid_switch(switches[name], value)
        for name, value in raw.items()
        if name in switches and not is_allowed(switches[name], value)
    ]
    return [*unknown, *invalid]


def is_allowed(switch: Switch, value: Any) -> bool:
    """Return whether a switch may have this value; null only where it has a meaning."""
    if value is None:
        return switch.may_be_none
    if switch.kind == Kind.CHOICE:
        return any(type(value) is type(choice.value) and value == choice.value for choice in switch.choices)
    if switch.may_be_several and isinstance(value, (list, tuple)):
        return are_several(value) and all(is_in_range(switch, each) for each in value)
    return READABLE[switch.kind](value) and is_in_range(switch, value)


def are_several(values: Sequence[Any]) -> bool:
    """Return whether these are different whole numbers, one at least and ten at most."""
    is_short = 1 <= len(values) <= MOST_SEVERAL
    return is_short and is_list_of(values, is_whole) and len(set(values)) == len(values)


def is_in_range(switch: Switch, value: Any) -> bool:
    """Return whether a pair is ascending and a number between the least and the most."""
    if switch.kind == Kind.COUNTS:
        return len(value) == 2 and value[0] <= value[1]
    if switch.kind != Kind.COUNT:
        return True
    least, most = switch.least, switch.most
    return (least is None or value >= least) and (most is None or value <= most)


def unknown_switch(game: Game, name: object) -> Violation:
    """Refuse an option the game does not have."""
    known = Listed(switch.name for switch in game.switches) or "-"
    message = text("This game has no option “{name}”; its options are: {known}.")
    return Violation("switch_unknown", "options", message, {"name": json_name(name), "known": known})


def invalid_switch(switch: Switch, value: object) -> Violation:
    """Refuse a value an option does not have."""
    message = text("The option “{label}” cannot be {found}.")
    values = {"label": as_term(switch.label), "found": json_name(value)}
    return Violation("switch_invalid", switch.name, message, values)


def changed_options(options: Any) -> dict[str, Any]:
    """Return the options that differ from the defaults: the form in which an event stores them."""
    defaults = {each.name: each.default for each in dataclass_fields(options)}
    current = {name: getattr(options, name) for name in defaults}
    return {name: value for name, value in current.items() if value != defaults[name]}


# Opening a table


def open_table(game: Game, options: Any, seats: int, first_dealer: int, deals: int | None = None) -> Any:
    """Return the game's opening State. Raises Refused if such a table cannot be opened.

    `deals` is the length of the list that was agreed for a table of this size, if there is one.
    """
    options = with_list(game, options, deals)
    if problems := game.table_violations(options, seats, first_dealer):
        raise Refused(problems)
    return game.opening(options, seats, first_dealer)


def with_list(game: Game, options: Any, deals: int | None) -> Any:
    """Return the options with the agreed length of a list, in a game whose deals depend on it."""
    return (
        replace(options, **{game.round_length.option: deals})
        if game.round_length.option and deals
        else options
    )


def dealer_problems(state: Any, record: Any) -> list[Violation]:
    """Report a written dealer who differs from the derived one."""
    if record.dealer is None or record.dealer == state.dealer:
        return []
    message = text("{derived} deals this deal, not {written}.")
    values = {"derived": Seat(state.dealer + 1), "written": Seat(record.dealer + 1)}
    return [Violation("wrong_dealer", "dealer", message, values)]


def find_game(games: Iterable[Game], key: object) -> Game:
    """Return the game of a key. Raises Refused (`game_unknown`)."""
    games = tuple(games)
    for game in games:
        if game.key == key:
            return game
    known = [game.key for game in games]
    message = text("There is no game “{key}”; there are: {keys}.")
    values = {"key": json_name(key), "keys": Listed(known)}
    raise Refused([Violation("game_unknown", "game", message, values)])
