"""What every test shares: settings that make tests quick."""

from django.conf import settings


def pytest_configure() -> None:
    """Plain static names need no collectstatic; a quick hash is enough for passwords that guard nothing."""
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
