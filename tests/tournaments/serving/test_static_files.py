"""Two versions of the program serve from one folder: neither takes the other's styles and scripts away."""

from pathlib import Path

import pytest

from config.static import HashedStorage
from tournaments.serving.static_files import gather_static_files

BLACK, RED = "p { color: black }", "p { color: red }"


@pytest.fixture
def style(settings, tmp_path) -> Path:
    """Return the one style of a program whose data lie beside it."""
    style = tmp_path / "program" / "cards" / "static" / "style.css"
    style.parent.mkdir(parents=True)
    (tmp_path / "program" / "requirements.txt").touch()
    settings.BASE_DIR, settings.DATA_DIR = tmp_path / "program", tmp_path
    settings.STATIC_ROOT = tmp_path / "static"
    backend = {"BACKEND": "config.static.HashedStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": backend}
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATICFILES_DIRS = [style.parent]
    return style


def gathered(style: Path, content: str) -> Path:
    """Start a version of the program with this style; return the file that its pages name."""
    style.write_text(content)
    gather_static_files()
    storage = HashedStorage()
    return Path(storage.path(storage.stored_name("style.css")))


def test_a_version_that_starts_keeps_the_files_of_one_that_serves(style):
    first, second = gathered(style, BLACK), gathered(style, RED)
    assert first != second
    assert (first.read_text(), second.read_text()) == (BLACK, RED)


def test_a_version_that_starts_again_finds_what_the_other_left(style):
    first = gathered(style, BLACK)
    gathered(style, RED)
    assert gathered(style, BLACK) == first
