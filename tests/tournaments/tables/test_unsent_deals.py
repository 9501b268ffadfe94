"""Phones say how many deals they have not sent; the dashboard names those that fell silent with some."""

import re

import pytest

from tests.builders import a_record, a_table
from tests.tournaments.clocks import stopped_clock
from tests.tournaments.evenings import ADA
from tests.tournaments.phones import Phone
from tests.tournaments.visitors import ada, text_of
from tournaments.models import Table
from tournaments.selectors.tables.unsent_deals import SilentPhone, silent_phones
from tournaments.services.tables.abandoning import abandon_table
from tournaments.services.tables.unsent_deals import MOST_PHONES, hear_phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return a_table()


def say(table, unsent, device="phone-1"):
    """Return the status of a phone's question for the sheet."""
    return Phone(table).get(**{"X-Device": device, "X-Unsent": unsent}).status_code


def silent_at(table):
    return silent_phones([table.pk]).get(table.pk, ())


def board_of(table):
    page = text_of(ada().get(f"/events/{table.round.event.slug}/organise/"))
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_a_phone_silent_with_unsent_deals_is_named_until_it_is_heard(table):
    with stopped_clock() as forward:
        say(table, "2")
        forward(180)
        assert silent_at(table) == ()
        forward(180)
        sentence = "Table 1 a phone has not been heard for 6 minutes and had 2 deals not sent"
        assert sentence in board_of(table)
        say(table, "2")
        assert "not sent" not in board_of(table)


def test_tables_and_dashboard_do_without_redis(table, settings):
    nobody = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1"}
    settings.CACHES = {**settings.CACHES, "default": nobody}
    with stopped_clock() as forward:
        assert say(table, "2") == 200
        forward(360)
        assert "had 2 deals not sent" in board_of(table)


def test_a_phone_that_says_nothing_of_its_deals_takes_back_none(table):
    with stopped_clock() as forward:
        say(table, "2")
        assert Phone(table).get(**{"X-Device": "phone-1"}).status_code == 200
        forward(360)
        assert "had 2 deals not sent" in board_of(table)


def test_a_phone_that_has_sent_everything_may_be_silent(table):
    with stopped_clock() as forward:
        say(table, "2")
        body = {"number": 1, "record": a_record()}
        sent = {"X-Device": "phone-1", "X-Unsent": "0"}
        assert Phone(table).send("post", "deals/", body, device=sent).status_code == 201
        forward(600)
        assert silent_at(table) == ()


def test_phones_of_one_table_are_told_apart_and_the_longest_silence_is_first(table):
    with stopped_clock() as forward:
        say(table, "1", "one")
        forward(60)
        say(table, "3", "other")
        forward(240)
        assert silent_at(table) == (SilentPhone(5, 1), SilentPhone(4, 3))
        say(table, "0", "one")
        assert silent_at(table) == (SilentPhone(4, 3),)


def test_an_abandoned_table_names_no_phone(table):
    with stopped_clock() as forward:
        say(table, "2")
        forward(600)
        assert "not been heard" in board_of(table)
        abandon_table(table=Table.objects.get(pk=table.pk), by=ADA)
        assert "not been heard" not in board_of(table)


@pytest.mark.parametrize(("unsent", "status"), [
    ("", 200), ("-1", 400), ("two", 400), ("1.5", 400), ("99999", 400), ("0x1", 400),
])  # fmt: skip
def test_a_word_that_is_no_number_is_not_heard(table, unsent, status):
    with stopped_clock() as forward:
        assert say(table, unsent) == status
        forward(600)
        assert silent_at(table) == ()


def test_invented_phones_do_not_fill_the_cache(table):
    with stopped_clock() as forward:
        for number in range(MOST_PHONES + 5):
            hear_phone(table=table, device=f"phone-{number}", unsent=1)
            forward(1)
        forward(600)
        assert len(silent_at(table)) == MOST_PHONES


def test_a_phone_without_unsent_deals_costs_one_query(table, django_assert_num_queries):
    with django_assert_num_queries(1):
        hear_phone(table=table, device="phone-1", unsent=0)
