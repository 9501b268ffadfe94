"""Before the event: registering without an account, the waiting list, the private page, the calendar."""

import datetime

import pytest
from django.test import override_settings

from tests.builders import a_round, an_event
from tests.tournaments.visitors import ada, markup_of, queries_of, stranger, text_of
from tournaments.models import Admission
from tournaments.publications.calendar import calendar_file, folded
from tournaments.services.entry.check_in import check_in
from tournaments.services.entry.entrants import enter_players
from tournaments.services.entry.leaving import withdraw_entrant
from tournaments.services.entry.registration import register, registration_token
from tournaments.services.standings.computation import compute_event_standings
from tournaments.views.entry.registration import REGISTRATIONS

pytestmark = pytest.mark.django_db
NOW = datetime.datetime(2026, 11, 1, 12, tzinfo=datetime.UTC)


def an_open_event(**changes):
    return an_event(**{"is_registration_open": True, **changes})


def url_of(event):
    return f"/events/{event.slug}/register/"


def send(event, name="Cleo", *, headers=None, **more):
    return stranger().post(url_of(event), {"name": name, **more}, headers=headers)


def own_url(entrant, more=""):
    return f"/r/{entrant.pk}/{registration_token(entrant)}/{more}"


def admissions(event):
    return dict(event.entrants.values_list("player__name", "admission"))


def test_a_stranger_registers_and_gets_a_private_page():
    event = an_open_event()
    answer = stranger().post(url_of(event), {"name": " Cleo  Marten ", "team": "Elmshorn"}, follow=True)
    entrant = event.entrants.get()
    assert (entrant.player.name, entrant.team, entrant.is_present) == ("Cleo Marten", "Elmshorn", False)
    assert answer.redirect_chain[-1][0] == own_url(entrant)
    assert "You have a place" in text_of(answer) and "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize(
    ("names", "words"), [(1, "All places are taken<"), (2, "All places are taken, 1 waits")]
)
def test_a_full_event_says_who_waits_if_anybody_does(names, words):
    event = an_open_event(places=1)
    for name in ["Cleo", "Emil"][:names]:
        send(event, name)
    assert words in markup_of(stranger().get(f"/events/{event.slug}/"))


def test_two_people_share_one_start_number():
    event = an_open_event()
    send(event, partner="Emil", agrees_to_list="on")
    assert event.entrants.get().partner.name == "Emil"
    assert "Cleo + Emil" in text_of(stranger().get(f"/events/{event.slug}/"))


def test_the_waiting_list_begins_when_all_places_are_taken():
    event = an_open_event(places=1)
    send(event), send(event, "Emil")
    assert admissions(event) == {"Cleo": Admission.ENTERED, "Emil": Admission.WAITING}
    waiting = event.entrants.get(player__name="Emil")
    assert "number 1 on the waiting list" in text_of(stranger().get(own_url(waiting)))


def test_everybody_who_waits_reads_their_place_in_line():
    event = an_open_event(places=1)
    _, *waiting = [register(event=event, name=name) for name in ("Cleo", "Emil", "Frieda", "Gustav")]
    for place, entrant in enumerate(waiting, start=1):
        assert f"number {place} on the waiting list" in text_of(stranger().get(own_url(entrant)))


def test_a_second_tap_in_the_same_browser_leads_to_the_same_registration():
    event, browser = an_open_event(), stranger()
    sent = {"name": "Cleo"}
    first, again = (browser.post(url_of(event), sent) for _ in range(2))
    assert (first.status_code, first["Location"]) == (again.status_code, again["Location"])
    assert event.entrants.count() == 1
    another = stranger().post(url_of(event), sent)
    assert another["Location"] != first["Location"] and event.entrants.count() == 2


