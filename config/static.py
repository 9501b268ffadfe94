"""Static files under names that contain their digest; a page's script is bundled with its imports."""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

from tournaments.serving.scripts import imported_scripts, joined_script

OURS, SCRIPT, STYLE = "tournaments/", ".js", ".css"
LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
COMMENT = re.compile(rb"^[ \t]*/\*.*?\*/[ \t]*\n", re.DOTALL | re.MULTILINE)


class HashedStorage(CompressedManifestStaticFilesStorage):
    def save(self, name: str, content: Any, max_length: int | None = None) -> str:
        """Store a file; scripts are bundled, and comments, a fifth of scripts and styles, are removed."""
        if name.startswith(OURS) and name.endswith((SCRIPT, STYLE)):
            content = ContentFile(without_comments(joined(name, content.read())))
        return str(super().save(name, content, max_length))

    def get_modified_time(self, name: str) -> datetime:
        """Return a time before every file: another version's is replaced whatever its date, as by imports."""
        return LONG_AGO

    def post_process(self, paths: Mapping[str, Any], *arguments: Any, **options: Any) -> Iterator[Any]:
        """Yield the file names as stored, not as in the source."""
        yield from super().post_process({name: (self, name) for name in paths}, *arguments, **options)


def joined(name: str, source: bytes) -> bytes:
    """Return a page's script bundled with its imports; other files unchanged."""
    return joined_script(name.removeprefix(OURS)).encode() if is_of_a_page(name) else source


def is_of_a_page(name: str) -> bool:
    """Return whether a file is a script of ours that no other script imports."""
    script = name.removeprefix(OURS)
    return script != name and name.endswith(SCRIPT) and script not in imported_scripts()


def without_comments(source: bytes) -> bytes:
    """Return a script or style without the comments on lines of their own."""
    return COMMENT.sub(b"", source)
