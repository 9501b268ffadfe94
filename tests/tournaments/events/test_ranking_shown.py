"""A game's ranking values appear in order, in its own words and units, on the page and in the API."""

import re

import pytest
from django.urls import reverse

from rules import get_game
from tests.builders import a_round, a_table, an_event, write_deal
from tests.tournaments.phones import Phone
from tests.tournaments.visitors import ada, markup_of, stranger, text_of
from tournaments.selectors.series.ratings import ratings_of, tables_of
from tournaments.selectors.series.series_standings import counted_as
from tournaments.services.standings.computation import compute_event_standings

pytestmark = pytest.mark.django_db

HEADS = re.compile(r'<th scope="col" class="(?:total|tie-break)">([^<]*)</th>')
CELLS = re.compile(r'<td class="(?:total|tie-break)[ minus]*">([^<]*)</td>')
# Deals of a table: game, seats, records, the ranking of the best player, and its texts on the page.
BRISCOLA = [{"points": [61, 59]}, {"points": [70, 50]}, {"points": [20, 100]}, {"points": [61, 59]}]
THEDINGHAUSEN = [{"tricks": [5, 0, 0, 0, 0]}, {"tricks": [4, 1, 0, 0, 0]}, {"tricks": [1, 4, 0, 0, 0]}]
FREPE = [{"playing": [True, True, True, False, False, False], "tricks": [3, 2, 0, 0, 0, 0]}]


def played(game, seats, records, **more):
    table = a_table(event=an_event(game=game, deals_per_table={}, **more), seats=seats)
    phone = Phone(table)
    for number, record in enumerate(records, start=1):
        assert phone.send("post", "deals/", {"number": number, "record": record}).status_code == 201
    compute_event_standings(event_id=table.round.event_id)
    return table


def standings_of(table):
    return stranger().get(f"/api/v1/events/{table.round.event.slug}/standings/").json()


def page_of(table, more="", language="en"):
    url = f"/events/{table.round.event.slug}/{more}"
    return markup_of(stranger().get(url, headers={"Accept-Language": language}))


@pytest.mark.parametrize(
    ("game", "seats", "records", "values"),
    [
        ("briscola", 4, BRISCOLA, {"games": 1, "deals": 2, "card_points": -56}),
        (
            "fipsen-thedinghausen",
            5,
            THEDINGHAUSEN,
            {"games": 1, "hedewigs": 10, "cents": 320, "tricks": 10},
        ),
        ("frepe", 6, FREPE, {"total": 80}),
    ],
)
def test_the_api_names_every_value_in_the_order_of_ranking(game, seats, records, values):
    standings = standings_of(played(game, seats, records))
    first = standings["rows"][0]
    assert list(first["values"].items()) == list(values.items())
    assert [each["name"] for each in standings["ranked_by"]] == list(values)
    assert first["total"] == next(iter(values.values()))


def test_the_page_of_briscola_shows_games_then_deals_then_card_points():
    page = page_of(played("briscola", 4, BRISCOLA))
    heads = ["Games", "Deals won minus lost", "Card point difference"]
    assert HEADS.findall(page) == heads
    assert CELLS.findall(page)[:3] == ["1", "+2", "−56"]


@pytest.mark.parametrize(
    ("language", "money"), [("en", "3.20\u00a0€"), ("de", "3,20\u00a0€"), ("ja", "3.20\u00a0€")]
)
def test_the_page_of_thedinghausen_shows_bread_and_money(language, money):
    page = page_of(played("fipsen-thedinghausen", 5, THEDINGHAUSEN), language=language)
    assert CELLS.findall(page)[:4] == ["1", "10", money, "10"]


def test_the_sheet_of_thedinghausen_shows_bread_and_money():
    table = played("fipsen-thedinghausen", 5, THEDINGHAUSEN)
    page = page_of(table, f"tables/{table.public_id}/")
    assert "Hedewigs" in page and "3.20" in page and "−1.80" in page


def test_the_sheet_of_frepe_shows_the_pot():
    table = played("frepe", 6, FREPE)
    assert "Pot with the antes" in page_of(table, f"tables/{table.public_id}/")


HEARTS = {"deal_sum": [26, 78], "min": 0, "max": 26, "lowest_wins": True}


def a_game_of_hearts():
    return played("points", 4, [{"points": [13, 0, 8, 5]}, {"points": [26, 0, 26, 26]}], options=HEARTS)


def test_hearts_ranks_the_fewest_points_first():
    table = a_game_of_hearts()
    standings = standings_of(table)
    assert [(row["rank"], row["total"]) for row in standings["rows"]] == [(1, 0), (2, 31), (3, 34), (4, 39)]
    assert standings["ranked_by"][0] == {
        "name": "total", "label": "Total", "unit": "points", "high_is_better": False,
    }  # fmt: skip
    assert "Ranked by: Total, lowest first." in page_of(table)


def test_a_deal_of_hearts_has_one_of_its_sums():
    phone = Phone(a_table(event=an_event(game="points", options=HEARTS), seats=4))
    answer = phone.send("post", "deals/", {"number": 1, "record": {"points": [13, 0, 8, 6]}})
    assert "The points of a deal add up to 26 or 78, not 27." in answer.content.decode()


