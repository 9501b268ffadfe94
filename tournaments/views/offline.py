"""The service worker: one script at the root, which keeps a table's page and its files on the phone."""

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
BESIDES = ("stichtag.css", "icon.svg")


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The script, led by the addresses of this version's files."""
    return HttpResponse(worker_script(), content_type="text/javascript; charset=utf-8")


def worker_script() -> str:
    """The script as it is served; while developing, files change under our hands."""
    return made_script() if settings.DEBUG else kept_script()


@cache
def kept_script() -> str:
    """The script, made once."""
    return made_script()


def made_script() -> str:
    """The script; another version of any file is another script, which is how phones learn of it."""
    source, imported = read_script(SCRIPT), imported_by(TABLE)
    files = [static(f"{FOLDER}/{name}") for name in files_of_page(imported if settings.DEBUG else [])]
    content = hashlib.sha256((source + "".join(files)).encode())
    for name in files_of_page(imported):
        content.update(Path(str(finders.find(f"{FOLDER}/{name}"))).read_bytes())
    told = {"version": content.hexdigest()[:16], "files": files}
    return f"self.stichtag = {json.dumps(told)};\n{source}"


def files_of_page(imported: Iterable[str]) -> list[str]:
    """What a table's page is made of: its script, what that imports where it is not joined, and its look."""
    return sorted({TABLE, *imported, *BESIDES})
