"""The documents name every game, setting, command and promise; what documents and comments name is there."""

import ast
import re
from functools import cache
from pathlib import Path

import polib
import pytest
from django.utils.translation import gettext, override

from config.program import read_version
from rules import GAMES
from tests.documents import data_model, decisions, games, past_rounds, third_party
from tests.layers import ROOMS, SUBJECTS
from tests.sources import nodes_of, tree_of

ROOT = Path(__file__).parent.parent
LOCALE = ROOT / "tournaments" / "locale"
FOLDERS = sorted(ROOMS | {"benchmarks", "deploy", "release", "templates", "tests"})
DOCUMENTS = ("README.md", "CONTRIBUTING.md", *sorted(f"docs/{path.name}" for path in ROOT.glob("docs/*.md")))
NAMED = re.compile(r"(?<![\w/.{-])((?:[\w.-]+/)*[\w-]+\.(?:py|js|html|css|md))\b(?::(\w+))?(?![\w/])")
COMMENTS = {
    ".py": re.compile(r"#[^\n]*"),
    ".html": re.compile(r"\{#.*?#\}"),
    ".js": re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL),
    ".css": re.compile(r"/\*.*?\*/", re.DOTALL),
}
SOURCE = re.compile(r"`([\w.][\w./-]*\.(?:py|js|html))(?:::?(\w+))?`")  # `path` or `path:name`
FOLDER = re.compile(rf"`((?:{'|'.join(FOLDERS)})/(?:[\w-]+/)*)`")
SCRIPTS = ROOT / "tournaments" / "static" / "tournaments"
SCRIPT_ROW = re.compile(r"^\| `(\w+\.js)` \| [^|]+ \| (\w+) \|([^|]*)\| [^|]+ \|$", re.MULTILINE)
IMPORTED = re.compile(r'^(?:import|\}) ?.*"\./(\w+\.js)";', re.MULTILINE)
IMPURE = re.compile(r"\b(?:document|window|navigator|localStorage|indexedDB|fetch|setTimeout|Date|random)\b")
DECISION = re.compile(r"20\d\d-\d\d-\d\d \S.*\n(?:\S.*\n)+\n")  # what stands after "## "
LONGEST_HEADING = 100  # a longer one has its first sentence in it
SOFT_HYPHEN = "\N{SOFT HYPHEN}"  # where a narrow column may break a word
COLUMNS_OF_A_TERM = 5  # word, German, Japanese, meaning, where it lives
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#]*)(?:#([^)]*))?\)")
STARRED = re.compile(r"(?<!\*)\*([A-Z][^*]+)\*(?!\*)")  # the words of a button or a page
GERMAN_WORDS = {"Stichtag", "Stich", "Wunsch"}  # starred, because they are explained
OTHER_PROGRAMS = re.compile(r"^\| (?:Excel|LibreOffice Calc) \|.*$", re.MULTILINE)
PLACEHOLDER = re.compile(r"%\(\w+\)s|\{\w+\}|\d+")
A_NEW_GAME = "KEY"  # in paths of a game that somebody has yet to write


def document(name):
    return (ROOT / name).read_text(encoding="utf-8")


@cache
def sources():
    """Return every source file by its path, and by its bare name."""
    paths = [path for room in (*FOLDERS, "docs") for path in (ROOT / room).rglob("*.*")]
    paths += [path for ending in ("py", "md") for path in ROOT.glob(f"*.{ending}")]
    by_path = {path.relative_to(ROOT).as_posix(): [path] for path in paths}
    for path in paths:
        by_path.setdefault(path.name, []).append(path)
    return by_path


def is_in(name, path):
    """Return whether a file defines a function, method, class or constant of this name."""
    kinds = (
        rf"(?:export |async )*(?:def|class|function|const) {name}\b",
        rf"(?:async )?{name}\([^)]*\) {{",
        rf"{name}(?:: [^=]+)? =",
    )
    return (
        re.search(rf"^\s*(?:{'|'.join(kinds)})", path.read_text(encoding="utf-8"), re.MULTILINE) is not None
    )


def comments_of(file):
    """Return the comments of a source file, with the docstrings of its functions and classes."""
    text = file.read_text(encoding="utf-8")
    if not NAMED.search(text):
        return ""
    return "\n".join(
        [*COMMENTS[file.suffix].findall(text), *(docstrings_of(text) if file.suffix == ".py" else ())]
    )


def docstrings_of(text):
    described = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    return [ast.get_docstring(node) or "" for node in nodes_of(tree_of(text)) if isinstance(node, described)]


