"""German and Japanese are complete and match the English texts."""

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import allauth
import polib
import pytest
from django.utils.translation import gettext, override

from rules import get_game
from rules.game import Listed, Violation
from scoring.not_possible import NotPossible
from tests.missing import miss
from tests.sources import nodes_of, tree_of
from tournaments.wording.accounts import WORDS
from tournaments.wording.lists import in_a_list, in_brackets, labelled
from tournaments.wording.refusals import translated

ROOT = Path(__file__).parent.parent
LOCALE = ROOT / "tournaments" / "locale"
LANGUAGES = ("de", "ja")
ROOMS = ("config", "marked", "rules", "scoring", "seating", "server", "simulation", "tournaments")
F_STRING = re.compile(r"\{gettext\(")
FAMILIAR = re.compile(r"\b(du|dein\w*|dir|dich)\b", re.IGNORECASE)
HALF_WIDTH = re.compile(r"[\u3040-\u30ff\u3400-\u9fff）」』][:;?!]|%\(\w+\)s[:;?!] ")
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|\{(\w*)\}")


@cache
def catalogue(language):
    return polib.pofile(str(LOCALE / language / "LC_MESSAGES" / "django.po"))


def placeholders(message):
    return sorted(match.group(0) for match in PLACEHOLDER.finditer(message))


def translations(entry):
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_missing_or_fuzzy(language):
    entries = [entry for entry in catalogue(language) if not entry.obsolete]
    assert [entry.msgid for entry in entries if entry.fuzzy or not all(translations(entry))] == []


def ways_to_say(entry):
    """Return the placeholders of singular and plural: a language without plural uses those of the plural."""
    return [set(placeholders(text)) for text in (entry.msgid, entry.msgid_plural) if text]


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_are_kept(language):
    differing = [
        entry.msgid
        for entry in catalogue(language)
        for translation in translations(entry)
        if set(placeholders(translation)) not in ways_to_say(entry)
    ]
    assert differing == []


