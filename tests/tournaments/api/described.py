"""The API's own description, made once for a run: it takes seconds."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from django.core.management import call_command

from tests.processes import once


@cache
def description() -> dict[str, Any]:
    """Return the description. Raises CommandError if it was made with a warning."""
    told: dict[str, Any] = json.loads(once("api.json", describe).read_text(encoding="utf-8"))
    return told


def describe(file: Path) -> None:
    call_command("spectacular", "--fail-on-warn", "--format", "openapi-json", "--file", str(file))
