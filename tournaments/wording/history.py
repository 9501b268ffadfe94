"""A history entry in words: what it did, and names, values and amounts instead of keys and IDs."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import (
    ClubChange,
    ClubChangeKind,
    Competition,
    DrawMode,
    EventChange,
    EventChangeKind,
    FeeClass,
    LeaverRule,
    PaymentKind,
    Role,
    SheetChange,
    SheetChangeKind,
    Stage,
)
from tournaments.wording.lists import in_a_list
from tournaments.wording.money import money_text
from tournaments.wording.names import NO_NAME
from tournaments.wording.numbers import plain, signed
from tournaments.wording.settings_changed import settings_words

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


E = EventChangeKind
# What an entry did where its kind does not say it alone: a fact of it, and the words by its value.
DONE: Mapping[str, Mapping[str, Mapping[Any, Any]]] = {
    E.SIGNED_OFF: {"is_signed_off": {False: _("sign-off undone")}},
    E.BROKEN_OFF: {"is_broken_off": {False: _("abandoned table resumed")}},
    E.HELPER: {"is_let_in": {True: _("helper let in"), False: _("helper's access ended")}},
    E.LISTED: {"is_unlisted": {True: _("hidden from lists"), False: _("shown in lists")}},
    E.DRAW_DISCARDED: {"refused": {True: _("draw not possible")}},
    E.LEFT: {"after": {0: _("did not come")}},
    E.ENTERED: {
        "waits": {True: _("put on the waiting list")},
        "fee_class": {each.value: each.label for each in FeeClass} | {"-": _("fee as the register says")},
        "moved_up": {True: _("moved up from the waiting list")},
        "shares": {True: _("start number shared"), False: _("start number not shared any more")},
    },
    E.SETTINGS: {
        "done": {
            "form_team": _("team formed"),
            "form_teams": _("teams formed"),
            "change_team": _("team changed"),
            "dissolve_team": _("team dissolved"),
            "add_competition": _("competition added"),
            "change_competition": _("competition changed"),
            "remove_competition": _("competition removed"),
            "set_entries": _("entries of a competition changed"),
        }
    },
    E.HALL: {
        "done": {
            "put_banner": _("banner put up"),
            "take_down": _("banner taken down"),
            "set_timetable": _("timetable changed"),
            "move_timetable": _("timetable moved"),
            "open_door": _("door opened: people check themselves in"),
            "close_door": _("door closed"),
            "draw_name": _("name drawn in the tombola"),
            "set_wifi": _("Wi-Fi of the hall changed"),
            "remove_wifi": _("Wi-Fi of the hall removed"),
        }
    },
    E.CLOCK: {
        "is_last": {False: _("announcement of the last deal undone")},
        "done": {
            "start_clock": _("round clock started"),
            "pause_clock": _("round clock paused"),
            "extend_clock": _("round clock changed"),
            "announce_last_deal": _("last deal announced"),
            "reset_clock": _("round clock removed"),
            "extend_table": _("extra time for a table"),
            "keep_minutes": _("the computer's clock was set; the round clock keeps its minutes"),
        },
    },
}


@dataclass(frozen=True, slots=True)
class Names:
    """The names for IDs in facts: players by ID of the entrant and of the player, places of tables by ID.

    `decisions` are the facts of adjustments and rulings by kind and ID, `game` is the event's.
    """

    entrants: Mapping[int, str]
    tables: Mapping[int, str]
    players: Mapping[int, str] = field(default_factory=dict)
    decisions: Mapping[tuple[str, int], Mapping[str, Any]] = field(default_factory=dict)
    game: str = ""


def kind_said(entry: EventChange | SheetChange) -> str:
    """Return what an entry did."""
    facts = entry.facts if isinstance(entry, EventChange) else {}
    for name, words in DONE.get(entry.kind, {}).items():
        if facts.get(name) in words:
            return str(words[facts[name]])
    if entry.kind == E.PAID and "counted" in facts:
        return gettext("cash box counted")
    if entry.kind == E.TAKEN_BACK:
        return gettext("ruling undone") if "ruling" in facts else gettext("adjustment undone")
    return str(entry.get_kind_display())


def facts_said(entry: EventChange, names: Names) -> str:
    """Return the facts of an entry in words; facts that say nothing to a reader are left out."""
    facts = {**entry.facts}
    if entry.kind == E.WITHDRAWN and facts.pop("list", None):
        facts["undone_list"] = True
    if entry.kind == E.LEFT and facts.get("after") == 0:
        del facts["after"]
    if entry.kind == E.SETTINGS and "done" not in facts:
        return settings_words(facts["changed"], facts.get("values", {}), names.game)
    return words_of(entry.kind, facts, names)


def words_of(kind: str, facts: Mapping[str, Any], names: Names) -> str:
    """Return facts in words, in the order of `WORDS`, because PostgreSQL does not keep the order of keys."""
    facts = {**facts}
    if kind == E.RULED:
        facts["table_id"] = facts.pop("table", None)
    if kind == E.RESEATED:
        facts = {"round": facts.get("round"), "table": facts.get("table"), "seats": facts}
    facts_in_order = [(say, facts.get(name)) for name, say in WORDS.items()]
    return in_a_list(filter(None, (say(value, names) for say, value in facts_in_order if value is not None)))


def place_words(round: int, table: int) -> str:
    """Return the place of a table."""
    return gettext("Round %(round)s, table %(number)s") % {"round": round, "number": table}


def row_words(number: int) -> str:
    """Return a row of a sheet."""
    return gettext("row %(number)s") % {"number": number}


def phone_words() -> str:
    """Return an author who used the link of a table."""
    return gettext("a phone at the table")


def program_words() -> str:
    """Return the author of what nobody did by hand."""
    return gettext("the program")


def words_with_number(message: Any) -> Callable[[Any, Names], str]:
    """Return words with one number."""
    return lambda value, names: str(message) % {"number": value}


def choice_label(choices: Any) -> Callable[[Any, Names], str]:
    """Return the label of a choice; the value itself if it is not known any more."""
    labels = dict(choices.choices)
    return lambda value, names: str(labels.get(value, value))


def one_name(value: Any, names: Names) -> str:
    """Return the name of one player; a dash if the entry of the player is gone."""
    return names.entrants.get(value, NO_NAME)


def several_names(value: Iterable[int], names: Names) -> str:
    """Return the names of the first players, and how many more there are."""
    all_names = [one_name(each, names) for each in value]
    more = len(all_names) - MOST_NAMES
    listed = in_a_list(all_names[:MOST_NAMES])
    return gettext("%(names)s and %(more)s more") % {"names": listed, "more": more} if more > 0 else listed


def points_said(value: Any, names: Names) -> str:
    """Return points of one player, or of each seat."""
    return " / ".join(signed(each) for each in value) if isinstance(value, list) else signed(value)


def tables_said(value: Sequence[Any], names: Names) -> str:
    """Return the tables that missed deals."""
    numbers = in_a_list(value)
    return gettext("deals missing at: %(tables)s") % {"tables": numbers} if value else ""


def changed_again_said(value: Sequence[Any], names: Names) -> str:
    """Return the tables whose sheets changed while a round was open again."""
    numbers = in_a_list(value)
    return gettext("was open again, changed at: %(tables)s") % {"tables": numbers or NO_NAME}


def amount_said(message: Any) -> Callable[[Any, Names], str]:
    """Return words with an amount of money."""
    return lambda value, names: str(message) % {"amount": money_text(value)}


def money_said(value: int, names: Names) -> str:
    """Return an amount of money."""
    return money_text(value)


def table_place(value: int, names: Names) -> str:
    """Return the place of a table."""
    return names.tables.get(value, "")


def back_said(value: int, names: Names) -> str:
    """Return the note that a payment reverses another."""
    return gettext("reversed")


def draw_said(value: int, names: Names) -> str:
    """Return a draw by its number; a round that was seated by hand has none."""
    return gettext("draw %(number)s") % {"number": value} if value else ""


def numbers_said(value: Sequence[int], names: Names) -> str:
    """Return how many start numbers took part."""
    message = ngettext("%(count)s player", "%(count)s players", len(value))
    return message % {"count": len(value)}


def repeats_said(value: int, names: Names) -> str:
    """Return the repeat meetings that a swap adds or saves."""
    return gettext("repeat meetings: %(change)s") % {"change": signed(value)}


def player_said(value: int, names: Names) -> str:
    """Return the name of a player; a dash if it was removed."""
    return names.players.get(value, NO_NAME)


def decision_said(kind: str, of: str) -> Callable[[Any, Names], str]:
    """Return the adjustment or ruling that was undone."""
    return lambda value, names: words_of(of, names.decisions.get((kind, value), {}), names)


def undone_list_said(value: bool, names: Names) -> str:
    """Say that entrants went with the import of a list."""
    return gettext("the import of a list was undone")


def clock_set_said(value: int, names: Names) -> str:
    """Say by how much the computer's clock was set, in hours and minutes."""
    hours, minutes = divmod(round(abs(value) / 60), 60)
    return f"{signed(value)[:1]}{hours}:{minutes:02} h"


