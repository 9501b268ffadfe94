"""Pages and scripts obey the strict policy, load what they need, and contain no texts of their own."""

import gzip
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from config.static import joined, without_comments
from tournaments.serving.scripts import joined_script

ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / "tournaments" / "static" / "tournaments"
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SCRIPTS = sorted(STATIC.glob("*.js"))
SHEET_ENTRY = sorted(STATIC.glob("sheet_entry*.js"))
SERVED = [*TEMPLATES, *sorted(path for path in STATIC.iterdir() if path.suffix in (".js", ".css", ".svg"))]
LONGEST_LINE = 120
FOUND_BY_PAGES = re.compile(r"static 'tournaments/(\w+\.js)'")
PAD_LIMIT = 69_000  # as sent, of the 100 KB that a table's page may weigh with its texts and its sheet

INLINE = re.compile(
    r"""<style\b|<script(?![^>]*\bsrc=)|\sstyle\s*=|\son[a-z]+\s*=\s*["']|javascript:""", re.IGNORECASE
)
FOREIGN = re.compile(r"""(?:https?:)?//(?!www\.w3\.org/2000/svg)[a-z0-9-]+\.[a-z]{2,}""", re.IGNORECASE)
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
LITERAL = re.compile(r"""(["'`])((?:\\.|(?!\1).)*)\1""")
SENTENCE = re.compile(r"[A-Z][a-z]+ [a-z]+|[a-z]{2,} [a-z ]+[.!?…]|[ぁ-んァ-ヶ一-龠ÄÖÜäöüß]")
NEWER_THAN_2018 = re.compile(
    r"\?\.[a-zA-Z\[(]|\?\?|\bcatch \{|\.(?:replaceAll|flatMap|fromEntries|replaceChildren|randomUUID)\("
)
CODE = re.compile(r"\s*(import|export|class|function)\b")
EXEMPT = ("account", "allauth")


@cache
def text_of(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def findings(wrong: re.Pattern[str], files: Iterable[Path]) -> dict[str, list[str]]:
    """Return what is wrong in each file that has such a text."""
    return {
        str(each.relative_to(ROOT)): wrong.findall(text_of(each))
        for each in files
        if wrong.search(text_of(each))
    }


def names_of(files: Iterable[Path]) -> list[str]:
    """Return the files as a failure names them."""
    return [str(file.relative_to(ROOT)) for file in files]


def code_of(script: Path) -> str:
    return COMMENT.sub("", text_of(script))


def literals_of(script: Path) -> list[str]:
    return [text for _, text in LITERAL.findall(code_of(script))]


def test_no_page_has_an_inline_script_or_style() -> None:
    assert findings(INLINE, TEMPLATES) == {}


def test_nothing_is_fetched_from_elsewhere() -> None:
    assert findings(FOREIGN, SERVED) == {}


def test_every_template_names_the_context_it_needs() -> None:
    asked = [each for each in TEMPLATES if not is_exempt(each)]
    assert names_of(each for each in asked if not text_of(each).startswith("{# context: ")) == []


def is_exempt(template: Path) -> bool:
    """Return whether a template is a package's, or an error page."""
    return (
        template.relative_to(ROOT / "templates").parts[0] in EXEMPT or template.stem.split("_")[0].isdigit()
    )


def test_no_template_or_script_has_a_line_of_more_than_120_characters() -> None:
    long = {
        each
        for each in [*TEMPLATES, *SCRIPTS]
        for line in text_of(each).splitlines()
        if len(line) > LONGEST_LINE
    }
    assert names_of(long) == []


def test_no_script_has_words_for_people() -> None:
    assert [
        (each.name, text) for each in SCRIPTS for text in literals_of(each) if SENTENCE.search(text)
    ] == []


def test_the_heuristic_for_words_finds_a_sentence() -> None:
    assert SENTENCE.search("Try again")
    assert SENTENCE.search("it was not sent.")
    assert not SENTENCE.search("key is-long")


def test_every_text_the_pad_shows_is_on_its_page() -> None:
    written = set(re.findall(r'data-text="(\w+)"', (ROOT / "templates/tables/_pad_texts.html").read_text()))
    scripts = [script for script in SCRIPTS if script.name != "draw.js" and script not in SHEET_ENTRY]
    asked = {name for script in scripts for name in re.findall(r'say\("(\w+)"', code_of(script))}
    assert asked and asked <= written


def test_the_draft_has_the_texts_its_script_shows_and_no_other() -> None:
    written = re.findall(r'data-text="(\w+)"', (ROOT / "templates/draw/_draw_texts.html").read_text())
    assert set(written) == set(re.findall(r'say\("(\w+)"', code_of(STATIC / "draw.js")))


def test_the_grid_of_a_paper_sheet_has_the_texts_its_script_shows() -> None:
    texts = (ROOT / "templates/tables/_sheet_entry_texts.html").read_text()
    written = set(re.findall(r'data-text="(\w+)"', texts))
    code = "".join(map(code_of, SHEET_ENTRY))
    assert set(re.findall(r'say\("(\w+)"', code)) <= written
    assert not [name for name in written if f'"{name}"' not in code and not name.startswith("suit_")]


def test_every_text_on_the_page_is_shown_somewhere() -> None:
    written = set(re.findall(r'data-text="(\w+)"', (ROOT / "templates/tables/_pad_texts.html").read_text()))
    code = "".join(code_of(script) for script in SCRIPTS)
    made_of_parts = {name for name in written if name.startswith(("suit_", "claim_"))}
    assert not [name for name in written - made_of_parts if f'"{name}"' not in code]


def test_a_phone_of_2019_can_read_every_script() -> None:
    assert [(each.name, newer) for each in SCRIPTS if (newer := NEWER_THAN_2018.findall(code_of(each)))] == []


def test_the_table_page_is_light() -> None:
    files = {
        "table.js": joined_script("table.js").encode(),
        "stichtag.css": (STATIC / "stichtag.css").read_bytes(),
    }
    sizes = {name: len(gzip.compress(without_comments(content))) for name, content in files.items()}
    assert sum(sizes.values()) < PAD_LIMIT, sizes


def test_phones_load_our_scripts_without_the_comments_on_lines_of_their_own():
    source = (
        b'/* What.\n   More. */\n\nexport const STAR = "/*"; // kept\n  /* gone */\n  call(); /* kept */\n'
    )
    assert without_comments(source) == b'\nexport const STAR = "/*"; // kept\n  call(); /* kept */\n'


def test_no_line_of_code_goes_with_the_comments() -> None:
    lost = {}
    for script in SCRIPTS:
        kept = without_comments(script.read_bytes()).decode().splitlines()
        lost[script.name] = [
            line for line in text_of(script).splitlines() if CODE.match(line) and line not in kept
        ]
    assert [each for each in lost.items() if each[1]] == []


def test_a_script_that_a_page_names_is_stored_with_all_it_imports() -> None:
    named = {name for template in TEMPLATES for name in FOUND_BY_PAGES.findall(template.read_text())}
    stored = {name: joined(f"tournaments/{name}", (STATIC / name).read_bytes()).decode() for name in named}
    assert {"table.js", "sheet_entry.js", "live.js"} <= named
    assert not [name for name, text in stored.items() if re.search(r"^import\b", text, re.MULTILINE)]
    assert "class Queue" in stored["table.js"]
