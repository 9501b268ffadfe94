"""Our system checks; apps.py registers them."""

from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error

import rules
import scoring
import server

OWN = "stichtag"  # the tag of these checks: they load no page and no database


def check_own_rooms(app_configs: Sequence[AppConfig] | None, **_: object) -> list[CheckMessage]:
    """Report an installed package that shadows ours: others are also named `rules`, `scoring` or `server`."""
    return [strange_room(room) for room in (rules, scoring, server) if not is_inside(room, settings.BASE_DIR)]


def is_inside(module: ModuleType, folder: Path) -> bool:
    return any(Path(place).resolve().is_relative_to(folder) for place in module.__path__)


def strange_room(module: ModuleType) -> Error:
    return Error(
        f"'{module.__name__}' was imported from {list(module.__path__)}, not from this project.",
        hint=f"Uninstall the package named '{module.__name__}', or start from the project's folder.",
        id="stichtag.E001",
    )
