"""Print an event's standings, recomputed first if something changed."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.management.arguments import find_event
from tournaments.publications.spreadsheets import COLUMNS, standings_table, write_csv
from tournaments.selectors.publishing.public_event import PublicEvent, notes_json
from tournaments.services.standings.computation import compute_event_standings
from tournaments.wording.names import full_name

LINE_KEYS = (*COLUMNS, "unranked", "values", "rounds", "tie_breaks")
HEAD_KEYS = ("version", "ranked_by", "house_scoring")


class Command(BaseCommand):
    help = "Print an event's standings."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="EVENT_SLUG")
        parser.add_argument("--format", choices=["csv", "json"], default="csv")

    def handle(self, *, event: str, format: str, **options: object) -> None:
        chosen = find_event(event)
        compute_event_standings(event_id=chosen.pk)
        public = PublicEvent(chosen, is_member=True, name_of=full_name)
        if format == "json":
            self.stdout.write(json.dumps(as_json(public), ensure_ascii=False))
        else:
            write_csv(self.stdout, standings_table(public.computed), line_end="\n")


def as_json(public: PublicEvent) -> dict[str, Any]:
    """Return the standings with adjustments and rulings as JSON values, with the contract's names."""
    standings = public.computed
    return {
        **{key: standings[key] for key in HEAD_KEYS},
        "rows": [{key: row[key] for key in LINE_KEYS} for row in standings["rows"]],
        "notes": [
            {key: value for key, value in note.items() if key != "name"} for note in notes_json(public.notes)
        ],
    }
