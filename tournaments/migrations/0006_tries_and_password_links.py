import django.db.models.deletion
from django.conf import settings
from django.core.management import call_command
from django.db import migrations, models

# Of a package that is used no longer; they hold names and addresses.
OLD_TABLES = ("axes_accessattemptexpiration", "axes_accessattempt", "axes_accessfailurelog", "axes_accesslog")


def make_cache_table(apps, schema_editor):
    call_command("createcachetable", "stichtag_cache", database=schema_editor.connection.alias, verbosity=0)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0005_pin_made_anew"),
    ]

    operations = [
        *(migrations.RunSQL(f"DROP TABLE IF EXISTS {table}", "") for table in OLD_TABLES),
        migrations.RunPython(make_cache_table, migrations.RunPython.noop),
        migrations.CreateModel(
            name="Tries",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=64, unique=True)),
                ("count", models.PositiveIntegerField(default=0)),
                ("last_at", models.DateTimeField(db_index=True)),
            ],
            options={
                "verbose_name": "tries",
                "verbose_name_plural": "tries",
                "ordering": ("id",),
            },
        ),
        migrations.CreateModel(
            name="PasswordLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("token_digest", models.CharField(max_length=64, unique=True)),
                ("auth_hash", models.CharField(max_length=64)),
                ("expires_at", models.DateTimeField()),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="password_link",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "password link",
                "ordering": ("user",),
            },
        ),
        migrations.CreateModel(
            name="AccountEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("link_made", "link for a new password made"),
                            ("link_used", "new password chosen by a link"),
                            ("password_set", "new password set at the computer"),
                        ],
                        max_length=20,
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="account_entries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "account history entry",
                "verbose_name_plural": "account history entries",
                "ordering": ("user", "id"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["link_made", "link_used", "password_set"])),
                        name="account_entry_kind_known",
                    )
                ],
            },
        ),
    ]
