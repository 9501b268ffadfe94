"""Pictures as clubs upload them, and QR codes as cameras read them."""

import re
from io import BytesIO
from typing import Any

import zxingcpp
from PIL import Image

CODE = re.compile(r'viewBox="0 0 (\d+) \d+" class="segno">.*?class="qrline"[^>]* d="([^"]*)"', re.DOTALL)


def a_picture(size: tuple[int, int] = (90, 60), kind: str = "PNG", mode: str = "RGB", **more: Any) -> bytes:
    """Return a picture of one colour as a file."""
    file = BytesIO()
    Image.new(mode, size, "green").save(file, kind, **more)
    return file.getvalue()


def codes_in(page: str) -> list[str]:
    """Return what a camera reads from the QR codes of a page, which are paths of strokes a module wide."""
    return [code_of(int(width), path) for width, path in CODE.findall(page)]


def code_of(width: int, path: str) -> str:
    """Return what a camera reads from the path of a QR code with its margin, so many modules wide."""
    drawn = Image.new("L", (width, width), 255)
    x = y = 0.0
    for step, values in re.findall(r"([Mmh])([-\d. ]+)", path):
        dx, *dy = map(float, values.split())
        x, y = (dx, dy[0]) if step == "M" else (x + dx, y + sum(dy))
        for place in range(int(x - dx), int(x)) if step == "h" else ():
            drawn.putpixel((place, int(y)), 0)
    return str(zxingcpp.read_barcode(drawn.resize((8 * width,) * 2, Image.Resampling.NEAREST)).text)
