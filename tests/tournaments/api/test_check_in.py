"""The check-in and the register by programs: late players, no-shows, shared numbers, merges."""

import pytest

from tests.builders import a_round, a_user, an_event
from tests.tournaments.api.programs import Program
from tournaments.models import Admission, Event, Member, Payment, Player, Role
from tournaments.services.entry.entrants import enter_players

pytestmark = pytest.mark.django_db
EVENT = "events/autumn/"


@pytest.fixture
def event():
    return an_event(slug="autumn")


@pytest.fixture
def program(event):
    enter_players(event=event, names=["Ada", "Ben", "Cleo", "Emil"], are_present=False)
    event.entrants.filter(number=4).update(admission=Admission.WAITING)
    return Program()


@pytest.fixture
def cashier(program, event):
    Member.objects.create(club=event.club, user=a_user("ben"), role=Role.CASHIER)
    return Program("ben", ["write"])


def test_a_cashier_gives_a_place_and_adds_who_comes_late(cashier, event):
    refused = cashier.post(f"{EVENT}check_in/", {"numbers": [4], "is_present": True}, 409)
    assert refused["code"] == "waiting"
    assert cashier.post(f"{EVENT}entrants/4/admit/")["admission"] == "entered"
    assert cashier.post(f"{EVENT}entrants/4/admit/")["admission"] == "entered"
    assert cashier.post(f"{EVENT}entrants/9/admit/", status=404)["code"] == "not_found"
    late = cashier.post(f"{EVENT}check_in/late/", {"name": "Frieda", "reading": "ふりーだ"}, 201)
    assert (late["number"], late["reading"], late["is_present"]) == (5, "ふりーだ", True)
    assert cashier.post(f"{EVENT}check_in/late/", {"name": "Frieda"}, 409)["code"] == "player_twice"
    assert cashier.post(f"{EVENT}check_in/late/", {"name": " "}, 422)["code"] == "body_invalid"
    assert cashier.post(f"{EVENT}check_in/late/", {"name": "\u200b"}, 409)["code"] == "name_missing"
    assert cashier.post(f"{EVENT}check_in/untick/", status=404)["code"] == "not_found"


def test_no_shows_are_dropped_and_expected_again(program, event):
    program.post(f"{EVENT}check_in/", {"numbers": [1], "is_present": True})
    assert program.post(f"{EVENT}check_in/no_shows/") == {"changed": 2}
    assert event.entrants.filter(admission=Admission.LEFT).count() == 2
    assert program.post(f"{EVENT}check_in/no_shows/") == {"changed": 0}
    assert program.send("delete", f"{EVENT}check_in/no_shows/").json() == {"changed": 2}
    assert not event.entrants.filter(admission=Admission.LEFT).exists()


def test_a_program_checks_in_people_who_pay_here_and_in_the_other_events_of_the_day(cashier, event):
    beside = an_event(club=event.club, date=event.date, fee_cents=300)
    enter_players(event=beside, names=["Ben"], are_present=False)
    Event.objects.filter(pk=event.pk).update(fee_cents=500)
    assert (
        cashier.post(f"{EVENT}check_in/", {"numbers": [1, 2], "is_present": True, "pays": True})["present"]
        == 2
    )
    paid = Payment.objects.values_list("event", "entrant__player__name", "cents").order_by("cents", "pk")
    assert list(paid) == [(beside.pk, "Ben", 300), (event.pk, "Ada", 500), (event.pk, "Ben", 500)]


def test_the_check_in_begins_with_nobody(program, event):
    program.post(f"{EVENT}check_in/", {"numbers": [1, 2], "is_present": True})
    assert program.post(f"{EVENT}check_in/untick/") == {"changed": 2}
    assert program.send("delete", f"{EVENT}check_in/untick/").json() == {"changed": 2}
    assert event.entrants.filter(is_present=True).count() == 2
    event.entrants.filter(admission=Admission.WAITING).update(admission=Admission.ENTERED)
    event.entrants.update(is_present=True)
    a_round(event)
    assert program.post(f"{EVENT}check_in/untick/", status=409)["code"] == "play_began"


def test_two_people_share_a_number(program, event):
    path = f"{EVENT}entrants/2/"
    assert program.change(path, {"partner": "Dov"})["partner"] == "Dov"
    assert program.change(path, {"partner": "Ada"}, status=409)["code"] == "player_twice"
    assert program.change(path, {"partner": None})["partner"] is None
    assert program.change(path, {"partner": 7}, status=422)["errors"][0]["field"] == "partner"


def test_the_register_says_how_a_name_is_shown_and_has_all_details(program, event):
    player = event.entrants.get(number=1).player
    path = f"clubs/{event.club.slug}/players/{player.pk}/"
    sent = {"shown_as": "number", "email": "ada@example.org", "birth_year": 1960}
    changed = program.change(path, sent)
    assert {name: changed[name] for name in sent} == sent
    assert program.change(path, {"birth_year": None})["birth_year"] is None
    wrong = program.change(path, {"shown_as": "bold", "email": "ada", "birth_year": 1800}, status=422)
    assert {each["field"] for each in wrong["errors"]} == {"shown_as", "email", "birth_year"}
    program.change(path, None, "delete", 204)
    assert not Player.objects.filter(name="Ada").exists()


def test_a_director_merges_two_records_and_undoes_it(program, event):
    Member.objects.create(club=event.club, user=a_user("ben"), role=Role.DIRECTOR)
    director = Program("ben")
    kept = event.entrants.get(number=1).player
    other = Player.objects.create(club=event.club, name="Ada Byron")
    path = f"clubs/{event.club.slug}/players/{kept.pk}/merge/"
    merge = director.post(path, {"duplicate": other.pk})["merge"]
    assert director.get(path)["results"] == [{"merge": merge, "duplicate": other.pk, "name": "Ada Byron"}]
    assert director.send("delete", f"{path}{merge}/").status_code == 204
    assert director.get(path)["results"] == []
    again = director.send("delete", f"{path}{merge}/")
    assert (again.status_code, again.json()["code"]) == (409, "merge_undone")
    assert director.send("delete", f"{path}999/").status_code == 404


@pytest.mark.parametrize("name", ["Dov Meier", "Ada Byron"])
def test_the_id_of_somebody_with_another_name_is_refused(name):
    event = an_event(slug="autumn")
    enter_players(event=event, names=["Ada Byron", "Ben Jensen"])
    stranger = event.club.players.get(name="Ben Jensen").pk
    program, before = Program(), event.entrants.count()
    answer = program.post("events/autumn/check_in/late/", {"name": name, "player": stranger}, 422)
    assert answer["code"] == "player_not_alike" and event.entrants.count() == before


def test_a_scorer_has_no_business_at_the_cash_desk(program, event):
    Member.objects.create(club=event.club, user=a_user("dov"), role=Role.SCORER)
    scorer = Program("dov", ["read", "write"])
    sent = {"number": 1, "kind": "fee", "cents": 500, "method": "cash"}
    assert scorer.post(f"{EVENT}payments/", sent, 404)["code"] == "not_found"
    assert scorer.send("get", f"{EVENT}payments/").status_code == 404
