"""A team by one form: registered, on the waiting list, in one line at the check-in, withdrawn as a whole."""

import pytest

from scoring.not_possible import NotPossible
from tests.builders import an_event
from tests.tournaments.api.programs import Program
from tests.tournaments.visitors import ada, stranger, text_of
from tournaments.models import Admission, Competition, Entrant, Event, EventChangeKind, Player, Team
from tournaments.selectors.competitions.teams import groups_of, teams_of
from tournaments.services.competitions.teams import form_team
from tournaments.services.entry.leaving import withdraw_entrant
from tournaments.services.entry.registration import register, registration_token
from tournaments.services.entry.teams import register_team, withdraw_team
from tournaments.services.entry.waiting_list import admit, move_up
from tournaments.services.history.event_chain import SYSTEM

pytestmark = pytest.mark.django_db
PAIRS = {"rule": {"unit": "team"}, "name": "Pairs"}


def an_evening(**facts):
    event = an_event(is_registration_open=True, **facts)
    Competition.objects.create(event=event, number=1, fee_cents=750, **PAIRS)
    return event


def admissions(event):
    return {each.player.name: each.admission for each in event.entrants.select_related("player")}


def teams(event):
    return [[one.player.name for one in each.members] for each in teams_of(event)]


def test_the_form_asks_for_the_others_where_the_event_ranks_teams_and_nowhere_else():
    event = an_evening()
    assert "The others of my team" in text_of(stranger().get(f"/events/{event.slug}/register/"))
    Competition.objects.all().delete()
    assert "The others of my team" not in text_of(stranger().get(f"/events/{event.slug}/register/"))


def test_one_form_registers_the_whole_team_and_its_first_speaks_for_it():
    event = an_evening(fee_cents=1000)
    sent = {"name": "Ada Ahl", "team": "Aces", "mates": "Ben Boe\n\n Cleo  Cam ", "agrees_to_list": "on"}
    visitor = stranger()
    answer = visitor.post(f"/events/{event.slug}/register/", sent)
    assert answer.status_code == 302 and teams(event) == [["Ada Ahl", "Ben Boe", "Cleo Cam"]]
    assert teams_of(event)[0].name == "Aces"
    page = text_of(visitor.get(answer["Location"]))
    assert "Your team: Ben Boe, Cleo Cam." in page
    listed = event.entrants.filter(agrees_to_list=True)
    assert [each.player.name for each in listed] == ["Ada Ahl"], "the others have not been asked"


@pytest.mark.parametrize(
    ("mates", "sentence"),
    [
        ("Ada Ahl", "Ada Ahl is named twice in this team"),
        ("Ben Boe\nben boe", "ben boe is named twice in this team"),
        ("\n".join(f"Player {letter}" for letter in "ABCDEFGH"), "A team has 2 to 8 members"),
    ],
)
def test_a_team_that_cannot_be_is_one_sentence_and_nobody_is_registered(mates, sentence):
    event = an_evening()
    answer = stranger().post(f"/events/{event.slug}/register/", {"name": "Ada Ahl", "mates": mates})
    assert answer.status_code == 422 and sentence in text_of(answer) and mates.split()[0] in text_of(answer)
    assert not Entrant.objects.exists() and not Team.objects.exists() and not Player.objects.exists()


def test_a_team_gets_all_its_places_or_waits_as_a_whole_and_nobody_overtakes_it():
    event = an_evening(places=3)
    first = register_team(event=event, names=["Ada Ahl", "Ben Boe"])
    register_team(event=event, names=["Cleo Cam", "Dora Dau"])
    register(event=event, name="Emil Ek")
    waits = [name for name, admission in admissions(event).items() if admission == Admission.WAITING]
    assert waits == ["Cleo Cam", "Dora Dau", "Emil Ek"]
    withdraw_team(entrant=first)
    assert {*admissions(event).values()} == {Admission.ENTERED}


