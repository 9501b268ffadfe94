"""The worker script of a game and a language, and Brython, as bytes under immutable URLs.

A URL contains the digest of its content, so both may be cached for ever. They are built at first use and
cached by the process.
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
    """A script as it is served."""

    text: bytes
    compressed: bytes
    digest: str


def script_of(text: bytes) -> Script:
    """Return the script with its compressed form and its digest; equal texts give equal results."""
    digest = hashlib.sha256(text).hexdigest()[:DIGEST_LENGTH]
    return Script(text, gzip.compress(text, compresslevel=9, mtime=0), digest)


@cache
def brython() -> Script:
    """Return Brython, from its package."""
    return script_of((files("brython") / "data" / "brython.js").read_bytes())


@cache
def program(game_key: str, language: str) -> Script:
    """Return the worker script. Raises rules.reading.Refused and NotOnThePhone."""
    trees = modules_for(get_game(game_key))
    modules = {name: brython_module(name, ast.unparse(tree)) for name, tree in trees.items()}
    parts = {
        "brython": brython_address(),
        "modules": modules,
        "version": script_of(json.dumps(modules).encode()).digest,
        **language_parts(language, {each for tree in trees.values() for each in texts(tree)}),
    }
    head = json.dumps(parts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return script_of(f"const PHONE = {head};\n\n{WORKER.read_text(encoding='utf-8')}".encode())


def brython_module(name: str, source: str) -> list[object]:
    """Return a module in Brython's format: type, source, imports, whether it is a package."""
    return [".py", source, [], 1] if is_package(name) else [".py", source, []]


def language_parts(language: str, messages: Iterable[str]) -> dict[str, object]:
    """Return a language's translations of all texts in the modules."""
    with override(language):
        translations = {message: gettext(message) for message in messages if message}
        mark = get_format("DECIMAL_SEPARATOR")
    return {
        "words": {each: word for each, word in translations.items() if word != each},
        "decimal_mark": mark,
    }


# URLs


def brython_address() -> str:
    """Return the URL of Brython."""
    return reverse("phone_python", args=[brython().digest])


def worker_address(game_key: str, language: str) -> str:
    """Return the URL of the worker script. Raises rules.reading.Refused and NotOnThePhone."""
    return reverse("phone_worker", args=[game_key, language, program(game_key, language).digest])
