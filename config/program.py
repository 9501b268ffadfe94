"""The location of the program, in a checkout or installed by pip, and its version."""

import sys
import tomllib
from importlib import metadata
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent
PROJECT = BASE_DIR / "pyproject.toml"


def is_checkout() -> bool:
    """Return whether this is a checkout; a bundle has its files, and its Python calls itself frozen."""
    return PROJECT.exists() and not hasattr(sys, "frozen")


def read_version() -> str:
    """Return the version that pyproject.toml states; pip keeps it for an installed program."""
    if PROJECT.exists():
        return str(tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["version"])
    return metadata.version("stichtag")


def manage_command() -> str:
    """Return how people type a management command here."""
    return "python3 run.py manage" if is_checkout() else "stichtag manage"


def default_data_dir() -> Path:
    """Return the folder for data in a checkout. Raises ImproperlyConfigured in an installed program.

    An upgrade replaces the folder of an installed program; the command `stichtag` sets DATA_DIR.
    """
    if is_checkout():
        return BASE_DIR / "var"
    raise ImproperlyConfigured(
        "DATA_DIR is not set. Start with the command stichtag, or set DATA_DIR to the folder of your data."
    )
