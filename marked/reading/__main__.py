"""Read one photograph in a process of its own, which its caller bounds.

Standard input: a line of JSON with `plans` (by fingerprint) and `event` (its digest), then the file. Standard
output: a line of JSON (`marked/seen.py`), then the flat page as grey JPEG, if there is one.
"""

import json
import sys
from io import BytesIO

from PIL import Image

from marked.plan import plan_from_json
from marked.reading.page import read_photo
from marked.seen import SeenPage, page_as_json

KEPT_SCALE, QUALITY = 0.75, 60  # of the flat page: 6 pixels per millimetre


def main() -> None:
    """Read standard input and write the answer."""
    header = json.loads(sys.stdin.buffer.readline())
    plans = {name: plan_from_json(raw) for name, raw in header["plans"].items()}
    try:
        page, flat = read_photo(sys.stdin.buffer.read(), plans, header["event"])
    except MemoryError:
        page, flat = SeenPage(problem="too_large"), None
    sys.stdout.buffer.write(json.dumps(page_as_json(page)).encode() + b"\n")
    if flat is not None:
        sys.stdout.buffer.write(as_jpeg(flat))


def as_jpeg(flat: Image.Image) -> bytes:
    """Return the page as it is kept for cut-outs."""
    size = (round(flat.width * KEPT_SCALE), round(flat.height * KEPT_SCALE))
    file = BytesIO()
    flat.convert("L").resize(size, Image.Resampling.BOX).save(file, "JPEG", quality=QUALITY)
    return file.getvalue()


if __name__ == "__main__":
    main()
