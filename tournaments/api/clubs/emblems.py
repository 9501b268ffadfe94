"""Endpoints of the emblem of a club."""

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.clubs import schema, shapes
from tournaments.api.http.bodies import read_form
from tournaments.api.http.files import LONGEST, file_of
from tournaments.api.http.objects import owned_club
from tournaments.api.http.reading import MAX_BODY
from tournaments.api.http.views import ProgramView
from tournaments.services.clubs.emblems import remove_emblem, set_emblem


class ClubEmblem(ProgramView):
    """The emblem of a club."""

    longest_body = LONGEST + MAX_BODY

    @extend_schema(**schema.SET_EMBLEM)
    def post(self, request: Request, slug: str) -> Response:
        """Store a picture as the emblem; it replaces another one."""
        club = owned_club(request, slug)
        picture = file_of(read_form(shapes.EmblemSent, request), "picture")
        emblem = set_emblem(club=club, content=picture.read())
        place = request.build_absolute_uri(reverse("emblem", args=[club.slug, emblem.digest]))
        return Response({"url": place}, 201, headers={"Location": place})

    @extend_schema(**schema.REMOVE_EMBLEM)
    def delete(self, request: Request, slug: str) -> Response:
        """Remove the emblem; nothing happens if there is none."""
        remove_emblem(club=owned_club(request, slug))
        return Response(status=204)
