"""Webhooks of clubs and the outbox of their messages."""

import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0028_marked_sheets"),
    ]

    operations = [
        migrations.CreateModel(
            name="OutgoingMessage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("type", models.CharField(max_length=40)),
                ("body", models.TextField()),
                ("made_at", models.DateTimeField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("delivered", "delivered"),
                            ("dead", "not delivered"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("due_at", models.DateTimeField()),
                ("attempt_count", models.PositiveIntegerField(default=0)),
                (
                    "event",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="outgoing_messages",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "verbose_name": "outgoing message",
                "verbose_name_plural": "outgoing messages",
                "ordering": ("webhook", "id"),
            },
        ),
        migrations.CreateModel(
            name="DeliveryAttempt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("milliseconds", models.PositiveIntegerField()),
                ("status", models.PositiveIntegerField(null=True)),
                ("problem", models.CharField(blank=True, max_length=40)),
                (
                    "message",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attempts",
                        to="tournaments.outgoingmessage",
                    ),
                ),
            ],
            options={
                "verbose_name": "delivery attempt",
                "verbose_name_plural": "delivery attempts",
                "ordering": ("message", "id"),
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("url", models.CharField(max_length=500, verbose_name="address")),
                ("types", models.JSONField(default=list)),
                ("is_active", models.BooleanField(default=True)),
                ("salt", models.CharField(max_length=32)),
                ("key_fingerprint", models.CharField(max_length=16)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("busy_until", models.DateTimeField(null=True)),
                ("failures", models.PositiveIntegerField(default=0)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to="tournaments.club",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "verbose_name": "webhook",
                "verbose_name_plural": "webhooks",
                "ordering": ("club", "id"),
            },
        ),
        migrations.AddField(
            model_name="outgoingmessage",
            name="webhook",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="messages", to="tournaments.webhook"
            ),
        ),
        migrations.AddIndex(
            model_name="outgoingmessage",
            index=models.Index(
                condition=models.Q(("status", "waiting")), fields=["webhook", "due_at"], name="message_due"
            ),
        ),
        migrations.AddConstraint(
            model_name="outgoingmessage",
            constraint=models.CheckConstraint(
                condition=models.Q(("status__in", ["waiting", "delivered", "dead"])),
                name="message_status_known",
                violation_error_message="This status is unknown.",
            ),
        ),
    ]
