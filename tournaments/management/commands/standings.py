"""Print an event's standings, recomputed first if something changed."""

import json
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.management.events import find_event
from tournaments.models import Event
from tournaments.publications.spreadsheets import COLUMNS, standings_table, write_csv
from tournaments.selectors.publishing.notes import notes_json, notes_shown
from tournaments.selectors.publishing.publications import visibility_of
from tournaments.selectors.standings.ranking_rules import event_standings
from tournaments.services.standings.computation import compute_event_standings

LINE_KEYS = (*COLUMNS, "unranked", "values", "rounds", "tie_breaks")
HEAD_KEYS = ("version", "ranked_by", "house_scoring")


class Command(BaseCommand):
    help = "Print an event's standings."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="EVENT_SLUG")
        parser.add_argument("--format", choices=["csv", "json"], default="csv")

    def handle(self, *, event: str, format: str, **options: object) -> None:
        found = find_event(event)
        compute_event_standings(event_id=found.pk)
        standings = event_standings(found, with_full_names=True)
        if format == "json":
            told = {**as_json(standings), "notes": notes_of(found)}
            self.stdout.write(json.dumps(told, ensure_ascii=False))
        else:
            write_csv(self.stdout, standings_table(standings), line_end="\n")


def as_json(standings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the standings as JSON values, with the contract's names."""
    rows = [{key: row[key] for key in LINE_KEYS} for row in standings["rows"]]
    return {**{key: standings[key] for key in HEAD_KEYS}, "rows": rows}


def notes_of(event: Event) -> list[dict[str, Any]]:
    """Return adjustments and rulings, each with its start number."""
    notes = notes_json(notes_shown(event, visibility_of(event, is_member=True)))
    return [{key: value for key, value in note.items() if key != "name"} for note in notes]