def test_a_penalty_adds_points_where_the_lowest_wins():
    event = a_game_of_hearts().round.event
    where = reverse("rulings", args=[event.slug])
    assert "Penalty: adds points" in text_of(ada().get(where))
    sent = {"number": "2", "points": "9", "reason": "late"}
    penalty, bonus = (text_of(ada().post(where, sent | {"way": way})) for way in ("penalty", "bonus"))
    assert ("A penalty" in penalty, "Ben: +9" in penalty) == (True, True)
    assert ("A bonus" in bonus, "Ben: −9" in bonus) == (True, True)
    assert "a penalty or a bonus" in text_of(ada().post(where, sent))
    ada().post(where, sent | {"way": "penalty", "sure": "yes"})
    ada().post(where, sent | {"way": "bonus", "points": "4", "sure": "yes"})
    assert [each.points for each in event.adjustments.order_by("pk")] == [9, -4]


def test_the_worst_deal_has_the_most_points_where_the_lowest_wins():
    event = a_game_of_hearts().round.event
    picture = stranger().get(f"/events/{event.slug}/entrants/1/").context["figure"]["picture"]
    assert "Worst deal: round 1, table 1, deal 2: +26" in picture.description
    assert "Best deal" not in picture.description


def test_the_fewest_points_gain_rating_where_the_lowest_wins():
    event = a_game_of_hearts().round.event
    ratings = ratings_of(get_game("points"), [event.pk], tables_of([event.pk]))
    by_number = {each.number: ratings[each.player_id].points for each in event.entrants.all()}
    assert by_number[2] > by_number[4] > by_number[3] > by_number[1]


def test_a_series_does_not_add_up_the_lowest_and_the_highest():
    one, other = a_game_of_hearts().round.event, an_event(game="points")
    assert counted_as(one).value == "Total, lowest first" and counted_as(other).value == "Total"


def test_frepe_ranks_chips_with_their_sign():
    page = page_of(played("frepe", 6, FREPE))
    assert HEADS.findall(page) == ["Chips"] and CELLS.findall(page)[0] == "+80"


def test_fipsen_shows_just_the_total_and_its_rounds():
    round = a_round()
    compute_event_standings(event_id=round.event.pk)
    standings = stranger().get(f"/events/{round.event.slug}/").context["standings"]
    assert [each["name"] for each in standings["ranked_by"]] == ["total"]
    assert {tuple(row["values"]) for row in standings["rows"]} == {("total",)}


def test_a_policy_by_total_shows_the_total_alone():
    event = an_event(game="briscola", policy={"by": "total"})
    a_round(event)
    compute_event_standings(event_id=event.pk)
    answer = stranger().get(f"/api/v1/events/{event.slug}/standings/").json()
    assert [each["name"] for each in answer["ranked_by"]] == ["total"]


def test_a_sheet_has_a_column_of_values_only_where_deals_have_one():
    frepe = played("frepe", 6, FREPE)
    fipsen = a_table()
    Phone(fipsen).record()
    assert '<th scope="col" class="value">' not in page_of(frepe, f"tables/{frepe.public_id}/")
    assert '<th scope="col" class="value">' in page_of(fipsen, f"tables/{fipsen.public_id}/")


# Policies in words, and their columns


def ranked_page(**policy):
    table = a_table(event=an_event(policy=policy))
    Phone(table).record()
    compute_event_standings(event_id=table.round.event_id)
    return table, page_of(table)


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        ({}, "Ranked by: Total. Ties share a rank."),
        (
            {"by": "average", "best": 3, "tie_breaks": ["deals_won", "best_round", "lot"]},
            "Ranked by: Average per 100 deals, best 3 rounds. Ties: Deals won, Best round, Lot.",
        ),
        (
            {"by": "table_points", "minimum": 1},
            "Ranked by: Table points 4-2-1-0, ranked from 1 round on. Ties share a rank.",
        ),
    ],
    ids=["the game", "average", "table points"],
)
def test_the_page_says_in_words_how_the_event_ranks(policy, words):
    assert words in ranked_page(**policy)[1]


def test_every_tie_break_has_its_column():
    table, page = ranked_page(by="table_points", tie_breaks=["total", "head_to_head"])
    assert '<th scope="col" class="tie-break">Head to head</th>' in page
    row = standings_of(table)["rows"][1]
    assert (row["total"], row["tie_breaks"]) == (1, {"total": 0, "head_to_head": 0})


def test_an_exact_fraction_is_sent_whole_and_shown_with_two_decimals():
    table, _ = ranked_page(by="average")
    for number in (2, 3):
        write_deal(table, number, declarer=0, tricks=1)
    compute_event_standings(event_id=table.round.event_id)
    assert standings_of(table)["rows"][0]["total"] == "200/3"
    assert '<td class="total">+66.67</td>' in page_of(table)


def test_a_player_who_has_played_too_few_rounds_has_no_rank():
    table, page = ranked_page(minimum=2)
    assert [row["rank"] for row in standings_of(table)["rows"]] == [None] * 4
    assert page.count("fewer than 2 rounds") == 4
