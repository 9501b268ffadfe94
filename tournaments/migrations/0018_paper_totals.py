"""The history of a sheet tells who compared it with the totals on paper, and what they read there."""

from django.db import migrations, models

from tournaments.append_only import drop_triggers, set_triggers

KINDS = [
    ("recorded", "recorded"),
    ("corrected", "corrected"),
    ("struck", "struck out"),
    ("inserted", "inserted"),
    ("first_dealer", "first dealer set"),
    ("confirmed", "confirmed"),
    ("signed", "sheet signed"),
    ("reseated", "seats changed"),
    ("settled", "conflict settled, the stored version kept"),
    ("compared", "compared with the totals on paper"),
    ("upheld", "confirmed against the totals on paper"),
]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0017_plain_labels")]
    operations = [
        migrations.RunPython(drop_triggers, set_triggers),
        migrations.RemoveConstraint(model_name="sheetchange", name="entry_kind_known"),
        migrations.AlterField(
            model_name="sheetchange",
            name="kind",
            field=models.CharField(choices=KINDS, max_length=20),
        ),
        migrations.AddConstraint(
            model_name="sheetchange",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", [kind for kind, _ in KINDS])), name="entry_kind_known"
            ),
        ),
        migrations.RunPython(set_triggers, drop_triggers),
    ]
