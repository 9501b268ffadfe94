"""Every write on an event, from the table of addresses, and states in which a table may not be written.

An address belongs to the walk as soon as it has a row in docs/access.md. Bodies of programs are made from
their description (docs/api-v1.json) by the names of their fields, forms from `FORMS`.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import transaction
from django.urls import URLPattern
from django.utils import timezone

from scoring.foot.paper_totals import Reading
from tests.builders import a_record, a_request, write_deal
from tests.processes import ROOT
from tests.tournaments.access_roles import Visitor, member, program
from tests.tournaments.access_rules import NOBODY, all_addresses, rule_of
from tests.tournaments.access_world import BY, NEXT, NOW, WHY, Evening, places_of, spelled, values_for
from tests.tournaments.asking import Told, ask
from tournaments.models import (
    Cause,
    Event,
    EventChangeKind,
    MarkedPhoto,
    PendingDeal,
    Role,
    RoundStatus,
    Table,
    TokenScope,
)
from tournaments.selectors.sheets.folded_sheets import load_parts
from tournaments.services.history.event_chain import append_event_entry
from tournaments.services.paper.totals import compare_totals
from tournaments.services.rounds.director_calls import call_director
from tournaments.services.sheets.confirmations import sign_sheet
from tournaments.services.sheets.deals import set_first_dealer
from tournaments.services.sheets.pins import pin_of
from tournaments.services.sheets.table_links import token_of
from tournaments.services.standings.decisions import rule_on_deal
from tournaments.services.tables.seat_changes import change_seats

PLAYED = ("Table", "Part", "Seat", "Deal", "SheetChange", "PendingDeal", "Ruling", "MarkedPhoto")
RESULTS = frozenset(apps.get_model("tournaments", name)._meta.db_table for name in PLAYED)
PROMISE: Mapping[str, Any] = json.loads((ROOT / "docs" / "api-v1.json").read_text(encoding="utf-8"))
OTHER_DEAL = a_record(bid=3, tricks=3)
SEATS = {f"seat_{at}": str(number) for at, number in enumerate((5, 1, 2, 6))}  # others than those drawn
FORMS: Mapping[str, Mapping[str, str]] = {  # of pages, beside what `USUAL` has
    "abandon_tables": {"table": "1"},
    "answer_line": {"void": "yes"},
    "check_foot": {"total-0": "7"},
    "clock": {"act": "start", "minutes": "60"},
    "draw": {"mode": "random", "rounds": "1", "sit_outs": "0"},
    "round_photos": {"looked": "yes"},
    "save_line": {"number": "2", "line": "1 3 S +", "key": "typed", "revision": "", "row": ""},
    "settle_late": {"choose": "take"},
    "second_typing": {"lines": "2 2 S +", "revision": "1", "key": "again"},
    "sheet_entry": {"lines": "1 2 S +\n1 3 S +", "revision": "1", "key": "typed"},
}  # fmt: skip
USUAL = {
    "reason": WHY, "sure": "yes", "one": "1", "two": "4", "goes": "1", "comes": "9", **SEATS,
    "points_0": "0", "points_1": "0", "points_2": "0", "points_3": "0", "deal": "1", "number": "2",
    "choose": "sent", "entry": "1", "seen": "1", "minutes": "5", "revision": "", "name": "Autumn Fipsen",
    "is_present": "no", "even_if_incomplete": "yes", "even_if_absent": "yes",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Write:
    """One address with a method that writes, and who sends it."""

    name: str
    method: str
    pattern: URLPattern

    @property
    def places(self) -> set[str]:
        """Return the names of the placeholders."""
        return places_of(self.pattern)

    @property
    def route(self) -> str:
        """Return the address as its description spells it."""
        return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(self.pattern.pattern))

    @property
    def is_of_phone(self) -> bool:
        """Return whether a table's link opens it."""
        return self.name.startswith("api_") and self.route.startswith("table/")

    @property
    def is_of_table(self) -> bool:
        """Return whether the address names a table, or is a phone's."""
        return "public_id" in self.places or self.is_of_phone

    @property
    def is_of_round(self) -> bool:
        """Return whether the address names a round."""
        return "rounds/" in self.route and "number" in self.places


def all_writes() -> list[Write]:
    """Return every write on an event that a director, a program of theirs or a phone may send."""
    return [
        Write(name, method, pattern)
        for name, pattern in all_addresses()
        if is_of_event(name, pattern)
        for method in (rule_of(name).methods or "POST").split(", ")
        if rule_of(name).write not in (NOBODY, "secret", "everybody")
    ]


