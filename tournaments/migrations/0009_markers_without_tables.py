"""A marker asks for the standings of an event; it no longer says which table changed."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0008_part_is_over")]

    operations = [migrations.RemoveField(model_name="standingsmarker", name="table")]
