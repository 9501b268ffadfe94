"""Charts of points: coordinates, the text for screen readers, and a constant number of queries."""

import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.contrib.staticfiles.finders import find
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules.board import Unit
from scoring.sheet.tallies import POINTS
from tests.builders import a_round, an_event, write_deal
from tests.tournaments.publishing.test_publishing import ADA, played, publish
from tests.tournaments.visitors import ada, dov, queries_of, stranger, text_of
from tournaments.models import Stage
from tournaments.publications.charts.drawing import NARROW, Scale, round_step, scale_of, text_width
from tournaments.publications.charts.figures import MOST_OTHERS, lines_by_round
from tournaments.publications.charts.lines import (
    FOOT,
    HEIGHT,
    KINDS,
    LINE_STEP,
    ON_A_SCREEN,
    ScoreLine,
    Section,
    draw_lines,
    ground_of,
    moved_apart,
)
from tournaments.publications.charts.small_line import draw_small_line
from tournaments.publications.charts.spread import Spread, circle, dots, draw_spread
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.selectors.publishing.score_progress import Runs, Stretch, race_runs, runs_at, runs_of
from tournaments.selectors.sheets.folded_sheets import load_parts
from tournaments.services.entry.entrants import rename_player
from tournaments.services.publishing.publications import freeze_event
from tournaments.services.rounds.lifecycle import close_round
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.decisions import rule_on_deal

pytestmark = pytest.mark.django_db
MINUS = "\u2212"
SVG = re.compile(r'<svg class="picture".*?</svg>', re.DOTALL)
ADA_AND_BEN = [ScoreLine("Ada", [(1, 2), (2, -4)]), ScoreLine("Ben", [(1, 0), (2, 6)])]
ROUNDS = [Section("Round 1", 0, 1), Section("Round 2", 1, 2)]


def drawn_lines(lines=ADA_AND_BEN, sections=ROUNDS):
    return draw_lines(key="x", title="Title", description="Told.", lines=lines, sections=sections)


def path_of(picture, ink):
    return next(outline.path for outline in picture.outlines if outline.ink == ink)


def spots(path):
    return [tuple(map(int, spot.split())) for spot in re.split("[ML]", path)[1:]]


def texts(picture):
    return [label.text for label in picture.labels]


# The scale


@pytest.mark.parametrize(
    ("span", "step"), [(1, 1), (5, 1), (6, 2), (11, 5), (60, 20), (999, 200), (5001, 2000)]
)
def test_the_figures_on_an_axis_are_few_and_round(span, step):
    assert round_step(span) == step


def test_an_axis_holds_every_value_and_zero():
    scale = scale_of([-37, -12], 300, 0)
    assert (scale.low, scale.high) == (-40, 0) and scale.ticks()[-1] == 0
    assert [scale.at(value) for value in (-40, 0, -20)] == [300, 0, 150]


def test_nothing_but_zero_is_an_axis_too():
    assert scale_of([], 100, 0) == Scale(0, 1, 100, 0)


# Lines


def test_a_line_goes_through_the_points_deal_by_deal():
    picture = drawn_lines()
    ground = ground_of(ADA_AND_BEN, ROUNDS, right_of(picture), HEIGHT - FOOT)
    expected = [(0, 0), (1, 2), (2, -4)]
    assert spots(path_of(picture, "line-1")) == [
        (ground.x.at(deal), ground.y.at(total)) for deal, total in expected
    ]


def right_of(picture):
    """Return the right edge of a chart: the end of its zero line."""
    return int(path_of(picture, "zero").split("H")[1])


def test_every_line_has_a_colour_of_its_own_and_its_name_and_total_at_the_end():
    picture = drawn_lines()
    inks = [outline.ink for outline in picture.outlines if outline.ink.startswith("line-")]
    assert sorted(inks) == ["line-1", "line-2"]
    assert f"Ada {MINUS}4" in texts(picture) and "Ben +6" in texts(picture)


