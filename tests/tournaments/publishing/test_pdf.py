"""PDFs: their content, read back by another program, in three languages, and their permissions."""

import io
import re
import shutil
import subprocess
from dataclasses import replace

import pytest
from reportlab.pdfgen.canvas import Canvas

from tests.builders import a_request, a_round, an_event, end_round, write_deal
from tests.missing import miss
from tests.tournaments.evenings import WHY, a_written_table, places
from tests.tournaments.fontless import without_fonts
from tests.tournaments.publishing.test_publishing import ADA, played, publish
from tests.tournaments.visitors import ada, dov, stranger
from tournaments.models import Part, Player, ShownAs, Stage
from tournaments.publications.pdf import fonts
from tournaments.publications.pdf.certificates import in_two
from tournaments.publications.pdf.fonts import BOLD, REGULAR, SERIF, SERIF_BOLD, faces, pieces
from tournaments.publications.pdf.pages import Paper, make_pdf
from tournaments.publications.pdf.sheets import PrintedPart, PrintedSheet, sheet_story
from tournaments.publications.pdf.standings import (
    needs_wide,
    standings_story,
)
from tournaments.publications.pdf.words import draw_text, fitting_size, paragraph, text_width, truncate
from tournaments.selectors.publishing.publications import short_hash
from tournaments.services.entry.entrants import enter_players, rename_player
from tournaments.services.publishing.publications import freeze_event
from tournaments.services.sheets.deals import record_deal
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.decisions import adjust_points, rule_on_deal
from tournaments.services.tables.seat_changes import change_seats

pytestmark = pytest.mark.django_db
MINUS = "\u2212"
PLAIN = Paper(title="Standings", event="Fipsen", facts="", mark="", language="en")


def need_real_fonts():
    """Miss the system's fonts; without a real one for Japanese these tests would prove little."""
    if not fonts.is_embedded():
        miss("a Japanese font that can be embedded (fonts-ipafont-gothic)")


@pytest.fixture(autouse=True)
def real_fonts():
    need_real_fonts()


def text_in(content):
    """Return the text that can be found and copied, extracted by another program."""
    if not shutil.which("pdftotext"):
        miss("pdftotext")
    command = ["pdftotext", "-layout", "-enc", "UTF-8", "-", "-"]
    return subprocess.run(command, input=content, capture_output=True, check=True).stdout.decode()


def pages_of(content):
    return text_in(content).removesuffix("\f").split("\f")


def number_of(page):
    """Return the last text on a page, without gaps: 1/3."""
    return "".join(page.strip().splitlines()[-1].split()[-3:])[-3:]


def lines_of(content):
    """Return the lines with every gap as one space."""
    return [" ".join(line.split()) for line in text_in(content).splitlines() if line.strip()]


def paper(event, more="standings.pdf", visitor=None, **headers):
    response = (visitor or stranger()).get(f"/events/{event.slug}/{more}", headers=headers)
    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
    return response.content


def status(event, more, visitor=None):
    return (visitor or stranger()).get(f"/events/{event.slug}/{more}").status_code


def a_night(names=("Jürgen Groß", "西村 百合子", "Cleo", "Emil"), **changes):
    """Return one closed round: 西村 won 2."""
    event = an_event(name="Herbstpreis", place="Gasthof „Zur Linde“", **changes)
    enter_players(event=event, names=[*names])
    round = a_round(event)
    write_deal(round.tables.get())
    end_round(round)
    compute_event_standings(event_id=event.pk)
    return event


def test_a_long_foot_takes_two_lines_and_keeps_the_hash_whole():
    event = a_night()
    type(event).objects.update(place="Gasthof „Zur alten Linde am Markt“, großer Saal im ersten Stock")
    digest = short_hash(publish(event).digest)
    foot = " ".join(pages_of(paper(event, "organise/results.pdf", ada()))[1].split()[-40:])
    assert f"hash {digest}, version" in foot and "…" not in foot


def sheet_url(event, number=1):
    return f"tables/{event.rounds.get(number=number).tables.first().public_id}/sheet.pdf"


# Fonts


def test_a_letter_is_set_in_the_first_font_that_has_it():
    own, latin, japanese = (face.name for face in faces(REGULAR))
    assert pieces("Groß ♠西村", REGULAR) == [(own, "Groß "), (latin, "♠"), (japanese, "西村")]


def test_umlauts_written_in_two_parts_are_printed_as_one():
    assert pieces("Gro\u0308ße", REGULAR) == [(faces(REGULAR)[0].name, "Größe")]


def test_a_letter_that_no_font_has_is_a_box_and_one_without_shape_is_nothing():
    found = pieces("a\U0001f004\u202e\ud800\x00b\nc", BOLD)
    assert "".join(letters for _, letters in found) == "a□b c"