def seats_said(value: Mapping[str, Any], names: Names) -> str:
    """Say from which row on who sits where now, seat by seat."""
    before, after = (parts[-1]["seats"] if parts else [] for parts in (value["before"], value["after"]))
    changed = []
    for at in range(max(len(before), len(after))):
        was, now = (seats[at] if at < len(seats) else None for seats in (before, after))
        if was != now:
            words = {"seat": at + 1, "before": seat_said(was, names), "after": seat_said(now, names)}
            changed.append(gettext("seat %(seat)s: %(before)s → %(after)s") % words)
    first = [gettext("from row %(number)s on") % {"number": value["from"]}] if value.get("from") else []
    return in_a_list([*first, *changed])


def competition_label(name: str) -> str:
    """Return the label of a changed fact of a competition."""
    return capfirst(str(getattr(Competition._meta.get_field(name), "verbose_name", name)))


def seat_said(seat: Sequence[int] | None, names: Names) -> str:
    """Return who sits on a seat, and who gets the points if that is somebody else."""
    if seat is None:
        return NO_NAME
    who, whose = (one_name(each, names) for each in seat)
    return who if who == whose else gettext("%(who)s for %(whose)s") % {"who": who, "whose": whose}


WORDS: Mapping[str, Callable[[Any, Names], str]] = {
    "table_id": table_place,
    "round": words_with_number(_("round %(number)s")),
    "table": words_with_number(_("table %(number)s")),
    "number": words_with_number(_("row %(number)s")),
    "draw": draw_said,
    "mode": choice_label(DrawMode),
    "numbers": numbers_said,
    "team": words_with_number(_("team %(number)s")),
    "teams": words_with_number(_("teams: %(number)s")),
    "competition": words_with_number(_("competition %(number)s")),
    "fields": lambda value, names: in_a_list(map(competition_label, value)),
    "entrant": one_name,
    "entrants": several_names,
    "one": words_with_number(_("start number %(number)s")),
    "two": words_with_number(_("start number %(number)s")),
    "repeats": repeats_said,
    "player": player_said,
    "other": player_said,
    "points": points_said,
    "what": choice_label(PaymentKind),
    "cents": money_said,
    "counted": amount_said(_("counted %(amount)s")),
    "expected": amount_said(_("expected %(amount)s")),
    "back": back_said,
    "ruling": decision_said("ruling", E.RULED),
    "adjustment": decision_said("adjustment", E.ADJUSTED),
    "undone_list": undone_list_said,
    "missing": tables_said,
    "changed_at": changed_again_said,
    "seats": seats_said,
    "role": choice_label(Role),
    "list": words_with_number(_("list %(number)s")),
    "stage": choice_label(Stage),
    "after": words_with_number(_("after round %(number)s")),
    "rule": choice_label(LeaverRule),
    "by_minutes": lambda value, names: signed(value),
    "minutes": words_with_number(_("minutes: %(number)s")),
    "extra_minutes": words_with_number(_("minutes: %(number)s")),
    "seconds": clock_set_said,
    "deals": words_with_number(_("deals counted: %(number)s")),
    "phone": lambda value, names: gettext("phone %(phone)s") % {"phone": value},
    "photos": words_with_number(_("photos deleted: %(number)s")),
}


