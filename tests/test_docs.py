"""The documents name every game, setting, command and promise there is."""

import re
from pathlib import Path

from rules import GAMES
from tournaments.management.commands.games_document import games_document
from tournaments.management.commands.third_party import third_party_document

ROOT = Path(__file__).parent.parent


def document(name):
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_document_of_the_games_is_made_from_the_games():
    assert document("docs/games.md") == games_document()
    assert all(f"`{game.key}`" in document("docs/games.md") for game in GAMES)


def test_every_package_that_is_installed_is_listed_with_its_licence():
    assert document("THIRD_PARTY.md") == third_party_document()
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


def test_every_path_the_readme_names_is_there():
    named = re.findall(r"`((?:tests|docs|rules|scoring|seating|benchmarks)/[\w./-]+)`", document("README.md"))
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_changelog_has_a_section_for_what_is_not_released():
    assert "## Not yet released" in document("CHANGELOG.md")
