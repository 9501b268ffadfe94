"""Settings of an installation, read from the environment: a wrong one is a sentence that names it."""

import contextlib
import errno
import logging
import os
import re
import zoneinfo
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

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
HOST = re.compile(r"\*|\.?[\w-]+(\.[\w-]+)*|\[[0-9A-Fa-f:.]+\]")
REDIS = re.compile(
    r"rediss?://(?:[^\s@/]*@)?(?:[\w.-]*|\[[0-9A-Fa-f:.]+\])(?::(?P<port>\d{1,5}))?(?:/\d*)?(?:\?\S*)?"
    r"|unix://(?:[^\s@/]*@)?/\S+"
)
MOST_PORT = 65_535
NO_FOLDER = (errno.ENOENT, errno.ENAMETOOLONG, errno.ELOOP)  # whatever the rights and the disk

env = Env()


def word(name: str, default: str = "") -> str:
    """Return a setting as it is written; an empty one is not set."""
    return os.environ.get(name, "").strip() or default


def one_of(name: str, known: tuple[str, ...], default: str) -> str:
    """Return a keyword. Raises ImproperlyConfigured."""
    keyword = word(name, default).lower()
    if keyword not in known:
        raise wrong(name, f"one of {', '.join(known)}")
    return keyword


def switch(name: str) -> bool:
    """Return whether a switch is on; off if it is not set. Raises ImproperlyConfigured."""
    return SWITCH[one_of(name, tuple(SWITCH), "off")]


def contact(name: str) -> str:
    """Return an address of mail, phone or web (RFC 9116); may be unset. Raises ImproperlyConfigured."""
    address = word(name)
    if address and not re.fullmatch(r"(mailto:[^\s@]+@[^\s@]+|tel:\+?[\d-]+|https://\S+)", address):
        raise wrong(
            name, "an address such as mailto:board@club.example, tel:+49-40-123 or https://club.example"
        )
    return address


def number(name: str, default: int, least: int = 0, most: int = 100) -> int:
    """Return a whole number in this range. Raises ImproperlyConfigured."""
    digits = word(name, str(default))
    if not re.fullmatch("[0-9]{1,9}", digits) or not least <= int(digits) <= most:
        raise wrong(name, f"a whole number from {least} to {most}")
    return int(digits)


def path_in(name: str, typed: str) -> Path | None:
    """Return the whole path that a setting has, ~ for our own home; None for an empty one.

    Raises ImproperlyConfigured for ~ and a name, of which a shell makes the home of somebody else.
    """
    if not typed:
        return None
    path = Path(typed)
    if not typed.startswith("~") or path.parts[0] == "~":
        with contextlib.suppress(RuntimeError):  # nobody knows our home
            return path.expanduser().resolve()
    raise wrong(name, "a path such as /srv/stichtag or ~/stichtag", typed)


def folder(name: str, default: Callable[[], Path]) -> Path:
    """Return a folder, made if it does not exist. Raises ImproperlyConfigured, as `default` may, too."""
    path = path_in(name, word(name)) or default().resolve()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        if error.errno not in NO_FOLDER:
            raise  # said where the disk's errors are: storage/trouble.py
        shown = str(path)[:60]
        message = f"{name}: the folder {shown} cannot be made: {error.strerror}. Name another one in {name}."
        raise ImproperlyConfigured(message) from error
    return path


def place_for_copies(name: str) -> Path | None:
    """Return a folder that may be away, as a stick is; None if it is not set. Raises ImproperlyConfigured."""
    path = path_in(name, word(name))
    if path and path.exists() and not path.is_dir():
        raise wrong(name, "a folder")
    return path


