"""A kept answer says what became of its request in a word, no longer as a status of HTTP."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

STATUS_BY_RESULT = {"written": 201, "done": 200, "taken": 409, "stale": 412, "late": 202}


def say_results(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The word for every status that was kept."""
    replies = apps.get_model("tournaments", "Reply").objects
    for result, status in STATUS_BY_RESULT.items():
        replies.filter(status=status).update(result=result)


def say_statuses(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The status for every word."""
    replies = apps.get_model("tournaments", "Reply").objects
    for result, status in STATUS_BY_RESULT.items():
        replies.filter(result=result).update(status=status)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0011_guarded_facts")]

    operations = [
        migrations.AddField(
            "reply",
            "result",
            models.CharField(
                choices=[
                    ("written", "written as a new row"),
                    ("done", "done"),
                    ("taken", "kept: another record stands under this number"),
                    ("stale", "kept: the deal was changed in the meantime"),
                    ("late", "kept: the round was closed"),
                ],
                default="done",
                max_length=10,
            ),
        ),
        migrations.AlterField("reply", "status", models.PositiveSmallIntegerField(default=200)),
        migrations.RunPython(say_results, say_statuses),
    ]
