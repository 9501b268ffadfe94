"""Files that tests of paper upload lie apart."""

import pytest


@pytest.fixture(autouse=True)
def uploads_apart(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "uploads"
