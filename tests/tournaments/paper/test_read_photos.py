"""Photographs of a table's sheets: read by the command, stored as rows, in bounded time and memory."""

import json
from io import BytesIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from PIL import Image

from marked.codes import PageCode, event_key
from tests.builders import a_round, write_deal
from tests.marked.one_photo import flat_photo
from tests.marked.people import marks_of
from tests.marked.simulator import drawn_page
from tournaments.models import AuthorKind, RoundStatus
from tournaments.selectors.paper.marked_sheets import marked_tables
from tournaments.services.history.sheet_chain import Author
from tournaments.services.paper.photos import keep_plans
from tournaments.services.tables.sheet_entry import type_row

pytestmark = pytest.mark.django_db

RECORDS: list[dict[str, Any]] = [
    {"declarer": 1, "contract": "tricks", "bid": 3, "trump": "S", "took_skat": True, "tricks": 3},
    {"contract": "passed"},
    {"declarer": 0, "contract": "tricks", "bid": 2, "trump": "H", "took_skat": False, "tricks": 1},
]


@pytest.fixture
def round():
    found = a_round()
    keep_plans(found, [sheets.plan for sheets in marked_tables(found)])
    return found


def a_photo(round, records, page=1, folder=None, event=None):
    """Write a photograph of table 1 to a file; return its path."""
    (sheets,) = marked_tables(round)
    key = event_key(event or round.event.slug)
    code = PageCode(key, round.number, 1, 1, page, sheets.plan.fingerprint)
    photo = flat_photo(sheets.plan, code, marks_of(sheets.plan, records, page))
    path = folder / f"page-{page}-{len(records)}.jpg"
    path.write_bytes(photo)
    return path


def read(round, *paths, capsys, **more):
    call_command("read_photos", round.event.slug, *map(str, paths), format="json", **more)
    return json.loads(capsys.readouterr().out)


def test_all_photos_of_a_table_are_read_in_any_order_and_nothing_is_stored(round, tmp_path, capsys):
    first = a_photo(round, RECORDS, folder=tmp_path)
    second = a_photo(round, RECORDS[:1], page=2, folder=tmp_path)
    answer = read(round, second, first, capsys=capsys)["photos"]
    assert [each["page"]["page"] for each in answer] == [2, 1]
    assert [[row["row"] for row in each["rows"]] for each in answer] == [[41], [1, 2, 3]]
    assert all(row["doubts"] == [] for each in answer for row in each["rows"])
    assert RECORDS[0].items() <= answer[1]["rows"][0]["record"].items()
    assert not round.tables.get().deals.exists()


def test_stored_rows_are_rows_and_the_same_photo_stores_nothing_twice(round, tmp_path, capsys):
    path = a_photo(round, RECORDS, folder=tmp_path)
    assert read(round, path, capsys=capsys, store=True)["stored"] == 3
    entries = round.tables.get().entries.all()
    assert {entry.author_kind for entry in entries} == {AuthorKind.PHOTO}
    assert {len(entry.device) for entry in entries} == {40}
    again = read(round, path, path, capsys=capsys, store=True)
    assert (again["stored"], again["known"], again["conflicts"]) == (0, 3, 0)
    assert again["photos"][1]["problems"] == ["photo_twice"]


def test_a_row_typed_before_stays_and_a_difference_is_a_conflict(round, tmp_path, capsys):
    table = round.tables.get()
    type_row(table=table, number=1, line="2 3 S +", seen=None, key="typed-1", by=PAPER)
    write_deal(table, 2, declarer=2)
    answer = read(round, a_photo(round, RECORDS, folder=tmp_path), capsys=capsys, store=True)
    assert (answer["stored"], answer["known"], answer["conflicts"]) == (1, 1, 1)
    assert table.deals.get(number=2).record["declarer"] == 2
    assert table.parked.count() == 1


PAPER = Author(AuthorKind.PAPER)


def test_a_doubt_keeps_later_rows_from_being_stored(round, tmp_path, capsys):
    records = [RECORDS[0], {**RECORDS[2], "ask": True}, RECORDS[1]]
    answer = read(round, a_photo(round, records, folder=tmp_path), capsys=capsys, store=True)
    assert [[doubt["why"] for doubt in row["doubts"]] for row in answer["photos"][0]["rows"]] == [
        [],
        ["asked_to_look"],
        [],
    ]
    assert round.tables.get().deals.count() == answer["stored"] == 1


def test_a_struck_out_line_is_reported_and_not_stored(round, tmp_path, capsys):
    answer = read(
        round,
        a_photo(round, [RECORDS[0], {**RECORDS[2], "void": True}, RECORDS[1]], folder=tmp_path),
        capsys=capsys,
        store=True,
    )
    assert [row.get("void", False) for row in answer["photos"][0]["rows"]] == [False, True, False]
    assert [deal.record["contract"] for deal in round.tables.get().deals.all()] == ["tricks", "passed"]


def test_a_page_with_another_number_of_lines_at_its_foot_is_not_stored(round, tmp_path, capsys):
    (sheets,) = marked_tables(round)
    code = PageCode(event_key(round.event.slug), 1, 1, 1, 1, sheets.plan.fingerprint)
    marked = [spot for spot in marks_of(sheets.plan, RECORDS) if spot.row != 3]
    path = tmp_path / "page.jpg"
    path.write_bytes(flat_photo(sheets.plan, code, marked))
    answer = read(round, path, capsys=capsys, store=True)
    assert answer["photos"][0]["problems"] == ["lines_used_differ"]
    assert (len(answer["photos"][0]["rows"]), answer["stored"]) == (2, 0)


def test_a_closed_round_is_refused_and_stores_nothing(round, tmp_path, capsys):
    path = a_photo(round, RECORDS, folder=tmp_path)
    round.status = RoundStatus.CLOSED
    round.save()
    with pytest.raises(CommandError, match="Round 1 is closed"):
        read(round, path, capsys=capsys, store=True)
    assert not round.tables.get().deals.exists()


def test_files_that_are_no_page_of_the_event_have_one_problem_each(round, tmp_path, capsys):
    (sheets,) = marked_tables(round)
    blank = tmp_path / "blank.png"
    Image.new("L", (1600, 1200), 200).save(blank)
    nothing = tmp_path / "nothing.jpg"
    nothing.write_bytes(b"")
    bomb = tmp_path / "bomb.png"
    Image.new("1", (11_000, 10_000)).save(bomb)
    other = a_photo(round, RECORDS, folder=tmp_path, event="another")
    unknown = tmp_path / "unknown.jpg"
    page = drawn_page(sheets.plan, PageCode(event_key(round.event.slug), 1, 9, 1, 1, sheets.plan.fingerprint))
    file = BytesIO()
    page.resize((1260, 1782)).save(file, "JPEG")
    unknown.write_bytes(file.getvalue())
    answer = read(round, blank, nothing, bomb, other, unknown, capsys=capsys, store=True)
    assert [each["problems"] for each in answer["photos"]] == [
        ["no_code"],
        ["not_a_picture"],
        ["too_large"],
        ["other_event"],
        ["sheet_unknown"],
    ]
    assert [each["rows"] for each in answer["photos"]] == [[]] * 5


def test_without_the_packages_one_sentence_says_what_works(round, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("tournaments.storage.uploads.photos.PACKAGES", ("no_such_package",))
    with pytest.raises(CommandError, match="has no build for its system"):
        read(round, tmp_path / "any.jpg", capsys=capsys)
