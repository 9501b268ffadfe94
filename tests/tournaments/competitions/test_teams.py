"""Teams: formed, changed, dissolved, by lot, from words; and every one that cannot be, in one sentence."""

from random import Random

import pytest

from scoring.not_possible import NotPossible
from tests.builders import an_event
from tests.tournaments.visitors import ada, text_of
from tournaments.forms.competitions import TeamForm
from tournaments.models import Competition, TeamMember
from tournaments.selectors.competitions.teams import teams_of
from tournaments.services.competitions.competitions import (
    add_competition,
    change_competition,
    remove_competition,
)
from tournaments.services.competitions.teams import (
    change_team,
    dissolve_team,
    entrants_called,
    form_team,
    match_by_lot,
    teams_of_words,
)
from tournaments.services.entry.entrants import enter_players
from tournaments.services.entry.leaving import withdraw_entrant
from tournaments.wording.names import public_name

pytestmark = pytest.mark.django_db

NAMES = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Frieda", "Gustav"]


def an_evening():
    event = an_event()
    enter_players(event=event, names=NAMES)
    return event


def team_of(event, *numbers, **more):
    return form_team(event=event, members=entrants_called(event, numbers), **more)


def seen(event):
    return [(each.team.number, each.name, each.numbers) for each in teams_of(event)]


def test_a_team_without_a_name_is_called_by_its_members_as_they_want_to_be_shown():
    event = an_evening()
    event.entrants.get(number=2).player.__class__.objects.filter(name="Ben").update(shown_as="number")
    team_of(event, 3, 2)
    team_of(event, 5, 4, name="  The   Aces ")
    assert seen(event) == [(1, "Cleo / Ben", (3, 2)), (2, "The Aces", (5, 4))]
    assert teams_of(event, public_name)[0].name == "Cleo / Number 2"


def test_a_changed_team_keeps_its_number_and_a_dissolved_one_leaves_its_players():
    event = an_evening()
    team, other = team_of(event, 1, 2), team_of(event, 3, 4)
    change_team(team=team, members=entrants_called(event, [2, 5]), substitutes=entrants_called(event, [6]))
    dissolve_team(team=other)
    assert seen(event) == [(1, "Ben / Emil", (2, 5))] and event.entrants.count() == 7
    assert teams_of(event)[0].words == "2, 5 + 6"


@pytest.mark.parametrize(
    ("members", "substitutes", "code", "said"),
    [
        ([], [], "team_size", "2 to 8 members, beside its substitutes, not 0"),
        ([3], [], "team_size", "not 1"),
        ([3, 3], [], "member_twice", "Cleo is named twice"),
        ([3, 4], [4], "member_twice", "Dora is named twice"),
        ([3, 1], [], "member_elsewhere", "Ada is in team 1 already"),
        ([3, 4], [2], "member_elsewhere", "Ben is in team 1 already"),
        ([3, 99], [], "number_unknown", "Nobody in this event has the start number 99"),
    ],
)
def test_a_team_that_cannot_be_is_one_sentence_and_nothing_is_stored(members, substitutes, code, said):
    event = an_evening()
    team_of(event, 1, 2)
    with pytest.raises(NotPossible, match=said) as refused:
        form_team(
            event=event,
            members=entrants_called(event, members),
            substitutes=entrants_called(event, substitutes),
        )
    assert refused.value.code == code and TeamMember.objects.count() == 2


def test_a_substitute_is_no_member_of_another_team_and_not_in_the_lot():
    event = an_evening()
    team_of(event, 1, 2, substitutes=entrants_called(event, [3]))
    with pytest.raises(NotPossible, match="Cleo is in team 1 already"):
        team_of(event, 3, 4)
    match_by_lot(event=event, size=2, random=Random(1))
    assert sorted(number for each in teams_of(event)[1:] for number in each.numbers) == [4, 5, 6, 7]


def test_a_substitute_may_stand_in_for_two_teams():
    event = an_evening()
    for pair in ((1, 2), (3, 4)):
        team_of(event, *pair, substitutes=entrants_called(event, [7]))
    assert [len(each.substitutes) for each in teams_of(event)] == [1, 1]


def test_a_captain_is_not_withdrawn_while_the_team_names_them():
    event = an_evening()
    team = team_of(event, 1, 2)
    with pytest.raises(NotPossible, match="Ada is a member of team 1") as no:
        withdraw_entrant(entrant=event.entrants.get(number=1))
    assert no.value.code == "in_a_team" and event.entrants.count() == 7
    change_team(team=team, members=entrants_called(event, [2, 3]))
    withdraw_entrant(entrant=event.entrants.get(number=1))
    assert event.entrants.count() == 6


@pytest.mark.parametrize("seed", range(3))
def test_the_lot_puts_everybody_into_one_team_but_those_left_over(seed):
    event = an_evening()
    team_of(event, 1, 2)
    formed = match_by_lot(event=event, size=2, random=Random(seed))
    numbers = [number for each in teams_of(event) for number in each.numbers]
    assert len(formed) == 2 and len(set(numbers)) == len(numbers) == 6
    with pytest.raises(NotPossible, match="A team needs 2 players who are in none; there are 1"):
        match_by_lot(event=event, size=2, random=Random(seed))


