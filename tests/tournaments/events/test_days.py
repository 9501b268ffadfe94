"""Dates and times as people and programs write them, through every door: one reader reads them all."""

import datetime

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import translation

from scoring.not_possible import NotPossible
from tests.builders import a_club, an_event
from tests.tournaments.api.programs import Program
from tests.tournaments.visitors import ada, text_of
from tournaments.forms.events import CopyForm
from tournaments.forms.history import LogForm
from tournaments.models import Event, Player
from tournaments.services.entry.lists.people import read_year
from tournaments.services.events.copying import copy_event
from tournaments.services.events.lifecycle import change_event
from tournaments.wording.days import (
    DayField,
    Misread,
    clock_time,
    next_date,
    read_day,
    read_instant,
    read_moment,
    read_time,
)

EARLY = datetime.date(26, 11, 28)


@pytest.mark.parametrize(
    ("typed", "hour", "minute"),
    [
        ("20:30", 20, 30),
        ("20.30", 20, 30),
        ("20:30:00", 20, 30),
        ("20h30", 20, 30),
        ("20.30 Uhr", 20, 30),
        ("20 Uhr", 20, 0),
        (" 9:05 ", 9, 5),
        ("２０：３０", 20, 30),
        ("20時30分", 20, 30),
        ("0:00", 0, 0),
    ],
)
def test_a_time_is_read_whole(typed, hour, minute):
    assert read_time(typed) == datetime.time(hour, minute)


@pytest.mark.parametrize(
    "typed",
    ["24:00", "20:60", "8pm", "20", "2030", "20.3", "20:30+02:00", "T20:30", "20,30", "", "noon", "-1:00"],
)
def test_a_time_that_is_none_is_refused_and_not_cut_short(typed):
    with pytest.raises(Misread, match="such as 20:30"):
        read_time(typed)


@pytest.mark.parametrize("typed", ["0026-11-28", "1899-12-31", "2100-01-01", "9999-12-31"])
def test_an_impossible_year_is_refused(typed):
    with pytest.raises(Misread, match="four figures"):
        read_day(typed)


@pytest.mark.parametrize(
    "typed",
    [
        "26-11-28",
        "20261128",
        "2026-W48-6",
        "2026-02-29",
        "28.11.26",
        "11/28/2026",
        "20026-11-28",
        "",
        "today",
    ],
)
def test_a_date_that_is_none_is_refused(typed):
    with pytest.raises(Misread, match="such as 2026-11-28"):
        read_day(typed)


@pytest.mark.parametrize(
    ("today", "offered"),
    [("2026-11-01", "2026-11-12"), ("2026-11-12", "2026-11-12"), ("2026-11-13", "2026-11-19"),
     ("2026-12-31", "2026-12-31"), ("2027-01-01", "2027-01-07")],
)  # fmt: skip
def test_a_club_night_follows_a_week_later_or_on_its_weekday_from_today_on(today, offered):
    last, today = datetime.date(2026, 11, 5), datetime.date.fromisoformat(today)
    assert next_date(last, today).isoformat() == offered


@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_a_date_is_read_alike_in_forms_and_bodies_and_in_every_language(language):
    with translation.override(language):
        for typed in ("2026-11-28", "28.11.2026", "28. 11. 2026", "2026/11/28", "２０２６年１１月２８日"):
            assert read_day(typed) == DayField().clean(typed) == datetime.date(2026, 11, 28)
        for typed in ("28.11.26", "11/28/2026", "30.02.2026", "0026-11-28"):
            with pytest.raises(ValidationError):
                DayField().clean(typed)


def test_a_date_and_a_time_are_read_together():
    assert read_moment("2026-11-28T20.30").strftime("%H:%M") == "20:30"
    for typed in ("0026-11-28T20:30", "2026-11-28T24:00", "2026-11-28"):
        with pytest.raises(Misread):
            read_moment(typed)


@pytest.mark.parametrize(
    "told",
    [
        "2026-11-28T20.30+01:00",
        "2026-11-28T20:30:00",
        "2026-11-28",
        "20261128T203000Z",
        "2026-W48-6T20:30Z",
        "",
    ],
)
def test_the_clock_of_a_phone_is_read_whole_or_not_at_all(told):
    assert clock_time(told) is None
    with pytest.raises(Misread, match="with its zone"):
        read_instant(told)


@pytest.mark.parametrize(
    "told", ["2026-11-28T20:30:00.000Z", "2026-11-28 21:30:00+01:00", "2026-11-28T20:30Z"]
)
def test_a_moment_has_a_zone(told):
    assert clock_time(told) == datetime.datetime(2026, 11, 28, 20, 30, tzinfo=datetime.UTC)


# Every door


@pytest.mark.django_db
def test_the_page_of_a_new_event_refuses_the_year_26():
    url = f"/clubs/{a_club().slug}/new-event/?game=fipsen-prisdorf"
    sent = {"name": "Autumn", "date": "0026-11-28", "starts_at": "20.30"}
    refused = ada().post(url, sent)
    assert refused.status_code == 422 and "A year has four figures" in text_of(refused)
    assert not Event.objects.exists()


@pytest.mark.django_db
def test_forms_take_a_time_with_a_full_stop_and_no_impossible_year():
    copied = CopyForm({"name": "Copy", "date": "0026-11-28"})
    assert "four figures" in copied.errors["date"][0]
    log = LogForm({"since": "0026-11-28T20:30", "until": "2026-11-28T20.30"}, persons=())
    assert "four figures" in log.errors["since"][0] and "until" not in log.errors


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("facts", "field"), [({"date": "0026-11-28"}, "date"), ({"starts_at": "8pm"}, "starts_at")]
)
def test_a_program_is_refused_with_the_field(facts, field):
    program, club = Program(), a_club()
    new = {
        "club": club.slug,
        "name": "Autumn",
        "date": "2026-11-28",
        "game": "fipsen-prisdorf",
        "slug": "autumn",
    }
    answer = program.post("events/", {**new, **facts}, 422)
    assert [each["field"] for each in answer["violations"]] == [field] and not Event.objects.exists()
    program.post("events/", {**new, "starts_at": "20.30"}, 201)
    assert Event.objects.get().starts_at == datetime.time(20, 30)


@pytest.mark.django_db
def test_no_service_stores_an_impossible_year():
    event = an_event()
    for act in (
        lambda: an_event(club=event.club, date=EARLY),
        lambda: change_event(event=Event.objects.get(), options={}, date=EARLY),
        lambda: copy_event(event=event, name="Copy", date=EARLY),
    ):
        with pytest.raises(NotPossible, match="1900 and 2099") as refused:
            act()
        assert refused.value.code == "fact_invalid"
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.update(date=EARLY)


@pytest.mark.django_db
def test_nobody_is_born_in_the_future_but_a_stored_year_stays():
    club = a_club()
    player, program = Player.objects.create(club=club, name="Ada", birth_year=2098), Program()
    url = f"clubs/{club.slug}/players/{player.pk}/"
    program.change(url, {"birth_year": 2098, "home_club": "Kiel"})
    assert program.change(url, {"birth_year": 2099}, status=409)["code"] == "fact_invalid"
    assert read_year("2099").message.startswith("A year of birth") and read_year("1.2.1970") == 1970
