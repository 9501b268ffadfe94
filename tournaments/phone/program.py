"""The worker's script for a game and a language, and Brython beside it: bytes under addresses that never lie.

An address holds the digest of what it leads to, so both may be kept for ever. They are made at first use and
remembered by the process.
"""

import ast
import gzip
import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from django.urls import reverse
from django.utils.formats import get_format
from django.utils.translation import gettext, override

from rules import get_game
from tournaments.phone.modules import is_package, modules_for
from tournaments.phone.trimming import texts

WORKER = Path(__file__).parent / "worker.js"
DIGEST_LENGTH = 16


@dataclass(frozen=True, slots=True)
class Script:
    """A script as it is sent."""

    text: bytes
    compressed: bytes
    digest: str


def made(text: bytes) -> Script:
    """The script with its compressed form and its digest; equal texts have equal forms."""
    digest = hashlib.sha256(text).hexdigest()[:DIGEST_LENGTH]
    return Script(text, gzip.compress(text, compresslevel=9, mtime=0), digest)


@cache
def brython() -> Script:
    """Python for browsers, from its package."""
    return made((files("brython") / "data" / "brython.js").read_bytes())


@cache
def program(game_key: str, language: str) -> Script:
    """The worker's script. Raises rules.reading.Refused and NotOnThePhone."""
    trees = modules_for(get_game(game_key))
    parts = {
        "brython": brython_address(),
        "modules": {name: brython_module(name, ast.unparse(tree)) for name, tree in trees.items()},
        **language_parts(language, {each for tree in trees.values() for each in texts(tree)}),
    }
    head = json.dumps(parts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return made(f"const PHONE = {head};\n\n{WORKER.read_text(encoding='utf-8')}".encode())


def brython_module(name: str, source: str) -> list[object]:
    """A module as Brython takes it: kind, source, what it waits for, whether it is a package."""
    return [".py", source, [], 1] if is_package(name) else [".py", source, []]


def language_parts(language: str, messages: Iterable[str]) -> dict[str, object]:
    """What a language says otherwise, of all the texts in the modules."""
    with override(language):
        said = {message: gettext(message) for message in messages if message}
        mark = get_format("DECIMAL_SEPARATOR")
    return {"words": {each: word for each, word in said.items() if word != each}, "decimal_mark": mark}


# Addresses


def brython_address() -> str:
    """Where Brython is."""
    return reverse("phone_python", args=[brython().digest])


def worker_address(game_key: str, language: str) -> str:
    """Where the worker's script is. Raises rules.reading.Refused and NotOnThePhone."""
    return reverse("phone_worker", args=[game_key, language, program(game_key, language).digest])
