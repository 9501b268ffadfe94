"""Kept uploads and archives in the database, claims on photographs, events that are being stored or removed."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0042_tokens_know_their_key"),
    ]

    operations = [
        migrations.CreateModel(
            name="ArchiveImport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("name", models.CharField(max_length=100)),
                ("language", models.CharField(max_length=10)),
                ("content", models.BinaryField()),
                ("is_wanted", models.BooleanField(default=False)),
                ("claimed_at", models.DateTimeField(null=True)),
                ("done", models.PositiveIntegerField(default=0)),
                ("all", models.PositiveIntegerField(default=0)),
                ("found", models.JSONField(null=True)),
                ("refusal", models.JSONField(null=True)),
                ("slug", models.CharField(blank=True, max_length=80)),
            ],
            options={
                "verbose_name": "archive to import",
                "verbose_name_plural": "archives to import",
                "ordering": ("id",),
            },
        ),
        migrations.CreateModel(
            name="KeptFile",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=43)),
                ("part", models.CharField(max_length=20)),
                ("at", models.DateTimeField(db_index=True)),
                ("facts", models.BinaryField()),
                ("content", models.BinaryField()),
                ("read", models.BinaryField()),
            ],
            options={
                "verbose_name": "kept file",
                "ordering": ("key", "id"),
            },
        ),
        migrations.AddField(
            model_name="event",
            name="moving_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="markedphoto",
            name="claimed_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddIndex(
            model_name="markedphoto",
            index=models.Index(
                condition=models.Q(("reading__isnull", True)),
                fields=["round", "claimed_at"],
                name="marked_photo_waits",
            ),
        ),
        migrations.AddIndex(
            model_name="markedphoto",
            index=models.Index(fields=["round", "claimed_at"], name="marked_photo_turn"),
        ),
        migrations.AddField(
            model_name="archiveimport",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="archive_imports",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="archiveimport",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="archive_imports",
                to="tournaments.club",
            ),
        ),
        migrations.AddConstraint(
            model_name="keptfile",
            constraint=models.UniqueConstraint(fields=("key", "part"), name="kept_file_once_per_part"),
        ),
    ]
