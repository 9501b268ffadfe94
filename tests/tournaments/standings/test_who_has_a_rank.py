"""Who never played for their own account has no rank, no prize and no certificate, whatever ranks."""

import json
from pathlib import Path

import pytest

from tests.builders import a_club, a_round, a_table, an_event, write_deal
from tests.tournaments.api.programs import Program
from tests.tournaments.evenings import ADA, again, places
from tests.tournaments.phones import Phone
from tests.tournaments.visitors import stranger, text_of
from tournaments.models import Club, Counting, Event
from tournaments.publications.spreadsheets import standings_table
from tournaments.selectors.cash.prize_plan import prize_plan
from tournaments.selectors.draw.draws import ranking_of
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.services.cash.prizes import set_prizes
from tournaments.services.competitions.teams import teams_of_words
from tournaments.services.draw.search import carry_out_draw
from tournaments.services.entry.entrants import enter_players
from tournaments.services.events.lifecycle import change_event
from tournaments.services.rounds.lifecycle import close_round
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.verification import differences
from tournaments.services.tables.seat_changes import change_seats

pytestmark = pytest.mark.django_db
TROUBLES = Path(__file__).parents[2] / "data" / "troubles"
PRIZES = {1: 1000, 2: 500, 3: 300, 4: 100}
WAYS = [{"by": "total"}, {"by": "average"}, {"by": "table_points"}, {"by": "game", "best": 1}]


def standings_of(event):
    """Return the stored standings, computed now."""
    compute_event_standings(event_id=event.pk)
    return PublicEvent(Event.objects.get(pk=event.pk)).computed


def ranks_in(standings):
    """Return the rank of every row by name, and why there is none."""
    return {row["name"]: row["rank"] or row["unranked"]["code"] for row in standings["rows"]}


@pytest.mark.parametrize("policy", WAYS, ids=lambda policy: policy["by"])
def test_a_registered_player_who_never_came_is_not_ranked_and_wins_nothing(policy):
    a_club()
    program = Program()
    steps = json.loads((TROUBLES / "46-absent-ranked.json").read_text(encoding="utf-8"))
    for method, path, body in steps:
        if body and path == "events/":
            body |= {"club": Club.objects.get().slug, "policy": policy}
        if "TABLE" in path:
            path = path.replace("TABLE", str(Event.objects.get().rounds.get().tables.get().public_id))
            body["record"] = {"points": points_by_seat()}
        headers = {"If-Match": program.send("get", path)["ETag"]} if method == "PUT" else {}
        answer = program.send(method.lower(), path, body, **headers)
        assert answer.status_code < 300, answer.content
        if path.endswith("draws/"):
            carry_out_draw(draw_id=Event.objects.get().draws.get().pk)
    prizes = {each["name"]: each["cents"] for each in answer.json()["results"]}
    assert prizes == {"Anna": 1000, "Bert": 500, "Cora": 300}
    listed = program.get("events/ab1/standings/")["rows"]
    assert [(row["rank"], row["name"]) for row in listed] == [
        (1, "Anna"), (2, "Bert"), (3, "Cora"), (4, "Dora"), (None, "Wilma Niedagewesen"),
    ]  # fmt: skip
    assert listed[-1]["unranked"] == {"code": "never_played", "words": "has not played"}


def points_by_seat():
    """Return what each player of the steps got, in the order of the seats that were drawn."""
    points = {"Anna": 40, "Bert": -5, "Cora": -15, "Dora": -20}
    seats = Event.objects.get().rounds.get().tables.get().parts.get().seats.order_by("position")
    return [points[seat.entrant.player.name] for seat in seats]


def test_a_stand_in_is_not_ranked_before_the_player_whom_they_beat():
    table = a_table(event=an_event(game="skat", fee_cents=250, policy={"by": "game"}))
    event, phone = table.round.event, Phone(table)
    enter_players(event=event, names=["Ersatz"])
    play(phone, 1, {"contract": "grand", "declarer": 1, "matadors": 1, "result": "lost"})
    change_seats(table=again(table), places=places(table, 1, 2, (5, 3), 4), number=2, by=ADA, reason="ill")
    for number, (declarer, result) in enumerate([(3, "won"), (0, "lost"), (2, "lost")], start=2):
        play(phone, number, {"contract": "C", "declarer": declarer, "matadors": 1, "result": result})
    prizes = [{"places": [place], "cents": cents} for place, cents in PRIZES.items()]
    set_prizes(event=event, key={"prizes": prizes, "ties": "share"})
    standings = standings_of(event)
    assert list(ranks_in(standings).values())[-2:] == [4, "never_played"]
    assert standings["rows"][-1]["name"] == "Ersatz"
    won = {win.entrant.number: win.cents for win in prize_plan(Event.objects.get()).wins}
    assert won[standings["rows"][3]["number"]] == 100 and sum(won.values()) == sum(PRIZES.values())


