"""Photographs of a table's sheets: read by the command, stored as rows, in bounded time and memory."""

import json
from dataclasses import replace
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from PIL import Image

from marked.codes import PageCode, event_key
from scoring.not_possible import NotPossible
from tests.builders import a_round, write_deal
from tests.marked.one_photo import flat_photo, seen_page
from tests.marked.people import marks_of
from tournaments.models import AuthorKind, Round, RoundStatus
from tournaments.selectors.paper.marked_sheets import marked_tables
from tournaments.selectors.paper.photos import Photo, read_photographs
from tournaments.services.history.sheet_chain import Author
from tournaments.services.paper.photo_rows import Stored, store_reading
from tournaments.services.paper.photos import keep_plans
from tournaments.services.tables.sheet_entry import type_row

pytestmark = pytest.mark.django_db

RECORDS: list[dict[str, Any]] = [
    {"declarer": 1, "contract": "tricks", "bid": 3, "trump": "S", "took_skat": True, "tricks": 3},
    {"contract": "passed"},
    {"declarer": 0, "contract": "tricks", "bid": 2, "trump": "H", "took_skat": False, "tricks": 1},
]


@pytest.fixture(scope="module")
def drawn(lasting):
    """Return an open round whose marked sheets are printed."""
    found = a_round()
    keep_plans(found, [sheets.plan for sheets in marked_tables(found)])
    return found


@pytest.fixture
def round(drawn):
    return Round.objects.select_related("event").get(pk=drawn.pk)


def a_photo(folder, round, records, page=1, event=None, lost=None):
    """Write a photograph of table 1 to a file, without the marks of a lost row; return its path."""
    (sheets,) = marked_tables(round)
    key = event_key(event or round.event.slug)
    code = PageCode(key, round.number, 1, 1, page, sheets.plan.fingerprint)
    marked = [spot for spot in marks_of(sheets.plan, records, page) if spot.row != lost]
    path = folder / f"page-{page}.jpg"
    path.write_bytes(flat_photo(sheets.plan, code, marked))
    return path


def read(round, *paths, capsys, **more):
    call_command("read_photos", round.event.slug, *map(str, paths), format="json", **more)
    return json.loads(capsys.readouterr().out)


def test_a_photo_is_read_and_nothing_is_stored(round, tmp_path, capsys):
    path = a_photo(tmp_path, round, RECORDS[:2], page=2, lost=42)
    (photo,) = read(round, path, capsys=capsys)["photos"]
    assert photo["page"]["page"] == 2
    assert photo["problems"] == ["lines_used_differ", "page_missing"]
    assert [(row["row"], row["doubts"]) for row in photo["rows"]] == [(41, [])]
    assert RECORDS[0].items() <= photo["rows"][0]["record"].items()
    assert not round.tables.get().deals.exists()


def test_stored_rows_are_rows_and_the_same_photo_stores_nothing_twice(round, tmp_path, capsys):
    records = [*RECORDS, {**RECORDS[2], "void": True}]
    answer = read(round, a_photo(tmp_path, round, records), capsys=capsys, store=True)
    assert (answer["stored"], answer["photos"][0]["problems"]) == (3, [])
    assert [row.get("void", False) for row in answer["photos"][0]["rows"]] == [False, False, False, True]
    entries = round.tables.get().entries.all()
    assert {entry.author_kind for entry in entries} == {AuthorKind.PHOTO}
    assert {len(entry.device) for entry in entries} == {40}
    again, stored = store(round, *[seen_page(round, records)] * 2)
    assert stored == Stored(written=0, known=3, conflicts=0)
    assert again[1].problems == ["photo_twice"]


# After the reading


def store(round, *pages):
    """Store what these pages show, as they were read of photographs; return the readings and the result."""
    photos = [Photo(f"{number}.jpg", f"{number:064}", page) for number, page in enumerate(pages)]
    reading = read_photographs(round.event, photos)
    return reading.photos, store_reading(event=round.event, reading=reading, by=None)


def test_all_photos_of_a_table_are_read_in_any_order(round):
    photos, _ = store(round, seen_page(round, RECORDS[:1], page=2), seen_page(round, RECORDS))
    assert [[row.number for row in each.rows] for each in photos] == [[41], [1, 2, 3]]
    assert all(row.is_clear for each in photos for row in each.rows)


def test_a_row_typed_before_stays_and_a_difference_is_a_conflict(round):
    table = round.tables.get()
    type_row(table=table, number=1, line="2 3 S +", seen=None, key="typed-1", by=PAPER)
    write_deal(table, 2, declarer=2)
    _, stored = store(round, seen_page(round, RECORDS))
    assert stored == Stored(written=1, known=1, conflicts=1)
    assert table.deals.get(number=2).record["declarer"] == 2
    assert table.parked.count() == 1


PAPER = Author(AuthorKind.PAPER)


def test_a_doubt_keeps_later_rows_from_being_stored(round):
    records = [RECORDS[0], {**RECORDS[2], "ask": True}, RECORDS[1]]
    (photo,), stored = store(round, seen_page(round, records))
    assert [[doubt.why for doubt in row.doubts] for row in photo.rows] == [[], ["asked_to_look"], []]
    assert round.tables.get().deals.count() == stored.written == 1


def test_a_struck_out_line_is_reported_and_not_stored(round):
    (photo,), _ = store(round, seen_page(round, [RECORDS[0], {**RECORDS[2], "void": True}, RECORDS[1]]))
    assert [row.is_void for row in photo.rows] == [False, True, False]
    assert [deal.record["contract"] for deal in round.tables.get().deals.all()] == ["tricks", "passed"]


def test_a_page_with_another_number_of_lines_at_its_foot_is_not_stored(round):
    two, three = seen_page(round, RECORDS[:2]), seen_page(round, RECORDS)
    (photo,), stored = store(round, replace(two, foot=three.foot))
    assert photo.problems == ["lines_used_differ"]
    assert (len(photo.rows), stored.written) == (2, 0)


def test_a_closed_round_is_refused_and_stores_nothing(round):
    round.status = RoundStatus.CLOSED
    round.save()
    with pytest.raises(NotPossible, match="Round 1 is closed"):
        store(round, seen_page(round, RECORDS))
    assert not round.tables.get().deals.exists()


def test_a_sheet_of_a_table_that_the_event_does_not_have_has_one_problem(round):
    page = seen_page(round, RECORDS)
    (photo,), stored = store(round, replace(page, code=page.code._replace(table=9)))
    assert (photo.problems, photo.rows, stored) == (["sheet_unknown"], (), Stored())


def test_files_that_are_no_page_of_the_event_have_one_problem_each(round, tmp_path, capsys):
    blank = tmp_path / "blank.png"
    Image.new("L", (1600, 1200), 200).save(blank)
    nothing = tmp_path / "nothing.jpg"
    nothing.write_bytes(b"")
    bomb = tmp_path / "bomb.png"
    Image.new("1", (11_000, 10_000)).save(bomb)
    other = a_photo(tmp_path, round, RECORDS, event="another")
    answer = read(round, blank, nothing, bomb, other, capsys=capsys, store=True)
    assert [each["problems"] for each in answer["photos"]] == [
        ["no_code"],
        ["not_a_picture"],
        ["too_large"],
        ["other_event"],
    ]
    assert [each["rows"] for each in answer["photos"]] == [[]] * 4


def test_without_the_packages_one_sentence_says_what_works(round, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("tournaments.storage.uploads.photos.PACKAGES", ("no_such_package",))
    with pytest.raises(CommandError, match="has no build for its system"):
        read(round, tmp_path / "any.jpg", capsys=capsys)
