"""Endpoints of the players in a club's register."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.clubs.shapes import MergeShape, Merging, PlayerChanges, RegisterShape, StandingMerge
from tournaments.api.http.objects import or_404
from tournaments.api.http.views import Editable, OfClub
from tournaments.api.http.writing import person_of
from tournaments.selectors.clubs.register import (
    get_merge,
    get_player,
    get_record,
    records_of,
    standing_merges,
)
from tournaments.services.clubs.anonymising import anonymise_player
from tournaments.services.clubs.merging import merge_players, undo_merge
from tournaments.services.series.lifecycle import list_player


@extend_schema(tags=["clubs"])
class PlayerViewSet(OfClub, Editable):
    """The players of a club."""

    serializer_class = RegisterShape
    lookup_url_kwarg = "player_id"

    def get_queryset(self) -> Any:
        """Return the records of the club, without those that were merged into others."""
        return records_of(self.club)

    @extend_schema(operation_id="players", responses=RegisterShape(many=True))
    def list(self, request: Request, slug: str) -> Response:
        """List the records, without those that were merged into others."""
        return self.page()

    @extend_schema(operation_id="player")
    def retrieve(self, request: Request, slug: str, player_id: int) -> Response:
        """Return the record, with the ETag that a change needs."""
        return self.answer(self.get_object())

    @extend_schema(operation_id="change_player", request=PlayerChanges)
    def partial_update(self, request: Request, slug: str, player_id: int) -> Response:
        """Change categories, details and how the name is shown; a name is changed at an entrant."""
        player, body = self.seen(), self.sent(PlayerChanges)
        usual = {"categories": player.categories, "is_guest": player.is_guest}
        return self.answer(list_player(player=player, **{**usual, **body}))

    @extend_schema(operation_id="forget_player")
    def destroy(self, request: Request, slug: str, player_id: int) -> Response:
        """Remove the name everywhere; the scores stay under the start number. This cannot be undone."""
        anonymise_player(player=self.seen(), by=self.author)
        return Response(status=204)

    @extend_schema(responses=StandingMerge(many=True))
    @action(detail=True, serializer_class=StandingMerge, ordering="-pk", url_path="merge", url_name="merge")
    def merges(self, request: Request, slug: str, player_id: int) -> Response:
        """List the merges that can be undone, the newest first."""
        return self.page(standing_merges(self.get_object()))

    @extend_schema(request=Merging, responses=MergeShape)
    @merges.mapping.post
    def merge_players(self, request: Request, slug: str, player_id: int) -> Response:
        """Make another record and this one the same person."""
        record = self.get_object()
        duplicate = or_404(get_record(self.club, self.sent(Merging)["duplicate"]))
        merge = merge_players(player=record, duplicate=duplicate, by=person_of(request))
        return Response({"merge": merge.pk, "kept": record.pk})

    @extend_schema(responses={204: None})
    @action(detail=True, methods=["delete"], url_path="merge/<whole:merge_id>", url_name="undo_merge")
    def undo_merge(self, request: Request, slug: str, player_id: int, merge_id: int) -> Response:
        """Make two records again; what was changed since stays."""
        merge = or_404(get_merge(or_404(get_player(self.club, player_id)), merge_id))
        undo_merge(merge=merge, by=person_of(request))
        return Response(status=204)
