"""Uploaded pictures: PNG or JPEG, read and drawn anew, so that only pixels of them are stored.

The size in pixels is read from the head of the file and bounded before anything is unpacked.
"""

from io import BytesIO

from django.utils.translation import gettext
from PIL import Image, ImageOps

from scoring.sheet.refusals import NotPossible

MOST_PICTURE_BYTES = 2 * 1024 * 1024
MOST_PIXELS, STORED_PIXELS = 4000, 600  # wide and high
FORMATS = ("PNG", "JPEG")
UNREADABLE = (
    OSError,
    ValueError,
    SyntaxError,
    EOFError,
    OverflowError,
    MemoryError,
    Image.DecompressionBombError,
)


def stored_picture(content: bytes) -> bytes:
    """Return an uploaded picture as PNG, at most 600 pixels wide and high, upright, without metadata.

    Raises NotPossible: `picture_too_large`, `picture_unreadable`, `picture_too_wide`, `picture_animated`.
    """
    refuse_too_many_bytes(len(content))
    try:
        return drawn_anew(content)
    except UNREADABLE as error:
        message = gettext("A PNG or JPEG picture was expected; this file cannot be read as one.")
        raise NotPossible("picture_unreadable", message) from error


def refuse_too_many_bytes(size: int) -> None:
    """Raises NotPossible (`picture_too_large`) for a file of more than 2 MB."""
    if size > MOST_PICTURE_BYTES:
        message = gettext("A picture has at most 2 MB; this file has %(size)s MB.")
        raise NotPossible("picture_too_large", message % {"size": f"{size / 1024 / 1024:.1f}"})


def drawn_anew(content: bytes) -> bytes:
    """Return the pixels of a picture in a new file. Raises NotPossible, and what Pillow raises."""
    with Image.open(BytesIO(content), formats=FORMATS) as picture:
        refuse_too_many_pixels(*picture.size)
        if picture.format == "PNG":  # a phone's JPEG may hold a second, smaller picture, which is not drawn
            refuse_animation(getattr(picture, "n_frames", 1))
        upright = ImageOps.exif_transpose(picture)
        drawn = upright.convert("RGBA" if upright.has_transparency_data else "RGB")
    drawn.thumbnail((STORED_PIXELS, STORED_PIXELS), Image.Resampling.LANCZOS)
    clean = Image.frombytes(drawn.mode, drawn.size, drawn.tobytes())
    file = BytesIO()
    clean.save(file, "PNG", optimize=True)
    return file.getvalue()


def refuse_too_many_pixels(width: int, height: int) -> None:
    """Raises NotPossible (`picture_too_wide`) for a picture that would take too much memory unpacked."""
    if max(width, height) > MOST_PIXELS:
        message = gettext(
            "A picture is at most %(most)s pixels wide and high; this one has %(width)s × %(height)s."
        )
        raise NotPossible(
            "picture_too_wide", message % {"most": MOST_PIXELS, "width": width, "height": height}
        )


def refuse_animation(frames: int) -> None:
    """Raises NotPossible (`picture_animated`) for more than one picture in a file."""
    if frames > 1:
        message = gettext("An emblem is one still picture; this file has %(frames)s.")
        raise NotPossible("picture_animated", message % {"frames": frames})
