"""Read photographs, two at a time, each in a process of its own."""

import hashlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from django.utils.translation import gettext

from marked.codes import event_key
from marked.plan import as_json
from scoring.sheet.refusals import NotPossible
from tournaments.models import Event
from tournaments.selectors.paper.marked_sheets import printed_plans
from tournaments.selectors.paper.photographed import Photo
from tournaments.storage.uploads.photos import can_read_photos, read_photo_apart

AT_ONCE = 2


class File(NamedTuple):
    """A file: its name, and how to get its bytes when its turn has come."""

    name: str
    content: Callable[[], bytes]


def read_files(event: Event, files: Sequence[File]) -> list[Photo]:
    """Return what each file shows, in their order. Raises NotPossible (`photos_not_installed`)."""
    refuse_without_packages()
    plans = {name: as_json(plan) for name, plan in printed_plans(event).items()}
    key = event_key(event.slug)

    def read(file: File) -> Photo:
        content = file.content()
        seen, flat = read_photo_apart(content, plans, key)
        return Photo(file.name, hashlib.sha256(content).hexdigest(), seen, flat)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(read, files))


def refuse_without_packages() -> None:
    """Raise NotPossible (`photos_not_installed`) where the system has no build of a package."""
    if not can_read_photos():
        message = gettext(
            "This computer cannot read photos: numpy, Pillow or zxing-cpp has no build for its system."
            " Type the sheets instead; everything else works."
        )
        raise NotPossible("photos_not_installed", message)