def test_the_longest_waiting_player_moves_up_and_check_in_is_notified():
    event = an_open_event(places=1)
    first, *_ = [register(event=event, name=name) for name in ("Cleo", "Emil", "Frieda")]
    assert stranger().post(own_url(first, "withdraw/")).status_code == 200
    assert admissions(event) == {"Emil": Admission.ENTERED, "Frieda": Admission.WAITING}
    door = text_of(ada().get(f"/events/{event.slug}/organise/check-in/"))
    assert "Emil moved up from the waiting list" in door


def test_nobody_moves_up_while_there_are_more_than_places():
    event = an_open_event(places=1)
    enter_players(event=event, names=["Ada", "Ben"])
    register(event=event, name="Cleo")
    assert withdraw_entrant(entrant=event.entrants.first()) == []


def test_withdrawing_from_the_waiting_list_moves_no_other_player():
    event = an_open_event(places=1)
    _, emil = [register(event=event, name=name) for name in ("Cleo", "Emil")]
    stranger().post(own_url(emil, "withdraw/"))
    assert admissions(event) == {"Cleo": Admission.ENTERED}


def test_no_entrant_shares_a_start_number_with_themselves():
    refused = send(an_open_event(), "Cleo", partner="Cleo")
    assert refused.status_code == 422 and "need two names" in text_of(refused)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"is_registration_open": False}, "Ask the club"),
        ({"is_closed": True}, "is over"),
    ],
)
def test_an_event_that_takes_no_registrations_says_so(changes, sentence):
    event = an_open_event(**changes)
    for refused in (send(event), stranger().get(url_of(event))):
        assert refused.status_code == 409 and sentence in text_of(refused)
    assert not event.entrants.exists()


def test_after_the_draw_nobody_registers_or_withdraws_alone():
    event = an_open_event()
    entrant = register(event=event, name="Cleo")
    assert own_url(entrant, "withdraw/") in text_of(stranger().get(own_url(entrant)))
    event.rounds.create(number=1)
    assert own_url(entrant, "withdraw/") not in text_of(stranger().get(own_url(entrant)))
    assert send(event, "Emil").status_code == 409
    refused = stranger().post(own_url(entrant, "withdraw/"))
    assert refused.status_code == 409 and "Tell the director" in text_of(refused)


@pytest.mark.parametrize("url", ["/r/1/nonsense/", "/r/999/nonsense/", "/r/1/%ED%A0%80/"])
def test_a_private_page_is_nowhere_without_its_token(url):
    register(event=an_open_event(), name="Cleo")
    assert stranger().get(url).status_code == 404
    assert stranger().post(url + "withdraw/").status_code == 404


def test_the_private_address_after_withdrawing_speaks_of_a_registration_and_not_of_a_table():
    url = own_url(register(event=an_open_event(), name="Cleo"))
    stranger().post(url + "withdraw/")
    for gone in (stranger().get(url), stranger().post(url + "withdraw/")):
        assert gone.status_code == 404 and "it was withdrawn, or the address is incomplete" in text_of(gone)


def test_another_entrants_token_opens_nothing():
    event = an_open_event()
    one, two = (register(event=event, name=name) for name in ("Cleo", "Emil"))
    assert stranger().get(f"/r/{one.pk}/{registration_token(two)}/").status_code == 404


def test_a_program_that_fills_in_the_trap_registers_nobody():
    event = an_open_event()
    assert send(event, website="spam").status_code == 302
    assert not event.entrants.exists()


def test_too_many_registrations_from_one_place_are_slowed_down_with_a_sentence():
    event = an_open_event()
    answers = [send(event, f"Player {number}") for number in range(REGISTRATIONS.free + 1)]
    assert [answer.status_code for answer in answers[-2:]] == [302, 429]
    assert (
        "Wait 6 seconds, then send the form again." in text_of(answers[-1])
        and answers[-1]["Retry-After"] == "6"
    )
    assert event.entrants.count() == REGISTRATIONS.free


@override_settings(TRUSTED_PROXIES=1)
def test_behind_the_proxy_the_world_registers_from_many_places():
    event = an_open_event()
    answers = [
        send(event, f"Player {number}", headers={"X-Forwarded-For": f"192.0.2.{number}"})
        for number in range(REGISTRATIONS.free + 5)
    ]
    assert {answer.status_code for answer in answers} == {302}


