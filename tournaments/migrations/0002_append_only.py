from django.db import migrations

from tournaments.append_only import protect, unprotect

TABLES = ("tournaments_entry", "tournaments_evententry")


def forwards(apps, schema_editor):
    run(schema_editor, protect)


def backwards(apps, schema_editor):
    run(schema_editor, unprotect)


def run(schema_editor, statements):
    vendor = schema_editor.connection.vendor
    for table in TABLES:
        for statement in statements(vendor, table):
            schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]
    operations = [migrations.RunPython(forwards, backwards)]