def is_of_event(name: str, pattern: URLPattern) -> bool:
    """Return whether an address is about an event, its rounds or a table."""
    route = str(pattern.pattern).lstrip("^")
    is_ours = pattern.callback.__module__.startswith("tournaments.") and rule_of(name) is not None
    is_of_slug = route.startswith("events/<") and "slug" in places_of(pattern)
    return is_ours and (is_of_slug or (name.startswith("api_") and route.startswith("table/")))


# Who writes


@dataclass(frozen=True, slots=True)
class World:
    """An evening, its owner with a browser and with a program, and the phone of the table in play."""

    evening: Evening
    owner: Visitor
    program: Visitor
    phone: Visitor
    draft: Table  # table 1 of the draft

    @property
    def event(self) -> Event:
        """Return the event as it is stored now."""
        return Event.objects.get(pk=self.evening.event.pk)


def world_of(evening: Evening) -> World:
    """Return the evening with those who write, and room for more deals."""
    event = evening.event
    Event.objects.filter(pk=event.pk).update(deals_per_table={"4": 4, "3": 4})
    owner = member(event.club, Role.OWNER, "owner of all")
    draft = event.rounds.get(number=NEXT).tables.select_related("round__event").get(number=1)
    token = token_of(evening.table.links.get())
    phone = Visitor(name="phone", headers={"Authorization": f"Table {token}"}, has_link=True)
    sends_all = program(event.club, "the owner of all", "program", *TokenScope.values)
    return World(evening, owner, sends_all, phone, draft)


def unbroken(sent: Any) -> Any:
    """Return what is sent as it is."""
    return sent


def send(
    world: World,
    write: Write,
    *,
    on_draft: bool = False,
    broken: Callable[[Any], Any] = unbroken,
    **how: Any,
) -> Told:
    """Send the write, about the table in play or about the draft; everything is undone afterwards.

    `broken` changes the fields of a form, or a body; `how` is as in `ask`.
    """
    values = values_for(write.name, write.pattern, world.evening, {})
    if write.is_of_round:
        values["number"] = NEXT if on_draft else NOW
    if on_draft and "public_id" in values:
        values["public_id"] = world.draft.public_id
    address = spelled(write.name, values)
    if not write.name.startswith("api_"):
        form = {"data": broken({**USUAL, **FORMS.get(write.name, {})})}
        return ask(world.owner, write.method, address, **how, **form)
    sender = world.phone if write.is_of_phone else world.program
    sent = body_of(world, write)
    if on_draft and write.name == "api_event_deals":
        sent["number"] = 1  # no deal is there yet
    body = {"data": json.dumps(broken(sent)), "content_type": "application/json"}
    return ask(sender, write.method, address, **how, **body)


def body_of(world: World, write: Write) -> Any:
    """Return a body that the description of the operation allows, from the names of its fields."""
    operation = PROMISE["operations"].get(f"{write.method} /api/v1/{write.route}", {"body": {"shapes": {}}})
    shape = operation["body"]["shapes"].get("application/json", {})
    return value_of(known_values(world, write), "", shape)


def value_of(known: Mapping[str, Any], field: str, shape: Mapping[str, Any]) -> Any:
    """Return a value of one field: known by its name, else the first that its type allows."""
    shape = resolved(shape)
    if field in known:
        return known[field]
    if "properties" in shape:
        optional = ("dry_run", "row", "from_rows", "first_number", "account", "seed", "sizes", "deals")
        wanted = {name: each for name, each in shape["properties"].items() if name not in optional}
        return {name: value_of(known, name, each) for name, each in wanted.items()}
    if "enum" in shape:
        return shape["enum"][0]
    kind = shape.get("type")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "array":
        return [value_of(known, field, shape["items"])]
    return {"boolean": True, "integer": 1, "number": 1, "string": WHY}.get(kind, {})


