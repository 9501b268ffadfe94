"""Print an event's standings, or those of a competition, recomputed first if something changed."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.management.arguments import find_event
from tournaments.publications.spreadsheets import COLUMNS, standings_table, write_csv
from tournaments.selectors.competitions.shown import as_standings
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
        parser.add_argument(
            "--competition", metavar="KEY", default="", help="its number, “teams” or “category:NAME”"
        )

    def handle(self, *, event: str, format: str, competition: str = "", **options: object) -> None:
        chosen = find_event(event)
        compute_event_standings(event_id=chosen.pk)
        public = PublicEvent(chosen, is_member=True, name_of=full_name)
        if competition:
            self.write_competition(public, competition, format)
        elif format == "json":
            self.stdout.write(json.dumps(as_json(public), ensure_ascii=False))
        else:
            write_csv(self.stdout, standings_table(public.computed), line_end="\n")

    def write_competition(self, public: PublicEvent, key: str, format: str) -> None:
        """Print a competition. Raises CommandError for one that the event does not have."""
        own = {each["key"]: each for each in public.competitions}
        if key not in own:
            raise CommandError(
                f"{public.event.name} has no competition “{key}”; there are: {', '.join(own) or 'none'}."
            )
        if format == "json":
            self.stdout.write(json.dumps(own[key], ensure_ascii=False, default=str))
        else:
            write_csv(self.stdout, standings_table(as_standings(own[key], public.computed)), line_end="\n")


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
