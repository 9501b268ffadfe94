"""Photographs of marked sheets, drawn by the simulator. `python3 run.py bench photos` measures many."""

from functools import cache
from io import BytesIO
from math import cos, radians, sin
from random import Random

import numpy
import pytest
from PIL import Image

from marked.arrangement import plan_of
from marked.codes import PageCode
from marked.meaning import read_row
from marked.plan import spots
from marked.reading.corners import codes_in, find_corners
from marked.reading.page import read_photo
from marked.reading.picture import open_picture
from rules import get_game
from tests.marked.people import marks_of
from tests.marked.photographing import EVENT, SAID_SO, tally_of
from tests.marked.scenes import Fold, Hand, Scene, Shadow, a_scene
from tests.marked.simulator import drawn_page, photographed
from tests.sweeps import sweep

GAMES = [("fipsen-prisdorf", 4), ("skat", 4), ("doppelkopf", 4)]
FIPSEN = get_game("fipsen-prisdorf")
PLAN, _ = plan_of(FIPSEN, FIPSEN.Options(), 4)
PLANS = {PLAN.fingerprint: PLAN}
CODE = PageCode(EVENT, 1, 1, 1, 1, PLAN.fingerprint)
DEAL = {"declarer": 1, "contract": "tricks", "bid": 3, "trump": "S", "took_skat": True, "tricks": 3}
A_FOLD = Fold(is_across=False, place=0.3, sharp=0.4, shade=0.1, reach=40.0)


ORDINARY = [("ordinary", number) for number in range(3)]
EASY = [("easy", number) for number in range(3)]


@pytest.mark.parametrize("photo", [*sweep(ORDINARY), *sweep(EASY, sample=0)], ids="{0[0]} {0[1]}".format)
def test_no_row_is_silently_wrong_and_most_are_right_at_once(photo):
    kind, number = photo
    tally = tally_of(GAMES, kind, 1, first=number)
    assert not tally.refused
    assert not tally.rows["WRONG"] and not tally.rows["LOST"], tally.found
    to_be_asked = tally.rows[SAID_SO] + tally.rows["spoilt, asked"]
    assert tally.rows["right"] >= 0.9 * (sum(tally.rows.values()) - to_be_asked), tally.found


def a_file(picture, kind="JPEG", **more):
    file = BytesIO()
    picture.save(file, kind, **more)
    return file.getvalue()


@cache
def scan(page=1):
    """Return a printed page as from a scanner, without a mark."""
    return drawn_page(PLAN, CODE._replace(page=page)).resize((1260, 1782))


def test_codes_that_noise_has_broken_are_found_in_a_softened_picture():
    page = drawn_page(PLAN, CODE).resize((1680, 2376)).convert("L")
    noise = numpy.random.default_rng(1).normal(0, 150, (page.height, page.width))
    noisy = Image.fromarray(numpy.clip(numpy.asarray(page) + noise, 0, 255).astype(numpy.uint8))
    assert codes_in(noisy) == []
    assert sorted(each.corner for each in find_corners(noisy)) == ["A", "B", "C", "D"]


def test_numbers_written_into_cells_of_a_page_upside_down_are_seen_and_empty_cells_are_not():
    game = get_game("points")
    plan, _ = plan_of(game, game.Options(), 4)
    records = [{"points": [12, -30, 8, 10]}, {"points": [0, 0, -1, 1]}]
    code = CODE._replace(plan=plan.fingerprint)
    hands = (Hand("pencil", "cross"),)
    scene = Scene(hands=hands, tilt=5, turn=180, curl=1, blur=0.6, noise=4, folds=(A_FOLD,))
    photo = photographed(plan, code, marks_of(plan, records), scene, Random(1))
    page, _ = read_photo(photo, {plan.fingerprint: plan}, EVENT)
    assert [row.boxes for row in page.rows] == ["wwww.."] * 2 + ["." * 6] * (len(plan.rows) - 2)


@pytest.mark.parametrize("edges", sweep([(60.7, 314.5), (70, 300), (45, 320)], everyday=[(60.7, 314.5)]))
def test_the_tip_of_a_shadow_in_the_last_box_hides_no_line(edges):
    (box,) = [spot for spot in spots(PLAN, 1) if spot.row == 8 and spot.slot.field == "void"]
    x, y = (box.x + 3.2) / PLAN.width - 0.5, (box.y + 2.2) / PLAN.height - 0.5
    places = [x * cos(radians(angle)) + y * sin(radians(angle)) for angle in edges]
    shadows = tuple(Shadow(0.4, 0.3, *edge) for edge in zip(edges, places, strict=True))
    scene = Scene(tilt=4, blur=0.9, noise=5, long_side=1600, quality=64, shadows=shadows)
    page, _ = read_photo(
        photographed(PLAN, CODE, marks_of(PLAN, [DEAL] * 12), scene, Random(1)), PLANS, EVENT
    )
    assert [read_row(PLAN, row).is_void for row in page.rows[:12]] == [False] * 12


@pytest.mark.parametrize(
    ("picture", "problem"),
    [
        (lambda page: b"", "not_a_picture"),
        (lambda page: b"%PDF-1.4 scans", "not_a_picture"),
        (lambda page: b"\0\0\0\x18ftypheic" + bytes(500), "not_a_picture"),
        (lambda page: a_file(page)[:2000], "not_a_picture"),
        (lambda page: a_file(page.resize((500, 700))), "too_small"),
        (lambda page: a_file(Image.new("1", (10_500, 10_000)), "PNG"), "too_large"),
        (lambda page: a_file(Image.new("L", (1600, 1200), 128)), "no_code"),
        (lambda page: a_file(page.crop((0, 0, 400, 1300)).resize((800, 2600))), "corner_missing"),
        (lambda page: a_file(page.point(lambda value: value // 60)), "no_code"),
    ],
    ids=[
        "empty",
        "pdf",
        "heic",
        "cut off file",
        "small",
        "100 megapixels",
        "nothing",
        "cut off page",
        "dark",
    ],
)
def test_a_photo_that_cannot_be_read_has_a_problem_and_no_rows(picture, problem):
    seen, _ = read_photo(picture(scan()), PLANS, EVENT)
    assert seen.problem == problem
    assert seen.rows == ()


def test_another_event_another_plan_and_two_pages_are_refused():
    page = scan()
    assert read_photo(a_file(page), PLANS, "OTHER1")[0].problem == "other_event"
    assert read_photo(a_file(page), {}, EVENT)[0].problem == "layout_changed"
    both = Image.new("RGB", (2 * page.width, page.height))
    both.paste(page, (0, 0))
    both.paste(scan(page=2), (page.width, 0))
    assert read_photo(a_file(both), PLANS, EVENT)[0].problem == "two_pages"


def test_facts_of_a_camera_and_moving_pictures_do_no_harm():
    page, exif = scan(), Image.Exif()
    exif[0x0112], exif[0x010E] = 3, "<script>" * 500
    assert len(find_corners(open_picture(a_file(page, exif=exif)))) == 4
    moving = a_file(page.convert("P"), "GIF", save_all=True, append_images=[page.convert("P")] * 2)
    assert read_photo(moving, PLANS, EVENT)[0].problem == ""


def test_a_scene_is_the_same_for_the_same_seed():
    assert a_scene("hard", Random(5)) == a_scene("hard", Random(5))
