"""The demonstration: a club event that was really played, and its reuse."""

import io
import json
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from rules import GAMES
from tests.builders import a_table, a_user
from tournaments.models import Club, Deal, Event, RoundStatus, Seat, Table, User
from tournaments.selectors.clubs.permissions import get_link
from tournaments.services.demonstration.club_night import password_of, player_names, tables_of
from tournaments.services.entry.entrants import enter_players
from tournaments.services.paper.findings import present_tables
from tournaments.services.standings.verification import differences

pytestmark = pytest.mark.django_db

SMALL = ("--players", "7", "--rounds", "1", "--played", "0.1")


def demo(*arguments):
    out, err = io.StringIO(), io.StringIO()
    call_command("demo", *arguments, "--format", "json", stdout=out, stderr=err)
    return json.loads(out.getvalue())


def records_of(slug):
    deals = Deal.objects.filter(table__round__event__slug=slug).order_by("table__number", "number")
    return list(deals.values_list("record", flat=True))


def test_a_night_has_one_round_finished_and_one_under_way():
    event = Event.objects.get(slug=demo()["event"])
    first, second = event.rounds.all()
    sizes = sorted(table.parts.get().seats.count() for table in first.tables.all())
    counted = sorted(table.parts.get().deals_counted for table in first.tables.all())
    assert (sizes, counted) == ([3, 4, 4, 4, 4, 4, 4], [100] * 6 + [120])
    assert (first.status, second.status) == (RoundStatus.CLOSED, RoundStatus.OPEN)
    progress = [table.parts.get().deals_counted for table in second.tables.all()]
    assert len(set(progress)) > 3 and all(20 < deals < 90 for deals in progress)


def test_everything_about_it_agrees_and_everybody_may_see_it():
    event = Event.objects.get(slug=demo(*SMALL)["event"])
    assert differences(event) == []
    assert event.is_published and event.standings.deals_counted > 0


def test_its_links_open_its_tables():
    shown = demo(*SMALL)["tables"]
    assert [(each["round"], each["table"]) for each in shown] == [(1, 1), (1, 2)]
    assert sorted(len(each["seats"]) for each in shown) == [3, 4]
    for each in shown:
        assert each["path"] == f"/t/{each['token']}"
        link = get_link(each["token"])
        assert link and link.table.number == each["table"]


def test_its_login_opens_the_organisers_pages():
    answer, client = demo(*SMALL), Client()
    typed = {"login": answer["login"]["username"], "password": answer["login"]["password"]}
    assert client.post("/accounts/login/", typed).status_code == 302
    assert client.get(f"/events/{answer['event']}/organise/").status_code == 200


def test_called_again_it_finds_its_event_and_its_login():
    first, second = demo(*SMALL), demo(*SMALL)
    assert first == second
    assert (Event.objects.count(), Club.objects.count(), User.objects.count()) == (1, 1, 1)


def test_the_login_printed_before_still_works_after_another_game():
    first = demo(*SMALL)["login"]
    other = demo("--game", "points", *SMALL)["login"]
    assert first == other
    assert User.objects.get(username=first["username"]).check_password(first["password"])


def test_a_login_that_was_changed_works_again():
    login = demo(*SMALL)["login"]
    owner = User.objects.get(username=login["username"])
    owner.set_password("something else")
    owner.save()
    demo(*SMALL)
    owner.refresh_from_db()
    assert owner.check_password(login["password"])


def test_another_installation_has_another_password(settings):
    ours = password_of(User(username="demo"))
    settings.SECRET_KEY = "another key"
    assert password_of(User(username="demo")) != ours


def test_a_mistyped_game_names_the_nearest_and_all_there_are():
    with pytest.raises(CommandError) as refused:
        demo("--game", "flunck")
    assert "There is no game “flunck”; there are: " in str(refused.value)
    assert all(game.key in str(refused.value) for game in GAMES)
    assert str(refused.value).endswith("Did you mean “flunk”?")


def test_a_game_like_no_other_names_all_there_are():
    with pytest.raises(CommandError) as refused:
        demo("--game", "zzz")
    assert "Did you mean" not in str(refused.value)


@pytest.mark.parametrize("load", [tables_of, present_tables])
def test_the_tables_of_more_than_a_thousand_players_are_loaded(load):
    part = a_table().parts.get()
    event = part.table.round.event
    more = enter_players(event=event, names=[f"More {number}" for number in range(1001)])
    Seat.objects.bulk_create(
        Seat(part=part, entrant=each, account=each, position=position)
        for position, each in enumerate(more, start=10)
    )
    assert len(load(event)) == 1


def test_another_wish_is_another_event_of_the_same_club():
    slugs = {demo(*SMALL)["event"], demo(*SMALL, "--seed", "2")["event"]}
    assert len(slugs) == 2 and Club.objects.count() == 1


def test_the_same_seed_plays_the_same_cards():
    slug = demo(*SMALL)["event"]
    played = records_of(slug)
    Event.objects.update(slug="away")
    assert records_of(demo(*SMALL)["event"]) == played != []


def test_another_seed_plays_other_cards():
    assert records_of(demo(*SMALL)["event"]) != records_of(demo(*SMALL, "--seed", "2")["event"])


def test_nothing_played_leaves_the_sheets_empty():
    event = Event.objects.get(slug=demo("--players", "8", "--rounds", "1", "--played", "0")["event"])
    assert not Deal.objects.exists()
    assert event.rounds.get().status == RoundStatus.OPEN and event.rounds.get().tables.count() == 2


def test_everything_played_fills_the_sheets():
    demo("--players", "3", "--rounds", "1", "--played", "1")
    assert Table.objects.get().parts.get().deals_counted == 120


def test_tables_look_as_if_they_had_just_written():
    demo(*SMALL)
    times = [table.last_activity for table in Table.objects.all()]
    assert all(at and 0 < (timezone.now() - at).total_seconds() < 120 for at in times)


def test_an_existing_user_called_demo_keeps_their_account():
    other = a_user("demo")
    assert demo(*SMALL)["login"]["username"] != "demo"
    assert other.password == User.objects.get(username="demo").password


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--players", "5"), "5 players"),
        (("--game", "bridge"), "no game “bridge”"),
        (("--played", "2"), "from 0 to 1"),
        (("--rounds", "0"), "from 1 on"),
    ],
)
def test_a_demonstration_that_cannot_be_shown_is_refused_with_a_sentence(arguments, sentence):
    with pytest.raises(CommandError, match=sentence):
        demo(*arguments)
    assert not Event.objects.exists()


def test_the_text_names_the_page_the_login_and_a_table():
    out = io.StringIO()
    call_command("demo", *SMALL, stdout=out, stderr=io.StringIO())
    assert "/events/demo-fipsen-prisdorf" in out.getvalue() and "/t/" in out.getvalue()


def test_a_thousand_invented_people_have_a_thousand_names():
    assert len(set(player_names(1000, Random(1)))) == 1000


@pytest.mark.parametrize(("game", "players"), [("rifki", 28), ("fipsen-thedinghausen", 30), ("flunk", 27)])
def test_without_a_number_as_many_play_as_the_game_can_seat(game, players):
    shown = demo("--game", game, "--rounds", "1", "--played", "0")
    assert Event.objects.get(slug=shown["event"]).entrants.count() == players
