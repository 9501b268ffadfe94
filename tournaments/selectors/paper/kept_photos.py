"""The photographs of a round, as they were read and answered; pictures are loaded where they are shown."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import zip_longest
from typing import Any

from django.db.models import Max
from django.utils import timezone

from marked.seen import page_from_json
from tournaments.models import MarkedPhoto, Round
from tournaments.selectors.paper.photographed import Photo, Reading, read_photographs
from tournaments.storage.claims import is_free

LONG_AGO = datetime(1900, 1, 1, tzinfo=UTC)
LOOKED_AT, MARKS, VOID = "looked_at", "marks", "void"


def photos_waiting(round: Round) -> int:
    """Return how many photographs wait to be read."""
    return round.marked_photos.filter(reading__isnull=True).count()


@dataclass(frozen=True, slots=True)
class Queue:
    """The first unread photograph of a round: its number, how many there are, its name.

    `ahead` is how many photographs are read before it; None if it is being read.
    """

    number: int
    all: int
    name: str
    ahead: int | None

    @property
    def read(self) -> int:
        """Return how many photographs of the round were read."""
        return self.number - 1


def queue_of(round: Round) -> Queue | None:
    """Return which photograph of a round is read now or next; None if none waits."""
    unread = round.marked_photos.filter(reading__isnull=True).order_by("pk")
    first = unread.values_list("pk", "name").first()
    if first is None:
        return None
    pk, name = first
    turns = photos_by_turn()
    ahead = turns.index(pk) if pk in turns else None
    return Queue(round.marked_photos.filter(pk__lte=pk).count(), round.marked_photos.count(), name, ahead)


def photos_by_turn() -> list[int]:
    """Return the IDs of the photographs that nobody reads yet, in the order in which they are read.

    Clubs take turns, the one that waited longest first; each has its oldest photograph read first.
    """
    now = timezone.now()
    unread = MarkedPhoto.objects.filter(is_free(now), reading__isnull=True).order_by("pk")
    waiting: defaultdict[int, list[int]] = defaultdict(list)
    for club, pk in unread.values_list("round__event__club", "pk"):
        waiting[club].append(pk)
    # What was claimed before the clock was set back says nothing.
    read = MarkedPhoto.objects.filter(round__event__club__in=waiting, claimed_at__lte=now).order_by()
    last = dict(read.values_list("round__event__club").annotate(at=Max("claimed_at")))
    clubs = sorted(waiting.items(), key=lambda item: (last.get(item[0], LONG_AGO), item[1]))
    return [pk for turn in zip_longest(*(pks for _, pks in clubs)) for pk in turn if pk is not None]


def stored_reading(round: Round) -> tuple[Reading, dict[str, int]]:
    """Return the readings of a round's photographs, and the ID of each by its digest."""
    rows = list(round.marked_photos.exclude(reading__isnull=True).defer("upload", "page").order_by("pk"))
    photos = [as_photo(each) for each in rows]
    return read_photographs(round.event, photos), {each.digest: each.pk for each in rows}


def as_photo(row: MarkedPhoto) -> Photo:
    """Return a stored photograph as a value."""
    answers = {int(key): answer_of(value) for key, value in row.answers.items() if key.isdigit()}
    page = page_from_json(row.reading or {})
    marks = {
        int(line): {int(place): letter for place, letter in letters.items()}
        for line, letters in row.answers.get(MARKS, {}).items()
    }
    return Photo(row.name, row.digest, page, b"", answers, LOOKED_AT in row.answers, marks)


def answer_of(value: Any) -> Mapping[str, Any] | None:
    """Return a stored answer: a record, or None for a line that does not count."""
    return None if value == VOID else value


def get_photo(round: Round, pk: int) -> MarkedPhoto | None:
    """Return a photograph of a round."""
    return round.marked_photos.filter(pk=pk).first()


def flat_page(pk: int) -> bytes:
    """Return the straightened page as JPEG; b"" without one."""
    page = MarkedPhoto.objects.filter(pk=pk).values_list("page", flat=True).first()
    return bytes(page or b"")
