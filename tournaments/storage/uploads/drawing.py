"""Draw a picture anew, in a process of its own (`apart.py`): from standard input, as PNG to standard output.

The size in pixels is read from the head of the file and bounded before anything is unpacked. A file that is
refused gives a line of JSON instead: a code, and the values of its sentence, which is in `pictures.py`.
"""

import json
import sys
from io import BytesIO

from PIL import Image, ImageOps

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


def drawn_anew(content: bytes) -> bytes:
    """Return the pixels of a picture in a new file, or the refusal; raises what Pillow raises."""
    with Image.open(BytesIO(content), formats=FORMATS) as picture:
        width, height = picture.size
        if max(width, height) > MOST_PIXELS:
            return refusal("picture_too_wide", width=width, height=height)
        # a phone's JPEG may hold a second, smaller picture, which is not drawn
        frames = getattr(picture, "n_frames", 1) if picture.format == "PNG" else 1
        if frames > 1:
            return refusal("picture_animated", frames=frames)
        upright = ImageOps.exif_transpose(picture)
        pixels = upright.convert("RGBA" if upright.has_transparency_data else "RGB")
    pixels.thumbnail((STORED_PIXELS, STORED_PIXELS), Image.Resampling.LANCZOS)
    clean = Image.frombytes(pixels.mode, pixels.size, pixels.tobytes())
    file = BytesIO()
    clean.save(file, "PNG", optimize=True)
    return file.getvalue()


def refusal(code: str, **values: int) -> bytes:
    """Return a refusal as it is written."""
    return json.dumps({"code": code, **values}).encode()


def main() -> None:
    """Read standard input and write the answer."""
    try:
        answer = drawn_anew(sys.stdin.buffer.read())
    except UNREADABLE:
        answer = refusal("picture_unreadable")
    sys.stdout.buffer.write(answer)


if __name__ == "__main__":
    main()