def test_a_pair_waits_for_two_places_and_the_director_may_let_it_in_before():
    event = an_evening(places=2)
    for name in ("Ada Ahl", "Ben Boe"):
        register(event=event, name=name)
    pair = register_team(event=event, names=["Cleo Cam", "Dora Dau"])
    register(event=event, name="Emil Ek")
    withdraw_entrant(entrant=event.entrants.get(number=1))
    assert [*admissions(event).values()].count(Admission.WAITING) == 3
    admit(entrant=pair)
    assert admissions(event)["Dora Dau"] == Admission.ENTERED and admissions(event)["Emil Ek"] == "waiting"


def test_the_captain_withdraws_the_whole_team_and_another_member_reads_who_may():
    event = an_evening()
    captain = register_team(event=event, names=["Ada Ahl", "Ben Boe"])
    mate = event.entrants.get(number=2)
    with pytest.raises(NotPossible, match="Only Ada Ahl, who speaks for the team, can withdraw it"):
        withdraw_team(entrant=mate)
    token = registration_token(captain)
    assert stranger().post(f"/registrations/{captain.pk}/{token}/withdraw/").status_code in (200, 404)
    withdraw_team(entrant=captain)
    assert not event.entrants.exists() and not Team.objects.exists()


def test_a_team_is_one_line_at_the_check_in_with_one_sum_for_all():
    event = an_evening(fee_cents=1000)
    captain = register_team(event=event, names=["Ada Ahl", "Ben Boe"], team="Aces")
    url = f"/events/{event.slug}/organise/check-in/"
    page = text_of(ada().get(url))
    assert "team, 0 of 2 here" in page and "All of Aces have come and pay 27.50" in page
    assert "All of Aces" in text_of(ada().get(f"{url}?name=Boe"))
    assert "All of Aces" not in text_of(ada().get(f"{url}?name=Zoe"))
    for _ in range(2):
        ada().post(f"{url}{captain.pk}/", {"present": "team_paid"})
    assert [each.is_present for each in event.entrants.all()] == [True, True]
    assert sorted(event.payments.values_list("kind", "cents")) == [
        ("entry", 750),
        ("fee", 1000),
        ("fee", 1000),
    ]
    assert "team, 2 of 2 here" in text_of(ada().get(url))


def test_a_team_that_waits_is_not_checked_in():
    event = an_evening(places=1)
    captain = register_team(event=event, names=["Ada Ahl", "Ben Boe"])
    url = f"/events/{event.slug}/organise/check-in/"
    answer = ada().post(f"{url}{captain.pk}/", {"present": "team_paid"}, follow=True)
    assert "is on the waiting list" in text_of(answer) and not event.payments.exists()


def test_the_desk_and_a_program_enter_a_team_of_new_players_by_their_names():
    event = an_evening(slug="autumn")
    url = f"/events/{event.slug}/organise/teams/"
    assert ada().post(url, {"names": "Ada Ahl\nBen Boe", "name": "Aces"}).status_code == 302
    program = Program()
    made = program.post("events/autumn/teams/", {"names": ["Cleo Cam", "Dora Dau"]}, 201)
    assert made["members"] == [3, 4] and teams(event) == [["Ada Ahl", "Ben Boe"], ["Cleo Cam", "Dora Dau"]]
    for typed in ({"name": "Aces"}, {"names": "Emil", "members": "1, 2"}):
        answer = ada().post(url, typed)
        assert answer.status_code == 422 and "Name the members of the team" in text_of(answer)
    refused = program.post("events/autumn/teams/", {"names": ["Emil Ek"]}, 409)
    assert refused["code"] == "team_size" and Event.objects.get().entrants.count() == 4