def test_rounds_are_named_above_the_lines():
    assert {"Round 1", "Round 2"} <= set(texts(drawn_lines()))


def test_no_more_lines_are_drawn_than_can_be_told_apart():
    many = [ScoreLine(f"P{number}", [(1, number)]) for number in range(9)]
    inks = {outline.ink for outline in drawn_lines(many).outlines if outline.ink.startswith("line-")}
    assert len(inks) == KINDS


def test_names_at_the_ends_of_lines_do_not_cover_each_other():
    heights = sorted(moved_apart([100, 101, 102, HEIGHT, HEIGHT + 3], HEIGHT - FOOT))
    gaps = [below - above for above, below in pairwise(heights)]
    assert min(gaps) >= LINE_STEP and heights[-1] <= HEIGHT
    assert moved_apart([10, 200], HEIGHT - FOOT) == [10, 200]


def test_on_a_phone_short_names_stand_at_the_ends_of_the_lines_and_nothing_is_cut():
    names = ("Dr. Sayuri Priellau", "Maximiliane Wolff", "Maximilianemmma Wolff")
    lines = [*(ScoreLine(name, [(1, -1250)]) for name in names), ScoreLine("西村百合子", [(1, 7)])]
    narrow = draw_lines(key="n", width=NARROW, title="T", description="T.", lines=lines, sections=ROUNDS)
    ends = [label for label in narrow.labels if label.ink.startswith("name-")]
    assert [label.text for label in ends] == ["Sayuri P.", "Maximiliane", "Maximilian…", "西村百合子"]
    assert all(label.x + text_width(label.text, label.size) <= NARROW for label in ends)


def test_on_a_screen_in_the_hall_names_are_four_hundredths_of_its_height_and_nothing_is_cut():
    names = ("Taketo Brookdamm", "Maximiliane von Hohenlohe-Schillingsfürst")
    lines = [ScoreLine(name, [(1, -1250)]) for name in names]
    large = draw_lines(key="l", title="T", description="T.", lines=lines, sections=ROUNDS, **ON_A_SCREEN)
    ends = [label for label in large.labels if label.ink.startswith("name-")]
    assert [label.text for label in ends] == [f"Taketo Brookdamm {MINUS}1250", f"Maximiliane H. {MINUS}1250"]
    assert all(label.x + text_width(label.text, label.size) <= large.width for label in ends)
    assert all(label.y <= large.height and 0.8 * label.size / large.height > 0.035 for label in large.labels)


@pytest.mark.parametrize(
    ("text", "thousandths"),  # of the size, in DejaVu Sans Bold
    [("Taketo Brookdamm −49", 13404), ("Emma W. +7", 7073), ("Willi Fittjer 111", 8754)],
)
def test_the_room_of_a_name_holds_it_in_bold_letters_of_a_wide_font(text, thousandths):
    assert thousandths <= text_width(text, 1000) <= 1.3 * thousandths


@pytest.mark.parametrize("sheet", ["pictures.css", "wall.css"])
def test_no_stylesheet_writes_the_names_of_a_chart_larger_than_their_room(sheet):
    rules = Path(find(f"tournaments/{sheet}")).read_text(encoding="utf-8")
    of_names = re.findall(r"[^{}]*(?:ink-name|\.picture text|\.wall-race text)[^{}]*{[^}]*}", rules)
    assert of_names and not [rule for rule in of_names if "font-size" in rule]


def test_everybody_else_is_one_grey_outline_behind_the_lines():
    others = [ScoreLine("Cleo", [(1, 3), (2, 9)]), ScoreLine("Dov", [(2, -8)])]
    picture = draw_lines(
        key="x", title="T", description="T.", lines=ADA_AND_BEN, sections=ROUNDS, others=others
    )
    inks = [outline.ink for outline in picture.outlines]
    assert inks.count("other") == 1 and path_of(picture, "other").count("M") == 2
    assert inks.index("other") < inks.index("line-1") and not {"Cleo", "Dov"} & set(texts(picture))