def test_only_who_agreed_is_listed_before_the_event():
    event = an_open_event(places=9, fee_cents=500, description="Bring a pen.")
    register(event=event, name="Cleo", agrees_to_list=True)
    register(event=event, name="Emil")
    page = text_of(stranger().get(f"/events/{event.slug}/")).split("<footer")[0]
    before = page.split("Registered players")[1].split("</section>")[0]
    assert "Cleo" in before and "Emil" not in before and "and 1 more" in before
    assert "7 places left" in page and "5.00" in page and "Bring a pen." in page


def test_an_entrant_who_did_not_agree_is_in_no_standings_before_check_in():
    event = an_open_event()
    cleo, emil = (
        register(event=event, name=name, agrees_to_list=name == "Emil") for name in ("Cleo", "Emil")
    )
    compute_event_standings(event_id=event.pk)
    assert list(event.standings_rows.values_list("entrant", flat=True)) == [emil.pk]
    check_in(entrant=cleo, is_present=True)
    compute_event_standings(event_id=event.pk)
    assert event.standings_rows.count() == 2


def test_an_event_that_began_shows_no_list_and_no_button():
    event = a_round(an_open_event()).event
    page = text_of(stranger().get(f"/events/{event.slug}/"))
    assert "Registered players" not in page and url_of(event) not in page


def test_the_page_of_an_event_takes_as_many_queries_for_many_players_as_for_few():
    few, many = an_open_event(), an_open_event(name="Many")
    for event, number in ((few, 1), (many, 12)):
        for each in range(number):
            register(event=event, name=f"Player {each}", partner=f"Partner {each}", agrees_to_list=True)
    visitor = stranger()
    assert queries_of(visitor, f"/events/{few.slug}/") == queries_of(visitor, f"/events/{many.slug}/")


# The calendar file


def lines_of(event):
    return calendar_file(event, "http://hall/events/x/", NOW).split("\r\n")


def test_a_calendar_file_says_when_in_universal_time():
    event = an_event(starts_at=datetime.time(19, 30), place="Old barn, Prisdorf; left")
    lines = lines_of(event)
    assert "DTSTART:20261121T183000Z" in lines and "DTSTAMP:20261101T120000Z" in lines
    assert r"LOCATION:Old barn\, Prisdorf\; left" in lines
    assert (lines[0], lines[-2], lines[-1]) == ("BEGIN:VCALENDAR", "END:VCALENDAR", "")


def test_in_summer_the_clock_is_two_hours_ahead():
    event = an_event(starts_at=datetime.time(19, 30), date=datetime.date(2026, 7, 4))
    assert "DTSTART:20260704T173000Z" in lines_of(event)


def test_an_event_without_a_time_takes_the_day():
    lines = lines_of(an_event())
    assert {"DTSTART;VALUE=DATE:20261121", "DTEND;VALUE=DATE:20261122"} <= set(lines)


def test_line_breaks_and_backslashes_are_written_with_a_backslash():
    (line,) = [each for each in lines_of(an_event(description="a\\b\r\nc")) if each.startswith("DESC")]
    assert line == r"DESCRIPTION:Fipsen (Prisdorf)\na\\b\nc"


def test_long_lines_are_folded_and_no_letter_is_torn():
    line = "SUMMARY:" + "Weihnachtspreisfipsen für 西村さん " * 5
    parts = list(folded(line))
    assert max(len(part.encode()) for part in parts) <= 75
    assert parts[0] + "".join(part[1:] for part in parts[1:]) == line


def test_the_file_is_sent_as_a_calendar():
    event = an_event(name="A" * 100)
    answer = stranger().get(f"/events/{event.slug}/event.ics")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert all(len(line) <= 75 for line in answer.content.split(b"\r\n")) and b"\n " in answer.content