# Sheets: what an entry changed beside a deal


def record_said(entry: SheetChange, names: Names) -> str:
    """Return the record of an entry that is no deal: a first dealer, seats, totals on paper."""
    record = entry.record or {}
    if entry.kind == SheetChangeKind.FIRST_DEALER:
        return gettext("seat %(seat)s") % {"seat": record["first_dealer"] + 1}
    if entry.kind == SheetChangeKind.RESEATED:
        return seats_said(record, names)
    if entry.kind in (SheetChangeKind.COMPARED, SheetChangeKind.UPHELD):
        totals = " / ".join(plain(total) or NO_NAME for total in record["totals"])
        deals = record.get("deals")
        return totals if deals is None else f"{totals}, " + gettext("deals: %(number)s") % {"number": deals}
    if entry.kind == SheetChangeKind.TYPED_TWICE:
        return typed_twice_said(record)
    return ""


def typed_twice_said(record: Mapping[str, Any]) -> str:
    """Return how many rows were typed again, and which differed from the first typing."""
    rows = ngettext("%(rows)s row", "%(rows)s rows", record["rows"]) % {"rows": record["rows"]}
    if not record["differed"]:
        return gettext("%(rows)s, all equal") % {"rows": rows}
    numbers = in_a_list(record["differed"])
    return gettext("%(rows)s, different: %(numbers)s") % {"rows": rows, "numbers": numbers}


def left_words(line: str) -> str:
    """Return the version of a deal that was not taken."""
    return gettext("not taken: %(line)s") % {"line": line}


# Clubs


def club_said(entry: ClubChange, players: Mapping[int, str]) -> str:
    """Return what an entry of a club's history changed."""
    facts = entry.facts
    if entry.kind == ClubChangeKind.RENAMED:
        return f"{facts['before']} → {facts['after']}"
    if entry.kind in (ClubChangeKind.MERGED, ClubChangeKind.UNMERGED):
        return in_a_list(players.get(facts[which], NO_NAME) for which in ("player", "other"))
    if "role" in facts:
        return str(dict(Role.choices).get(facts["role"], facts["role"]))
    return str(facts.get("name", ""))
