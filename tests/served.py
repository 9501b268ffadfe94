"""Settings of an installation that tests serve: the usual ones, but hasty with passwords and draws."""

from config.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
INSTALLED_APPS = [*INSTALLED_APPS, "tests.hasty.HastyDraws"]  # noqa: F405
