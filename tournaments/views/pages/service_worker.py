"""The service worker: one script at the root that caches a table's page and its files on the phone."""

import hashlib
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournaments.serving.scripts import FOLDER, imported_by, read_script

SCRIPT, TABLE = "worker.js", "table.js"
BESIDES = ("stichtag.css", "icon.svg", "first_taps.js")


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """Return the script, preceded by the URLs of this version's files."""
    script = made_script() if settings.DEBUG else stored_script()  # in development, files may change
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


@cache
def stored_script() -> str:
    """Return the script, built once."""
    return made_script()


def made_script() -> str:
    """Build the script; a new version of any file changes it, so that phones notice the update."""
    source, imported = read_script(SCRIPT), imported_by(TABLE)
    files = [static(f"{FOLDER}/{name}") for name in files_of_page(imported if settings.DEBUG else [])]
    content = hashlib.sha256((source + "".join(files)).encode())
    for name in files_of_page(imported):
        content.update(Path(str(finders.find(f"{FOLDER}/{name}"))).read_bytes())
    facts = {"version": content.hexdigest()[:16], "files": files}
    return f"self.stichtag = {json.dumps(facts)};\n{source}"


def files_of_page(imported: Iterable[str]) -> list[str]:
    """Return the files of a table's page: its script, the imports that are not bundled, its style sheets."""
    return sorted({TABLE, *imported, *BESIDES})
