"""Merged players, cancelled and hidden events, and the kinds of changes that record them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from tournaments.append_only import drop_triggers, set_triggers


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0019_invitations"),
    ]

    operations = [
        migrations.RunPython(drop_triggers, set_triggers),
        migrations.CreateModel(
            name="PlayerMerge",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("entries", models.JSONField(default=list)),
                ("shared", models.JSONField(default=list)),
                ("changes", models.JSONField(default=dict)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("undone_at", models.DateTimeField(null=True)),
            ],
            options={
                "verbose_name": "merge of players",
                "verbose_name_plural": "merges of players",
                "ordering": ("kept", "id"),
            },
        ),
        migrations.RemoveConstraint(
            model_name="clubchange",
            name="club_entry_kind_known",
        ),
        migrations.RemoveConstraint(
            model_name="eventchange",
            name="event_entry_kind_known",
        ),
        migrations.AddField(
            model_name="event",
            name="is_cancelled",
            field=models.BooleanField(default=False, verbose_name="cancelled"),
        ),
        migrations.AddField(
            model_name="event",
            name="is_unlisted",
            field=models.BooleanField(default=False, verbose_name="hidden from lists"),
        ),
        migrations.AddField(
            model_name="player",
            name="merged_into",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="duplicates",
                to="tournaments.player",
                verbose_name="merged into",
            ),
        ),
        migrations.AlterField(
            model_name="clubchange",
            name="kind",
            field=models.CharField(
                choices=[
                    ("invited", "invitation created"),
                    ("uninvited", "invitation revoked"),
                    ("joined", "invitation accepted"),
                    ("merged", "players merged"),
                    ("unmerged", "merge of players undone"),
                    ("renamed", "club renamed"),
                    ("event_deleted", "event deleted"),
                ],
                max_length=20,
            ),
        ),
        migrations.AlterField(
            model_name="eventchange",
            name="kind",
            field=models.CharField(
                choices=[
                    ("seed_committed", "registration closed, seed committed"),
                    ("drawn", "drawn"),
                    ("draw_discarded", "draw discarded"),
                    ("swapped", "seats swapped by hand"),
                    ("round_released", "round opened"),
                    ("round_closed", "round closed"),
                    ("round_reopened", "round reopened"),
                    ("link_renewed", "table link renewed"),
                    ("link_revoked", "table link revoked"),
                    ("entered", "entered"),
                    ("withdrawn", "taken out"),
                    ("checked_in", "checked in"),
                    ("checked_out", "check-in undone"),
                    ("pin_renewed", "new PIN created"),
                    ("left", "left early"),
                    ("paid", "money taken or given"),
                    ("adjusted", "points adjusted"),
                    ("ruled", "ruling on a deal"),
                    ("taken_back", "adjustment or ruling withdrawn"),
                    ("reseated", "seats changed at a table"),
                    ("broken_off", "table abandoned"),
                    ("clock", "round clock"),
                    ("helper", "helper let in or out"),
                    ("settings", "settings changed"),
                    ("signed_off", "signed off"),
                    ("published", "standings published"),
                    ("forgotten", "name removed"),
                    ("merged", "players merged"),
                    ("unmerged", "merge of players undone"),
                    ("cancelled", "event cancelled"),
                    ("uncancelled", "cancellation withdrawn"),
                    ("listed", "listed or hidden"),
                    ("event_closed", "event closed"),
                    ("event_reopened", "event reopened"),
                ],
                max_length=20,
            ),
        ),
        migrations.AddConstraint(
            model_name="clubchange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        ["invited", "uninvited", "joined", "merged", "unmerged", "renamed", "event_deleted"],
                    )
                ),
                name="club_entry_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="eventchange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            "seed_committed",
                            "drawn",
                            "draw_discarded",
                            "swapped",
                            "round_released",
                            "round_closed",
                            "round_reopened",
                            "link_renewed",
                            "link_revoked",
                            "entered",
                            "withdrawn",
                            "checked_in",
                            "checked_out",
                            "pin_renewed",
                            "left",
                            "paid",
                            "adjusted",
                            "ruled",
                            "taken_back",
                            "reseated",
                            "broken_off",
                            "clock",
                            "helper",
                            "settings",
                            "signed_off",
                            "published",
                            "forgotten",
                            "merged",
                            "unmerged",
                            "cancelled",
                            "uncancelled",
                            "listed",
                            "event_closed",
                            "event_reopened",
                        ],
                    )
                ),
                name="event_entry_kind_known",
            ),
        ),
        migrations.AddField(
            model_name="playermerge",
            name="author",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="playermerge",
            name="duplicate",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.player"
            ),
        ),
        migrations.AddField(
            model_name="playermerge",
            name="kept",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="merges", to="tournaments.player"
            ),
        ),
        migrations.AddConstraint(
            model_name="playermerge",
            constraint=models.UniqueConstraint(
                condition=models.Q(("undone_at", None)),
                fields=("duplicate",),
                name="one_merge_per_duplicate_stands",
            ),
        ),
        migrations.RunPython(set_triggers, drop_triggers),
    ]
