from django.db import migrations, models

from tournaments.append_only import drop_triggers, set_triggers

KINDS = [
    ("seed_committed", "registration closed, seed committed"),
    ("drawn", "drawn"),
    ("draw_discarded", "draw discarded"),
    ("swapped", "seats swapped by hand"),
    ("round_released", "round released"),
    ("round_closed", "round closed"),
    ("round_reopened", "round taken up again"),
    ("link_renewed", "table link renewed"),
    ("link_revoked", "table link revoked"),
    ("entered", "entered"),
    ("withdrawn", "taken out"),
    ("checked_in", "checked in"),
    ("checked_out", "check-in taken back"),
    ("pin_renewed", "PIN made anew"),
    ("left", "left early"),
    ("paid", "money taken or given"),
    ("adjusted", "points adjusted"),
    ("ruled", "ruling on a deal"),
    ("taken_back", "adjustment or ruling taken back"),
    ("reseated", "seats changed at a table"),
    ("broken_off", "table broken off"),
    ("clock", "round clock"),
    ("helper", "helper let in or out"),
    ("settings", "settings changed"),
    ("signed_off", "signed off"),
    ("published", "standings published"),
    ("forgotten", "name removed"),
    ("event_closed", "event closed"),
    ("event_reopened", "event taken up again"),
]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_accounts_of_parts")]
    operations = [
        migrations.RunPython(drop_triggers, set_triggers),
        migrations.RemoveConstraint(model_name="evententry", name="event_entry_kind_known"),
        migrations.AlterField(
            model_name="evententry",
            name="kind",
            field=models.CharField(choices=KINDS, max_length=20),
        ),
        migrations.AddConstraint(
            model_name="evententry",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", [kind for kind, _ in KINDS])), name="event_entry_kind_known"
            ),
        ),
        migrations.RunPython(set_triggers, drop_triggers),
    ]
