"""Writes what version 1 of the API promises: `manage api_description docs/api-v1.json`."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import override
from drf_spectacular.generators import SchemaGenerator

from tournaments.api.http.released import as_text, broken_promises, released_form


class Command(BaseCommand):
    help = "Add what is new in the API to the file of its promises; refused if a promise is not kept."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **options: Any) -> None:
        new = released_today()
        broken = broken_promises(json.loads(file.read_text()), new) if file.exists() else []
        if broken:
            raise CommandError("Version 1 only grows; this takes something away:\n" + "\n".join(broken))
        file.write_text(as_text(new), encoding="utf-8")


def released_today() -> dict[str, Any]:
    """Return the promises of the API as it is now, in English."""
    with override("en"):
        return released_form(SchemaGenerator().get_schema(public=True))
