"""A page's script and everything it imports as one file: a phone asks once, not once for each level.

Modules are written for people, who read them one by one; while developing they are served as they are.
Joined, each module is a function that returns what it exports, called once, behind those it imports.
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
    """The text of one of our scripts as it lies in the program."""
    return Path(str(finders.find(f"{FOLDER}/{name}"))).read_text(encoding="utf-8")


def imported_by(name: str, read: Read = read_script) -> list[str]:
    """The scripts a script imports, and those they import, each behind what it imports itself.

    Raises ValueError where two scripts import each other.
    """
    return list(dict.fromkeys(imports_in_order(name, read, ())))[:-1]


def imports_in_order(name: str, read: Read, importing: tuple[str, ...]) -> Iterator[str]:
    """What a script imports, some of it more than once, and last the script itself."""
    if name in importing:
        raise ValueError(f"A script must not import itself: {' -> '.join((*importing, name))}.")
    for _, imported in IMPORT.findall(read(name)):
        yield from imports_in_order(imported, read, (*importing, name))
    yield name


@cache
def imported_scripts() -> frozenset[str]:
    """The scripts that others import; the rest are those that pages name."""
    folder = Path(str(finders.find(FOLDER)))
    return frozenset(name for path in folder.glob("*.js") for name in imported_by(path.name))


def joined_script(name: str, read: Read = read_script) -> str:
    """A script and all it imports, as a script that imports nothing.

    Raises ValueError for ways to import or export that are written differently here than everywhere.
    """
    imported = imported_by(name, read)
    return "".join(f"const {variable_of(each)} = {module_of(read(each))};\n" for each in imported) + (
        without_imports(read(name))
    )


def module_of(text: str) -> str:
    """The call of a function that does what a module does and returns what it exports."""
    exported = ", ".join(EXPORT.findall(text))
    return f"(() => {{\n{without_imports(EXPORT.sub('', text))}return {{ {exported} }};\n}})()"


def without_imports(text: str) -> str:
    """A module that takes what it imports from modules joined before it."""
    taken = IMPORT.sub(lambda found: f"const {found[1]} = {variable_of(found[2])};" if found[1] else "", text)
    if strange := OTHERS.search(taken):
        raise ValueError(f'Scripts say import {{ a }} from "./b.js"; this one says {strange[0]}')
    return taken


def variable_of(name: str) -> str:
    """`pad_view_js` of `pad_view.js`."""
    return name.replace(".", "_")
