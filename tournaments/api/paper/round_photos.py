"""Photographs of a round that are kept: sent, read in the background, answered where in doubt, stored."""

from drf_spectacular.utils import extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.http.bodies import read_as, read_form
from tournaments.api.http.objects import event_for, or_404, round_of
from tournaments.api.http.reading import read_key
from tournaments.api.http.views import ProgramView
from tournaments.api.http.writing import person_of
from tournaments.api.paper import schema, shapes
from tournaments.api.paper.photos import photos_in
from tournaments.models import MarkedPhoto, Round, TokenScope
from tournaments.selectors.clubs.permissions import Right
from tournaments.selectors.paper.photos import get_photo, photos_waiting, stored_reading
from tournaments.services.paper.photo_rows import store_reading
from tournaments.services.paper.photos import answer_line, delete_photo, keep_photo, look_at_page
from tournaments.wording.photos import photo_json


class RoundPhotos(ProgramView):
    """The photographs of a round."""

    parser_classes = [MultiPartParser]
    writes = TokenScope.WRITE
    runs_once = False

    @extend_schema(**schema.ROUND_PHOTOS)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return what was read so far, with the doubts; ask until none waits."""
        round = round_of(event_for(request, slug, Right.TYPE), number)
        reading, ids = stored_reading(round)
        photos = [{"id": ids[each.photo.digest], **photo_json(slug, each)} for each in reading.photos]
        storable = sum(len(each.clear) for each in reading.tables)
        facts = {"waiting": photos_waiting(round), "storable": storable, "photos": photos}
        return Response(facts)

    @extend_schema(**schema.KEEP_PHOTOS)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Store photographs until they are read; the same file is stored once, under any key."""
        round = round_of(event_for(request, slug, Right.TYPE), number)
        read_key(request)
        files = photos_in(read_form(shapes.KeptSent, request))
        stored_photos = [keep_photo(round=round, name=file.name or "", content=file.read()) for file in files]
        return Response({"ids": [each.pk for each in stored_photos], "waiting": photos_waiting(round)}, 202)


class OnePhoto(ProgramView):
    """One photograph of a round."""

    writes = TokenScope.WRITE

    @extend_schema(**schema.DELETE_PHOTO)
    def delete(self, request: Request, slug: str, number: int, photo_id: int) -> Response:
        """Delete it; rows that were stored from it stay."""
        delete_photo(photo=photo_of(request, slug, number, photo_id))
        return Response(status=204)


class PhotoRow(ProgramView):
    """One line of a photograph."""

    writes = TokenScope.WRITE

    @extend_schema(**schema.ANSWER_LINE)
    def post(self, request: Request, slug: str, number: int, photo_id: int, line: int) -> Response:
        """Say what a doubtful line means; nothing is stored on the sheet yet."""
        photo = photo_of(request, slug, number, photo_id)
        record = read_as(shapes.LineAnswer, request)["record"]
        return Response({"record": answer_line(photo=photo, number=line, record=record)})


class LookedAt(ProgramView):
    """A page whose lines did not fit."""

    writes = TokenScope.WRITE

    @extend_schema(**schema.LOOK_AT_PAGE)
    def post(self, request: Request, slug: str, number: int, photo_id: int) -> Response:
        """Note that a person has checked the lines."""
        look_at_page(photo=photo_of(request, slug, number, photo_id))
        return Response(status=204)


class StoredPhotos(ProgramView):
    """The rows read from the photographs."""

    writes = TokenScope.WRITE

    @extend_schema(**schema.STORE_PHOTOS)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Store the rows of each table before its first doubt; what is stored already stays."""
        event = event_for(request, slug, Right.TYPE)
        reading, _ = stored_reading(round_of(event, number))
        stored = store_reading(event=event, reading=reading, by=person_of(request).pk)
        counts = {"stored": stored.written, "known": stored.known, "conflicts": stored.conflicts}
        return Response(counts)


def photo_of(request: Request, slug: str, number: int, photo_id: int) -> MarkedPhoto:
    """Return a photograph of a round. Raises Http404."""
    round: Round = round_of(event_for(request, slug, Right.TYPE), number)
    photo: MarkedPhoto = or_404(get_photo(round, photo_id))
    return photo
