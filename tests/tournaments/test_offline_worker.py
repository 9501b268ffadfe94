"""The service worker's script: served at the root, led by the addresses of the page's own files."""

import json

import pytest

from tests.tournaments.pages import stranger
from tournaments.views import offline

pytestmark = pytest.mark.django_db


def told() -> dict[str, object]:
    first_line = stranger().get("/worker.js").content.decode().splitlines()[0]
    return dict(json.loads(first_line.removeprefix("self.stichtag = ").removesuffix(";")))


def test_the_script_stands_at_the_root_and_is_asked_for_anew() -> None:
    answer = stranger().get("/worker.js")
    assert answer["Content-Type"].startswith("text/javascript") and answer["Cache-Control"] == "no-cache"


def test_every_script_the_pad_imports_is_kept_and_no_other() -> None:
    names = offline.pad_files()
    assert {"tournaments/pad.js", "tournaments/words.js", "tournaments/stichtag.css"} <= set(names)
    assert not {"tournaments/live.js", "tournaments/worker.js"} & set(names)
    assert len(told()["files"]) == len(names)


def test_another_version_of_a_file_is_another_version_of_the_script(monkeypatch: pytest.MonkeyPatch) -> None:
    before = offline.made_script()
    monkeypatch.setattr(offline, "static", lambda name: f"/static/next/{name}")
    assert offline.made_script().splitlines()[0] != before.splitlines()[0]


def test_the_script_only_answers_to_reading() -> None:
    assert stranger().post("/worker.js").status_code == 405
