"""A whole event as static files: complete, without a server, with a correct list of changes."""

import io
import re
import shutil

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from tests.builders import a_round, an_event, write_deal
from tests.tournaments.fontless import without_fonts
from tests.tournaments.publishing.test_pdf import text_in
from tests.tournaments.publishing.test_publishing import ADA, played, publish
from tournaments.models import Stage
from tournaments.publications.static_site import CONTENTS, NOWHERE, static_page, write_files
from tournaments.services.clubs.anonymising import anonymise_player
from tournaments.services.competitions.teams import form_team
from tournaments.services.publishing.publications import freeze_event

pytestmark = pytest.mark.django_db
LINK = re.compile(r'(?:href|src)="([^"#]*)')


def written(event, folder, *more):
    out = io.StringIO()
    call_command("publish", event.slug, "--static", str(folder), *more, stdout=out)
    return out.getvalue().splitlines()


@pytest.fixture(scope="module")
def evening(lasting):
    event = played()
    publish(event)
    return event


@pytest.fixture
def event(evening):
    return type(evening).objects.get(pk=evening.pk)


@pytest.fixture(scope="module")
def site(evening, tmp_path_factory):
    """Return the folder as first written, and the output; read-only."""
    folder = tmp_path_factory.mktemp("site")
    return folder, written(evening, folder)


@pytest.fixture(scope="module")
def german_site(evening, tmp_path_factory):
    """Return the folder of the same event in German and with a team; read-only."""
    folder = tmp_path_factory.mktemp("german")
    with transaction.atomic():
        type(evening).objects.filter(pk=evening.pk).update(language="de")
        form_team(event=evening, members=list(evening.entrants.order_by("number")), name="Aces")
        written(evening, folder)
        transaction.set_rollback(True)
    return folder


@pytest.fixture
def again(site, tmp_path):
    """Return a copy of that folder, to be written again."""
    return shutil.copytree(site[0], tmp_path / "site")


def pages(folder):
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*.html")}


def test_everything_of_the_event_is_there(site):
    folder, lines = site
    names = {line.removeprefix("written ") for line in lines[:-1]}
    assert names >= {"index.html", "entrants/2.html", "entrants/2-rank.html", "rounds/1-table-1.html"}
    assert names >= {"lists/1.html", "lists/1.json", "standings.csv", "standings.xlsx", "static/stichtag.css"}
    assert names >= {"standings.pdf", "rounds/1.pdf", "rounds/1-sheets.pdf", "rounds/1-table-1.pdf"}
    assert names == {str(path.relative_to(folder)) for path in folder.rglob("*.*")} - {CONTENTS}


def test_every_link_leads_to_a_file_of_the_folder(site):
    folder, _ = site
    for name, page in pages(folder).items():
        for link in filter(None, LINK.findall(page)):
            assert (folder / name).parent.joinpath(link).resolve().is_file(), (name, link)


def test_no_page_needs_a_script_a_form_or_a_server(site):
    whole = "".join(pages(site[0]).values())
    assert not re.search(rf"<script|<form|csrf|{NOWHERE}|localhost|href=\"/|href>", whole)
    assert "Ben" in whole


def test_with_an_address_other_links_lead_to_the_live_site(event, tmp_path):
    written(event, tmp_path, "--base-url", "https://cards.example")
    page = pages(tmp_path)["index.html"]
    assert 'href="https://cards.example/lists/"' in page
    assert 'property="og:url" content="https://cards.example/events/' in page
    assert "https://cards.example/lists/" in (tmp_path / "feed.atom").read_text()


def test_the_papers_are_linked_from_the_pages_and_speak_the_events_language(german_site):
    links = {name: LINK.findall(page) for name, page in pages(german_site).items()}
    assert {"standings.pdf", "rounds/1.pdf", "rounds/1-sheets.pdf"} <= set(links["index.html"])
    assert "1-table-1.pdf" in links["rounds/1-table-1.html"]
    papers = [path.read_bytes() for path in german_site.rglob("*.pdf")]
    assert len(papers) == 4 and all(b"/Lang (de)" in paper for paper in papers)


