"""A machine without any font, for a while."""

import contextlib
from collections.abc import Iterator

import pytest

from tournaments.pictures import preview
from tournaments.printing import fonts

REMEMBERED = (fonts.faces, fonts.installed, fonts.name_and_letter, preview.fonts_of, preview.shape_of)


@contextlib.contextmanager
def without_fonts() -> Iterator[None]:
    """No package ships a font and no folder has one; what was found before is found again afterwards."""
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(fonts, "FOLDERS", ())
            patch.setattr(fonts, "PACKAGES", ())
            forget()
            yield
    finally:
        forget()


def forget() -> None:
    for found in REMEMBERED:
        found.cache_clear()