def public_url() -> str:
    """Return the address of the site without a slash at its end, or "". Raises ImproperlyConfigured."""
    address = word("PUBLIC_URL").rstrip("/")
    try:
        parts = urlsplit(address)
        is_whole = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        raise wrong("PUBLIC_URL", "one address such as https://cards.example") from None
    if address and (
        not is_whole or "@" in parts.netloc or set(address) & set(", \\?#") or not address.isprintable()
    ):
        raise wrong("PUBLIC_URL", "one address such as https://cards.example")
    if parts.path:
        raise wrong("PUBLIC_URL", "an address without a path, since pages are served from its root")
    return address


def hosts() -> list[str]:
    """Return the names by which the site may be reached. Raises ImproperlyConfigured."""
    listed = word("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]").split(",")
    names = [each.strip() for each in listed if each.strip()]
    if not all(map(HOST.fullmatch, names)):
        raise wrong("ALLOWED_HOSTS", "names such as cards.example,192.168.1.5, without scheme, port and path")
    return names


def redis() -> str:
    """Return the address of Redis, or "". Raises ImproperlyConfigured, without the password in it."""
    address = word("REDIS_URL")
    parts = REDIS.fullmatch(address)
    if address and (not parts or int(parts["port"] or 0) > MOST_PORT):
        raise ImproperlyConfigured("REDIS_URL must be an address such as redis://redis.example:6379/0.")
    return address


def time_zone(default: str) -> str:
    """Return the name of a time zone. Raises ImproperlyConfigured."""
    zone = word("TIME_ZONE", default)
    if zone not in zoneinfo.available_timezones():
        raise wrong("TIME_ZONE", "a place such as Europe/Berlin")
    return zone


def log_level() -> str:
    """Return the least level that is logged. Raises ImproperlyConfigured."""
    known = tuple(name.lower() for name in logging.getLevelNamesMapping() if name != "NOTSET")
    return one_of("LOG_LEVEL", known, "info").upper()


def database() -> dict[str, Any] | None:
    """Return the database of DATABASE_URL as Django's settings have it; None if it is not set.

    Raises ImproperlyConfigured; it does not repeat the address, which has a password.
    """
    address = word("DATABASE_URL")
    if not address:
        return None
    try:
        read = dict(env.dj_db_url("DATABASE_URL")) if urlsplit(address).scheme in DATABASES else {}
        is_told = read.get("NAME") and (read["NAME"] != ":memory:" or ":memory:" in address)
        if is_told and " " not in str(read["HOST"]):
            return with_whole_path(read)
    except (ValueError, EnvError):
        pass
    message = "DATABASE_URL must be an address such as postgres://user:password@host:5432/name."
    raise ImproperlyConfigured(f"{message} It begins with “{address.partition(':')[0][:20]}”.")


def with_whole_path(database: dict[str, Any]) -> dict[str, Any]:
    """Return a database with the whole path of its file. Raises ImproperlyConfigured."""
    if str(database["NAME"]).startswith("~"):
        return {**database, "NAME": path_in("DATABASE_URL", database["NAME"])}
    return database


def mail() -> dict[str, Any]:
    """Return Django's settings of EMAIL_URL; without it no mail is sent. Raises ImproperlyConfigured."""
    if not word("EMAIL_URL"):
        return {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend"}
    try:
        read = dict(env.dj_email_url("EMAIL_URL"))
        options = parse_qs(urlsplit(word("EMAIL_URL")).query)
        ways = {way: SWITCH[options[way][0].lower()] for way in ("tls", "ssl") if way in options}
        is_safe = all(read[f"EMAIL_USE_{way.upper()}"] == is_on for way, is_on in ways.items())
        if "EMAIL_BACKEND" in read and is_safe:  # its scheme is known
            return read
    except (ValueError, KeyError, EnvError):
        pass
    raise ImproperlyConfigured(
        "EMAIL_URL must be an address such as smtp://user:password@mail.example:587/?tls=True."
    )


def wrong(name: str, expected: str, typed: str = "") -> ImproperlyConfigured:
    """Return the refusal of a setting: what was expected, what was found."""
    return ImproperlyConfigured(f"{name} must be {expected}, not “{(typed or word(name))[:60]}”.")
