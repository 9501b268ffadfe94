"""The tombola, and the numbers of the evening."""

from collections import Counter

import pytest

from scoring.not_possible import NotPossible
from tests.builders import a_round, an_event, write_deal
from tests.tournaments.api.programs import Program
from tests.tournaments.visitors import ada, stranger, text_of
from tournaments.models import EventChange, Player, TombolaDraw
from tournaments.selectors.hall.evening_numbers import numbers_of
from tournaments.services.entry.check_in import check_in
from tournaments.services.entry.entrants import enter_players
from tournaments.services.hall.hall import MOST_DRAWN, draw_name, winner_of
from tournaments.services.hall.screens import add_screens
from tournaments.services.history.event_chain import SYSTEM

pytestmark = pytest.mark.django_db
NAMES = ["Ada Lührs", "Ben Timm", "Cleo Müller"]


def a_hall(**more):
    event = an_event(slug="autumn", **more)
    enter_players(event=event, names=NAMES)
    return event


def test_seed_and_numbers_give_the_winner_again():
    draw = draw_name(event=a_hall(), by=SYSTEM)
    assert draw.numbers == [1, 2, 3]
    assert winner_of(draw.seed, draw.numbers) == draw.entrant.number


def test_the_order_of_the_numbers_does_not_matter():
    assert winner_of("ab" * 16, [5, 1, 9]) == winner_of("ab" * 16, [9, 5, 1])


def test_over_many_seeds_everybody_wins_about_as_often():
    won = Counter(winner_of(f"{seed:032x}", [1, 2, 3]) for seed in range(3000))
    assert set(won) == {1, 2, 3} and min(won.values()) > 900


def test_a_player_who_won_takes_part_again_only_if_wanted():
    event = a_hall()
    winners = [draw_name(event=event, by=SYSTEM).entrant.number for _ in NAMES]
    assert sorted(winners) == [1, 2, 3]
    with pytest.raises(NotPossible) as refused:
        draw_name(event=event, by=SYSTEM)
    assert refused.value.code == "nobody_to_draw"
    assert draw_name(event=event, may_win_again=True, by=SYSTEM).numbers == [1, 2, 3]


def test_a_player_who_is_not_here_wins_nothing():
    event = a_hall()
    check_in(entrant=event.entrants.get(number=2), is_present=False)
    assert draw_name(event=event, by=SYSTEM).numbers == [1, 3]


def test_a_tombola_ends_some_time_and_a_prize_is_short():
    event = a_hall()
    with pytest.raises(NotPossible, match="at most 60 characters; this has 61"):
        draw_name(event=event, prize="x" * 61, by=SYSTEM)
    one = event.entrants.first()
    draw = dict(event=event, entrant=one, drawn_at="2026-11-26T20:00Z")
    TombolaDraw.objects.bulk_create(TombolaDraw(number=at, **draw) for at in range(1, MOST_DRAWN + 1))
    with pytest.raises(NotPossible, match="at most 200 names"):
        draw_name(event=event, may_win_again=True, by=SYSTEM)


def test_the_page_draws_and_the_history_says_who_won():
    event = a_hall()
    ada().post(f"/events/{event.slug}/organise/tombola/", {"prize": "A ham"})
    draw = TombolaDraw.objects.get()
    page = text_of(ada().get(f"/events/{event.slug}/organise/tombola/"))
    assert draw.entrant.player.name in page and "A ham" in page and draw.seed in page
    facts = EventChange.objects.filter(event=event).latest("number").facts
    assert facts == {"done": "draw_name", "entrant": draw.entrant_id}


def test_a_refused_draw_keeps_what_was_typed():
    event = an_event()
    refused = ada().post(f"/events/{event.slug}/organise/tombola/", {"prize": "A ham"})
    assert refused.status_code == 409 and b'value="A ham"' in refused.content


def test_a_screen_shows_the_last_winner_first_by_the_name_that_the_hall_reads():
    event = a_hall()
    [screen] = add_screens(event=event, name="Hall", shows="tombola")
    draw_name(event=event, prize="A ham", by=SYSTEM)
    last = draw_name(event=event, prize="Wine", by=SYSTEM)
    page = text_of(stranger().get(f"/w/{screen.code}/"))
    assert last.entrant.player.name in page and page.index("Wine") < page.index("A ham")


def test_a_program_draws_a_name_and_reads_the_numbers():
    a_hall()
    program = Program()
    drawn = program.post("events/autumn/tombola/", {"prize": "A ham"}, 201)
    assert drawn["winner"] in drawn["numbers"] == [1, 2, 3]
    assert [each["prize"] for each in program.get("events/autumn/tombola/")["results"]] == ["A ham"]
    assert program.get("events/autumn/numbers/")["people"] == 3


# The numbers of the evening


def test_people_are_counted_by_club_and_age_and_guests_apart():
    event = a_hall()
    ben, cleo = event.entrants.get(number=2).player, event.entrants.get(number=3)
    ben.birth_year, ben.is_guest, ben.home_club = event.date.year - 17, True, "SC Nord"
    ben.save()
    cleo.team = "SC Nord"
    cleo.save()
    numbers = numbers_of(event)
    assert (numbers.people, numbers.guests, numbers.ageless) == (3, 1, 2)
    assert numbers.clubs == [("SC Nord", 2), ("", 1)]
    assert [people for _, _, people in numbers.ages] == [1, 0, 0, 0]


def test_a_player_who_did_not_come_is_not_counted():
    event = a_hall()
    check_in(entrant=event.entrants.get(number=2), is_present=False)
    assert numbers_of(event).people == 2


def test_a_player_who_played_and_went_home_is_counted_and_a_draft_is_not():
    round = a_round(tables=2)
    write_deal(round.tables.first())
    a_round(round.event, is_open=False)
    round.event.entrants.update(is_present=False)
    numbers = numbers_of(round.event)
    assert (numbers.people, numbers.rounds, numbers.tables, numbers.deals) == (8, 1, 2, 1)


def test_an_evening_without_years_of_birth_and_clubs_has_no_lines_about_them():
    event = a_hall()
    address = f"/events/{event.slug}/organise/numbers/"
    words = ("0 to 17 years", "without a year of birth", "By club", "without a club")
    page = text_of(ada().get(address))
    assert [each for each in words if each in page] == []
    Player.objects.filter(name=NAMES[1]).update(birth_year=event.date.year - 17, home_club="SC Nord")
    page = text_of(ada().get(address))
    assert [each for each in words if each not in page] == []


def test_an_empty_evening_has_numbers_too():
    event = an_event()
    assert "Numbers of the evening" in text_of(ada().get(f"/events/{event.slug}/organise/numbers/"))
