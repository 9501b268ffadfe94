"""PDFs of results: certificates, the results sheet, the notice for the board and a series."""

import pytest
from reportlab.lib.pagesizes import A4

from tests.tournaments.pictures import a_picture
from tests.tournaments.publishing.test_pdf import (
    PLAIN,
    a_list,
    a_long_sheet,
    a_night,
    lines_of,
    need_real_fonts,
    pages_of,
    paper,
    text_in,
)
from tests.tournaments.publishing.test_publishing import ADA
from tests.tournaments.visitors import ada, stranger, text_of
from tournaments.models import Player, ShownAs, Stage
from tournaments.publications.pdf import fonts
from tournaments.publications.pdf.fonts import BOLD
from tournaments.publications.pdf.pages import BOTTOM, TOP, WIDTH, first_title, make_pdf
from tournaments.publications.pdf.podium import MOST_NAMES, podium_story
from tournaments.publications.pdf.series import needs_wide as series_needs_wide
from tournaments.publications.pdf.sheets import sheet_story
from tournaments.publications.pdf.standings import (
    LEAST_SIZE,
    OPENING,
    head_words,
    row_texts,
    size_of,
    standings_story,
    with_ties_only,
)
from tournaments.publications.pdf.words import paragraph, text_width
from tournaments.services.cash.prizes import change_prizes
from tournaments.services.clubs.lifecycle import set_emblem
from tournaments.services.events.lifecycle import close_event
from tournaments.services.publishing.publications import publish_list
from tournaments.services.series.lifecycle import create_series, list_player

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def real_fonts():
    need_real_fonts()


# Certificates and the results sheet


def test_certificates_honour_the_first_places_by_full_name():
    event = a_night()
    Player.objects.update(shown_as=ShownAs.NUMBER)
    pages = pages_of(paper(event, "organise/certificates.pdf?places=1", ada()))
    assert len(pages) == 1
    assert all(word in pages[0] for word in ("西村 百合子", "1.", "Herbstpreis", "Total: +2"))


def test_a_certificate_says_provisional_only_until_the_results_are_final():
    event = a_night()
    assert "provisional" in pages_of(paper(event, "organise/certificates.pdf?places=1", ada()))[0]
    publish_list(event=event, stage=Stage.FINAL, by=ADA)
    assert "version" not in pages_of(paper(event, "organise/certificates.pdf?places=1", ada()))[0]


@pytest.mark.parametrize(
    "name",
    ["standings.pdf", "rounds/1.pdf", "organise/results.pdf", "organise/certificates.pdf?places=1"],
)
def test_papers_show_the_emblem_of_the_club(name):
    event = a_night()
    assert b"/Subtype /Image" not in paper(event, name, ada())
    set_emblem(club=event.club, content=a_picture())
    content = paper(event, name, ada())
    assert b"/Subtype /Image" in content and fonts.carries_fonts(content)


@pytest.mark.parametrize(("rows", "least", "most"), [(8, 18, 18), (14, 18, 18), (27, 12, 14), (60, 9, 9.5)])
def test_the_list_is_set_as_large_as_fills_the_page(rows, least, most):
    listed = a_list(rows)
    for row in listed["rows"]:
        row["name"] = "Wolfgang Müller"
    assert least <= size_of(listed, is_wide=False, has_notes=False) <= most


@pytest.mark.parametrize("rows", [*range(8, 33, 4), 13, 14, 15])
@pytest.mark.parametrize("lines", [1, 8])
def test_a_list_that_fits_with_less_air_takes_one_page_with_what_stands_above(rows, lines):
    above = [paragraph("1.  Wolfgang Müller  2.345", size=20, after=3) for _ in range(lines)]
    listed = standings_story(a_list(rows), is_wide=False, above=above)
    assert len(pages_of(make_pdf(PLAIN, [*above, *listed]))) == 1


@pytest.mark.parametrize("rows", [49, 94, 95, 96])
def test_no_row_stands_alone_on_a_page(rows):
    listed = a_list(rows)
    for row in listed["rows"]:
        row["name"] = f"Wolfgang Müller {row['number']:03}"
    pages = pages_of(make_pdf(PLAIN, standings_story(listed, is_wide=False)))
    assert len(pages) == 1 or sum(row["name"] in pages[-1] for row in listed["rows"]) > 1


@pytest.mark.parametrize("rows", [14, 20, 27])
def test_a_short_list_fills_two_thirds_of_its_page_and_no_head_stands_over_another(rows):
    listed = a_list(rows)
    listed["ties_broken_by"] = [{"name": "won", "label": "Gewonnene Spiele", "unit": "points"}]
    for row in listed["rows"]:
        row["name"] = "Wolfgang Müller"
    [made] = standings_story(listed, is_wide=False)
    assert 2 / 3 <= made.wrap(WIDTH, 10_000)[1] / (A4[1] - TOP - BOTTOM - OPENING) <= 1
    for word, width in zip(head_words(listed), made._colWidths, strict=True):
        longest = max(word.split(), key=len)
        assert text_width(longest, BOLD, made._cellStyles[0][0].fontsize) <= width
    assert made._cellStyles[0][0].fontsize >= 8