@pytest.mark.parametrize(("language", "forms"), [("de", 2), ("ja", 1)])
def test_plural_forms_are_there(language, forms):
    plurals = [entry for entry in catalogue(language) if entry.msgid_plural]
    assert all(len(entry.msgstr_plural) == forms for entry in plurals)
    assert f"nplurals={forms}" in catalogue(language).metadata["Plural-Forms"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_django_reads_the_texts_that_people_wrote(language):
    compiled = polib.mofile(str(LOCALE / language / "LC_MESSAGES" / "django.mo"))
    written = {(entry.msgctxt, entry.msgid): translations(entry) for entry in catalogue(language)}
    assert {(entry.msgctxt, entry.msgid): translations(entry) for entry in compiled} == written


def test_every_text_of_the_code_is_in_the_catalogues(tmp_path):
    if not shutil.which("xgettext"):
        miss("xgettext")
    copy = tmp_path / "copy"
    copy.mkdir()
    for room in ("manage.py", "pyproject.toml", "templates", *ROOMS):
        source = ROOT / room
        (shutil.copytree if source.is_dir() else shutil.copy)(source, copy / room)
    subprocess.run(
        [sys.executable, "manage.py", "makemessages", "-l", "de"], cwd=copy, check=True, capture_output=True
    )
    fresh = polib.pofile(str(copy / "tournaments" / "locale" / "de" / "LC_MESSAGES" / "django.po"))
    for language in LANGUAGES:
        missing = {entry.msgid for entry in fresh} - {entry.msgid for entry in catalogue(language)}
        assert missing == set()


def texts_in_f_strings() -> Iterator[tuple[str, str]]:
    """Yield file and text of each `gettext("…")` within an f-string, where xgettext does not look."""
    for file in sorted(file for room in ROOMS for file in (ROOT / room).rglob("*.py")):
        source = file.read_text()
        for text in nodes_of(tree_of(source)) if F_STRING.search(source) else ():
            for call in ast.walk(text) if isinstance(text, ast.JoinedStr) else ():
                match call:
                    case ast.Call(func=ast.Name("gettext"), args=[ast.Constant(str(said))]):
                        yield file.name, said


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_within_f_strings_are_in_the_catalogues(language):
    entries = {entry.msgid for entry in catalogue(language)}
    assert [(file, text) for file, text in texts_in_f_strings() if text not in entries] == []


def test_japanese_has_its_own_colons_and_marks_behind_its_letters():
    json = "「is_cancelled」: true"
    assert [
        text
        for entry in catalogue("ja")
        for text in translations(entry)
        if HALF_WIDTH.search(text.replace(json, ""))
    ] == []


def test_lists_labels_and_asides_have_the_marks_of_the_readers_language():
    with override("ja"):
        said = labelled("席", in_a_list(["Ada", 3])) + in_brackets("欠席")
        refusal = NotPossible("round_open", "%(tables)s", {"tables": Listed((1, 4))}).in_language(gettext)
        violation = translated(Violation("seats", None, "{seats}", {"seats": Listed((1, 4))}))
    assert said == "席：Ada、3（欠席）"
    assert (refusal.message, violation) == ("1、4", "1、4")
    assert str(Violation("seats", None, "{seats}", {"seats": Listed((1, 4))})) == "1, 4"


# Texts that somebody types or a program reads, and names that are sorted by their parts.
OWN_COMMAS = {
    *(
        "wording/broken_rows.py",
        "wording/pasted_names.py",
        "wording/prizes.py",
        "selectors/draw/draw_audit.py",
    ),
    *("selectors/competitions/teams.py", "views/series/players.py", "views/hall/wall_pages.py"),
}


def test_pages_join_what_they_list_as_the_readers_language_does():
    joined = re.compile(r"""["'], ?["']\.join|join:", \"""")
    pages = (ROOT / "templates").rglob("*.html")
    code = (
        file
        for room in ("wording", "selectors", "views")
        for file in (ROOT / "tournaments" / room).rglob("*.py")
    )
    found = {str(file) for file in (*pages, *code) if joined.search(file.read_text())}
    assert found == {str(ROOT / "tournaments" / file) for file in OWN_COMMAS}


# One word for a thing, as in docs/glossary.md: a team is no “Mannschaft”, クラブ is the suit alone, an event
# is 大会, and what hangs in the hall 会場モニター. German asks by “Bitte …en”.
OTHER_WORDS = {
    "de": r"Mannschaft|[Ee]inlogg|[Aa]uslogg|Veranstaltung|\b(Nimm|Lass)\b"
    r"|(^|[.:;,] )([Ww]ählen|[Tt]ragen|[Ss]enden|[Ff]otografieren|[Tt]ippen) Sie\b",
    "ja": r"イベント|スクリーン|卓%\(tables?\)|選手|記録用紙|ブラウザ(?!ー)|クラブが"
    r"|(?<!賞品)テーブル(?!の中央|に残)"
    r"|(この|ある|別の|他の)クラブ|クラブ(別|名|ごと|に連絡|や|の(卓|人|会|名|選手|ページ))",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_thing_has_one_word_on_every_page(language):
    other = re.compile(OTHER_WORDS[language])
    assert [text for entry in catalogue(language) for text in translations(entry) if other.search(text)] == []


def test_the_game_for_all_others_is_not_called_like_its_points():
    names = [catalogue(language).find(get_game("points").name).msgstr for language in LANGUAGES]
    assert names == ["Anderes Spiel (Punkte)", "その他のゲーム（得点）"]


def test_the_words_of_the_account_pages_are_those_of_their_package():
    package = Path(allauth.__file__).parent / "locale" / "de" / "LC_MESSAGES" / "django.po"
    assert set(WORDS) <= {entry.msgid for entry in polib.pofile(str(package))}


def test_the_german_of_the_account_pages_is_polite():
    texts = {entry.msgid: entry.msgstr for entry in catalogue("de")}
    assert [word for word in WORDS if FAMILIAR.search(texts.get(word, ""))] == []