def test_a_team_asks_about_a_doubtful_name_and_takes_each_answer_at_the_desk():
    event = an_evening()
    known = [Player.objects.create(club=event.club, name=name) for name in ("Hans Müller", "Jürgen Meier")]
    director, url = ada(), f"/events/{event.slug}/organise/teams/"
    typed = {"names": "Hans Mueller\nJ. Meier\nErna Kiel", "name": "Aces"}
    page = text_of(asked := director.post(url, typed))
    assert asked.status_code == 422 and not event.entrants.exists()
    assert 'name="asked_0" value="Hans Mueller"' in page and 'name="asked_1" value="J. Meier"' in page
    assert all(f'value="{each.pk}"' in page for each in known) and page.count("another person") == 2
    first = {"asked_0": "Hans Mueller", "who_0": "new", "asked_1": "J. Meier"}
    page = text_of(again := director.post(url, {**typed, **first}))
    assert (
        again.status_code == 422 and 'name="who_0" value="new"' in page and "The club knows Hans" not in page
    )
    answered = {**typed, **first, "who_1": str(known[1].pk)}
    assert director.post(url, {**answered, "names": "H. Müller\nErna Kiel"}).status_code == 422
    assert director.post(url, answered).status_code == 302
    assert teams(event) == [["Hans Mueller", "Jürgen Meier", "Erna Kiel"]]


def test_a_team_of_namesakes_by_a_program_says_who_each_name_means():
    event = an_evening(slug="autumn")
    known = Player.objects.create(club=event.club, name="Hans Müller")
    program, url = Program(), "events/autumn/teams/"
    doubt = program.post(url, {"names": ["Hans Mueller", "Erna Kiel"]}, 409)
    assert doubt["code"] == "player_doubtful" and doubt["doubts"][0]["players"][0]["id"] == known.pk
    doubt = program.post(url, {"people": [{"name": "Hans Mueller"}, {"name": "Erna Kiel"}]}, 409)
    assert doubt["code"] == "player_doubtful"
    people = [{"name": "Hans Müller", "is_new": True}, {"name": "Erna Kiel"}]
    assert program.post(url, {"people": people}, 201)["members"] == [1, 2]
    assert event.entrants.get(number=1).player != known
    people = [{"name": "H. Müller", "player": known.pk}, {"name": "Karl Ost"}]
    program.post(url, {"people": people}, 201)
    assert event.entrants.get(number=3).player == known
    fault = program.post(url, {"people": [{"name": "Karl Ost", "who": 1}]}, 422)
    assert "who" in str(fault)


# The waiting list


@pytest.mark.parametrize("end", ["is_closed", "is_cancelled"])
def test_nobody_moves_up_in_an_event_that_is_over_or_does_not_take_place(end):
    known = an_evening(places=1)
    register(event=known, name="Ada Ahl")
    waiting = register(event=known, name="Ben Boe")
    event = Event.objects.get(pk=known.pk)
    event.places = 2
    setattr(event, end, True)
    assert move_up(event, SYSTEM) == []
    setattr(event, end, False)
    assert move_up(event, SYSTEM) == [waiting]


def test_a_member_who_has_a_place_already_is_not_admitted_again_with_the_team():
    event = an_evening(places=1)
    first = register(event=event, name="Ada Ahl")
    waiting = register(event=event, name="Ben Boe")
    form_team(event=event, members=[first, waiting])
    known = event.entries.filter(kind=EventChangeKind.ENTERED).count()
    admit(entrant=waiting)
    assert set(admissions(event).values()) == {Admission.ENTERED}
    assert event.entries.filter(kind=EventChangeKind.ENTERED).count() == known + 1


def test_a_substitute_waits_for_a_place_of_their_own():
    event = an_evening(places=1)
    people = [register(event=event, name=name) for name in ("Ada Ahl", "Ben Boe", "Cleo Cam", "Dora Dau")]
    form_team(event=event, members=[people[0], people[2]], substitutes=[people[3]])
    waiting = event.entrants.order_by("number")
    numbers = [[each.number for each in group] for group in groups_of(event, waiting)]
    assert numbers == [[1, 3], [2], [4]]
