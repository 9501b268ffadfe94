"""The command that writes marked sheets."""

import json

import pytest
from django.core.management import CommandError, call_command

from marked.arrangement import plan_of
from rules import get_game
from tests.builders import a_round, an_event
from tournaments.models import MarkedPlan
from tournaments.publications.pdf.marked_sheets import make_marked_pdf
from tournaments.selectors.paper.marked_sheets import marked_tables, printed_plans

pytestmark = pytest.mark.django_db


def written(round, folder, **more):
    pdf, layout = folder / "sheets.pdf", folder / "layout.json"
    call_command("mark_sheets", round.event.slug, round=round.number, pdf=pdf, layout=layout, **more)
    return pdf.read_bytes(), json.loads(layout.read_text())


def test_the_command_writes_every_page_of_every_table_and_its_boxes(tmp_path):
    round = a_round(tables=2)
    pdf, layout = written(round, tmp_path)
    pages = layout["pages"]
    assert pdf.startswith(b"%PDF")
    assert pdf.count(b"/Type /Page\n") == len(pages) + 1
    assert {each["table"] for each in pages} == {1, 2}
    assert [each["page"] for each in pages if each["table"] == 1] == list(range(1, len(pages) // 2 + 1))
    assert {each["event"] for each in pages} == {round.event.slug}


def test_one_table_alone_can_be_printed(tmp_path):
    _, layout = written(a_round(tables=2), tmp_path, table=2)
    assert {each["table"] for each in layout["pages"]} == {2}


def test_the_plan_is_kept_with_the_round_once(tmp_path):
    round = a_round(tables=2)
    written(round, tmp_path)
    written(round, tmp_path)
    kept = MarkedPlan.objects.get()
    game = get_game(round.event.game)
    plan, _ = plan_of(game, game.Options(**round.event.options), 4)
    assert printed_plans(round.event) == {kept.fingerprint: plan}


def test_the_same_sheets_have_the_same_bytes():
    round = a_round()
    assert make_marked_pdf(round, marked_tables(round)) == make_marked_pdf(round, marked_tables(round))


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"round": 7, "pdf": "x.pdf"}, "There is no round 7"),
        ({"round": 1, "table": 9, "pdf": "x.pdf"}, "has no such table"),
        ({"round": 1}, "Say where the sheets are written"),
    ],
)
def test_a_sheet_that_cannot_be_printed_is_refused_in_a_sentence(asked, sentence):
    a_round(an_event(slug="evening"))
    with pytest.raises(CommandError, match=sentence):
        call_command("mark_sheets", "evening", **asked)
