"""Events with deals keep the rules by which they count; the others count by those of this version.

docs/ranking.md says what differs. The standings of an event without deals are computed again: its players are
not ranked any more.
"""

from typing import Any

from django.db import migrations, models
from django.db.models import Exists, OuterRef, Q

BEFORE = 1


def keep_counting(apps: Any, schema_editor: Any) -> None:
    """Mark the events with deals, and ask for the standings of those that have some without a deal."""
    event, deal = apps.get_model("tournaments", "Event"), apps.get_model("tournaments", "Deal")
    request = apps.get_model("tournaments", "StandingsRequest")
    event.objects.filter(Exists(deal.objects.filter(table__round__event=OuterRef("pk")))).update(
        counting=BEFORE
    )
    listed = event.objects.filter(standings__isnull=False).exclude(counting=BEFORE)
    request.objects.bulk_create(request(event=each) for each in listed)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0031_names_of_models")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="counting",
            field=models.PositiveSmallIntegerField(
                choices=[(1, "as in earlier versions"), (2, "as in this version")],
                default=2,
                verbose_name="counting",
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="hides_unplayed",
            field=models.BooleanField(default=False, verbose_name="leave out who never played"),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=Q(counting__in=[1, 2]),
                name="event_counting_known",
                violation_error_message="An event counts as in earlier versions or as in this one.",
            ),
        ),
        migrations.RunPython(keep_counting, migrations.RunPython.noop),
    ]
