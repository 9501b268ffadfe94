"""An id of another club in any address, form or JSON body has no effect."""

import logging
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest
from django import forms
from django.apps import apps
from django.db.models import ForeignKey
from django.urls import URLPattern

from tests.builders import a_record
from tests.processes import ROOT
from tests.sweeps import todays
from tests.tournaments.access_roles import Visitor, all_visitors
from tests.tournaments.access_rules import NOBODY, all_addresses, rule_of
from tests.tournaments.access_world import Evening, make_evening, places_of, spelled, two_clubs, values_for
from tests.tournaments.asking import SAFE, Told, ask
from tests.tournaments.dumps import Dump, changed_tables, columns_of, dump
from tournaments.forms import cash, clubs, draw, entry, events, series

pytestmark = pytest.mark.django_db

ID_PLACES = {
    "public_id", "entrant_id", "player_id", "member_id", "pending_id", "conflict", "conflict_id", "call_id",
    "adjustment_id", "ruling_id", "payment_id", "constraint_id", "link_id", "invitation_id", "deal_id",
    "template_id", "photo_id", "list_id", "archive_id", "row",
    "merge_id", "token_id", "webhook_id", "message_id", "screen_id", "code",
}  # fmt: skip
# Numbers belong to one event.
OTHER_PLACES = {"slug", "number", "token", "key", "kind", "digest", "language", "emblem", "line"}
CHOICE = {"data": b'{"choose": "sent"}', "content_type": "application/json"}
READ = re.compile(r'(?:POST|sent|typed)(?:\.get|\.getlist)?[(\[]"(\w+)"')
Hall = tuple[Evening, Evening, dict[str, Visitor]]


