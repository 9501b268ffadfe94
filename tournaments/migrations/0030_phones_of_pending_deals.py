"""A version that waits for a decision keeps the phone that sent it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0029_webhooks"),
    ]

    operations = [
        migrations.AddField(
            model_name="pendingdeal",
            name="device",
            field=models.CharField(blank=True, default="", max_length=40),
        ),
        migrations.AddField(
            model_name="pendingdeal",
            name="device_at",
            field=models.DateTimeField(null=True),
        ),
    ]
