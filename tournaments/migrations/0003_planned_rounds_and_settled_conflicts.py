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
]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_append_only")]
    operations = [
        migrations.RunPython(drop_triggers, set_triggers),
        migrations.AddField(
            model_name="event",
            name="planned_rounds",
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="planned rounds"),
        ),
        migrations.RemoveConstraint(model_name="entry", name="entry_kind_known"),
        migrations.AlterField(
            model_name="entry",
            name="kind",
            field=models.CharField(choices=KINDS, max_length=20),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", [kind for kind, _ in KINDS])), name="entry_kind_known"
            ),
        ),
        migrations.RunPython(set_triggers, drop_triggers),
    ]