def test_every_font_of_a_paper_is_embedded():
    content = paper(a_night())
    assert content.count(b"/FontFile2") >= 2
    assert b"Helvetica" not in content and b"Heisei" not in content
    assert fonts.carries_fonts(content)


def test_a_paper_has_the_letters_of_the_pages():
    content = make_pdf(PLAIN, [paragraph("Ada ♠"), paragraph("Ben", style=SERIF)])
    assert all(re.search(rb"/BaseFont /\w{6}\+Source" + name, content) for name in (b"Sans", b"Serif"))


@pytest.mark.parametrize("style", [BOLD, SERIF_BOLD])
def test_a_bold_japanese_heading_has_thick_letters_and_a_thin_one_not(style):
    def drawn(text, style):
        page = Canvas(io.BytesIO(), pageCompression=0)
        draw_text(page, 0, 0, text, style, 20)
        line = paragraph(text, style=style, size=20)
        line.wrapOn(page, 400, 40)
        line.drawOn(page, 0, 0)
        data = page.getpdfdata()
        return data.count(b" 2 Tr"), data.count(b"\n.6 w")

    assert drawn("結果", style) == (2, 2)
    assert drawn("Results", style)[0] == drawn("結果", REGULAR)[0] == 0


def test_without_any_font_of_the_system_the_viewers_own_print_german_and_japanese():
    with without_fonts():
        assert [name for name, _ in pieces(f"Groß ♠ {MINUS}5 西村", SERIF)] == ["Times-Roman", "HeiseiMin-W3"]
        content = make_pdf(PLAIN, [paragraph("Größe 百合子")])
    assert "Größe" in text_in(content) and b"/BaseFont /HeiseiKakuGo-W5" in content
    assert not fonts.carries_fonts(content)


def test_a_font_that_cannot_be_embedded_is_passed_over(tmp_path):
    broken = tmp_path / "broken.ttf"
    broken.write_bytes(b"no font at all")
    assert fonts.register_first("broken", [broken, tmp_path / "absent.ttf"]) is None


# Text


def test_a_text_that_people_typed_is_never_markup():
    made = make_pdf(PLAIN, [paragraph('<b>Ada</b> &amp; <img src="x"/> </font>')])
    assert '<b>Ada</b> &amp; <img src="x"/> </font>' in text_in(made)


def test_a_long_text_is_cut_or_made_smaller_to_fit():
    short = truncate("Maximiliane" * 20, 100, REGULAR, 9)
    assert short.endswith("…") and text_width(short, REGULAR, 9) <= 100
    assert text_width("Maximiliane", SERIF, fitting_size("Maximiliane", 50, SERIF, size=30, least=1)) <= 50.01


def test_a_name_for_two_lines_breaks_at_the_space_nearest_its_middle():
    assert in_two("Maximiliane von Hohenlohe-Schillingsfürst") == [
        "Maximiliane von",
        "Hohenlohe-Schillingsfürst",
    ]
    assert in_two("寿限無寿限無") == ["寿限無", "寿限無"]


# The standings


@pytest.mark.parametrize(
    ("language", "title", "date"),
    [
        ("en", "Standings", "21 November 2026"),
        ("de", "Stand", "21. November 2026"),
        ("ja", "順位", "2026年11月21日"),
    ],
)
def test_the_standings_say_who_won_what_in_three_languages(language, title, date):
    content = paper(a_night(), f"standings.pdf?lang={language}")
    lines = lines_of(content)
    assert any(line.startswith("1 2 西村 百合子 +2 +2") for line in lines)
    assert any(line.startswith("2 1 Jürgen Groß 0 0") for line in lines)
    assert date in text_in(content) and "Gasthof „Zur Linde“" in text_in(content)
    assert any(line.startswith(title) for line in lines)
    assert f"/Lang ({language})".encode() in content


def test_a_paper_speaks_the_events_language_unless_another_is_asked_for():
    event = a_night(language="de")
    assert "21. November 2026" in text_in(paper(event))
    assert "2026年11月21日" in text_in(paper(event, "standings.pdf?lang=ja"))
    assert "21. November 2026" in text_in(paper(event, "standings.pdf?lang=xx"))


def test_the_same_paper_is_the_same_bytes():
    event = a_night()
    first = paper(event)
    paper(event, "rounds/1.pdf")
    assert paper(event) == first


def test_a_paper_that_did_not_change_is_not_sent_again():
    event = a_night()
    url = f"/events/{event.slug}/standings.pdf"
    etag = stranger().get(url)["ETag"]
    assert stranger().get(url, headers={"If-None-Match": etag}).status_code == 304
    rename_player(entrant=event.entrants.get(number=3), name="Cleopatra")
    assert stranger().get(url, headers={"If-None-Match": etag}).status_code == 200