def resolved(shape: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a shape with its reference followed."""
    for name in ("allOf", "oneOf"):
        shape = shape[name][0] if name in shape else shape
    return resolved(PROMISE["shapes"][shape["$ref"]]) if "$ref" in shape else shape


def known_values(world: World, write: Write) -> dict[str, Any]:
    """Return values by the names of fields."""
    seats = [{"number": int(number)} for number in SEATS.values()]
    first = world.event.entrants.get(number=1)
    is_deal = write.route.endswith("deals/")
    return {
        "record": OTHER_DEAL, "points": [0, 0, 0, 0] if write.is_of_table else -5, "seats": seats, "two": 4,
        "totals": [7, None, None, None], "pin": pin_of(first), "choose": "sent", "after": 1, "rule": "",
        "number": 2 if is_deal else 1, "first_dealer": 1, "reason": "rules" if "call" in write.route else WHY,
        "mode": "random", "rounds": 1, "sit_outs": 0, "starts_at": "19:30", "date": "2026-11-28",
        "policy": {"by": "game"}, "options": {}, "deals_per_table": {"4": 4}, "lost_deal_money": {},
        "kind": "fee" if "fees" in write.route else "apart", "name": "Zita Neumann", "partner": None,
        "act": "start", "minutes": 5, "is_present": False, "numbers": [1], "deal": 1, "language": "de",
    }  # fmt: skip


# States

State = Mapping[str, Mapping[str, Any]]  # of the round, the table and the event
DRAFT: State = {"round": {"status": RoundStatus.DRAFT}}
CLOSED: State = {"round": {"status": RoundStatus.CLOSED}}
STATES: Mapping[str, State] = {
    "in play": {},
    "abandoned": {"table": {"is_broken_off": True}},
    "closed": CLOSED,
    "a draft with deals": DRAFT,
    "of a cancelled event": {"event": {"is_cancelled": True}},
    "signed off": {**CLOSED, "event": {"signed_off_at": timezone.now()}},
    "of a closed event": {**CLOSED, "event": {"is_closed": True}},
}
FINAL = ("signed off", "of a closed event")


@contextmanager
def in_state(world: World, state: State) -> Iterator[None]:
    """Put the round, the table and the event of the table in play into a state, and undo it."""
    table, event = world.evening.table, Event.objects.filter(pk=world.evening.event.pk)
    with transaction.atomic():
        if "round" in state:
            event.get().rounds.filter(number=NOW).update(**state["round"])
        if "table" in state:
            Table.objects.filter(pk=table.pk).update(**state["table"])
        if "event" in state:
            event.update(**state["event"])
        if state is STATES["of a cancelled event"]:
            append_event_entry(event.get(), EventChangeKind.CANCELLED, by=BY, reason=WHY)
        yield
        transaction.set_rollback(True)


# What may hang on a draft of an older installation


def hang_deal(table: Table) -> None:
    write_deal(table)


def hang_first_dealer(table: Table) -> None:
    set_first_dealer(table=table, first_dealer=2, request=a_request())


def hang_pending_deal(table: Table) -> None:
    now = timezone.now()
    PendingDeal.objects.create(
        table=table, cause=Cause.TAKEN, number=1, record=OTHER_DEAL, author_kind=BY.kind, at=now
    )


def hang_totals(table: Table) -> None:
    compare_totals(table=table, totals=Reading((7, None, None, None)), by=BY)


def hang_ruling(table: Table) -> None:
    write_deal(table)
    rule_on_deal(table=table, number=1, points=[0, 0, 0, 0], reason=WHY, by=BY)


def hang_signature(table: Table) -> None:
    write_deal(table)
    entrant = table.parts.get().seats.get(position=0).entrant
    sign_sheet(table=table, entrant_number=entrant.number, pin=pin_of(entrant), request=a_request())


def hang_photo(table: Table) -> None:
    MarkedPhoto.objects.create(round=table.round, digest="1" * 64, at=timezone.now())


def hang_call(table: Table) -> None:
    call_director(table=table, reason="rules", request=a_request())


def hang_seats(table: Table) -> None:
    places = [(pk, pk) for pk in reversed(load_parts(table)[0].part.seats.values_list("entrant", flat=True))]
    change_seats(table=table, places=tuple(places), reason=WHY, by=BY)


HANGING = (
    hang_deal, hang_first_dealer, hang_pending_deal, hang_totals, hang_ruling, hang_signature, hang_photo,
    hang_call, hang_seats,
)  # fmt: skip


@contextmanager
def hung(world: World, hang: Any, status: RoundStatus = RoundStatus.DRAFT) -> Iterator[None]:
    """Hang something on table 1 of the draft, as if the round had been open, and undo it."""
    drawn = world.event.rounds.filter(number=NEXT)
    with transaction.atomic():
        drawn.update(status=RoundStatus.OPEN)
        hang(Table.objects.select_related("round__event").get(pk=world.draft.pk))
        drawn.update(status=status)
        yield
        transaction.set_rollback(True)
