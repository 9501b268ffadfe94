"""Bodies of draws."""

from typing import Any

from rest_framework import serializers as s

from tournaments.api.http.bodies import Body, Flag, Text, Whole, unknown_fields
from tournaments.models import DrawConstraintKind, DrawMode, DrawStatus
from tournaments.models.draw import MOST_SEATS, MOST_TABLES
from tournaments.services.draw.constraints import ASKED
from tournaments.services.draw.drawing import MOST_ROUNDS

MOST_SIZES = 40


class DrawShape(s.Serializer[Any]):
    """A draw; its rounds are drafts until they are opened."""

    number = s.IntegerField()
    status = s.ChoiceField(choices=DrawStatus.values)
    mode = s.ChoiceField(choices=DrawMode.values)
    rounds = s.ListField(child=s.IntegerField(), help_text="their numbers; empty until it is done")
    repeats = s.IntegerField(allow_null=True, help_text="pairs who meet again; null until it is done")
    problem = s.CharField(allow_blank=True, help_text="why no tables were found")
    seed_hash = s.CharField(help_text="SHA-256 of the seed, published before the draw")
    is_outdated = s.BooleanField(help_text="its draft was drawn by standings that have changed since")


class NewDraw(Body):
    """A draw of the next round, or of several."""

    mode = s.ChoiceField(choices=DrawMode.values, required=False)
    rounds = Whole(required=False, min_value=1, max_value=MOST_ROUNDS, help_text="1 without it")
    sizes = s.ListField(
        child=Whole(min_value=1), required=False, max_length=MOST_SIZES, help_text="the table sizes allowed"
    )
    sit_outs = Whole(required=False, help_text="how many sit out")
    seed = Text(
        required=False, help_text="32 hexadecimal digits; by lot without it; unused if a seed is committed"
    )
    thorough = Flag(required=False, help_text="search about ten times as long")
    instead = Flag(required=False, help_text="discard all drafts first; a refused request leaves them")


class Swap(Body):
    """Two entrants who exchange their seats in a draft."""

    one = Whole(help_text="a start number")
    two = Whole(help_text="a start number")


class Swapped(s.Serializer[Any]):
    """The draft after a swap."""

    repeats = s.IntegerField(help_text="pairs who meet again, more or fewer than before")


class NewConstraint(Body):
    """A constraint: two entrants, an entrant and a number, or a table and how many it holds."""

    kind = s.ChoiceField(choices=DrawConstraintKind.values)
    entrant = Whole(required=False, help_text="a start number; for all kinds but `capacity`")
    other = Whole(required=False, help_text="the other start number, for `apart` and `partners`")
    table = Whole(required=False, min_value=1, max_value=MOST_TABLES, help_text="for `capacity`")
    number = Whole(
        required=False,
        min_value=1,
        max_value=MOST_TABLES,
        help_text="the table, the seat, or how many sit there",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the constraint. Raises ValidationError for what its kind does not take."""
        known = ("kind", *ASKED[DrawConstraintKind(attrs["kind"])])
        if unknown := unknown_fields(attrs, known):
            raise s.ValidationError(unknown)
        if attrs["kind"] != DrawConstraintKind.TABLE and attrs.get("number", 1) > MOST_SEATS:
            message = self.fields["number"].error_messages["max_value"].format(max_value=MOST_SEATS)
            raise s.ValidationError({"number": message}, "max_value")
        return attrs


class ConstraintShape(s.Serializer[Any]):
    """A constraint of every draw."""

    id = s.IntegerField()
    kind = s.ChoiceField(choices=DrawConstraintKind.values)
    entrant = s.IntegerField(allow_null=True, help_text="a start number")
    other = s.IntegerField(allow_null=True, help_text="a start number")
    table = s.IntegerField(allow_null=True)
    number = s.IntegerField(allow_null=True)


class TeamsApart(Body):
    """Whether the players of one team sit apart, as far as can be."""

    are_apart = Flag()