def test_a_line_of_many_deals_has_no_two_points_closer_than_a_pen_and_ends_at_its_last():
    points = [(deal, deal % 7) for deal in range(1, 2001)]
    picture = drawn_lines([ScoreLine("Ada", points)], [Section("Round 1", 0, 2000)])
    found = spots(path_of(picture, "line-1"))
    assert len(found) < 250 and found[-1][0] == right_of(picture)


def test_a_long_name_is_shortened_so_that_the_lines_have_room():
    picture = drawn_lines([ScoreLine("Maximiliane von Hohenlohe-Schillingsfürst", [(1, 3)])])
    assert "Maximiliane H. +3" in texts(picture) and right_of(picture) > 400


def test_a_small_line_begins_at_zero_ends_at_its_dot_and_stays_on_its_ground():
    points = [(deal, (deal * 37) % 91 - 40) for deal in range(1, 400)]
    picture = draw_small_line(key="small", title="T", description="D", points=points)
    found = spots(path_of(picture, "line-1"))
    assert len(found) < 90 and found[0][1] == int(
        path_of(picture, "zero").split("M")[1].split()[1].split("H")[0]
    )
    assert all(0 <= x <= picture.width and 0 <= y <= picture.height for x, y in found)
    assert path_of(picture, "sign-1").startswith(f"M{found[-1][0] - 3} {found[-1][1]}a")


# The spread


def test_a_round_has_a_dot_for_everybody_its_median_and_a_sentence():
    spread = Spread("Round 1", [Fraction(value) for value in (-6, 0, 1, 4)])
    picture = draw_spread(spreads=[spread], key="spread", title="Spread", unit=Unit.POINTS)
    assert path_of(picture, "dot").count("M") == 4
    assert picture.description == f"Round 1: from {MINUS}6 to +4 points, median +0.5."
    counted = draw_spread(spreads=[spread], key="spread", title="Spread", unit=Unit.COUNT)
    assert counted.description == f"Round 1: from {MINUS}6 to 4 points, median 0.5."


def test_equal_points_are_stacked_and_not_drawn_over_each_other():
    assert len(set(re.findall(r"M\d+ (\d+)", dots([100, 100, 100], 80)))) == 3


def test_many_equal_points_have_smaller_dots():
    assert circle(101, 79, 1)[-5:] in dots([100] * 20, 80)


def test_a_round_without_points_has_no_strip():
    empty, full = Spread("Round 1", []), Spread("Round 2", [Fraction(1)])
    picture = draw_spread(spreads=[empty, full], key="spread", title="Spread", unit=Unit.POINTS)
    assert "Round 1" not in texts(picture)


# How points grew


def two_rounds():
    """Return an event: Ben wins 2 in round 1; Cleo wins 8 in round 2, Ben loses 4 by ruling."""
    event = played(rounds=1)
    round = a_round(event)
    write_deal(round.tables.get(), declarer=2, bid=4, tricks=4)
    close_round(round=round)
    compute_event_standings(event_id=event.pk)
    return event


def test_the_steps_of_a_player_go_on_from_round_to_round():
    event = two_rounds()
    runs = runs_of(PublicEvent(event), [2, 3])
    assert [(each.round, each.start, each.end) for each in runs.stretches] == [(1, 0, 1), (2, 1, 2)]
    assert [(step.place, step.delta, step.total) for step in runs.steps[2]] == [(1, 2, 2), (2, 0, 2)]
    assert [step.total for step in runs.steps[3]] == [0, 4]


def test_a_ruling_counts_in_the_lines():
    event = two_rounds()
    rule_on_deal(
        table=event.rounds.get(number=2).tables.get(), number=1, points=[0, -4, 0, 0], reason="!", by=ADA
    )
    assert [step.total for step in runs_of(PublicEvent(event), [2]).steps[2]] == [2, -2]


