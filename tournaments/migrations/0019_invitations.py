"""Invitations to a role in a club, roles for one evening, and the history of a club."""

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0018_paper_totals"),
    ]

    operations = [
        migrations.CreateModel(
            name="ClubChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("invited", "invitation created"),
                            ("uninvited", "invitation revoked"),
                            ("joined", "invitation accepted"),
                        ],
                        max_length=20,
                    ),
                ),
                ("facts", models.JSONField(default=dict)),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name": "club history entry",
                "verbose_name_plural": "club history entries",
                "ordering": ("club", "id"),
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "owner"),
                            ("director", "director"),
                            ("scorer", "scorer"),
                            ("cashier", "cashier"),
                            ("referee", "referee"),
                        ],
                        max_length=20,
                        verbose_name="role",
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=80, verbose_name="for whom")),
                ("is_for_one_evening", models.BooleanField(default=False, verbose_name="for one evening")),
                ("token_digest", models.CharField(max_length=64, unique=True)),
                ("key_fingerprint", models.CharField(max_length=16)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                ("revoked_at", models.DateTimeField(null=True)),
            ],
            options={
                "verbose_name": "invitation",
                "ordering": ("club", "id"),
            },
        ),
        migrations.AddField(
            model_name="member",
            name="ends_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="ends"),
        ),
        migrations.AddConstraint(
            model_name="member",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("role", "owner"), _negated=True), ("ends_at__isnull", True), _connector="OR"
                ),
                name="owner_for_good",
            ),
        ),
        migrations.AddField(
            model_name="clubchange",
            name="author",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="clubchange",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="tournaments.club"
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="tournaments.club"
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="made_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="used_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="clubchange",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["invited", "uninvited", "joined"])),
                name="club_entry_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ["owner", "director", "scorer", "cashier", "referee"])),
                name="invitation_role_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(("is_for_one_evening", True), ("role", "owner"), _negated=True),
                name="owner_invited_for_good",
            ),
        ),
    ]
