"""ETags of pages that depend on an event's state."""

import hashlib
from typing import Any

from django.utils.translation import get_language


def tag_of(state: list[Any]) -> str:
    """Return the ETag of a state in the reader's language."""
    return f'"{hashlib.sha256(repr((get_language(), state)).encode()).hexdigest()[:32]}"'