def files_named(path):
    """Return the files that a comment can mean: it may leave out the first folders."""
    return [file for name, files in sources().items() if f"/{name}".endswith(f"/{path}") for file in files]


def is_lost(path, name):
    """Return whether no file is called so, or none of them defines that name."""
    return not any(not name or is_in(name, file) for file in files_named(path))


def test_every_source_file_and_function_that_a_comment_names_is_there():
    commented = {file for files in sources().values() for file in files if file.suffix in COMMENTS}
    lost = {
        (file.relative_to(ROOT).as_posix(), *named)
        for file in commented
        for named in NAMED.findall(comments_of(file))
        if A_NEW_GAME not in named[0] and is_lost(*named)
    }
    assert lost == set()


def headings(name):
    """Return the anchors of a document, as the usual viewers make them."""
    titles = re.findall(r"^#+ (.+)$", document(name), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_source_file_that_a_document_names_is_there(name):
    named = [path for path, _ in SOURCE.findall(document(name)) if A_NEW_GAME not in path]
    folders = [path for path in FOLDER.findall(document(name)) if A_NEW_GAME not in path]
    assert [path for path in named if path not in sources()] == []
    assert [path for path in folders if not (ROOT / path).is_dir()] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_function_that_a_document_names_is_in_its_file(name):
    named = [(path, word) for path, word in SOURCE.findall(document(name)) if word]
    lost = [each for each in named if not any(is_in(each[1], path) for path in sources().get(each[0], []))]
    assert lost == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_of_a_document_leads_somewhere(name):
    for path, anchor in LINK.findall(document(name)):
        target = (ROOT / name).parent / path if path else ROOT / name
        assert target.exists(), path
        assert not anchor or anchor in headings(target.resolve().relative_to(ROOT)), f"{path}#{anchor}"


@cache
def words_of_the_pages():
    """Return the English texts of the catalogue, singular and plural, with # for what is filled in."""
    entries = polib.pofile(str(LOCALE / "de" / "LC_MESSAGES" / "django.po"))
    texts = {text for entry in entries if not entry.obsolete for text in (entry.msgid, entry.msgid_plural)}
    return {PLACEHOLDER.sub("#", text).replace(SOFT_HYPHEN, "") for text in texts}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_button_and_page_that_a_document_names_is_there(name):
    starred = STARRED.findall(OTHER_PROGRAMS.sub("", document(name)))
    steps = {step for words in starred for step in " ".join(words.split()).split(" → ")} - GERMAN_WORDS
    assert {step for step in steps if PLACEHOLDER.sub("#", step) not in words_of_the_pages()} == set()


def test_the_index_of_the_decisions_has_each_with_its_status():
    assert document("docs/decisions-index.md") == decisions.document()


def test_a_heading_of_the_decisions_is_a_title_and_no_paragraph():
    lines = re.findall(r"^## .+$", document("docs/decisions.md"), re.MULTILINE)
    assert [line for line in lines if len(line) > LONGEST_HEADING] == []


def test_every_decision_is_a_dated_heading_with_one_paragraph_between_empty_lines():
    _, *entries = re.split(r"^## ", document("docs/decisions.md") + "\n", flags=re.MULTILINE)
    assert len(entries) > 200
    assert [entry for entry in entries if not DECISION.fullmatch(entry)] == []


def test_the_document_of_the_games_is_made_from_the_games():
    assert document("docs/games.md") == games.document()
    assert all(f"`{game.key}`" in document("docs/games.md") for game in GAMES)


def test_the_document_of_past_rounds_is_made_from_the_table_of_their_safety():
    assert document("docs/past-rounds.md") == past_rounds.document()


def test_the_document_of_the_data_model_is_made_from_the_models():
    text = document("docs/data-model.md")
    assert text == data_model.document()
    assert all(f"### {model.__name__}\n" in text for model in data_model.all_models())


def test_every_package_that_is_installed_is_listed_with_its_licence():
    assert document("THIRD_PARTY.md") == third_party.document()
    rows = re.findall(r"^\| (\S+) \| (.*?) \| .+ \|$", document("THIRD_PARTY.md"), re.MULTILINE)
    assert [package for package, licence in rows if not licence] == []
    locked = set(re.findall(r"^([a-z0-9._-]+)==", document("requirements.txt"), re.MULTILINE))
    assert locked - {package for package, _ in rows} == set()


def test_every_setting_is_in_the_operations_document():
    read = set(re.findall(r'env\.\w+\("([A-Z_]+)"', document("config/settings.py")))
    assert read - set(re.findall(r"`([A-Z_]+)`", document("docs/operations.md"))) == set()


def test_every_command_of_ours_is_in_a_document():
    folder = ROOT / "tournaments" / "management" / "commands"
    commands = {path.stem for path in folder.glob("[a-z]*.py")}
    documents = "".join(
        document(f"{name}.md") for name in ("README", "CONTRIBUTING", "docs/operations", "docs/games")
    )
    assert {command for command in commands if command not in documents} == set()


def test_the_architecture_explains_every_subject_of_the_layers():
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", document("docs/architecture.md"), re.MULTILINE)
    explained = {name for row in rows for name in re.findall(r"\w+", row)}
    assert set(SUBJECTS) - explained == set()


def test_the_readme_leads_to_every_document():
    linked = {path for path, _ in LINK.findall(document("README.md"))}
    assert [name for name in DOCUMENTS if name != "README.md" and name not in linked] == []


def scripts_of_the_map():
    """Kind and imports of every script that has a row in docs/scripts.md."""
    rows = SCRIPT_ROW.findall(document("docs/scripts.md"))
    return {name: (kind, {f"{each}.js" for each in re.findall(r"\w+", names)}) for name, kind, names in rows}


def code_of(name):
    """Return a script without its comments."""
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", (SCRIPTS / name).read_text(encoding="utf-8"), flags=re.DOTALL)


def test_the_map_of_the_scripts_says_what_each_imports():
    imported = {path.name: set(IMPORTED.findall(code_of(path.name))) for path in SCRIPTS.glob("*.js")}
    assert {name: names for name, (_, names) in scripts_of_the_map().items()} == imported


def test_a_script_that_is_called_pure_knows_no_page_no_network_and_no_clock():
    pure = [name for name, (kind, _) in scripts_of_the_map().items() if kind == "pure"]
    impure = {name: IMPURE.findall(code_of(name)) for name in pure}
    assert len(pure) > 5
    assert {name: words for name, words in impure.items() if words} == {}


def words_of_the_catalogue(word, language):
    """Return what pages say for a word, with a capital or without; empty if no text is this word alone."""
    with override(language):
        words = {gettext(each).replace(SOFT_HYPHEN, "").lower() for each in (word, word.capitalize())}
        return words - {word.lower()}


@cache
def texts_of_the_catalogue(language):
    """English texts and their translations, in small letters."""
    entries = polib.pofile(str(LOCALE / language / "LC_MESSAGES" / "django.po"))
    return [
        (f"{entry.msgid} {entry.msgid_plural}".lower(), f"{entry.msgstr} {entry.msgstr_plural}")
        for entry in entries
        if not entry.obsolete
    ]


def is_said(word, said, language):
    """Return whether some text has the word, and its translation what the glossary says for it."""
    begins = re.compile(rf"\b{re.escape(word.lower())}")
    return any(
        begins.search(english) and said.lower() in translated.replace(SOFT_HYPHEN, "").lower()
        for english, translated in texts_of_the_catalogue(language)
    )


@pytest.mark.parametrize(("column", "language"), [(1, "de"), (2, "ja")])
def test_the_glossary_says_the_words_of_the_pages(column, language):
    lines = re.findall(r"^\| (?!word )(.+) \|$", document("docs/glossary.md"), re.MULTILINE)
    rows = [[cell.strip() for cell in line.split("|")] for line in lines]
    terms = [(row[0], row[column]) for row in rows if len(row) == COLUMNS_OF_A_TERM]
    on_pages = [(term, said, words_of_the_catalogue(term, language)) for term, said in terms]
    assert len(terms) > 50
    assert [each for each in on_pages if each[2] and each[1].lower() not in each[2]] == []
    on_none = [(term, said) for term, said, words in on_pages if said and not words]
    assert [each for each in on_none if not is_said(*each, language)] == []


def test_no_word_has_two_rows_in_the_glossary():
    terms = re.findall(r"^\| ([^|]+?) \|", document("docs/glossary.md"), re.MULTILINE)
    assert [term for term in set(terms) - {"word", "do not say"} if terms.count(term) > 1] == []


def test_clubs_read_first_what_is_not_yet_released_or_else_the_version_they_get():
    newest = re.search(r"^## (.+)$", document("CHANGELOG.md"), re.MULTILINE)[1]
    assert newest == "Not yet released" or re.fullmatch(rf"{read_version()}, \d{{4}}-\d\d-\d\d", newest)
