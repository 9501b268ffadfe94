"""What a member register knows of a player, and lists that can be taken back."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0013_reply_without_status"),
    ]

    operations = [
        migrations.CreateModel(
            name="ListColumns",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("headings_digest", models.CharField(max_length=64)),
                ("columns", models.JSONField(default=dict)),
            ],
            options={
                "verbose_name": "columns of a list",
                "ordering": ("club", "id"),
            },
        ),
        migrations.CreateModel(
            name="ListImport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "author_kind",
                    models.CharField(
                        choices=[
                            ("link", "table link"),
                            ("member", "member"),
                            ("paper", "typed from paper"),
                            ("demo", "demonstration"),
                            ("entrant", "entrant, by PIN"),
                            ("helper", "helper of the evening"),
                        ],
                        max_length=10,
                    ),
                ),
                ("author_id", models.BigIntegerField(null=True)),
                ("entrants", models.JSONField(default=list)),
                ("players", models.JSONField(default=list)),
                ("changes", models.JSONField(default=dict)),
                ("taken_back_at", models.DateTimeField(null=True)),
            ],
            options={
                "verbose_name": "list that was taken over",
                "verbose_name_plural": "lists that were taken over",
                "ordering": ("event", "id"),
            },
        ),
        migrations.AddField(
            model_name="player",
            name="birth_year",
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="year of birth"),
        ),
        migrations.AddField(
            model_name="player",
            name="email",
            field=models.EmailField(blank=True, max_length=254, verbose_name="e-mail"),
        ),
        migrations.AddField(
            model_name="player",
            name="federation_number",
            field=models.CharField(blank=True, max_length=40, verbose_name="federation number"),
        ),
        migrations.AddField(
            model_name="player",
            name="home_club",
            field=models.CharField(blank=True, max_length=120, verbose_name="club of the player"),
        ),
        migrations.AddField(
            model_name="player",
            name="member_number",
            field=models.CharField(blank=True, max_length=40, verbose_name="member number"),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("birth_year__gte", 1900), ("birth_year__lte", 2099)),
                    ("birth_year__isnull", True),
                    _connector="OR",
                ),
                name="player_birth_year_possible",
                violation_error_message="A year of birth lies between 1900 and 2099; leave it empty where it is not known.",
            ),
        ),
        migrations.AddField(
            model_name="listcolumns",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="list_columns",
                to="tournaments.club",
            ),
        ),
        migrations.AddField(
            model_name="listimport",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="list_imports",
                to="tournaments.event",
            ),
        ),
        migrations.AddConstraint(
            model_name="listcolumns",
            constraint=models.UniqueConstraint(
                fields=("club", "headings_digest"), name="list_columns_once_per_club"
            ),
        ),
        migrations.AddConstraint(
            model_name="listimport",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("author_kind__in", ["link", "member", "paper", "demo", "entrant", "helper"])
                ),
                name="list_author_known",
                violation_error_message="A list comes from a known author.",
            ),
        ),
    ]
