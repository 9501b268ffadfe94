"""Simulate a machine without fonts."""

import contextlib
from collections.abc import Iterator

import pytest

from tournaments.publications.charts import preview
from tournaments.publications.pdf import fonts

REMEMBERED = (fonts.faces, fonts.installed, fonts.name_and_letter, preview.fonts_of, preview.shape_of)


@contextlib.contextmanager
def without_fonts() -> Iterator[None]:
    """Inside, no package ships a font and no folder has one; the caches are restored afterwards."""
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(fonts, "FOLDERS", ())
            patch.setattr(fonts, "PACKAGES", ())
            patch.setattr(fonts, "SCREEN_PACKAGES", ())
            forget()
            yield
    finally:
        forget()


def forget() -> None:
    for found in REMEMBERED:
        found.cache_clear()
