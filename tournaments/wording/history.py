"""The facts of a history entry in words: numbers, names and amounts instead of keys and IDs."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import DrawMode, Event, EventChange, EventChangeKind, PaymentKind, Role, Stage
from tournaments.wording.money import money_text
from tournaments.wording.names import NO_NAME
from tournaments.wording.numbers import signed

MOST_NAMES = 6  # of an entry about many players
DEALS, SEATS = "deals", "seats"
LOG_LABELS = {  # the kinds of entries that a reader of the log chooses from
    DEALS: _("Deals"),
    "draws": _("Draws"),
    "rounds": _("Rounds and sign-off"),
    "rulings": _("Rulings and adjustments"),
    "money": _("Money"),
    SEATS: _("Seats"),
    "links": _("Links and PINs"),
    "entries": _("Players"),
    "settings": _("Settings and lists"),
}


@dataclass(frozen=True, slots=True)
class Names:
    """The names for IDs in facts: players by ID of the entrant, places of tables by ID of the table."""

    entrants: Mapping[int, str]
    tables: Mapping[int, str]


def facts_said(entry: EventChange, names: Names) -> str:
    """The facts of an entry in the order of `WORDS`; facts that say nothing to a reader are left out."""
    facts = {**entry.facts}
    if entry.kind == EventChangeKind.RULED:
        facts["table_id"] = facts.pop("table", None)
    if entry.kind == EventChangeKind.RESEATED:
        facts = {name: facts[name] for name in ("round", "table") if name in facts}
    # In this order, because PostgreSQL does not keep the order of keys.
    told = [(say, facts.get(name)) for name, say in WORDS.items()]
    return ", ".join(filter(None, (say(value, names) for say, value in told if value is not None)))


def place_words(round: int, table: int) -> str:
    """The place of a table."""
    return gettext("Round %(round)s, table %(number)s") % {"round": round, "number": table}


def row_words(number: int) -> str:
    """A row of a sheet."""
    return gettext("row %(number)s") % {"number": number}


def phone_words() -> str:
    """An author who used the link of a table."""
    return gettext("a phone at the table")


def program_words() -> str:
    """The author of what nobody did by hand."""
    return gettext("the program")


def numbered(message: Any) -> Callable[[Any, Names], str]:
    """Words with one number."""
    return lambda value, names: str(message) % {"number": value}


def chosen(choices: Any) -> Callable[[Any, Names], str]:
    """The label of a choice; the value itself if it is not known any more."""
    labels = dict(choices.choices)
    return lambda value, names: str(labels.get(value, value))


def one_name(value: Any, names: Names) -> str:
    """The name of one player; a dash if the entry of the player is gone."""
    return names.entrants.get(value, NO_NAME)


def several_names(value: Iterable[int], names: Names) -> str:
    """The names of the first players, and how many more there are."""
    found = [one_name(each, names) for each in value]
    more = len(found) - MOST_NAMES
    listed = ", ".join(found[:MOST_NAMES])
    return f"{listed} + {more}" if more > 0 else listed


def points_said(value: Any, names: Names) -> str:
    """Points of one player, or of each seat."""
    return " / ".join(signed(each) for each in value) if isinstance(value, list) else signed(value)


def tables_said(value: Sequence[Any], names: Names) -> str:
    """The tables that missed deals."""
    numbers = ", ".join(map(str, value))
    return gettext("deals missing at: %(tables)s") % {"tables": numbers} if value else ""


def settings_said(value: Sequence[str], names: Names) -> str:
    """The settings that were changed, by their labels."""
    return ", ".join(map(setting_said, value))


def setting_said(name: str) -> str:
    """The label of one setting; its name if it is not a field any more."""
    try:
        return capfirst(str(getattr(Event._meta.get_field(name), "verbose_name", name)))
    except FieldDoesNotExist:
        return name


def amount_said(message: Any) -> Callable[[Any, Names], str]:
    """Words with an amount of money."""
    return lambda value, names: str(message) % {"amount": money_text(value)}


def money_said(value: int, names: Names) -> str:
    """An amount of money."""
    return money_text(value)


def let_in_said(value: bool, names: Names) -> str:
    """Whether a helper was let in."""
    return gettext("let in") if value else gettext("access ended")


def unlisted_said(value: bool, names: Names) -> str:
    """Whether the event was hidden from lists."""
    return gettext("hidden from lists") if value else gettext("shown in lists")


def table_place(value: int, names: Names) -> str:
    """The place of a table."""
    return names.tables.get(value, "")


def back_said(value: int, names: Names) -> str:
    """Return the note that a payment reverses another."""
    return gettext("reversed")


WORDS: Mapping[str, Callable[[Any, Names], str]] = {
    "table_id": table_place,
    "round": numbered(_("round %(number)s")),
    "table": numbered(_("table %(number)s")),
    "number": numbered(_("row %(number)s")),
    "draw": numbered(_("draw %(number)s")),
    "mode": chosen(DrawMode),
    "entrant": one_name,
    "entrants": several_names,
    "one": numbered(_("start number %(number)s")),
    "two": numbered(_("start number %(number)s")),
    "points": points_said,
    "what": chosen(PaymentKind),
    "cents": money_said,
    "counted": amount_said(_("counted %(amount)s")),
    "expected": amount_said(_("expected %(amount)s")),
    "back": back_said,
    "missing": tables_said,
    "changed": settings_said,
    "role": chosen(Role),
    "is_let_in": let_in_said,
    "is_unlisted": unlisted_said,
    "list": numbered(_("list %(number)s")),
    "stage": chosen(Stage),
    "after": numbered(_("after round %(number)s")),
    "minutes": numbered(_("minutes: %(number)s")),
    "deals": numbered(_("deals counted: %(number)s")),
    "photos": numbered(_("photos deleted: %(number)s")),
}
