"""Who is entered and not here is asked about at every draw."""

import pytest

from scoring.not_possible import NotPossible
from tests.builders import an_event
from tests.tournaments.draw_pages import play
from tests.tournaments.visitors import ada, text_of
from tournaments.models import Admission, Draw, Entrant
from tournaments.selectors.entry.check_in import absent_from
from tournaments.services.draw.drawing import draw_round, start_draw
from tournaments.services.entry.check_in import check_in
from tournaments.services.entry.entrants import enter_players

pytestmark = pytest.mark.django_db
NAMES = [f"Player {number}" for number in range(1, 10)]


def a_hall(absent=1):
    event = an_event()
    enter_players(event=event, names=NAMES)
    event.entrants.filter(number__gt=len(NAMES) - absent).update(is_present=False)
    return event


def ask(event, **sent):
    return ada().post(f"/events/{event.slug}/organise/draw/", sent)


def test_a_draw_with_absent_people_asks_about_them_first():
    event = a_hall()
    asked = ask(event, rounds="1")
    assert asked.context["absent"].names == ["Player 9"]
    assert ("rounds", "1") in asked.context["sent"]
    assert not Draw.objects.exists()


def test_a_draw_where_everybody_is_here_asks_nothing():
    assert ask(a_hall(absent=0)).status_code == 302


def test_a_player_who_is_absent_this_round_is_asked_about_at_the_next_draw_again():
    event = a_hall()
    assert ask(event, absent="round").status_code == 302
    assert Draw.objects.get().numbers == [1, 2, 3, 4, 5, 6, 7, 8]
    assert absent_from(event).names == ["Player 9"]


def test_a_player_who_is_absent_for_good_did_not_come_and_is_asked_about_no_more():
    event = a_hall()
    assert ask(event, absent="all").status_code == 302
    gone = event.entrants.get(number=9)
    assert (gone.admission, gone.left_after) == (Admission.LEFT, 0)
    assert absent_from(event).names == []


def test_a_player_who_played_and_is_absent_for_good_left_after_their_last_round():
    event = a_hall(absent=1)
    play(draw_round(event=event, seed=1))
    check_in(entrant=event.entrants.get(number=2), is_present=False)
    start_draw(event=event, drops_absent=True)
    left = event.entrants.filter(admission=Admission.LEFT).order_by("number")
    assert [(each.number, each.left_after) for each in left] == [(2, 1), (9, 0)]


def test_a_refused_draw_lets_nobody_go():
    event = a_hall(absent=7)
    with pytest.raises(NotPossible):
        start_draw(event=event, drops_absent=True)
    assert not Entrant.objects.filter(admission=Admission.LEFT).exists()


@pytest.mark.parametrize(("absent", "is_many"), [(2, False), (3, True), (9, True)])
def test_many_absent_people_make_a_plain_warning(absent, is_many):
    event = a_hall(absent=absent)
    assert ("was the check-in forgotten?" in text_of(ask(event))) == is_many


def test_another_draw_of_a_draft_asks_too():
    event = a_hall()
    round = draw_round(event=event, seed=1)
    address = f"/events/{event.slug}/organise/rounds/{round.number}/draw-again/"
    assert ada().post(address).context["absent"].names == ["Player 9"]
    assert ada().post(address, {"absent": "round"}).status_code == 302


def test_an_answer_that_is_none_asks_again():
    assert ask(a_hall(), absent="perhaps").status_code == 200
