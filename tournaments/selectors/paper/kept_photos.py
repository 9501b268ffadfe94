"""The photographs of a round, as they were read and answered; pictures are loaded where they are shown."""

from collections.abc import Mapping
from typing import Any

from marked.seen import page_from_json
from tournaments.models import MarkedPhoto, Round
from tournaments.selectors.paper.photographed import Photo, Reading, read_photographs

LOOKED_AT, MARKS, VOID = "looked_at", "marks", "void"


def photos_waiting(round: Round) -> int:
    """Return how many photographs wait to be read."""
    return round.marked_photos.filter(reading__isnull=True).count()


def photo_being_read(round: Round) -> tuple[int, int, str] | None:
    """Return which photograph is read now: its number, how many there are, its name; None if none is."""
    first = round.marked_photos.filter(reading__isnull=True).order_by("pk").values_list("pk", "name").first()
    if first is None:
        return None
    pk, name = first
    return round.marked_photos.filter(pk__lte=pk).count(), round.marked_photos.count(), name


def kept_reading(round: Round) -> tuple[Reading, dict[str, int]]:
    """Return the readings of a round's photographs, and the ID of each by its digest."""
    kept = list(round.marked_photos.exclude(reading__isnull=True).defer("upload", "page").order_by("pk"))
    photos = [as_photo(each) for each in kept]
    return read_photographs(round.event, photos), {each.digest: each.pk for each in kept}


def as_photo(kept: MarkedPhoto) -> Photo:
    """Return a stored photograph as a value."""
    answers = {int(key): answer_of(value) for key, value in kept.answers.items() if key.isdigit()}
    seen = page_from_json(kept.reading or {})
    marks = {
        int(line): {int(place): letter for place, letter in letters.items()}
        for line, letters in kept.answers.get(MARKS, {}).items()
    }
    return Photo(kept.name, kept.digest, seen, b"", answers, LOOKED_AT in kept.answers, marks)


def answer_of(value: Any) -> Mapping[str, Any] | None:
    """Return a stored answer: a record, or None for a line that does not count."""
    return None if value == VOID else value


def get_photo(round: Round, pk: int) -> MarkedPhoto | None:
    """Return a photograph of a round."""
    return round.marked_photos.filter(pk=pk).first()


def flat_page(pk: int) -> bytes:
    """Return the straightened page as JPEG; b"" without one."""
    found = MarkedPhoto.objects.filter(pk=pk).values_list("page", flat=True).first()
    return bytes(found or b"")
