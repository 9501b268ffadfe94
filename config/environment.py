"""Settings of an installation, read from the environment: a wrong one is a sentence that names it."""

import logging
import os
import zoneinfo
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from environs import Env, EnvError

SWITCH = {
    "on": True,
    "true": True,
    "yes": True,
    "1": True,
    "off": False,
    "false": False,
    "no": False,
    "0": False,
}
DATABASES = ("postgres", "postgresql", "sqlite")

env = Env()


def word(name: str, default: str = "") -> str:
    """Return a setting as it is written; an empty one is not set."""
    return os.environ.get(name, "").strip() or default


def one_of(name: str, known: tuple[str, ...], default: str) -> str:
    """Return a keyword. Raises ImproperlyConfigured."""
    found = word(name, default).lower()
    if found not in known:
        raise wrong(name, f"one of {', '.join(known)}")
    return found


def switch(name: str) -> bool:
    """Return whether a switch is on; off if it is not set. Raises ImproperlyConfigured."""
    return SWITCH[one_of(name, tuple(SWITCH), "off")]


def number(name: str, default: int) -> int:
    """Return a whole number from 0. Raises ImproperlyConfigured."""
    found = word(name, str(default))
    if not (found.isascii() and found.isdecimal()):
        raise wrong(name, "a whole number such as 1")
    return int(found)


def folder(name: str, default: Callable[[], Path]) -> Path:
    """Return a folder, made if it does not exist. Raises ImproperlyConfigured, as `default` may, too."""
    path = Path(word(name) or default()).resolve()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except FileNotFoundError as error:  # other errors are said where the disk's are: storage/trouble.py
        message = f"{name}: the folder {path} cannot be made: {error.strerror}. Name another one in {name}."
        raise ImproperlyConfigured(message) from error
    return path


def public_url() -> str:
    """Return the address of the site without a slash at its end, or "". Raises ImproperlyConfigured."""
    found = word("PUBLIC_URL").rstrip("/")
    try:
        parts = urlsplit(found)
        is_whole = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        raise wrong("PUBLIC_URL", "one address such as https://cards.example") from None
    if found and (not is_whole or "@" in parts.netloc or set(found) & set(", \\")):
        raise wrong("PUBLIC_URL", "one address such as https://cards.example")
    if parts.path or parts.query or parts.fragment:
        raise wrong("PUBLIC_URL", "an address without a path, since pages are served from its root")
    return found


def time_zone(default: str) -> str:
    """Return the name of a time zone. Raises ImproperlyConfigured."""
    found = word("TIME_ZONE", default)
    if found not in zoneinfo.available_timezones():
        raise wrong("TIME_ZONE", "a place such as Europe/Berlin")
    return found


def log_level() -> str:
    """Return the least level that is logged. Raises ImproperlyConfigured."""
    known = tuple(name.lower() for name in logging.getLevelNamesMapping() if name != "NOTSET")
    return one_of("LOG_LEVEL", known, "info").upper()


def database() -> dict[str, Any] | None:
    """Return the database of DATABASE_URL as Django's settings have it; None if it is not set.

    Raises ImproperlyConfigured; it does not repeat the address, which has a password.
    """
    found = word("DATABASE_URL")
    if not found:
        return None
    try:
        if urlsplit(found).scheme in DATABASES:
            return dict(env.dj_db_url("DATABASE_URL"))
    except (ValueError, EnvError):
        pass
    message = "DATABASE_URL must be an address such as postgres://user:password@host:5432/name."
    raise ImproperlyConfigured(f"{message} It begins with “{found.partition(':')[0][:20]}”.")


def mail() -> dict[str, Any]:
    """Return Django's settings of EMAIL_URL; without it no mail is sent. Raises ImproperlyConfigured."""
    try:
        if urlsplit(word("EMAIL_URL", "dummy://")).scheme:
            return dict(env.dj_email_url("EMAIL_URL", "dummy://"))
    except (ValueError, KeyError, EnvError):
        pass
    raise ImproperlyConfigured(
        "EMAIL_URL must be an address such as smtp+tls://user:password@mail.example:587."
    )


def wrong(name: str, wanted: str) -> ImproperlyConfigured:
    """Return the refusal of a setting: what was expected, what was found."""
    return ImproperlyConfigured(f"{name} must be {wanted}, not “{word(name)[:60]}”.")
