from itertools import groupby, islice
from operator import itemgetter

from django.db import migrations, models

BATCH = 1000


def keep_accounts(apps, schema_editor):
    """Whose points the seats of every part are, derived from the seats, as the services keep it from now on."""
    part, seat = apps.get_model("tournaments", "Part"), apps.get_model("tournaments", "Seat")
    rows = seat.objects.order_by("part_id", "position").values_list("part_id", "account__number")
    parts = (
        part(pk=pk, accounts=[number for _, number in own])
        for pk, own in groupby(rows.iterator(), key=itemgetter(0))
    )
    while batch := list(islice(parts, BATCH)):
        part.objects.bulk_update(batch, ["accounts"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_planned_rounds_and_settled_conflicts")]
    operations = [
        migrations.AddField(
            model_name="part",
            name="accounts",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.RunPython(keep_accounts, migrations.RunPython.noop),
    ]
