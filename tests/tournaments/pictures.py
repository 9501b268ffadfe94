"""Pictures as clubs upload them."""

from io import BytesIO
from typing import Any

from PIL import Image


def a_picture(size: tuple[int, int] = (90, 60), kind: str = "PNG", mode: str = "RGB", **more: Any) -> bytes:
    """Return a picture of one colour as a file."""
    file = BytesIO()
    Image.new(mode, size, "green").save(file, kind, **more)
    return file.getvalue()
