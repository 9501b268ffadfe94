"""Where the history of an imported event was written; nothing that exists is touched."""

import django.db.models.deletion
from django.db import migrations, models

OF_EVENT = {"on_delete": django.db.models.deletion.CASCADE, "to": "tournaments.event"}


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0022_templates_of_clubs")]

    operations = [
        migrations.CreateModel(
            name="EventOrigin",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ids", models.JSONField()),
                ("lengths", models.JSONField()),
                ("archive_digest", models.CharField(max_length=64)),
                ("at", models.DateTimeField()),
                ("event", models.ForeignKey(related_name="origins", **OF_EVENT)),
            ],
            options={"verbose_name": "origin of an event", "ordering": ("event", "id")},
        ),
        migrations.CreateModel(
            name="ImportedAuthor",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=150)),
                ("event", models.ForeignKey(related_name="imported_authors", **OF_EVENT)),
            ],
            options={"verbose_name": "author of an imported event", "ordering": ("event", "id")},
        ),
    ]
