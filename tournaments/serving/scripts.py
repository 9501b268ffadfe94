"""Bundles of a page's script and everything it imports: a phone sends one request, not one per level.

In development the modules are served one by one. In a bundle each module is a function that returns its
exports, called once, after the modules it imports.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders

FOLDER = "tournaments"
IMPORT = re.compile(r'^import (?:(\{(?:\s*\w+,)*\s*(?:\w+\s*)?\}) from )?"\./([\w.]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)
OTHERS = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)

Read = Callable[[str], str]


def read_script(name: str) -> str:
    """Return the source of one of our scripts."""
    return Path(str(finders.find(f"{FOLDER}/{name}"))).read_text(encoding="utf-8")


def imported_by(name: str, read: Read = read_script) -> list[str]:
    """Return the scripts a script imports, transitively, each after its own imports.

    Raises ValueError if two scripts import each other.
    """
    return list(dict.fromkeys(imports_in_order(name, read, ())))[:-1]


def imports_in_order(name: str, read: Read, importing: tuple[str, ...]) -> Iterator[str]:
    """Yield a script's imports, some of them repeatedly, and the script itself last."""
    if name in importing:
        raise ValueError(f"A script must not import itself: {' -> '.join((*importing, name))}.")
    for _, imported in IMPORT.findall(read(name)):
        yield from imports_in_order(imported, read, (*importing, name))
    yield name


@cache
def imported_scripts() -> frozenset[str]:
    """Return the scripts that others import; pages refer to the rest."""
    folder = Path(str(finders.find(FOLDER)))
    return frozenset(name for path in folder.glob("*.js") for name in imported_by(path.name))


def joined_script(name: str, read: Read = read_script) -> str:
    """Return a script bundled with all its imports.

    Raises ValueError for import or export statements of an unsupported form.
    """
    imported = imported_by(name, read)
    return "".join(f"const {variable_of(each)} = {module_of(read(each))};\n" for each in imported) + (
        without_imports(read(name))
    )


def module_of(text: str) -> str:
    """Return a call of a function that runs a module and returns its exports."""
    exported = ", ".join(EXPORT.findall(text))
    return f"(() => {{\n{without_imports(EXPORT.sub('', text))}return {{ {exported} }};\n}})()"


def without_imports(text: str) -> str:
    """Return a module whose imports refer to modules bundled before it."""
    taken = IMPORT.sub(lambda match: f"const {match[1]} = {variable_of(match[2])};" if match[1] else "", text)
    if strange := OTHERS.search(taken):
        raise ValueError(f'Scripts say import {{ a }} from "./b.js"; this one says {strange[0]}')
    return taken


def variable_of(name: str) -> str:
    """Return the variable of a script: `pad_view_js` for `pad_view.js`."""
    return name.replace(".", "_")
