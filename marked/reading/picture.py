"""Open a photograph: any file of a stranger, in bounded time and memory."""

import warnings
from io import BytesIO

from PIL import Image, ImageOps

from marked.reading.thresholds import LEAST_SIDE, MOST_PIXELS, WORKED_PIXELS

FORMATS = ("JPEG", "PNG", "WEBP", "TIFF", "BMP", "GIF")


class Unreadable(Exception):
    """Raised for a photograph that cannot be read; `problem` is its code."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


def open_picture(content: bytes) -> Image.Image:
    """Return the first picture of a file, upright, as RGB. Raises Unreadable."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return decoded(content)
    except Unreadable:
        raise
    except Exception:  # a broken file may break its decoder anywhere
        raise Unreadable("not_a_picture") from None


def decoded(content: bytes) -> Image.Image:
    """Return the picture, after its size was checked."""
    Image.MAX_IMAGE_PIXELS = None
    Image.init()
    picture = Image.open(BytesIO(content), formats=FORMATS)
    width, height = picture.size
    if width * height > MOST_PIXELS:
        raise Unreadable("too_large")
    if max(width, height) < LEAST_SIDE:
        raise Unreadable("too_small")
    turned = ImageOps.exif_transpose(picture).convert("RGB")
    if turned.width * turned.height <= WORKED_PIXELS:
        return turned
    factor = (WORKED_PIXELS / (turned.width * turned.height)) ** 0.5
    size = (round(turned.width * factor), round(turned.height * factor))
    return turned.resize(size, Image.Resampling.BOX)