@pytest.mark.parametrize(
    ("deals", "pages", "least", "most"),
    [(12, 1, 9.5, 9.5), (48, 1, 7.5, 9), (55, 1, 6, 7.5), (100, 2, 7.5, 7.5)],
)
def test_a_sheet_fills_its_page_and_takes_one_page_if_it_can(deals, pages, least, most):
    above = first_title(PLAIN)
    story = sheet_story(a_long_sheet(deals), above)
    size = story[len(above)]._cellStyles[1][1].fontsize
    assert len(pages_of(make_pdf(PLAIN, story))) == pages and least <= size <= most


def test_one_long_name_is_set_smaller_on_its_line_and_leaves_the_others_large():
    listed = a_list(8)
    for row in listed["rows"]:
        row["name"] = "Wolfgang Müller"
    listed["rows"][0]["name"] = "Dr. Hans-Joachim Freiherr von Sternberg-Wallenstein"
    [made] = standings_story(listed, is_wide=False)
    assert made._cellStyles[1][1].fontsize >= 13
    assert LEAST_SIZE <= made._cellvalues[1][2].style.fontSize < 13
    assert listed["rows"][0]["name"] in text_in(make_pdf(PLAIN, [made]))


def test_winners_of_one_rank_beyond_a_handful_stand_in_the_list_alone():
    listed = {**a_list(60), "state": "final"}
    for row in listed["rows"]:
        row.update(
            {"rank": 1, "total": 0, "name": f"Maximiliane von Hohenlohe-Schillingsfürst {row['number']}"}
        )
    [page] = pages_of(make_pdf(PLAIN, podium_story(listed, is_wide=False)))
    assert page.count("Hohenlohe-Schillingsfürst") == MOST_NAMES and "…" in page


def test_tie_breaks_stand_where_they_decided_and_have_no_column_elsewhere():
    listed = a_list(3)
    listed["ties_broken_by"] = [
        {"name": name, "label": name.title(), "unit": "points"} for name in ("won", "lost")
    ]
    for row, total, won in zip(listed["rows"], (9, 5, 5), (1, 4, 2), strict=True):
        row.update({"total": total, "values": {"total": total}, "tie_breaks": {"won": won, "lost": 7}})
    shown = with_ties_only(listed)
    assert head_words(shown)[-2:] == ["Total", "Won"]
    assert [row_texts(row, shown)[5:] for row in shown["rows"]] == [["+9", ""], ["+5", "+4"], ["+5", "+2"]]
    listed["rows"][1]["total"] = 6
    assert head_words(with_ties_only(listed))[-1] == "Total"


def test_certificates_for_everybody_are_offered_beside_the_prizes():
    event = a_night()
    prizes = text_of(ada().get(f"/events/{event.slug}/organise/prizes/"))
    assert 'organise/certificates.pdf?places=200"' in prizes
    assert len(pages_of(paper(event, "organise/certificates.pdf?places=200", ada()))) == 4


def test_a_certificate_names_the_prize():
    event = change_prizes(event=a_night(), typed="1: 15.00\n2: A <b>ham</b>", ties="share", pot=["fee"])
    pages = pages_of(paper(event, "organise/certificates.pdf?places=2&lang=de", ada()))
    assert "15,00 €" in pages[0]
    assert sum("A <b>ham</b>" in page for page in pages) == 1


def test_the_results_sheet_has_standings_rounds_and_prizes():
    event = change_prizes(event=a_night(), typed="1: 15.00", ties="share", pot=["fee"])
    text = text_in(paper(event, "organise/results.pdf", ada()))
    assert "Prizes" in text and "15.00 €" in text and "Results of round 1" in text


def test_the_notice_for_the_board_begins_with_the_winners_once_results_are_final():
    event = a_night()
    winner = "1. 西村"
    assert winner not in text_in(paper(event, "organise/results.pdf", ada())).replace("  ", " ")
    close_event(event=event, is_closed=True)
    content = paper(event, "organise/results.pdf", ada())
    assert next(line for line in lines_of(content) if line.startswith("1. 西村")).endswith("+2")


# A series


def a_season(events=2, **policy):
    """Return a series of this many events, with a category; 西村 won all of them."""
    first = a_night()
    later = [a_night(club=first.club) for _ in range(events - 1)]
    list_player(player=first.club.players.get(name="Jürgen Groß"), categories=["Jugend"], is_guest=False)
    return create_series(
        club=first.club, name="Vereinsmeister 2026", events=[first, *later], policy=policy, is_published=True
    )


def season_paper(series, more=""):
    response = stranger().get(f"/series/{series.slug}/standings.pdf{more}")
    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
    return response.content


def test_a_series_is_printed_with_a_column_for_each_event_and_every_category():
    content = season_paper(a_season(best=1), "?lang=de")
    lines = lines_of(content)
    assert "1 西村 百合子 25 25 (25)" in lines and "21.11.2026 Herbstpreis · 21.11.2026 Herbstpreis" in lines
    assert lines[lines.index("Jugend") + 2].startswith("1 Jürgen Groß")
    assert b"/Lang (de)" in content and fonts.carries_fonts(content)


def test_a_season_of_many_events_turns_the_paper():
    ranked = {"rows": [], "lists": [], "category": "", "waiting": 0, "problems": []}
    many, few = ({**ranked, "events": [None] * count} for count in (9, 3))
    assert (series_needs_wide(many), series_needs_wide(few)) == (True, False)