def test_a_published_list_carries_its_number_and_short_hash():
    event = played()
    digest = publish(event).digest
    assert f"hash {digest[:4]} {digest[4:8]} {digest[8:12]}" in text_in(paper(event))


def test_a_player_who_chose_a_short_name_has_it_on_paper_too():
    event = a_night()
    Player.objects.filter(name="Jürgen Groß").update(shown_as=ShownAs.SHORT)
    text = text_in(paper(event))
    assert "Jürgen G." in text and "Groß" not in text


def test_a_pdf_without_results_states_that_nobody_has_played_yet():
    assert "No deals yet" in text_in(paper(an_event()))


def a_list(players, rounds=2):
    """Return standings as pages have them, without a database."""
    ranking = {"name": "total", "label": "Total", "unit": "points"}
    return {
        "state": "running",
        "deals_counted": 4 * players * rounds,
        "rounds": list(range(1, rounds + 1)),
        "ranked_by": [ranking],
        "ties_broken_by": [],
        "rows": [
            {
                "rank": number,
                "is_placed": True,
                "unranked": None,
                "number": number,
                "name": f"Maximiliane von Hohenlohe-Schillingsfürst {number}",
                "rounds": [number] * rounds,
                "total": -number,
                "values": {"total": -number},
                "tie_breaks": {},
            }
            for number in range(1, players + 1)
        ],
    }


def test_a_hundred_players_stand_on_pages_with_heads_and_numbers():
    pages = pages_of(make_pdf(PLAIN, standings_story(a_list(100), is_wide=False)))
    assert len(pages) >= 3
    assert all("Player" in page for page in pages)
    assert [number_of(page) for page in pages] == [f"{at}/{len(pages)}" for at in range(1, len(pages) + 1)]
    assert f"{MINUS}100" in pages[-1]


def test_many_rounds_turn_the_paper():
    assert [needs_wide(a_list(1, rounds)) for rounds in (2, 8, 12)] == [False, False, True]
    turned = replace(PLAIN, is_wide=True)
    assert b"/MediaBox [ 0 0 841" in make_pdf(turned, standings_story(a_list(3, 12), is_wide=True))


def test_no_word_over_a_column_is_broken():
    rows = a_list(27, rounds=1)
    labels = ["Gesamt", "Gewonnene Spiele", "Verlorene Spiele"]
    ranking = rows["ranked_by"][0]
    rows["ranked_by"] = [{**ranking, "label": label} for label in labels]
    head = text_in(make_pdf(PLAIN, standings_story(rows, is_wide=False)))
    assert all(word in head for label in labels for word in label.split())


def test_a_name_of_500_letters_does_not_break_the_page():
    rows = a_list(1)
    rows["rows"][0]["name"] = "x" * 500
    assert len(pages_of(make_pdf(PLAIN, standings_story(rows, is_wide=False)))) == 1


# Rounds and sheets


def test_a_round_has_every_table_with_its_seats_and_points():
    event = a_night()
    lines = lines_of(paper(event, "rounds/1.pdf"))
    assert "1 1 1 Jürgen Groß 0" in lines and "2 西村 百合子 +2" in lines


def test_a_round_of_skat_has_points_without_a_plus():
    event = an_event(game="skat")
    round = a_round(event)
    played = {"declarer": 1, "contract": "C", "matadors": 1, "result": "won"}
    record_deal(table=round.tables.get(), number=1, record=played, request=a_request())
    lines = lines_of(paper(event, "rounds/1.pdf"))
    assert any(line.endswith(" 74") for line in lines) and not any("+" in line for line in lines)


def test_a_sheet_has_dots_running_totals_and_what_was_played():
    event = a_night()
    text = text_in(paper(event, sheet_url(event)))
    assert "●" in text and "+2" in text and "2♠" in text.replace(" ", "")


def test_corrections_and_rulings_are_marked_on_the_sheet():
    event = a_night()
    table = event.rounds.get().tables.get()
    rule_on_deal(table=table, number=1, points=[0, 0, 4, 0], reason="revoked", by=ADA)
    table.deals.update(revision=2)
    text = text_in(paper(event, sheet_url(event)))
    assert "*§" in text and "§ deal 1 counts: 0 / 0 / +4 / 0" in text and "* corrected" in text
    assert "rulings included: Jürgen Groß 0 · 西村 百合子 0 · Cleo +4" in text and "/ 0 – revoked" in text


def test_a_sheet_of_several_parts_says_what_all_of_them_count():
    table = a_written_table(1)
    change_seats(table=table, places=places(table, 1, 3, 4), reason=WHY, by=ADA)
    write_deal(table, 2, declarer=0)
    text = text_in(paper(table.round.event, sheet_url(table.round.event)))
    assert "totals of this part" in text
    assert "Result of the whole sheet, rulings included: Ada +2 · Ben +2 · Cleo 0 · Emil 0" in text