def test_papers_without_fonts_of_their_own_are_named_in_a_sentence(event, tmp_path, capsys):
    with without_fonts():
        written(event, tmp_path)
    assert "standings.pdf. Install a Latin and a Japanese font" in capsys.readouterr().err


def test_teams_and_pictures_are_there_as_well(german_site):
    assert {"teams.html", "publishing/charts.html"} <= set(LINK.findall(pages(german_site)["index.html"]))


def test_an_unpublished_event_is_refused_and_nothing_is_written(tmp_path):
    event = an_event(is_published=False)
    with pytest.raises(CommandError, match="is not published"):
        written(event, tmp_path / "site")
    assert not (tmp_path / "site").exists()


def test_a_file_that_did_not_change_is_left_alone(event, site, again):
    assert written(event, again) == [f"{len(site[1]) - 1} unchanged"]


def test_after_a_name_is_removed_the_files_to_replace_are_listed_and_none_has_it(event, again):
    anonymise_player(player=event.entrants.get(number=2).player, by=ADA)
    lines = written(event, again)
    assert {"replaced index.html", "replaced entrants/2.html", "replaced standings.csv"} <= set(lines)
    assert {"replaced standings.pdf", "replaced rounds/1.pdf", "replaced rounds/1-table-1.pdf"} <= set(lines)
    assert not {"replaced lists/1.json", "replaced static/stichtag.css"} & set(lines)
    files = [path for path in again.rglob("*") if path.is_file() and path.suffix != ".xlsx"]
    contents = {
        path.name: text_in(path.read_bytes()) if path.suffix == ".pdf" else path.read_bytes()
        for path in files
    }
    assert [name for name, content in contents.items() if "Ben" in str(content)] == []


def test_a_secret_round_is_in_no_file(tmp_path):
    event = played()
    publish(event, Stage.PROVISIONAL)
    freeze_event(event=event, is_frozen=True, by=ADA)
    write_deal(a_round(event).tables.get())
    lines = written(event, tmp_path)
    assert {"written rounds/1-table-1.html", "written rounds/1.pdf"} <= set(lines)
    assert not any("rounds/2" in line for line in lines)


def test_only_files_of_the_last_time_are_removed(tmp_path):
    (tmp_path / "own.html").write_text("the club's own")
    write_files(tmp_path, {"a.html": b"a", "b/c.html": b"c"})
    changes = write_files(tmp_path, {"a.html": b"changed"})
    assert (changes.replaced, changes.removed) == (["a.html"], ["b/c.html"])
    assert (tmp_path / "own.html").exists() and not list(tmp_path.rglob("*.part"))


def test_a_list_of_files_that_leads_out_of_the_folder_removes_nothing(tmp_path):
    (tmp_path / "mine").write_text("mine")
    site = tmp_path / "site"
    write_files(site, {"a.html": b"a"})
    (site / CONTENTS).write_text('{"../mine": ""}')
    assert write_files(site, {"a.html": b"a"}).removed == []
    assert (tmp_path / "mine").exists()


def test_a_link_without_a_page_keeps_its_words():
    html = '<p><a class="button" href="/away/">Away</a> &amp; <a href="/here/">here</a></p>'
    page = static_page(html, "b/c.html", {"/here/": "a.html"}.get)
    assert page == '<p><span>Away</span> &amp; <a href="../a.html">here</a></p>'


def test_a_link_without_a_page_keeps_its_looks_unless_it_looked_like_a_button():
    page = static_page('<a class="home" href="/">Home</a>', "a.html", lambda _: None)
    assert page == '<span class="home">Home</span>'


def test_a_player_who_looks_for_a_seat_finds_the_lists_of_all_seats(site):
    assert "seats.html" in LINK.findall(pages(site[0])["index.html"])
