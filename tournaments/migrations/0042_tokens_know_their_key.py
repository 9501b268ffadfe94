"""Personal tokens end with the secret key, as links do; those made so far belong to the key of today."""

from typing import Any

from django.db import migrations, models

from tournaments.storage.link_keys import key_fingerprint


def name_the_key(apps: Any, editor: Any) -> None:
    apps.get_model("tournaments", "PersonalToken").objects.update(key_fingerprint=key_fingerprint())


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0041_open_doors")]

    operations = [
        migrations.AddField(
            model_name="personaltoken",
            name="key_fingerprint",
            field=models.CharField(default="", max_length=16),
        ),
        migrations.RunPython(name_the_key, migrations.RunPython.noop),
    ]