def test_words_of_two_to_eight_players_become_teams_and_a_clubs_name_stays():
    event = an_evening()
    for number, word in ((1, "Aces"), (2, "Aces"), (3, "Holm"), (4, "Kings"), (5, "Kings")):
        event.entrants.filter(number=number).update(team=word)
    teams_of_words(event=event)
    assert seen(event) == [(1, "Aces", (1, 2)), (2, "Kings", (4, 5))]


# Cards that are changed when teams are there


def of_size(size):
    """Return the rule of a competition of teams of this size, of every size for None."""
    return {"unit": "team", **({"members": {"size": size}} if size else {})}


def a_card_of(event, size, name="Teams"):
    return add_competition(event=event, name=name, rule=of_size(size))


@pytest.mark.parametrize("size", [3, None])
def test_the_size_of_a_card_does_not_leave_its_teams_short(size):
    event = an_evening()
    card = a_card_of(event, size)
    for members in ((1, 2, 3), (5, 6, 7)):
        team_of(event, *members)
    with pytest.raises(
        NotPossible, match="would rank teams of 4 members, but team 1 has 3, team 2 has 3; change"
    ) as no:
        change_competition(competition=card, rule=of_size(4))
    assert no.value.code == "size_wrong" and Competition.objects.get().rule == of_size(size)
    change_competition(competition=Competition.objects.get(), rule=of_size(None))


def test_a_smaller_size_of_a_card_does_not_leave_its_teams_out():
    event = an_evening()
    card = a_card_of(event, 4)
    for members in ((1, 2, 3, 4), (5, 6)):
        team_of(event, *members)
    with pytest.raises(NotPossible, match="but team 1 has 4, team 2 has 2"):
        change_competition(competition=card, rule=of_size(3))


def test_a_card_of_every_size_may_become_one_of_pairs_beside_that_of_the_fours():
    event = an_evening()
    card = a_card_of(event, None, "Some")
    a_card_of(event, 4)
    for members in ((1, 2), (3, 4, 5, 6)):
        team_of(event, *members)
    assert change_competition(competition=card, rule=of_size(2)).rule == of_size(2)


def pairs_and_fours():
    """Return an event with cards of pairs and of fours; 1 is in a team of each."""
    event = an_evening()
    cards = [a_card_of(event, 2, "Pairs"), a_card_of(event, 4, "Fours")]
    for members in ((1, 2), (1, 3, 4, 5)):
        team_of(event, *members)
    return event, cards


@pytest.mark.parametrize("act", ["remove", "change", "add", "persons"])
def test_no_change_of_the_cards_puts_a_person_into_two_teams_of_one_competition(act):
    event, (pairs, _) = pairs_and_fours()
    said = rf"{event.entrants.get(number=1).player.name} would be in teams 1 and 2 of one competition"
    with pytest.raises(NotPossible, match=said) as no:
        match act:
            case "remove":
                remove_competition(competition=pairs)
            case "change":
                change_competition(competition=pairs, rule=of_size(None))
            case "add":
                a_card_of(event, None)
            case "persons":
                change_competition(competition=pairs, rule={})
    assert no.value.code == "member_elsewhere"
    assert [each.rule for each in Competition.objects.order_by("number")] == [of_size(2), of_size(4)]


def test_a_person_of_a_pair_is_in_no_team_of_four_where_one_card_ranks_both():
    event = an_evening()
    a_card_of(event, None)
    a_card_of(event, 2, "Pairs")
    team_of(event, 1, 2)
    with pytest.raises(NotPossible, match="a member of one team of a competition"):
        team_of(event, 1, 3, 4, 5)


# The page


def test_a_substitute_stands_in_for_a_team_that_is_entered_by_names():
    event = an_evening()
    typed = {"names": "Xaver Kuhn\nYvonne Kuhn", "substitutes": "3"}
    assert ada().post(f"/events/{event.slug}/organise/teams/", typed).status_code == 302
    [team] = teams_of(event)
    assert [each.number for each in team.substitutes] == [3] and len(team.members) == 2


@pytest.mark.parametrize("name", ["members", "substitutes"])
def test_phones_show_a_keyboard_with_what_stands_between_start_numbers(name):
    assert "inputmode" not in str(TeamForm()[name])


def test_a_director_forms_a_team_by_start_numbers_and_reads_what_is_wrong():
    event = an_evening()
    url = f"/events/{event.slug}/organise/teams/"
    assert ada().post(url, {"members": "3, 1", "substitutes": "7"}).status_code == 302
    page = text_of(ada().get(url))
    assert "Cleo / Ada" in page and "substitutes:" in page
    refused = ada().post(url, {"members": "1 and 2"})
    assert refused.status_code == 422 and "Write numbers with commas" in text_of(refused)
    again = ada().post(url, {"members": "1, 2"})
    assert again.status_code == 422 and "Ada is in team 1 already" in text_of(again)
    assert ada().post(f"{url}1/", {"members": "1, 2", "name": "Aces"}).status_code == 302
    assert "Aces" in text_of(ada().get(f"{url}1/"))
    assert ada().post(f"{url}lot/", {"size": "2"}).status_code == 302 and event.teams.count() == 3
    assert ada().post(f"{url}lot/", {"size": "9"}).status_code == 409
    assert ada().post(f"{url}1/dissolve/").status_code == 302 and event.teams.count() == 2
