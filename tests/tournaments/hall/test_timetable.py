"""The timetable of an event: as typed, on screens, pages, pads and in the calendar; moved by one tap."""

import datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from scoring.not_possible import NotPossible
from tests.builders import a_table, an_event
from tests.tournaments.visitors import ada, stranger, text_of
from tournaments.models import TimetableEntry
from tournaments.selectors.hall.screens import timetable_as_typed
from tournaments.selectors.sheets.folded_sheets import load_parts
from tournaments.selectors.tables.table_state import table_state
from tournaments.services.hall.hall import move_timetable, set_timetable
from tournaments.services.hall.screens import add_screens
from tournaments.services.history.event_chain import SYSTEM
from tournaments.wording.days import Misread
from tournaments.wording.timetables import read_timetable, timetable_text

DAY, ZONE = datetime.date(2026, 11, 21), ZoneInfo("Europe/Berlin")
EVENING = "19:30 Registration closes\n20:00 List 1\n22:15 List 2\n0:30 Prize-giving"


def read(text):
    return read_timetable(text, DAY, ZONE)


# As typed


def test_times_after_midnight_are_of_the_next_day():
    assert [at.day for at, _ in read(EVENING)] == [21, 21, 21, 22]


def test_a_timetable_is_read_back_as_it_was_written():
    again = EVENING.replace("\n0:30", "\n00:30")
    assert timetable_text(read(EVENING)) == again and read(again) == read(EVENING)


@pytest.mark.parametrize("line", ["20:15 Pause", "20.15 Uhr Pause", "20:15 - Pause", "20:15   Pause  "])
def test_a_time_is_read_however_it_is_typed(line):
    assert [(f"{at:%H:%M}", what) for at, what in read(line)] == [("20:15", "Pause")]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("21:00 List 2\n20:15 Break", "“20:15 Break” stands behind 21:00"),
        ("20:15 A\n20:15 B", "stands behind 20:15"),
        ("Break", "not “Break”"),
        ("20:15", "not “20:15”"),
        ("25:00 Break", "not “25:00 Break”"),
        ("20:15 " + "x" * 61, "has 61"),
        ("\n".join(f"20:{n:02} x" for n in range(31)), "this has 31"),
    ],
)
def test_a_timetable_that_cannot_be_is_refused_in_one_sentence(text, sentence):
    with pytest.raises(Misread, match=sentence):
        read(text)


# Stored


@pytest.mark.django_db
def test_a_refused_timetable_leaves_the_old_one_and_what_was_typed():
    event = an_event()
    set_timetable(event=event, text=EVENING, by=SYSTEM)
    answer = ada().post(f"/events/{event.slug}/organise/timetable/", {"text": "21:00 A\n20:00 B"})
    assert answer.status_code == 409 and "20:00 B" in text_of(answer)
    assert TimetableEntry.objects.count() == 4


def coming(event, *minutes):
    """Give the event a timetable that begins now."""
    now = timezone.now().replace(second=0, microsecond=0)
    entries = [
        TimetableEntry(event=event, at=now + datetime.timedelta(minutes=each), what=f"in {each}")
        for each in minutes
    ]
    TimetableEntry.objects.bulk_create(entries)
    return now


@pytest.mark.django_db
def test_one_tap_moves_what_is_still_to_come_and_nothing_that_is_over():
    event = an_event()
    now = coming(event, -30, 10, 25)
    ada().post(f"/events/{event.slug}/organise/timetable/move/", {"minutes": 15})
    times = event.timetable.order_by("at").values_list("at", flat=True)
    assert [(at - now) // datetime.timedelta(minutes=1) for at in times] == [-30, 25, 40]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("minutes", "sentence"), [(0, "not by 0"), (181, "not by 181"), (-15, "would be in the past")]
)
def test_a_move_that_cannot_be_is_refused(minutes, sentence):
    event = an_event()
    coming(event, 10, 25)
    with pytest.raises(NotPossible, match=sentence):
        move_timetable(event=event, minutes=minutes, by=SYSTEM)


@pytest.mark.django_db
def test_an_evening_that_is_over_has_nothing_to_move():
    event = an_event()
    coming(event, -10)
    with pytest.raises(NotPossible, match="still to come"):
        move_timetable(event=event, minutes=5, by=SYSTEM)


@pytest.mark.django_db
def test_the_timetable_is_on_screens_the_event_page_the_pads_and_in_the_calendar():
    table = a_table()
    event = table.round.event
    set_timetable(event=event, text=EVENING, by=SYSTEM)
    (screen,) = add_screens(event=event, name="Door", shows="timetable")
    pages = (f"/w/{screen.code}/", f"/events/{event.slug}/live/", f"/events/{event.slug}/event.ics")
    assert all("List 2" in text_of(stranger().get(page)) for page in pages)
    assert [each["what"] for each in table_state(table, load_parts(table))["timetable"]][1:3] == [
        "List 1",
        "List 2",
    ]
    assert timetable_as_typed(event).startswith("19:30 Registration")
