"""Models are called what their classes are called; the tables of the database keep their names."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0030_phones_of_pending_deals"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="drawconstraint",
            options={
                "ordering": ("event", "kind", "id"),
                "verbose_name": "draw constraint",
                "verbose_name_plural": "draw constraints",
            },
        ),
        migrations.AlterModelOptions(
            name="pendingdeal",
            options={"ordering": ("table", "id"), "verbose_name": "pending deal"},
        ),
        migrations.AlterModelOptions(
            name="standingsrequest",
            options={"ordering": ("id",), "verbose_name": "standings request"},
        ),
        migrations.AlterModelOptions(
            name="storedresponse",
            options={
                "ordering": ("table", "id"),
                "verbose_name": "stored response",
                "verbose_name_plural": "stored responses",
            },
        ),
    ]
