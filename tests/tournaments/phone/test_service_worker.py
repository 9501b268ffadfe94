"""The service worker's script: served at the root, configured by the addresses of the page's own files."""

import json
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.staticfiles import finders

from tests.tournaments.visitors import stranger
from tournaments.views.pages import service_worker

pytestmark = pytest.mark.django_db


def told() -> dict[str, Any]:
    first_line = stranger().get("/worker.js").content.decode().splitlines()[0]
    return dict(json.loads(first_line.removeprefix("self.stichtag = ").removesuffix(";")))


def test_the_script_stands_at_the_root_and_is_asked_for_anew() -> None:
    answer = stranger().get("/worker.js")
    assert answer["Content-Type"].startswith("text/javascript") and answer["Cache-Control"] == "no-cache"


def test_the_script_of_the_page_is_kept_with_what_it_looks_like_and_no_other() -> None:
    assert told()["files"] == [
        f"/static/tournaments/{name}" for name in ("first_taps.js", "icon.svg", "stichtag.css", "table.js")
    ]


def test_while_developing_every_script_the_page_imports_is_kept(settings: LazySettings) -> None:
    settings.DEBUG = True
    names = {address.rsplit("/", 1)[1] for address in told()["files"]}
    assert {"table.js", "pad.js", "i18n.js", "director_call.js", "clock.js", "stichtag.css"} <= names
    assert not {"live.js", "worker.js"} & names


def test_another_version_of_a_file_is_another_version_of_the_script(settings: LazySettings) -> None:
    before = service_worker.made_script()
    settings.STATIC_URL = "/static/next/"
    assert service_worker.made_script().splitlines()[0] != before.splitlines()[0]


def test_the_script_only_answers_to_reading() -> None:
    assert stranger().post("/worker.js").status_code == 405


def test_another_version_of_an_imported_script_is_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    before = service_worker.made_script()
    find = finders.find
    monkeypatch.setattr(finders, "find", lambda name: __file__ if name.endswith("/i18n.js") else find(name))
    assert service_worker.made_script().splitlines()[0] != before.splitlines()[0]
