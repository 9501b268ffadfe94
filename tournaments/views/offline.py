"""The service worker: one script at the root, which keeps a table's page and its files on the phone."""

import hashlib
import json
import re
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

FOLDER = "tournaments"
SCRIPT = f"{FOLDER}/worker.js"
PAD = f"{FOLDER}/pad.js"
BESIDES = ("stichtag.css", "icon.svg")
IMPORT = re.compile(r"""\bfrom "\./([\w.]+)";""")


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
    source = found(SCRIPT).read_text(encoding="utf-8")
    files = {static(name): found(name) for name in pad_files()}
    content = hashlib.sha256((source + "".join(files)).encode())
    for path in files.values():
        content.update(path.read_bytes())
    told = {"version": content.hexdigest()[:16], "files": list(files)}
    return f"self.stichtag = {json.dumps(told)};\n{source}"


def pad_files() -> list[str]:
    """Everything a table's page is made of: its script, what that imports, and how it looks."""
    names = {PAD, *imported_by(PAD), *(f"{FOLDER}/{name}" for name in BESIDES)}
    return sorted(names)


def imported_by(script: str) -> set[str]:
    """The scripts a script imports, and those they import."""
    waiting, imported = [script], set[str]()
    while waiting:
        text = found(waiting.pop()).read_text(encoding="utf-8")
        new = {f"{FOLDER}/{name}" for name in IMPORT.findall(text)} - imported
        imported |= new
        waiting += new
    return imported


def found(name: str) -> Path:
    """A static file as it lies in the program."""
    return Path(str(finders.find(name)))
