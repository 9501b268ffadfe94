"""Arrival without a queue: people check themselves in, and the desk can undo what a phone did."""

import pytest

from tests.builders import an_event
from tests.tournaments.visitors import ada, stranger, text_of
from tournaments.models import Player, ShownAs
from tournaments.services.entry.check_in import check_in
from tournaments.services.entry.door import MOST_OF_ONE_PHONE, arrive, set_door, undo_phone
from tournaments.services.entry.entrants import enter_players
from tournaments.services.history.event_chain import SYSTEM

pytestmark = pytest.mark.django_db
NAMES = ("Erna Müller", "Ernst Müller", "Bo Li", "Ada Lührs", "Ben Timm")


def an_open_door(**changes):
    event = an_event(**changes)
    for each in enter_players(event=event, names=list(NAMES)):
        check_in(entrant=each, is_present=False)
    set_door(event=event, is_open=True, by=SYSTEM)
    return event


def door_of(event):
    return f"/events/{event.slug}/arrive/"


def says_yes(visitor, event, name):
    entrant = event.entrants.get(player__name=name)
    return visitor.post(door_of(event), {"name": name.split()[-1], "entrant": entrant.pk})


def here(event):
    return set(event.entrants.filter(is_present=True).values_list("player__name", flat=True))


def test_a_player_types_their_surname_says_yes_and_is_checked_in():
    event = an_open_door()
    asked = text_of(stranger().get(door_of(event), {"name": "luh"}))
    answer = says_yes(stranger(), event, "Ada Lührs")
    assert "Ada Lührs?" in asked and "Erna" not in asked
    assert "Welcome, Ada Lührs" in text_of(answer) and here(event) == {"Ada Lührs"}


def test_two_people_of_one_name_are_both_asked():
    event = an_open_door()
    asked = text_of(stranger().get(door_of(event), {"name": "Müller"}))
    assert "Erna Müller?" in asked and "Ernst Müller?" in asked


@pytest.mark.parametrize(("typed", "is_found"), [("Li", True), ("L", False), ("Tim", True), ("Ti", False)])
def test_a_few_letters_find_nobody_unless_they_are_the_whole_surname(typed, is_found):
    asked = text_of(stranger().get(door_of(an_open_door()), {"name": typed}))
    assert ("?</strong>" in asked) == is_found


@pytest.mark.parametrize("is_safe", [True, False])
def test_the_mark_of_a_phone_goes_by_https_alone_where_the_door_is_read_by_https(is_safe):
    cookie = stranger().get(door_of(an_open_door()), secure=is_safe).cookies["arrival"]
    assert bool(cookie["secure"]) == is_safe


def test_an_unpaid_fee_sends_to_the_desk():
    assert "at the desk" in text_of(says_yes(stranger(), an_open_door(fee_cents=1200), "Ben Timm"))


def test_a_name_that_its_owner_shows_nowhere_is_not_found_at_the_door():
    event = an_open_door()
    Player.objects.filter(name="Ben Timm").update(shown_as=ShownAs.NUMBER)
    assert "Ben Timm" not in text_of(stranger().get(door_of(event), {"name": "Timm"}))
    assert says_yes(stranger(), event, "Ben Timm").status_code == 409


def test_a_closed_door_names_and_checks_in_nobody():
    event = an_open_door()
    ada().post(f"/events/{event.slug}/organise/check-in/door/", {"is_open": "no"})
    assert "Ben Timm" not in text_of(stranger().get(door_of(event), {"name": "Timm"}))
    assert says_yes(stranger(), event, "Ben Timm").status_code == 409 and here(event) == set()


def test_nobody_is_checked_in_by_a_number_without_their_name():
    event = an_open_door()
    entrant = event.entrants.get(player__name="Ben Timm")
    assert stranger().post(door_of(event), {"name": "Lührs", "entrant": entrant.pk}).status_code == 409


def test_a_phone_that_checks_in_the_whole_club_is_stopped_and_undone_by_one_tap():
    event, phone = an_open_door(), stranger()
    phone.get(door_of(event))
    answers = [says_yes(phone, event, name) for name in NAMES]
    assert [each.status_code for each in answers].count(409) == len(NAMES) - MOST_OF_ONE_PHONE
    desk = f"/events/{event.slug}/organise/check-in/"
    assert f": {MOST_OF_ONE_PHONE} people" in text_of(ada().get(desk))
    ada().post(f"{desk}undo/", {"phone": phone.cookies["arrival"].value})
    assert here(event) == set() and f": {MOST_OF_ONE_PHONE} people" not in text_of(ada().get(desk))


def test_a_wrong_tap_is_undone_at_the_desk_and_stands_in_the_history():
    event = an_open_door()
    says_yes(stranger(), event, "Ben Timm")
    check_in(entrant=event.entrants.get(player__name="Ben Timm"), is_present=False)
    log = text_of(ada().get(f"/events/{event.slug}/organise/log/"))
    assert here(event) == set() and "check-in undone" in log and "checked in" in log


def test_the_tablet_of_the_desk_checks_in_everybody():
    event, tablet = an_open_door(), ada()
    for name in NAMES:
        says_yes(tablet, event, name)
    assert here(event) == set(NAMES)


def test_the_check_ins_of_one_phone_are_undone_and_those_of_another_stand():
    event = an_open_door()
    for name, phone in (("Ada Lührs", "mine00"), ("Ben Timm", "mine00"), ("Bo Li", "yours0")):
        arrive(entrant=event.entrants.get(player__name=name), phone=phone)
    assert undo_phone(event=event, phone="mine00", by=SYSTEM) == 2
    assert here(event) == {"Bo Li"}
