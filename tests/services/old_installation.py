"""The kept installation before the constraints on facts, with rows that violate them; any database.

For `manage.py shell`, on an empty database: `make_old()` stores what `kept_installation` keeps, brings it to
before the first of the migrations, and corrupts rows as only raw SQL could. `print_mended()` prints the rows
after `migrate`.
"""

import json
from datetime import date
from typing import Any

from django.db.models import QuerySet

from tests.services.kept_installation import load_kept, make_tables
from tournaments.models import Adjustment, Event, Player, StandingsRequest, Table, TableLink

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
    """Make the kept installation, of the version before the migrations that mend, with spoilt rows."""
    load_kept()
    spoil(make_tables(BEFORE))


def spoil(apps: Any) -> None:
    """Write rows that no service has ever written."""
    rows = {
        name: apps.get_model("tournaments", name).objects
        for name in ("Event", "Player", "Table", "TableLink", "Adjustment", "StandingsMarker")
    }
    table = rows["Table"].order_by("pk").first()
    rows["StandingsMarker"].create(event_id=table.round.event_id, table_id=table.pk)
    rows["Event"].create(club=table.round.event.club, slug="spoilt", game="fipsen-prisdorf", **SPOILT)
    rows["Player"].filter(name="Ben").update(shown_as="upside")
    rows["Table"].filter(number=2).update(extra_minutes=5000)
    rows["TableLink"].update(generation=0)
    rows["Adjustment"].filter(round_number=None).update(round_number=0)


def print_mended() -> None:
    """Print the repaired rows."""
    spoilt = Event.objects.values(*SPOILT).get(slug="spoilt")
    others = {
        "shown_as": values_of(Player.objects.filter(name="Ben"), "shown_as"),
        "extra_minutes": values_of(Table.objects.filter(number=2), "extra_minutes"),
        "generations": values_of(TableLink.objects.all(), "generation"),
        "round_number": Adjustment.objects.get().round_number,
        "markers": StandingsRequest.objects.count(),
    }
    print(json.dumps({**spoilt, **others}, default=str))


def values_of(rows: QuerySet[Any], field: str) -> list[Any]:
    """Return the different values of a field."""
    return list(rows.order_by(field).values_list(field, flat=True).distinct())
