"""Links made so far know their key from now on: it is today's, where today's key makes the digest that is stored.

A link whose digest another key made stays without a fingerprint: its old token ends now, which the new key meant to
do, and it gets a new one as soon as it is to be shown.
"""

import base64
import hashlib
import hmac

from django.conf import settings
from django.db import migrations, models

LINKS = (("TableLink", ""), ("HelperLink", "helper:"))


def name_keys(apps, schema_editor):
    key = hmac.digest(settings.SECRET_KEY.encode(), b"stichtag table links", "sha256")
    fingerprint = hmac.digest(key, b"fingerprint", "sha256").hex()[:16]
    for model, prefix in LINKS:
        links = apps.get_model("tournaments", model).objects.exclude(token_digest=None)
        verified = [link for link in links.iterator() if is_made_with(key, link, prefix)]
        for link in verified:
            link.key_fingerprint = fingerprint
        apps.get_model("tournaments", model).objects.bulk_update(
            verified, ["key_fingerprint"], batch_size=500
        )


def is_made_with(key, link, prefix):
    digest = hmac.digest(key, f"{prefix}{link.pk}:{link.generation}".encode(), "sha256")
    token = base64.urlsafe_b64encode(digest).rstrip(b"=")
    return hashlib.sha256(token).hexdigest() == link.token_digest


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_tries_and_password_links")]
    operations = [
        migrations.AddField(
            "tablelink",
            "key_fingerprint",
            models.CharField(blank=True, max_length=16, default=""),
            preserve_default=False,
        ),
        migrations.AddField(
            "helperlink",
            "key_fingerprint",
            models.CharField(blank=True, max_length=16, default=""),
            preserve_default=False,
        ),
        migrations.RunPython(name_keys, migrations.RunPython.noop),
    ]