def play(phone, number, record):
    answer = phone.send("post", "deals/", {"number": number, "record": record})
    assert answer.status_code == 201, answer.json()


def test_a_table_that_recorded_nothing_and_a_late_arrival_have_no_rank():
    round = a_round(an_event(policy={"by": "total"}), tables=2)
    write_deal(round.tables.get(number=1), tricks=1)
    enter_players(event=round.event, names=["Zoe"])
    standings = standings_of(round.event)
    assert [row["rank"] for row in standings["rows"]] == [1, 1, 1, 4, None, None, None, None, None]
    assert standings["rows"][3]["total"] < 0
    assert differences(Event.objects.get()) == []


def a_half_played_evening(**changes):
    """Return an event in which one of two tables has recorded a deal."""
    event = an_event(policy={"by": "total"}, **changes)
    round = a_round(event, tables=2)
    write_deal(round.tables.get(number=1))
    compute_event_standings(event_id=event.pk)
    return Event.objects.get(pk=event.pk)


def test_an_event_may_leave_out_who_never_played():
    event = a_half_played_evening()
    change_event(event=event, options={}, hides_unplayed=True)
    standings = standings_of(event)
    assert [row["rank"] for row in standings["rows"]] == [1, 2, 2, 2]
    assert differences(Event.objects.get()) == []


@pytest.mark.parametrize("admission", ["waiting", "left"])
@pytest.mark.parametrize("hides", [True, False])
def test_a_player_who_played_is_listed_whatever_became_of_their_entry(hides, admission):
    event = a_half_played_evening(hides_unplayed=hides)
    event.entrants.filter(number=2).update(admission=admission, left_after=0, is_present=False)
    event.markers.create()
    assert 2 in {row["number"] for row in standings_of(event)["rows"]}


def test_before_the_first_deal_no_line_is_left_out():
    round = a_round(an_event(hides_unplayed=True))
    assert len(standings_of(round.event)["rows"]) == 4


def test_an_event_of_an_earlier_version_keeps_its_ranks_and_agrees_with_its_sheets():
    event = a_half_played_evening()
    event.counting = Counting.BEFORE
    event.save()
    change_event(event=event, options={}, missing_deals="zero")
    assert [row["rank"] for row in standings_of(event)["rows"]] == [1, 2, 2, 2, 2, 2, 2, 2]
    assert differences(Event.objects.get()) == []


def test_pages_and_files_say_why_a_line_has_no_rank():
    event = a_half_played_evening()
    page = text_of(stranger().get(f"/events/{event.slug}/"))
    assert page.count("has not played") == 4
    assert page.count('<td class="total">–</td>') == 4
    rows = list(standings_table(PublicEvent(event).computed))
    assert rows[0][-1] == "unranked" and [row[-1] for row in rows[1:]] == [""] * 4 + ["has not played"] * 4
    number = PublicEvent(event).computed["rows"][-1]["number"]
    assert "has not played" in text_of(stranger().get(f"/events/{event.slug}/entrants/{number}/rank/"))
    wall = text_of(stranger().get(f"/events/{event.slug}/wall/"))
    assert "has not played" in wall


def test_a_team_misses_a_member_who_never_played():
    event = a_half_played_evening()
    for place, each in enumerate(event.entrants.order_by("number")):
        each.team = "Aces" if place % 2 else "Kings"
        each.save()
    teams_of_words(event=event)
    [teams] = [each["rows"] for each in PublicEvent(event).competitions if each["is_of_teams"]]
    assert [(team["name"], team["rank"], len(team["lists"])) for team in teams] == [
        ("Aces", None, 0), ("Kings", None, 0),
    ]  # fmt: skip


@pytest.mark.parametrize("hides", [False, True])
def test_a_draw_by_standings_seats_who_never_played_behind_all_others(hides):
    event = a_half_played_evening(hides_unplayed=hides)
    close_round(round=event.rounds.get(), even_if_incomplete=True)
    compute_event_standings(event_id=event.pk)
    assert ranking_of(Event.objects.get(), range(1, 9)) == [2, 1, 3, 4, 5, 6, 7, 8]
