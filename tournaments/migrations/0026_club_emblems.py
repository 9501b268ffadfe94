"""Emblems of clubs."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0025_standings_request_knows_when"),
    ]

    operations = [
        migrations.CreateModel(
            name="Emblem",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("picture", models.BinaryField()),
                ("digest", models.CharField(max_length=64)),
                (
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="emblem",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={
                "verbose_name": "emblem",
                "verbose_name_plural": "emblems",
                "ordering": ("club",),
            },
        ),
    ]
