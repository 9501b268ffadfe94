"""Endpoints of teams and competitions, and the rankings beside the event's own."""

from collections.abc import Sequence
from random import SystemRandom

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.competitions.shapes import (
    CompetitionSent,
    CompetitionShape,
    NewTeam,
    RankedCompetitions,
    TeamList,
    TeamSent,
    TeamShape,
    TeamSize,
)
from tournaments.api.entry.shapes import choice_of
from tournaments.api.http.views import Editable, OfEvent
from tournaments.models import Competition, Team
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.services.competitions.competitions import (
    add_competition,
    change_competition,
    remove_competition,
)
from tournaments.services.competitions.teams import (
    dissolve_team,
    entrants_called,
    match_by_lot,
    teams_of_words,
)
from tournaments.services.entry.teams import store_team
from tournaments.wording.names import full_name


@extend_schema(tags=["competitions"])
class TeamViewSet(OfEvent, Editable):
    """The teams of an event."""

    queryset = Team.objects.select_related("event")
    serializer_class = TeamShape
    lookup_field = ordering = "number"

    @extend_schema(operation_id="teams", responses=TeamShape(many=True))
    def list(self, request: Request, slug: str) -> Response:
        """List the teams by number."""
        return self.page()

    @extend_schema(operation_id="form_team", request=NewTeam, responses={201: TeamShape})
    def create(self, request: Request, slug: str) -> Response:
        """Form a team with the next number, of entrants or of new players."""
        event, sent = self.event, self.sent(NewTeam)
        named = [*sent.pop("people", []), *({"name": each} for each in sent.pop("names", []))]
        team = store_team(
            event=event,
            names=[each["name"] for each in named],
            readings={each["name"]: each.get("reading", "") for each in named},
            choices={each["name"]: choice_of(each) for each in named},
            by=self.author,
            **sent,
        )
        return self.answer(team, 201)

    @extend_schema(operation_id="team")
    def retrieve(self, request: Request, slug: str, number: int) -> Response:
        """Return the team, with the ETag that a change needs."""
        return self.answer(self.get_object())

    @extend_schema(operation_id="change_team", request=TeamSent)
    def partial_update(self, request: Request, slug: str, number: int) -> Response:
        """Replace name, members and substitutes."""
        team = self.seen()
        return self.answer(store_team(event=team.event, team=team, by=self.author, **self.sent(TeamSent)))

    @extend_schema(operation_id="dissolve_team")
    def destroy(self, request: Request, slug: str, number: int) -> Response:
        """Dissolve the team; its persons stay in the event."""
        dissolve_team(team=self.seen(), by=self.author)
        return Response(status=204)

    @extend_schema(operation_id="teams_by_lot", request=TeamSize, responses={201: TeamList})
    @action(detail=False, methods=["post"], url_path="lot", url_name="teams_by_lot")
    def by_lot(self, request: Request, slug: str) -> Response:
        """Form teams by lot of the players who have none; who is left over stays without."""
        event, size = self.event, self.sent(TeamSize)["size"]
        return formed(match_by_lot(event=event, size=size, random=SystemRandom(), by=self.author))

    @extend_schema(operation_id="teams_of_words", request=None, responses={201: TeamList})
    @action(detail=False, methods=["post"], url_path="words", url_name="teams_by_words")
    def by_words(self, request: Request, slug: str) -> Response:
        """Form a team of the two to eight players beside whom the same team or club stands."""
        return formed(teams_of_words(event=self.event, by=self.author))


def formed(teams: Sequence[Team]) -> Response:
    """Return the teams that were formed."""
    return Response(TeamList({"results": teams}).data, 201)


@extend_schema(tags=["competitions"])
class CompetitionViewSet(OfEvent, Editable):
    """The competitions of an event, beside its own ranking."""

    queryset = Competition.objects.select_related("event__club")
    serializer_class = CompetitionShape
    lookup_field = ordering = "number"

    @extend_schema(operation_id="competitions", responses=CompetitionShape(many=True))
    def list(self, request: Request, slug: str) -> Response:
        """List the competitions by number."""
        return self.page()

    @extend_schema(operation_id="add_competition", request=CompetitionSent, responses={201: CompetitionShape})
    def create(self, request: Request, slug: str) -> Response:
        """Add a competition with the next number."""
        event, sent = self.event, self.sent(CompetitionSent)
        entered = entrants_called(event, sent.pop("entered", []))
        made = add_competition(event=event, entrants=entered, by=self.author, **sent)
        return self.answer(made, 201)

    @extend_schema(operation_id="competition")
    def retrieve(self, request: Request, slug: str, number: int) -> Response:
        """Return the competition, with the ETag that a change needs."""
        return self.answer(self.get_object())

    @extend_schema(operation_id="change_competition", request=CompetitionSent)
    def partial_update(self, request: Request, slug: str, number: int) -> Response:
        """Replace what is sent, and who has entered."""
        competition, sent = self.seen(), self.sent(CompetitionSent)
        numbers = sent.pop("entered", None)
        entered = None if numbers is None else entrants_called(competition.event, numbers)
        change_competition(competition=competition, entrants=entered, by=self.author, **sent)
        return self.answer(competition)

    @extend_schema(operation_id="remove_competition")
    def destroy(self, request: Request, slug: str, number: int) -> Response:
        """Remove the competition."""
        remove_competition(competition=self.seen(), by=self.author)
        return Response(status=204)

    @extend_schema(operation_id="rankings", responses=RankedCompetitions)
    @action(detail=False, url_path="rankings", url_name="rankings", pagination_class=None)
    def rankings(self, request: Request, slug: str) -> Response:
        """Return the rows of all competitions, those of teams and categories too."""
        public = PublicEvent(self.event, is_member=True, name_of=full_name)
        return Response(RankedCompetitions({"results": public.competitions}).data)
