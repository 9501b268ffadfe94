"""Plans and photographs of marked sheets, and the author of what was read from them."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0027_sent_requests"),
    ]

    operations = [
        migrations.CreateModel(
            name="MarkedPhoto",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                ("name", models.CharField(blank=True, max_length=100)),
                ("at", models.DateTimeField()),
                ("upload", models.BinaryField(default=b"")),
                ("page", models.BinaryField(default=b"")),
                ("reading", models.JSONField(null=True)),
                ("answers", models.JSONField(default=dict)),
            ],
            options={
                "verbose_name": "photo of a marked sheet",
                "verbose_name_plural": "photos of marked sheets",
                "ordering": ("round", "id"),
            },
        ),
        migrations.CreateModel(
            name="MarkedPlan",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("fingerprint", models.CharField(max_length=6)),
                ("plan", models.JSONField()),
            ],
            options={
                "verbose_name": "plan of marked sheets",
                "ordering": ("round", "id"),
            },
        ),
        migrations.RemoveConstraint(
            model_name="listimport",
            name="list_author_known",
        ),
        migrations.RemoveConstraint(
            model_name="pendingdeal",
            name="parked_author_known",
        ),
        migrations.AlterField(
            model_name="eventchange",
            name="author_kind",
            field=models.CharField(
                choices=[
                    ("link", "table link"),
                    ("member", "member"),
                    ("paper", "typed from paper"),
                    ("photo", "read from a photo"),
                    ("demo", "demonstration"),
                    ("entrant", "entrant, by PIN"),
                    ("helper", "helper of the evening"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="listimport",
            name="author_kind",
            field=models.CharField(
                choices=[
                    ("link", "table link"),
                    ("member", "member"),
                    ("paper", "typed from paper"),
                    ("photo", "read from a photo"),
                    ("demo", "demonstration"),
                    ("entrant", "entrant, by PIN"),
                    ("helper", "helper of the evening"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="pendingdeal",
            name="author_kind",
            field=models.CharField(
                choices=[
                    ("link", "table link"),
                    ("member", "member"),
                    ("paper", "typed from paper"),
                    ("photo", "read from a photo"),
                    ("demo", "demonstration"),
                    ("entrant", "entrant, by PIN"),
                    ("helper", "helper of the evening"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="sheetchange",
            name="author_kind",
            field=models.CharField(
                choices=[
                    ("link", "table link"),
                    ("member", "member"),
                    ("paper", "typed from paper"),
                    ("photo", "read from a photo"),
                    ("demo", "demonstration"),
                    ("entrant", "entrant, by PIN"),
                    ("helper", "helper of the evening"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="listimport",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("author_kind__in", ["link", "member", "paper", "photo", "demo", "entrant", "helper"])
                ),
                name="list_author_known",
                violation_error_message="A list comes from a known author.",
            ),
        ),
        migrations.AddConstraint(
            model_name="pendingdeal",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("author_kind__in", ["link", "member", "paper", "photo", "demo", "entrant", "helper"])
                ),
                name="parked_author_known",
                violation_error_message="A deal is sent by a known author.",
            ),
        ),
        migrations.AddField(
            model_name="markedphoto",
            name="round",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="marked_photos",
                to="tournaments.round",
            ),
        ),
        migrations.AddField(
            model_name="markedplan",
            name="round",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="marked_plans",
                to="tournaments.round",
            ),
        ),
        migrations.AddConstraint(
            model_name="markedphoto",
            constraint=models.UniqueConstraint(
                fields=("round", "digest"), name="marked_photo_once_per_round"
            ),
        ),
        migrations.AddConstraint(
            model_name="markedplan",
            constraint=models.UniqueConstraint(
                fields=("round", "fingerprint"), name="marked_plan_once_per_round"
            ),
        ),
    ]
