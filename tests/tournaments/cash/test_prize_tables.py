"""Prize tables: things that the winners choose in the order of the ranking, ticked, and what is left."""

import pytest

from scoring.not_possible import NotPossible
from scoring.standings.agreements import read_prizes
from tests.tournaments.api.programs import Program
from tests.tournaments.cash.test_prizes import (
    a_played_event,
    again,
    by_ada,
    paid,  # noqa: F401 - every test here has this event
    parsed,
    plain,
    url_of,
)
from tests.tournaments.visitors import ada, stranger, text_of
from tournaments.models import Payment, Stage
from tournaments.selectors.cash.prize_plan import prize_differences, prize_plan
from tournaments.services.cash.payments import pay_back
from tournaments.services.cash.prizes import give_prizes, take_thing
from tournaments.services.hall.screens import add_screens
from tournaments.services.publishing.publications import freeze_event, publish_list
from tournaments.wording.prizes import key_text

pytestmark = pytest.mark.django_db
TABLE = "prize table: Ham\nprize table: Wine\nprize table: Cake"


def turns_of(event):
    [table] = prize_plan(event).tables
    return [turn.thing for turn in table.turns], table.left


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("prize table: Ham\nPrize table: Wine", {"choose": ["Ham", "Wine"]}),
        ("Preistisch 2-3: Ham; Wine", {"choose": ["Ham", "Wine"], "places": [2, 3]}),
        ("賞品テーブル：ハム；ワイン", {"choose": ["ハム", "ワイン"]}),
    ],
    ids=["one in each line", "in German, for some places", "in Japanese"],
)
def test_a_prize_table_is_typed_as_clubs_write_it(typed, stored):
    key = parsed(typed)
    assert key["prizes"] == [stored]
    assert parsed(key_text(read_prizes(key)))["prizes"] == [stored]


def test_a_winner_takes_a_thing_which_is_ticked_and_gone():
    event = a_played_event(TABLE)
    page = plain(ada().get(url_of(event)))
    assert "It is the turn of" in page and "Ham Wine Cake" in page
    assert ada().post(url_of(event, "take/"), {"number": "2", "thing": "Wine"}).status_code == 302
    assert turns_of(event) == (["Wine", "", ""], ("Ham", "Cake"))
    page = plain(ada().get(url_of(event)))
    assert "✓ 2 Ben: Wine" in page and "Ham Cake" in page
    why = next(win.why for win in prize_plan(event).wins if win.name == "Ben")
    assert why[:2] == [
        "Standings, place 1: chooses as number 1 at the prize table.",
        "Chosen from the prize table: Wine.",
    ]


def test_a_thing_is_taken_once_and_each_takes_one():
    event = a_played_event(TABLE)
    take_thing(event=event, number=2, thing="Wine")
    for number, thing, code in ((2, "Ham", "turn_unknown"), (99, "Ham", "turn_unknown")):
        with pytest.raises(NotPossible, match=f"Start number {number} has no turn") as refused:
            take_thing(event=event, number=number, thing=thing)
        assert refused.value.code == code
    second = prize_plan(event).tables[0].turns[1].entrant
    answer = ada().post(url_of(event, "take/"), {"number": f"{second}", "thing": "Wine"})
    assert answer.status_code == 409 and "not on the prize table any more" in text_of(answer)
    assert Payment.objects.filter(note="Wine").count() == 1


def test_a_player_who_is_not_there_is_passed_over_and_the_last_one_ends_it():
    event = a_played_event(TABLE)
    third = prize_plan(event).tables[0].turns[2].entrant
    take_thing(event=event, number=third, thing="Ham")
    plan = prize_plan(event)
    assert not plan.is_given and plan.is_settled and prize_differences(event) == []
    take_thing(event=event, number=2, thing="Wine")
    assert turns_of(event) == (["Wine", "", "Ham"], ("Cake",))


def test_a_thing_given_back_lies_on_the_table_again():
    event = a_played_event(TABLE)
    take_thing(event=event, number=2, thing="Wine")
    pay_back(payment=Payment.objects.get(note="Wine"))
    assert turns_of(event) == (["", "", ""], ("Ham", "Wine", "Cake"))


def test_money_and_a_choice_go_to_the_same_winner_and_giving_out_books_the_money_alone():
    event = a_played_event(f"1: 5.00\n{TABLE}")
    mark = prize_plan(event).mark
    take_thing(event=event, number=2, thing="Wine")
    assert [each.cents for each in give_prizes(event=event, seen=mark)] == [-500]


def test_a_screen_shows_what_is_left_and_names_once_results_are_final():
    event = a_played_event(TABLE)
    [screen] = add_screens(event=event, name="Hall", shows="prizes")
    page = text_of(stranger().get(f"/w/{screen.code}/"))
    assert "Cake" in page and "It is the turn of" not in page
    publish_list(event=event, stage=Stage.FINAL, by=by_ada())
    take_thing(event=again(event), number=2, thing="Cake")
    page = plain(stranger().get(f"/w/{screen.code}/live/"))
    assert "Cake" not in page and "It is the turn of" in page and "Wine" in page
    assert "Wine" in text_of(stranger().get(f"/events/{event.slug}/wall/?show=prizes"))


def test_a_screen_keeps_the_names_of_secret_results():
    event = a_played_event(TABLE)
    [screen] = add_screens(event=event, name="Hall", shows="prizes")
    freeze_event(event=event, is_frozen=True, by=by_ada())
    page = text_of(stranger().get(f"/w/{screen.code}/"))
    assert "Cake" in page and "Ben" not in page


def test_a_program_sets_a_prize_table_and_books_what_is_taken():
    event = a_played_event()
    program, address = Program(), f"events/{event.slug}/prizes/"
    program.change(f"{address}key/", {"prizes": [{"choose": ["Ham", "Wine"]}], "ties": "share"}, "put")
    program.post(f"{address}taken/", {"number": 2, "thing": "Ham"}, 201)
    [table] = program.get(address)["tables"]
    assert table["turns"][0] == {"number": 2, "thing": "Ham"} and table["left"] == ["Wine"]
    key = program.get(f"{address}key/")
    assert key["prizes"] == [{"places": [], "choose": ["Ham", "Wine"]}]
    program.change(f"{address}key/", {"prizes": key["prizes"], "ties": "share"}, "put")
