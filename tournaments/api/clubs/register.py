"""Endpoints of the players in a club's register."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.clubs import schema, shapes_sent
from tournaments.api.http.bodies import read_as
from tournaments.api.http.objects import directed_club, found
from tournaments.api.http.pages import page_answer, page_of
from tournaments.api.http.views import ProgramView
from tournaments.api.http.writing import by_person, person_of, refuse_unmatched, told_with_etag
from tournaments.models import Player, PlayerMerge
from tournaments.selectors.clubs.register import get_record, standing_merges
from tournaments.services.clubs.anonymising import anonymise_player, show_player_as
from tournaments.services.clubs.merging import merge_players, undo_merge
from tournaments.services.series.lifecycle import list_player

DETAILS = ("reading", "member_number", "federation_number", "home_club", "email", "birth_year")


class Players(ProgramView):
    """The players of a club."""

    @extend_schema(**schema.PLAYERS)
    def get(self, request: Request, slug: str) -> Response:
        """List the records, without those that were merged into others."""
        records = directed_club(request, slug).players.filter(merged_into=None, is_forgotten=False)
        rows, following = page_of(self, request, records, "pk")
        return page_answer([record_json(each) for each in rows], following)


class OnePlayer(ProgramView):
    """One player."""

    @extend_schema(**schema.PLAYER)
    def get(self, request: Request, slug: str, player_id: int) -> Response:
        """Return the record, with the ETag that a change needs."""
        return told_with_etag(record_json(found(get_record(directed_club(request, slug), player_id))))

    @extend_schema(**schema.CHANGE_PLAYER)
    def patch(self, request: Request, slug: str, player_id: int) -> Response:
        """Change categories, details and how the name is shown; a name is changed at an entrant."""
        player = found(get_record(directed_club(request, slug), player_id))
        refuse_unmatched(request, record_json(player))
        body = read_as(shapes_sent.PlayerChanges, request)
        if "shown_as" in body:
            player = show_player_as(player=player, shown_as=body.pop("shown_as"))
        usual = {"categories": player.categories, "is_guest": player.is_guest}
        return told_with_etag(record_json(list_player(player=player, **{**usual, **body})))

    @extend_schema(**schema.FORGET_PLAYER)
    def delete(self, request: Request, slug: str, player_id: int) -> Response:
        """Remove the name everywhere; the scores stay under the start number. This cannot be undone."""
        player = found(get_record(directed_club(request, slug), player_id))
        refuse_unmatched(request, record_json(player))
        anonymise_player(player=player, by=by_person(request))
        return Response(status=204)


class Merging(ProgramView):
    """The merging of other records into one."""

    @extend_schema(**schema.MERGES)
    def get(self, request: Request, slug: str, player_id: int) -> Response:
        """List the merges that can be undone, the newest first."""
        kept = found(get_record(directed_club(request, slug), player_id))
        rows, following = page_of(self, request, standing_merges(kept), "-pk")
        return page_answer([merge_json(each) for each in rows], following)

    @extend_schema(**schema.MERGE)
    def post(self, request: Request, slug: str, player_id: int) -> Response:
        """Make another record and this one the same person."""
        club = directed_club(request, slug)
        kept = found(get_record(club, player_id))
        duplicate = found(get_record(club, read_as(shapes_sent.Merging, request)["duplicate"]))
        merge = merge_players(kept=kept, duplicate=duplicate, by=person_of(request))
        return Response({"merge": merge.pk, "kept": kept.pk})


class OneMerge(ProgramView):
    """One merge."""

    @extend_schema(**schema.UNDO_MERGE)
    def delete(self, request: Request, slug: str, player_id: int, merge_id: int) -> Response:
        """Make two records again; what was changed since stays."""
        merges = PlayerMerge.objects.filter(kept=player_id, kept__club=directed_club(request, slug))
        merge = found(merges.select_related("kept__club", "duplicate").filter(pk=merge_id).first())
        undo_merge(merge=merge, by=person_of(request))
        return Response(status=204)


def record_json(player: Player) -> dict[str, Any]:
    """Return a player as the club's register has it."""
    return {
        "id": player.pk,
        "name": player.name,
        **{name: getattr(player, name) for name in DETAILS},
        "categories": player.categories,
        "is_guest": player.is_guest,
        "shown_as": player.shown_as,
    }


def merge_json(merge: PlayerMerge) -> dict[str, Any]:
    """Return a merge that can be undone."""
    return {"merge": merge.pk, "duplicate": merge.duplicate_id, "name": merge.duplicate.name}
