"""Templates of a club: the settings of an event, kept for the next ones."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0021_event_shows_corrections"),
    ]

    operations = [
        migrations.CreateModel(
            name="ClubTemplate",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("game", models.CharField(max_length=40, verbose_name="game")),
                ("settings", models.JSONField(default=dict)),
                ("capacities", models.JSONField(default=list)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="templates",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={
                "verbose_name": "template of the club",
                "verbose_name_plural": "templates of the club",
                "ordering": ("club", "name"),
                "constraints": [
                    models.UniqueConstraint(fields=("club", "name"), name="template_once_per_club"),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True),
                        name="template_named",
                        violation_error_message="A template has a name.",
                    ),
                ],
            },
        ),
    ]