def test_papers_say_who_was_given_or_taken_points_and_why():
    event = a_night()
    second, third = event.entrants.order_by("number")[1:3]
    adjust_points(entrant=second, points=-10, reason="late", by=ADA, round_number=1)
    adjust_points(entrant=third, points=3, reason="helped", by=ADA)
    compute_event_standings(event_id=event.pk)
    lines = lines_of(paper(event))
    assert "Adjustments and rulings" in lines and f"* 西村 百合子 (2): Round 1: {MINUS}10 – late" in lines
    assert "* Cleo (3): +3 – helped" in lines and any("Cleo * " in line for line in lines)
    lines = lines_of(paper(event, "rounds/1.pdf"))
    assert "2 西村 百合子 * +2" in lines and lines[-2] == f"* 西村 百合子 (2): Round 1: {MINUS}10 – late"


def test_a_sheet_without_marks_explains_none():
    event = a_night()
    assert "corrected" not in text_in(paper(event, sheet_url(event)))


def a_long_sheet(deals):
    """Return a sheet in which Ben wins 2 in every deal."""
    rows = [
        {
            **{"number": deal, "deal": deal, "dealer": deal % 4, "revision": 1, "violations": []},
            **{"counts": True, "totals": [0, 2 * deal, 0, 0], "deltas": [0, 2, 0, 0]},
            **{"value": 2, "line": "2 ♠ Ruten 西", "made": True},
        }
        for deal in range(1, deals + 1)
    ]
    part = PrintedPart(names=["Ada", "Ben", "Maximiliane von Hohenlohe", "西村 百合子"], rows=rows)
    facts = {"totals": [0, 2 * deals, 0, 0], "deals_counted": deals, "deals_expected": deals, "accounts": []}
    return PrintedSheet(
        parts=[part], **facts, has_values=True, house_scoring="", ruled={}, foot=[], letters={}
    )


def test_120_deals_stand_on_pages_with_the_names_over_each():
    pages = pages_of(make_pdf(PLAIN, sheet_story(a_long_sheet(120), [])))
    assert len(pages) == 2 and all("Ben" in page and "西村" in page for page in pages)
    assert "120 of 120 deals" in pages[-1] and "+240" in pages[-1]
    assert sum(page.count("●") for page in pages) == 121  # one of them explains it


def test_all_sheets_of_a_round_begin_on_pages_of_their_own():
    round = a_round(tables=3)
    pages = pages_of(paper(round.event, "rounds/1/sheets.pdf"))
    assert ["Sheet of table 2, round 1" in page for page in pages] == [False, True, False]


def test_sheets_take_as_many_queries_for_many_tables_as_for_one(django_assert_max_num_queries):
    round = a_round(tables=6)
    with django_assert_max_num_queries(30):
        paper(round.event, "rounds/1/sheets.pdf")


# Permissions


PUBLIC = ["standings.pdf", "rounds/1.pdf", "rounds/1/sheets.pdf", "sheet"]


@pytest.mark.parametrize("more", PUBLIC)
def test_papers_of_an_unpublished_event_do_not_exist_for_strangers(more):
    event = a_night(is_published=False)
    url = sheet_url(event) if more == "sheet" else more
    assert [status(event, url, visitor) for visitor in (stranger(), dov(), ada())] == [404, 404, 200]


@pytest.mark.parametrize("more", ["organise/results.pdf", "organise/certificates.pdf"])
def test_the_dashboards_pdfs_need_a_role_at_the_event(more):
    assert [status(a_night(), more, visitor) for visitor in (stranger(), dov())] == [302, 404]


@pytest.mark.parametrize("more", ["standings.pdf", "rounds/1.pdf", "organise/results.pdf"])
def test_papers_are_only_read(more):
    assert ada().post(f"/events/{a_night().slug}/{more}").status_code == 405


def test_a_round_that_is_a_draft_or_is_not_there_has_no_paper():
    event = a_round(is_open=False).event
    assert [status(event, f"rounds/{number}.pdf", ada()) for number in (1, 2)] == [404, 404]


def test_until_prize_giving_papers_show_what_the_public_may_see():
    event = played()
    publish(event, Stage.PROVISIONAL)
    freeze_event(event=event, is_frozen=True, by=ADA)
    event = played(event)
    Part.objects.filter(table__round__number=2).update(tallies={"total": [0, 0, 0, 777]})
    event.markers.create()
    compute_event_standings(event_id=event.pk)
    assert "777" not in text_in(paper(event)) and "+777" in text_in(paper(event, visitor=ada()))
    secret = ("rounds/2.pdf", "rounds/2/sheets.pdf", sheet_url(event, 2))
    assert [status(event, url) for url in secret] == [404, 404, 404]
