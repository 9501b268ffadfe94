"""Club nights on marked paper, from print to standings: every table marks, one phone photographs."""

from dataclasses import replace
from functools import partial
from random import Random

import pytest

from marked.codes import PageCode, event_key
from rules import get_game
from rules.reading import open_table, read_options, read_record
from scoring.sheet.sheet import blank_sheet, fold_sheet
from tests.builders import a_round, an_event
from tests.marked.people import is_sayable, marks_of, played
from tests.marked.scenes import Hand, Scene
from tests.marked.simulator import photographed
from tests.sweeps import sweep
from tournaments.selectors.paper.marked_sheets import marked_tables
from tournaments.selectors.paper.photos import read_photographs
from tournaments.services.paper.photo_rows import store_reading
from tournaments.services.paper.photos import File, keep_plans, read_files
from tournaments.services.standings.computation import compute_event_standings

pytestmark = pytest.mark.django_db

HALL = Scene(turn=3, curl=0.8, slope=0.2, blur=0.6, noise=4, quality=78, long_side=2048)
PENS = ("blue", "black", "pencil", "felt")
DEALS = 12
NIGHTS = [("fipsen-prisdorf", 2), ("fipsen-prisdorf", 7), ("skat", 4)]  # game and tables


@pytest.mark.parametrize(
    "night", sweep(NIGHTS, [("fipsen-prisdorf", 2)], sample=0), ids="{0[0]} {0[1]}".format
)
def test_a_night_on_paper_is_photographed_and_counted(night):
    key, tables = night
    round = a_round(an_event(game=key), tables=tables)
    sheets = marked_tables(round)
    keep_plans(round, [each.plan for each in sheets])
    expected, files = {}, []
    for each in sheets:
        expected[each.table], photo = a_table(round, each, key)
        files.append(File(f"{each.table}.jpg", partial(bytes, photo)))
    reading = read_photographs(round.event, read_files(round.event, files[::-1]))
    assert [each.problems for each in reading.photos] == [[]] * tables
    doubts = [(each.photo.name, row.number, row.doubts) for each in reading.photos for row in each.rows]
    assert [each for each in doubts if each[2]] == []
    stored = store_reading(event=round.event, reading=reading, by=None)
    compute_event_standings(event_id=round.event.pk)
    assert stored.written == tables * DEALS
    found = {table.number: tuple(table.parts.get().tallies["total"]) for table in round.tables.all()}
    assert found == expected
    totals = [points for table in expected.values() for points in table]
    rows = round.event.standings_rows.all()
    assert sorted(row.rounds[0][1] for row in rows) == sorted(totals)


def a_table(round, sheets, key):
    """Return the totals of a simulated table, and the photograph of its sheet."""
    game, rng = get_game(key), Random(f"{key} {sheets.table}")
    options = read_options(game, round.event.options)
    state = open_table(game, options, 4, round.tables.get(number=sheets.table).parts.get().first_dealer)
    nights = (played(game, 4, DEALS, rng, round.event.options) for _ in range(100))
    records = next(rows for rows in nights if all(is_sayable(sheets.plan, record) for record in rows))
    totals = fold_sheet(game, blank_sheet(state), [read_record(game, each) for each in records]).state.totals
    code = PageCode(event_key(round.event.slug), 1, sheets.table, 1, 1, sheets.plan.fingerprint)
    scene = replace(HALL, hands=(Hand(rng.choice(PENS), "cross"),), tilt=rng.uniform(0, 12))
    return tuple(totals), photographed(sheets.plan, code, marks_of(sheets.plan, records), scene, rng)