def test_a_race_is_read_once_until_a_deal_or_a_ruling_changes_it():
    event = two_rounds()
    first = race_runs(PublicEvent(event), [2, 3])
    with CaptureQueriesContext(connection) as asked:
        assert race_runs(PublicEvent(event), [2, 3]) is first
    assert len(asked) == 3  # the lists, the rounds, and the digests of their sheets
    assert [step.total for step in race_runs(PublicEvent(event), [2, 4]).steps[2]] == [2, 2]
    table = event.rounds.get(number=2).tables.get()
    rule_on_deal(table=table, number=1, points=[0, -4, 0, 0], reason="!", by=ADA)
    event.refresh_from_db()
    assert [step.total for step in race_runs(PublicEvent(event), [2, 3]).steps[2]] == [2, -2]


def test_a_table_is_drawn_with_everybody_who_has_points_from_it():
    event = two_rounds()
    table = event.rounds.get(number=2).tables.select_related("round__event").get()
    runs = runs_at(PublicEvent(event), table, load_parts(table))
    assert {number: steps[-1].total for number, steps in runs.steps.items()} == {1: 0, 2: 0, 3: 4, 4: 0}


# The pages


def url_of(event, more="charts/"):
    return f"/events/{event.slug}/{more}"


def svgs(page):
    return [ElementTree.fromstring(svg) for svg in SVG.findall(page)]


def test_every_picture_has_a_title_a_description_and_its_figures_as_a_table():
    page = text_of(stranger().get(url_of(two_rounds())))
    pictures = svgs(page)
    assert len(pictures) == 4 and page.count("Show as a table</summary>") == 2  # for screens and phones
    for picture in pictures:
        named = picture.get("aria-labelledby").split()
        assert [picture.find(f"./*[@id='{name}']").tag for name in named] == ["title", "desc"]
        assert all(picture.find(f"./*[@id='{name}']").text for name in named)


def test_the_leaders_are_drawn_in_the_order_of_the_standings():
    picture = stranger().get(url_of(two_rounds())).context["figures"][0]
    assert picture["picture"].description.startswith("Points at the tables: Cleo +4, Ben +2, Ada 0")
    assert picture["data"]["rows"] == [
        ["Round 1, 1", "0", "+2", "0", "0"],
        ["Round 2, 1", "+4", "+2", "0", "0"],
    ]


def test_one_player_more_is_drawn_beside_the_leaders():
    event = a_round(an_event(), tables=2).event
    for table in event.rounds.get().tables.all():
        write_deal(table)
    compute_event_standings(event_id=event.pk)
    figure = stranger().get(url_of(event) + "?player=8").context["figures"][0]
    assert len(figure["data"]["head"]) == 1 + 6 and figure["data"]["head"][-1] == "Ida"


def test_players_chosen_by_name_are_drawn_instead_of_the_leaders_the_others_in_grey():
    event = a_round(an_event(), tables=2).event
    for table in event.rounds.get().tables.all():
        write_deal(table)
    compute_event_standings(event_id=event.pk)
    page = stranger().get(url_of(event), {"player": ["8", "3"]})
    figure = page.context["figures"][0]
    assert sorted(figure["data"]["head"][1:]) == ["Cleo", "Ida"]
    assert sorted(each["name"] for each in page.context["choices"] if each["is_chosen"]) == ["Cleo", "Ida"]
    assert path_of(figure["picture"], "other").count("M") == 6
    most = stranger().get(url_of(event), {"player": [str(number) for number in range(1, 9)]})
    assert len(most.context["figures"][0]["data"]["head"]) == 1 + KINDS and most.context["has_more"]


def test_of_many_others_the_first_are_drawn_and_the_chosen_ones_are_not_among_them():
    rows = [{"number": number, "name": f"Player {number}", "rounds": [7]} for number in range(1, 400)]
    standings = {"ranked_by": [{"name": POINTS}], "rounds": [1], "rows": rows}
    runs = Runs(stretches=(Stretch(round=1, start=0, end=24),), steps={})
    lines = lines_by_round(standings, runs, without=[1, 3])
    assert [each.name for each in lines][:3] == ["Player 2", "Player 4", "Player 5"]
    assert len(lines) == MOST_OTHERS and lines[0].points == [(24, 7)]


