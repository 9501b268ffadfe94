"""Settings of an installation that tests serve: the usual ones, but passwords need no slow hash."""

from config.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
