"""Teams and competitions as they are answered, and the bodies of their requests."""

from typing import Any

from rest_framework import serializers as s

from scoring.competitions.awards import WHOLE
from scoring.standings.agreements import MOST_PAID
from tournaments.api.cash.shapes import MOST_PRIZES, PrizeSent
from tournaments.api.entry.shapes import NewPerson
from tournaments.api.http.bodies import Body, Whole, text_of
from tournaments.api.http.description import example
from tournaments.api.http.shapes import ModelShape
from tournaments.models import Competition, Player, Team
from tournaments.selectors.competitions.rankings import numbers_entered
from tournaments.selectors.competitions.teams import numbers_in
from tournaments.services.competitions.teams import LEAST, MOST
from tournaments.services.entry.entrants import MOST_PLAYERS


class TeamShape(ModelShape):
    """A team: start numbers of its members and substitutes, in their order."""

    members = s.SerializerMethodField()
    substitutes = s.SerializerMethodField()

    class Meta:
        model = Team
        fields = ["number", "name", "members", "substitutes"]

    def get_members(self, team: Team) -> list[int]:
        return numbers_in(team, are_substitutes=False)

    def get_substitutes(self, team: Team) -> list[int]:
        return numbers_in(team, are_substitutes=True)


@example(members=[1, 2], name="Aces")
class TeamSent(Body):
    """A team to form or to change."""

    members = s.ListField(child=Whole(), max_length=MOST, help_text="start numbers, in their order")
    substitutes = s.ListField(child=Whole(), required=False, max_length=MOST)
    name = text_of(Team, "name", required=False, allow_blank=True, help_text="without it: its members' names")


@example(members=[1, 2], name="Aces")
class NewTeam(TeamSent):
    """A team to form: of entrants, or of new players who are entered with it."""

    members = s.ListField(
        child=Whole(), required=False, max_length=MOST, help_text="start numbers, in their order"
    )
    names = s.ListField(
        child=text_of(Player, "name"), required=False, max_length=MOST, help_text="names of new players"
    )
    people = s.ListField(
        child=NewPerson(),
        required=False,
        max_length=MOST,
        help_text="instead of `names`, and who each name means",
    )


@example(size=2)
class TeamSize(Body):
    """How many members each team has."""

    size = Whole(min_value=LEAST, max_value=MOST)


class TeamList(s.Serializer[Any]):
    """The teams that were formed."""

    results = TeamShape(many=True)


class CompetitionShape(ModelShape):
    """A competition beside the event's own ranking."""

    entered = s.SerializerMethodField(help_text="start numbers of who pays its fee; teams pay as a whole")

    class Meta:
        model = Competition
        fields = ["number", "name", "rule", "fee_cents", "fee_classes", "shares", "prizes", "entered"]

    def get_entered(self, competition: Competition) -> list[int]:
        return numbers_entered(competition)


@example(name="First list", rule={"lists": {"rounds": [1]}}, fee_cents=200)
class CompetitionSent(Body):
    """A competition to add or to change."""

    name = text_of(Competition, "name")
    rule = s.DictField(required=False, help_text="who, which lists, how counted: docs/competitions.md")
    fee_cents = Whole(required=False, max_value=MOST_PAID)
    fee_classes = s.DictField(required=False, help_text="cents of `guest`, `youth`, `late`, if not the same")
    shares = s.DictField(
        child=Whole(max_value=WHOLE),
        required=False,
        help_text="what goes into its pot, in thousandths: `own`, `fee`, `lost_deals`",
    )
    prizes = PrizeSent(many=True, required=False, max_length=MOST_PRIZES)  # type: ignore[call-arg]
    entered = s.ListField(
        child=Whole(), required=False, max_length=MOST_PLAYERS, help_text="start numbers of who pays its fee"
    )


class RankedCompetition(s.Serializer[Any]):
    """The rows of a competition; `list` has what docs/competitions.md says of a row's lists."""

    key = s.CharField()
    title = s.CharField()
    words = s.CharField(help_text="its rule in the reader's language")
    is_of_teams = s.BooleanField()
    label = s.CharField(help_text="what is compared first")  # type: ignore[assignment]
    rows = s.ListField(child=s.DictField())


class RankedCompetitions(s.Serializer[Any]):
    """The rankings beside the event's own, as the token's person sees them."""

    results = RankedCompetition(many=True)
