"""The help: every page opens, and every button it names is a button elsewhere."""

import re
from pathlib import Path

import pytest

from tests.tournaments.pages import stranger, text_of
from tournaments.views.help import HELP

TEMPLATES = Path(__file__).parent.parent.parent / "templates"
FORMS = Path(__file__).parent.parent.parent.glob("tournaments/*form*.py")
PAGES = sorted(TEMPLATES.glob("help/*.html"))
KEY = re.compile(r'<b class="key">(.*?)</b>')
LABEL = re.compile(r'label=_\("(.*?)"\)')
TAG = re.compile(r"\{% trans .*? %\}|\{% blocktranslate.*?%\}.*?\{% endblocktranslate %\}")


def words_of(tag: str) -> str:
    """The message of a tag, without where its numbers come from."""
    if tag.startswith("{% trans"):
        return tag.replace("'", '"')
    return tag.partition("%}")[2]


@pytest.fixture(scope="module")
def elsewhere() -> set[str]:
    """Every message of the pages that are not help, and the labels of their forms."""
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


@pytest.mark.parametrize("key", ["nowhere", "index", "page", "..", "Door"])
def test_an_unknown_question_is_not_found(db, key):
    assert stranger().get(f"/help/{key}/").status_code == 404


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_button_named_is_a_button_elsewhere(elsewhere, path):
    named = KEY.findall(path.read_text())
    assert [key for key in named if words_of(key) not in elsewhere] == []


def test_buttons_are_named_on_every_page_of_steps():
    assert all(KEY.search((TEMPLATES / f"help/{key}.html").read_text()) for key in HELP)
