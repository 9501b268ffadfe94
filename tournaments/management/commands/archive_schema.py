"""Print docs/archive.schema.json, made from the models: the JSON Schema of an event's archive."""

import json
from typing import Any

from django.core.management.base import BaseCommand
from django.db.models import Field

from tournaments.services.installation.event_rows import EVENT_ROW, LISTS, PLAYER_ROW, PRIVATE, Rows

TYPES: dict[str, dict[str, Any]] = {
    "BinaryField": {"type": "string", "contentEncoding": "base64"},
    "BooleanField": {"type": "boolean"},
    "CharField": {"type": "string"},
    "DateField": {"type": "string", "format": "date"},
    "DateTimeField": {"type": "string", "format": "date-time"},
    "EmailField": {"type": "string"},
    "SlugField": {"type": "string"},
    "TextField": {"type": "string"},
    "TimeField": {"type": "string", "format": "time"},
    "UUIDField": {"type": "string", "format": "uuid"},
    "JSONField": {},
}
NUMBER, TEXT = {"type": "integer"}, {"type": "string"}
AUTHOR = {
    "type": "object",
    "required": ["id", "name"],
    "properties": {"id": NUMBER, "name": {"type": "string"}},
}
ORIGIN = {
    "type": "object",
    "required": ["ids", "lengths"],
    "properties": {"ids": {"type": "object"}, "lengths": {"type": "object"}},
}


class Command(BaseCommand):
    help = "Print docs/archive.schema.json, made from the models."
    requires_system_checks = ()

    def handle(self, **options: object) -> None:
        self.stdout.write(archive_schema(), ending="")


def archive_schema() -> str:
    """Return the document."""
    lists = {name: {"type": "array", "items": row_schema(rows)} for name, rows in LISTS.items()}
    properties = {
        "club": {
            "type": "object",
            "required": ["name"],
            "properties": {"name": {"type": "string"}, "emblem": {"type": "string"}},
        },
        "event": row_schema(EVENT_ROW),
        "players": {"type": "array", "items": row_schema(PLAYER_ROW)},
        "authors": {"type": "array", "items": AUTHOR},
        "origins": {"type": "array", "items": ORIGIN},
        **lists,
    }
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "event.json of an archive of an event of Stichtag, version 1",
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": properties,
    }
    return json.dumps(schema, indent=1) + "\n"


def row_schema(rows: Rows) -> dict[str, Any]:
    """Return the schema of one list's rows."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["id", *(each.attname for each in rows.fields if each.name not in PRIVATE)],
        "properties": {"id": NUMBER, **{each.attname: value_schema(each) for each in rows.fields}},
    }


def value_schema(field: "Field[Any, Any]") -> dict[str, Any]:
    """Return the schema of one column."""
    schema = dict(TYPES.get(field.get_internal_type(), NUMBER))
    if field.choices and not field.blank:
        schema["enum"] = [key if isinstance(key, int) else str(key) for key, _ in field.flatchoices]
    if field.null and "type" in schema:
        schema["type"] = [schema["type"], "null"]
    return schema
