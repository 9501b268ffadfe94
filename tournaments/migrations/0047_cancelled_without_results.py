"""A cancelled event has no results: one that was closed or signed off afterwards is cancelled and no more."""

from django.db import migrations, models
from django.db.models import Q


def mend(apps, schema_editor):
    """Take closing and sign-off back from cancelled events; only an event without deals can be cancelled."""
    events = apps.get_model("tournaments", "Event")._base_manager
    events.filter(is_cancelled=True).update(is_closed=False, signed_off_at=None)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0046_typed_twice")]

    operations = [
        migrations.RunPython(mend, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=Q(is_cancelled=False) | Q(is_closed=False, signed_off_at__isnull=True),
                name="event_cancelled_without_results",
                violation_error_message="A cancelled event is neither closed nor signed off.",
            ),
        ),
    ]
