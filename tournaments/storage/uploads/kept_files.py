"""Uploaded files between preview and decision: kept in the database, so that they are uploaded and read once.

They are found only by the random key in the session, by every web process, and deleted once stored or
discarded, at the latest a day later.
"""

import json
import secrets
from collections.abc import Mapping
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from tournaments.models import KeptFile
from tournaments.storage.uploads.spreadsheets import Upload

DAY = timedelta(days=1)


@transaction.atomic
def store_uploads(uploads: Mapping[str, Upload]) -> str:
    """Store the files, each under a fixed name; return the key."""
    sweep_old()
    key, now = secrets.token_urlsafe(32), timezone.now()
    for part, upload in uploads.items():
        KeptFile.objects.create(
            key=key,
            part=part,
            at=now,
            facts=json.dumps([upload.name, upload.sheet, upload.encoding]).encode(),
            content=upload.content,
            read=json.dumps(upload.read).encode(),
        )
    return key


def find_uploads(key: str) -> dict[str, Upload] | None:
    """Return the files of a key, or None if they were deleted."""
    files = list(KeptFile.objects.filter(key=key)) if key else []
    return {each.part: upload_of(each) for each in files} or None


def upload_of(file: KeptFile) -> Upload:
    """Return a stored file as an upload, with what was read of it before."""
    name, sheet, encoding = json.loads(bytes(file.facts))
    return Upload(name, bytes(file.content), sheet, encoding, json.loads(bytes(file.read)))


@transaction.atomic
def drop_uploads(key: str) -> None:
    """Delete the files of a key."""
    KeptFile.objects.filter(key=key).delete()


def sweep_old() -> None:
    """Delete files older than a day."""
    KeptFile.objects.filter(at__lt=timezone.now() - DAY).delete()
