"""The help: every page opens, and every button it names exists on another page."""

import re

import pytest

from tests.builders import a_round, an_event
from tests.processes import ROOT
from tests.tournaments.visitors import BESIDE_TAGS, ada, markup_of, stranger, text_of
from tournaments.services.draw.drawing import draw_round
from tournaments.services.entry.entrants import enter_players
from tournaments.services.events.lifecycle import close_event
from tournaments.services.rounds.lifecycle import close_round, open_round
from tournaments.wording.help import HELP

TEMPLATES = ROOT / "templates"
FORMS = (ROOT / "tournaments" / "forms").glob("*.py")
PAGES = sorted(TEMPLATES.glob("help/*.html"))
KEY = re.compile(r'<b class="key">(.*?)</b>')
LABEL = re.compile(r'label=_\("(.*?)"\)')
TAG = re.compile(r"\{% trans .*? %\}|\{% blocktranslate.*?%\}.*?\{% endblocktranslate %\}")


def words_of(tag: str) -> str:
    """Return the message of a tag, without the source of its numbers."""
    if tag.startswith("{% trans"):
        return tag.replace("'", '"')
    return tag.partition("%}")[2]


@pytest.fixture(scope="module")
def elsewhere() -> set[str]:
    """Return every message of the pages that are not help, and the labels of their forms."""
    texts = [path.read_text() for path in TEMPLATES.rglob("*.html") if path not in PAGES]
    labels = [f'{{% trans "{each}" %}}' for path in FORMS for each in LABEL.findall(path.read_text())]
    return {words_of(tag) for text in texts for tag in TAG.findall(text)}.union(labels)


@pytest.mark.parametrize("key", HELP)
def test_every_question_has_its_steps(db, key):
    page = text_of(stranger().get(f"/help/{key}/"))
    assert str(HELP[key].title) in page and page.count("presses") >= 6


def test_the_index_leads_to_every_question(db):
    index = text_of(stranger().get("/help/"))
    assert all(f'href="/help/{key}/"' in index for key in HELP)


def test_every_page_leads_to_the_help(db):
    assert 'href="/help/"' in text_of(stranger().get("/games/"))


@pytest.mark.parametrize(
    ("more", "is_open", "key"),
    [("", False, "draw"), ("", True, "round"), ("cards/", True, "draw"), ("sheets/", False, "draw")],
    ids=["a draft", "a round", "cards", "sheets"],
)
def test_the_pages_of_a_round_lead_to_the_question_they_raise(db, more, is_open, key):
    round = a_round(is_open=is_open)
    page = text_of(ada().get(f"/events/{round.event.slug}/organise/rounds/1/{more}"))
    assert (
        f'href="/help/{key}/?game=fipsen-prisdorf"' in page
        and f'{round.event.slug}/organise/rounds/1/"' in page
    )


def test_the_dashboard_leads_to_the_chapter_of_what_is_next(db):
    event, topics = an_event(), []
    for act in (
        lambda: None,
        lambda: enter_players(event=event, names=list("ABCD")),
        lambda: open_round(round=draw_round(event=event)),
        lambda: close_round(round=event.rounds.get(), even_if_incomplete=True),
        lambda: close_event(event=event, is_closed=True),
    ):
        act()
        topics += re.findall(
            r'href="/help/([\w-]+)/\?', text_of(ada().get(f"/events/{event.slug}/organise/"))
        )
    assert topics == ["before", "draw", "round", "draw", "after"]


@pytest.mark.parametrize("key", ["nowhere", "index", "page", "..", "Door"])
def test_an_unknown_question_is_not_found(db, key):
    assert stranger().get(f"/help/{key}/").status_code == 404


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_button_named_is_a_button_elsewhere(elsewhere, path):
    named = [TAG.findall(key) for key in KEY.findall(path.read_text())]
    assert [tags for tags in named if len(tags) != 1 or words_of(tags[0]) not in elsewhere] == []


def source_of(template):
    """Return a template with collapsed whitespace, and none beside its tags."""
    return BESIDE_TAGS.sub("", " ".join((TEMPLATES / template).read_text().split()))


BADGES = re.compile(r'<i data-text="badge_(?:sent|lost|here|checking|needs_you)">(.*?)</i>')