def test_the_race_is_on_the_page_of_the_event_once_a_deal_counts():
    assert 'id="leaders-head"' not in text_of(stranger().get(url_of(an_event(name="New"), "")))
    page = text_of(stranger().get(url_of(two_rounds(), "")))
    assert 'id="leaders-head"' in page and "pictures.css" in page
    assert page.index("data-live=") < page.index('id="leaders-head"')


@pytest.mark.parametrize("asked", ["99", "x", "²", "-1"])
def test_an_unknown_start_number_is_refused_with_a_sentence(asked):
    page = stranger().get(url_of(two_rounds()), {"player": asked})
    assert page.status_code == 200 and "No player here has start number" in text_of(page)


def test_before_the_first_deal_there_is_nothing_to_draw():
    assert "No charts yet" in text_of(stranger().get(url_of(an_event())))


def test_a_sheet_shows_its_running_totals():
    table = a_round().tables.get()
    write_deal(table)
    page = text_of(stranger().get(url_of(table.round.event, f"tables/{table.public_id}/")))
    assert "Ben +2" in page and len(svgs(page)) == 2


def test_a_players_event_page_names_their_best_and_worst_deal():
    event = two_rounds()
    evening = stranger().get(url_of(event, "entrants/3/")).context["figure"]["picture"]
    assert evening.description == "Round 1: 0. Round 2: +4. Best deal: round 2, table 1, deal 1: +4 (4 ♠)."
    rule_on_deal(
        table=event.rounds.get(number=1).tables.get(), number=1, points=[0, 0, -9, 0], reason="!", by=ADA
    )
    evening = stranger().get(url_of(event, "entrants/3/")).context["figure"]["picture"]
    assert f"Worst deal: round 1, table 1, deal 1: {MINUS}9" in evening.description


def test_a_name_is_text_in_a_picture_too():
    event = two_rounds()
    rename_player(entrant=event.entrants.get(number=3), name="</svg><b>Cleo")
    page = text_of(stranger().get(url_of(event)))
    assert "<b>Cleo" not in page and "&lt;/svg&gt;&lt;b&gt;Cleo" in page


def test_until_prize_giving_nothing_secret_is_drawn():
    event = played()
    publish(event, Stage.PROVISIONAL)
    freeze_event(event=event, is_frozen=True, by=ADA)
    event = played(event, declarer=2, bid=4, tricks=4)
    compute_event_standings(event_id=event.pk)
    url, own = url_of(event), url_of(event, "entrants/3/")
    assert "Round 2" not in text_of(stranger().get(url)) and "Round 2" in text_of(ada().get(url))
    assert "Cleo +4" not in text_of(stranger().get(own)) and "Cleo +4" in text_of(ada().get(own))


def test_pictures_of_an_unpublished_event_do_not_exist_for_strangers():
    event = an_event(is_published=False)
    codes = [visitor.get(url_of(event)).status_code for visitor in (stranger(), dov(), ada())]
    assert codes == [404, 404, 200]
    assert ada().post(url_of(event)).status_code == 405


def test_pictures_that_did_not_change_are_not_sent_again():
    event = two_rounds()
    etag = stranger().get(url_of(event))["ETag"]
    assert stranger().get(url_of(event), headers={"If-None-Match": etag}).status_code == 304
    rename_player(entrant=event.entrants.get(number=3), name="Cleopatra")
    assert stranger().get(url_of(event), headers={"If-None-Match": etag}).status_code == 200


def test_pictures_take_as_many_queries_for_many_players_as_for_few():
    few, many = a_round(tables=2).event, a_round(an_event(name="Large"), tables=6).event
    for event in (few, many):
        for table in event.rounds.get().tables.all():
            write_deal(table)
        compute_event_standings(event_id=event.pk)
    assert queries_of(stranger(), url_of(many)) == queries_of(stranger(), url_of(few))
