"""An installation from before the constraints on facts, with rows that violate them; any database.

For `manage.py shell`, after `migrate`: `make_old()` plays an event, migrates back to before the first of the
migrations, and corrupts rows as only raw SQL could. `print_mended()` prints the rows after `migrate`.
"""

import json
from datetime import date
from typing import Any

from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.builders import a_round, an_event, write_deal
from tournaments.models import Adjustment, Event, Player, StandingsRequest, Table, TableLink
from tournaments.services.history.sheet_chain import Author
from tournaments.services.installation.stored_rows import loader_of
from tournaments.services.sheets.table_links import open_link
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.decisions import adjust_points

BEFORE = ("tournaments", "0008_part_is_over")
SPOILT: dict[str, Any] = {
    "date": date(26, 11, 28),
    "name": "",
    "missing_deals": "doubled",
    "leaver_rule": "stays",
    "confirms": "twice",
    "language": "xx",
    "planned_rounds": 0,
    "round_minutes": 2000,
    "places": 20_000,
    "fee_cents": 2_000_000_000,
    "deals_per_table": {"4": "many"},
    "prizes": {"prizes": [{"places": [1]}]},
    "lost_deal_money": {"steps": [[3, 50]]},
}


def make_old() -> None:
    """Make an event of two tables with requested standings, and an event with impossible settings."""
    round = a_round(tables=2)
    for number, table in enumerate(round.tables.order_by("number")):
        write_deal(table, declarer=number, tricks=number)
        open_link(table=table)
    adjust_points(entrant=round.event.entrants.get(number=1), points=5, reason="late", by=Author("member", 1))
    compute_event_standings(event_id=round.event_id)
    an_event(name="Spoilt", slug="spoilt", club=round.event.club)
    write_deal(round.tables.get(number=1), 2)
    spoil(migrated_back(), round.event_id)


def migrated_back() -> Any:
    """Undo the migrations, squashed ones too; return the models from before the first of them."""
    executor = MigrationExecutor(connection)
    executor.loader = loader_of(dict([BEFORE]), connection)
    models = executor.migrate([BEFORE]).apps
    for squashed in executor.loader.replacements:
        executor.recorder.record_unapplied(*squashed)
    return models


def spoil(apps: Any, event_id: int) -> None:
    """Write rows that no service has ever written."""
    rows = {name: apps.get_model("tournaments", name).objects for name in ("Event", "Player", "Table")}
    rows["Event"].filter(slug="spoilt").update(**SPOILT)
    rows["Player"].filter(name="Ben").update(shown_as="upside")
    rows["Table"].filter(number=2).update(extra_minutes=5000)
    apps.get_model("tournaments", "TableLink").objects.update(generation=0)
    adjustment = apps.get_model("tournaments", "Adjustment").objects
    adjustment.filter(round_number=None).update(round_number=0)
    table = rows["Table"].get(number=1)
    apps.get_model("tournaments", "StandingsMarker").objects.create(event_id=event_id, table_id=table.pk)


def print_mended() -> None:
    """Print the repaired rows."""
    spoilt = Event.objects.values(*SPOILT).get(slug="spoilt")
    others = {
        "shown_as": Player.objects.get(name="Ben").shown_as,
        "extra_minutes": Table.objects.get(number=2).extra_minutes,
        "generations": list(TableLink.objects.values_list("generation", flat=True)),
        "round_number": Adjustment.objects.get().round_number,
        "markers": StandingsRequest.objects.count(),
    }
    print(json.dumps({**spoilt, **others}, default=str))