def test_the_words_of_the_phone_are_those_the_phone_shows(db):
    badges = BADGES.findall(source_of("tables/_pad_texts.html"))
    named = KEY.findall(source_of("help/table.html"))
    assert len(badges) == 5 and all(any(badge in key for key in named) for badge in badges)
    assert "saved here (3)" in text_of(stranger().get("/help/table/"))


@pytest.mark.parametrize(
    ("key", "button"),
    [
        ("before", "Create a club"),
        ("before", "Log in"),
        ("table", "Record the bidding"),
        ("table", "Insert a deal before it"),
        ("table", "Save the deals on this phone as a file"),
        ("after", "Type the paper sheet"),
        ("after", "New series"),
        ("after", "Table for your own site"),
    ],
)
def test_a_way_through_the_evening_is_told(db, key, button):
    assert f'<b class="key">{button}</b>' in markup_of(stranger().get(f"/help/{key}/"))


@pytest.mark.parametrize(
    ("key", "link"),
    [
        ("before", "/accounts/login/"),
        ("before", "/new-club/"),
        ("before", "/connection/"),
        ("before", "/phones/"),
        ("table", "/games/"),
    ],
)
def test_a_button_outside_an_event_is_a_link(db, key, link):
    assert f'<a href="{link}"><b class="key">' in markup_of(stranger().get(f"/help/{key}/"))


def test_buttons_are_named_on_every_page_of_steps():
    assert all(KEY.search((TEMPLATES / f"help/{key}.html").read_text()) for key in HELP)


def test_the_help_for_tables_shows_a_pad_of_the_program_with_a_deal_tapped(db):
    drawn = drawn_on("/help/table/?game=fipsen-prisdorf")
    assert drawn.count("key-drawn") == 18 and drawn.count("is-tapped") == 4  # seats, bids, suits, tricks
    assert "Bert +3" in drawn and "eat 2" not in drawn and "<button" not in drawn


def test_the_help_keeps_the_game_of_the_page_from_which_it_was_opened(db):
    event = an_event()
    page = text_of(stranger().get(f"/events/{event.slug}/"))
    [address] = set(re.findall(r'href="(/help/[^"]*)"', page))
    assert address == "/help/?game=fipsen-prisdorf"
    assert 'href="/help/table/?game=fipsen-prisdorf"' in text_of(stranger().get(address))
    unknown = text_of(stranger().get("/help/?game=unknown"))
    assert 'href="/help/table/"' in unknown
    assert 'href="/help/?game=skat"' in text_of(stranger().get("/games/skat/"))


def drawn_on(address, language="en"):
    page = markup_of(stranger().get(address, headers={"accept-language": language}))
    return page.partition('class="pad-drawn"')[2].partition("</figure>")[0]


@pytest.mark.parametrize(
    ("query", "language", "words"),
    [
        ("", "de", (">mit<", "+74")),
        ("?game=skat", "ja", (">あり<", "+74")),
        ("?game=jass", "de", ("Eichel", "#suit-acorn", "Anna + Carla: 37")),
        ("", "de-CH,de", ("Eichel",)),
        ("?game=doppelkopf", "de", ('is-tapped">Normalspiel', "Solo …", "Augen von Kontra: 112")),
        ("?game=unknown", "de", (">mit<",)),
    ],
)
def test_a_club_of_skat_or_jass_sees_its_own_game_and_nothing_of_fipsen(db, query, language, words):
    drawn = drawn_on(f"/help/table/{query}", language)
    assert all(word in drawn for word in words) and "Kieker" not in drawn


@pytest.mark.parametrize("key", HELP)
def test_every_question_has_a_picture_whose_keys_stand_on_other_pages(db, key, elsewhere):
    pictured = 'class="pad-drawn"' if key == "table" else 'class="page-drawn'
    assert pictured in text_of(stranger().get(f"/help/{key}/"))
    template = (TEMPLATES / "help" / f"{key}.html").read_text()
    drawn = template.partition("{% block drawn %}")[2].partition("{% endblock %}")[0]
    assert {words_of(each.replace(" as word", "")) for each in TAG.findall(drawn)} <= elsewhere
