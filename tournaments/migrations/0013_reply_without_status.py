"""The statuses go, now that every kept answer has its word."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_reply_result")]

    operations = [
        migrations.RemoveField("reply", "status"),
        migrations.AddConstraint(
            "reply",
            models.CheckConstraint(
                condition=models.Q(("result__in", ["written", "done", "taken", "stale", "late"])),
                name="reply_result_known",
            ),
        ),
    ]
