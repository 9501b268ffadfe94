from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0007_links_know_their_key"),
    ]

    operations = [
        migrations.AddField(
            model_name="part",
            name="is_over",
            field=models.BooleanField(default=False),
        ),
    ]
