"""What every test shares: settings that make tests quick."""

import gc
import os

from django.conf import settings

FEWER_COLLECTIONS = 100_000  # the default looks through everything loaded after every 700 new objects


def pytest_configure() -> None:
    """Plain static names need no collectstatic; a quick hash is enough for passwords that guard nothing."""
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    gc.set_threshold(FEWER_COLLECTIONS)
    # A browser's event loop runs in the thread of a worker's tests; nothing of ours is ever awaited in it.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
