"""SQL that is built once says and does what Django's own does."""

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.forms.models import model_to_dict

from tests.builders import a_table, write_deal
from tournaments.models import Deal, Reply, StandingsMarker, Table, TableLink
from tournaments.selectors.access import LINKS, links_that_open
from tournaments.selectors.prepared import Prepared, insert, update
from tournaments.services.history import (
    EVENTS,
    REPLIES,
    TABLES,
    events_to_lock,
    replies_to,
    tables_to_lock,
)

pytestmark = pytest.mark.django_db


def facts(row):
    """Every column of a row, and of what it was joined with."""
    joined = [row._state.fields_cache[name] for name in row._state.fields_cache]
    columns = {each.attname: getattr(row, each.attname) for each in row._meta.concrete_fields}
    return type(row), columns, [facts(each) for each in joined]


def questions():
    """Each prepared query with the query it stands for and values that find a row."""
    table = a_table()
    write_deal(table)
    link, reply = TableLink.objects.get(), Reply.objects.get()
    return [
        (LINKS, links_that_open, (link.token_digest,)),
        (TABLES, tables_to_lock, (table.pk,)),
        (EVENTS, events_to_lock, (table.round.event_id,)),
        (REPLIES, replies_to, (table.pk, reply.key)),
    ]


def test_a_prepared_query_finds_what_the_query_finds(django_assert_num_queries):
    for prepared, build, values in questions():
        plain = build(*values).get()
        with django_assert_num_queries(1):
            found = prepared.first(*values)
            assert facts(found) == facts(plain)


def test_a_prepared_query_finds_nothing_where_nothing_is():
    for prepared, _, values in questions():
        assert prepared.first(*[f"{value}0" for value in values]) is None


def test_values_go_where_they_belong_whatever_their_order():
    deal = write_deal(a_table()) and Deal.objects.get()
    swapped = Prepared(lambda number, pk: Deal.objects.filter(pk=pk, number=number).order_by(), 2)
    assert swapped.first(1, deal.pk) == deal and swapped.first(2, deal.pk) is None


def test_a_row_found_is_one_that_can_be_changed_and_saved():
    _, (prepared, _, values), *_ = questions()
    table = prepared.first(*values)
    table.extra_minutes = 5
    table.save()
    assert not table._state.adding and Table.objects.get().extra_minutes == 5


def test_an_inserted_row_is_the_one_that_would_have_been_saved():
    table = a_table()
    part = table.parts.get()
    one, two = (Deal(table=table, part=part, number=n, record={"bid": 3, "wörter": ["♠"]}) for n in (1, 2))
    one.save(force_insert=True)
    insert(two)
    same = {"id": 0, "number": 0}
    stored = [model_to_dict(Deal.objects.get(pk=each.pk)) | same for each in (one, two)]
    assert stored[0] == stored[1] and two.pk == one.pk + 1 and not two._state.adding


def test_an_insertion_that_breaks_a_constraint_is_refused():
    table = a_table()
    insert(Deal(table=table, part=table.parts.get(), number=1, record={}))
    with pytest.raises(IntegrityError), transaction.atomic():
        insert(Deal(table=table, part=table.parts.get(), number=1, record={}))


def test_a_database_that_cannot_return_the_id_is_asked_for_it(monkeypatch):
    marker = StandingsMarker(event=a_table().round.event)
    monkeypatch.setattr(connection.features, "can_return_columns_from_insert", False)
    insert(marker)
    assert StandingsMarker.objects.latest("pk").pk == marker.pk


def test_an_update_writes_the_named_columns_and_no_other():
    table = a_table()
    table.head, table.revision, table.extra_minutes = "abc", 7, 9
    update(table, ["head", "revision"])
    stored = Table.objects.get()
    assert (stored.head, stored.revision, stored.extra_minutes) == ("abc", 7, 0)


def test_an_update_of_a_row_that_is_gone_is_no_success():
    table = a_table()
    table.pk += 1000
    with pytest.raises(DatabaseError):
        update(table, ["head"])
