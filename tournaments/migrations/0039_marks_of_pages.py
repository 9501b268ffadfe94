from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0038_new_partners_by_lot")]

    operations = [
        migrations.AddField(model_name="club", name="revision", field=models.PositiveIntegerField(default=0)),
        migrations.AddIndex(
            model_name="eventchange",
            index=models.Index(fields=["kind", "at"], name="event_change_kind_at"),
        ),
    ]
