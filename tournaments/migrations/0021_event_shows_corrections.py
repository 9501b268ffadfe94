"""A club may show on its public sheets what was corrected; off for every event there is."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0020_one_person_one_record")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="shows_corrections",
            field=models.BooleanField(default=False, verbose_name="show corrections on public sheets"),
        ),
    ]