@pytest.fixture(scope="module")
def hall(lasting: None) -> Hall:
    """Return our event, theirs, and all roles."""
    ours, theirs = (make_evening(club, is_published=True) for club in two_clubs())
    return ours, theirs, {visitor.name: visitor for visitor in all_visitors(ours, theirs)}


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Do not log thousands of refusals."""
    logging.disable(logging.ERROR)
    yield
    logging.disable(logging.NOTSET)


def our_addresses() -> Iterator[tuple[str, URLPattern]]:
    """Return our addresses; the old ones only redirect to those and read no id."""
    return (
        (name, each)
        for name, each in all_addresses()
        if each.callback.__module__.startswith("tournaments.") and name != "moved"
    )


def test_every_place_in_an_address_is_an_id_or_known_to_be_none() -> None:
    places = {place for _, pattern in our_addresses() for place in places_of(pattern)}
    assert places <= ID_PLACES | OTHER_PLACES


# In addresses


def crossed(ours: Evening, theirs: Evening) -> Iterator[tuple[str, str]]:
    """Yield names and addresses of ours with one id of theirs in them, and the other way round.

    What our owner meets at either is what theirs would meet at the other.
    """
    for name, pattern in our_addresses():
        own, foreign = (values_for(name, pattern, each, {}) for each in (ours, theirs))
        for place in ID_PLACES & own.keys() if "slug" in own else ():
            yield name, spelled(name, {**own, place: foreign[place]})
            if "slug" in own:
                yield name, spelled(name, {**foreign, place: own[place]})


def test_an_id_of_theirs_under_an_address_of_ours_is_nowhere(hall: Hall) -> None:
    ours, theirs, visitors = hall
    problems = []
    for name, address in crossed(ours, theirs):
        rule = rule_of(name)
        reads = ["GET"] if rule.read != NOBODY else []
        writes = (rule.methods or "POST").split(", ") if rule.write != NOBODY else []
        who = "program of the owner" if name.startswith("api_") else "owner"
        for method in reads + writes:
            body = CHOICE if who == "program of the owner" and method not in SAFE else {}
            answer = ask(visitors[who], method, address, **body)
            problems.append((name, method, answer.status, sorted(answer.written)))
    wrong = [each for each in problems if each[2:] != (404, [])]
    assert wrong == [], wrong
    assert len(problems) > 100


# In forms


def field_names() -> list[str]:
    """Return every name under which a view or a form reads input."""
    views = (ROOT / "tournaments" / "views").rglob("*.py")
    read = {name for path in views for name in READ.findall(path.read_text(encoding="utf-8"))}
    modules = (draw, events, entry, cash, clubs, series)
    classes = [each for module in modules for each in vars(module).values() if is_form(each)]
    return sorted(read | {name for each in classes for name in each.base_fields} | {"seat_0", "seat_1"})


def is_form(each: Any) -> bool:
    return isinstance(each, type) and issubclass(each, forms.BaseForm)


@cache
def foreign_keys() -> dict[str, list[tuple[int, str]]]:
    """Return by table of ours its foreign keys, as index of the column and table."""
    models = apps.get_app_config("tournaments").get_models()
    return {
        model._meta.db_table: [
            (columns_of()[model._meta.db_table].index(field.column), field.related_model._meta.db_table)
            for field in model._meta.local_concrete_fields
            if isinstance(field, ForeignKey) and field.related_model._meta.db_table in columns_of()
        ]
        for model in models
    }


def rows_of_club(rows: Dump, club: int) -> dict[str, set[int]]:
    """Return the ids of all rows of a club, by table; rows that refer to such a row belong too."""
    belonging: dict[str, set[int]] = {table: set() for table in rows}
    belonging["tournaments_club"] = {club}
    size = -1
    while size != (size := sum(map(len, belonging.values()))):
        for table, kept in rows.items():
            belonging[table] |= {row[0] for row in kept if points_to(table, row, belonging)}
    return belonging


def points_to(table: str, row: Any, belonging: dict[str, set[int]]) -> bool:
    return any(row[place] in belonging[other] for place, other in foreign_keys()[table])


def of_club(rows: Dump, club: int) -> dict[str, list[Any]]:
    """Return the rows of a club."""
    belonging = rows_of_club(rows, club)
    return {table: [row for row in kept if row[0] in belonging[table]] for table, kept in rows.items()}


@pytest.mark.sampled
def test_a_foreign_id_in_every_field_of_every_form_changes_nothing_of_theirs(
    hall: Hall, undrawn: None
) -> None:
    # One of the six ids on a day. Such a request is mostly refused for other reasons too, which the tests
    # below exclude.
    ours, theirs, visitors = hall
    rows, club = dump(), theirs.event.club_id
    before = of_club(rows, club)
    ids = {str(theirs.ids[place]) for place in ("entrant_id", "player_id", "public_id", "row")}
    ids |= {str(theirs.event.pk), theirs.event.slug}
    names, touched, asked = field_names(), [], 0
    posts = [(name, pattern) for name, pattern in our_addresses() if rule_of(name).of("POST") != NOBODY]
    for (name, pattern), foreign in product(posts, todays(sorted(ids), 1)):
        if name.startswith("api_"):
            continue
        address = spelled(name, values_for(name, pattern, ours, visitors["owner"].tokens))
        answer = ask(visitors["owner"], "POST", address, data=dict.fromkeys(names, foreign), dumped=True)
        asked += 1
        if answer.status >= 500 or of_club({**rows, **(answer.left or {})}, club) != before:
            touched.append((name, foreign, answer.status))
    assert touched == [] and asked > 100


MONEY = {"amount": "5", "direction": "in", "kind": "other"}
SERIES = {"name": "Summer", "by": "places", "points": "3-2-1", "ties": "share"}
TAKES = [
    ("add_constraint", lambda it: {"kind": "seat", "entrant": it.ids["third_id"], "number": "1"}),
    (
        "add_constraint",
        lambda it: {"kind": "apart", "entrant": it.ids["second_id"], "other": it.ids["third_id"]},
    ),
    ("take_money", lambda it: {**MONEY, "entrant": it.ids["entrant_id"]}),
    ("new_series", lambda it: {**SERIES, "events": [it.event.pk]}),
    ("merge_players", lambda it: {"other": it.ids["spare_id"]}),
    ("series_settings", lambda it: {**SERIES, "events": [it.event.pk]}),
]


def sent(hall: Hall, name: str, body: Any) -> Told:
    """Send it as our owner, to our address."""
    ours, _, visitors = hall
    pattern = dict(our_addresses())[name]
    address = spelled(name, values_for(name, pattern, ours, {}))
    return ask(visitors["owner"], "POST", address, data=body, dumped=True)


@pytest.mark.parametrize(("name", "body"), TAKES)
def test_a_form_takes_an_id_of_ours_and_refuses_one_of_theirs(name: str, body: Any, hall: Hall) -> None:
    ours, theirs, _ = hall
    taken, refused = sent(hall, name, body(ours)), sent(hall, name, body(theirs))
    assert taken.status == 302 and taken.written
    assert 400 <= refused.status < 500 and changed_tables(dump(), refused.left) == []


# At the table


ROW = [
    ("PUT", "deals/1/", {"record": a_record(tricks=1), "reason": "miscounted"}),
    ("POST", "deals/1/confirm/", {"number": 2, "pin": "0000"}),
]


@pytest.mark.parametrize(("method", "path", "body"), ROW)
def test_a_row_of_another_table_is_not_meant_by_its_id(method: str, path: str, body: Any, hall: Hall) -> None:
    _, theirs, visitors = hall
    phone, rows = visitors["program with the link"], dump()
    foreign = {**body, "row": theirs.ids["row"]}
    answer = ask(
        phone, method, f"/api/v1/table/{path}", data=foreign, content_type="application/json", dumped=True
    )
    assert 400 <= answer.status < 500 or answer.status == 202
    club = theirs.event.club_id
    assert of_club({**rows, **(answer.left or {})}, club) == of_club(rows, club)


def test_a_conflict_of_another_table_is_unknown(hall: Hall) -> None:
    phone, answers = hall[2]["program with the link"], {}
    for whose in hall[:2]:
        address = f"/api/v1/table/conflicts/{whose.ids['conflict']}/"
        answer = ask(phone, "POST", address, data={"choose": "stored"}, content_type="application/json")
        answers[whose.event.club.name] = (answer.status, bool(answer.written))
    assert list(answers.values()) == [(200, True), (404, False)]
