from django.db import migrations

from tournaments.append_only import drop_triggers, set_triggers


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]
    operations = [migrations.RunPython(set_triggers, drop_triggers)]
