"""Draws and constraints as they are answered, and the bodies of their requests."""

import re
from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers as s

from seating.fairness import commitment
from tournaments.api.http.bodies import Body, Flag, Text, Whole, unknown_fields
from tournaments.api.http.description import example
from tournaments.api.http.errors import Unreadable
from tournaments.api.http.shapes import ModelShape
from tournaments.models import Draw, DrawConstraint, DrawConstraintKind, DrawMode, DrawStatus
from tournaments.models.draw import MOST_SEATS, MOST_TABLES
from tournaments.selectors.draw.draws import is_outdated
from tournaments.services.draw.constraints import ASKED
from tournaments.services.draw.drawing import MOST_ROUNDS

SEED = re.compile(r"[0-9a-f]{32}")
MOST_SIZES = 40


class DrawShape(ModelShape):
    """A draw; its rounds are drafts until they are opened."""

    rounds = s.SerializerMethodField(help_text="their numbers; empty until it is done")
    repeats = s.SerializerMethodField(help_text="pairs who meet again; null until it is done")
    problem = s.CharField(help_text="why no tables were found")
    seed_hash = s.SerializerMethodField(help_text="SHA-256 of the seed, published before the draw")
    is_outdated = s.SerializerMethodField(
        help_text="its draft was drawn by standings that have changed since"
    )

    class Meta:
        model = Draw
        fields = ["number", "status", "mode", "rounds", "repeats", "problem", "seed_hash", "is_outdated"]

    def get_rounds(self, draw: Draw) -> list[int]:
        return sorted(each.number for each in draw.rounds.all())

    def get_repeats(self, draw: Draw) -> int | None:
        return draw.repeats if draw.status == DrawStatus.DONE else None

    def get_seed_hash(self, draw: Draw) -> str:
        return commitment(bytes.fromhex(draw.seed))

    def get_is_outdated(self, draw: Draw) -> bool:
        return any(map(is_outdated, draw.rounds.all()))


@example(mode="all", rounds=2)
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
    drops_absent = Flag(required=False, help_text="who is absent leaves for the rest of the event")
    instead = Flag(required=False, help_text="discard all drafts first; a refused request leaves them")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the draw. Raises Unreadable (`seed_invalid`)."""
        seed = attrs.get("seed")
        if seed and not SEED.fullmatch(seed):
            message = gettext("A seed has 32 digits from 0 to 9 and a to f; found “%(seed)s”.")
            raise Unreadable("seed_invalid", message % {"seed": seed[:40]}, 422)
        return attrs


@example(one=3, two=7)
class Swap(Body):
    """Two entrants who exchange their seats in a draft."""

    one = Whole(help_text="a start number")
    two = Whole(help_text="a start number")


class Swapped(s.Serializer[Any]):
    """The draft after a swap."""

    repeats = s.IntegerField(help_text="pairs who meet again, more or fewer than before")


class ConstraintShape(ModelShape):
    """A constraint of every draw."""

    entrant = s.IntegerField(source="entrant.number", allow_null=True, help_text="a start number")
    other = s.IntegerField(source="other.number", allow_null=True, help_text="a start number")

    class Meta:
        model = DrawConstraint
        fields = ["id", "kind", "entrant", "other", "table", "number"]


@example(kind="apart", entrant=3, other=7)
class NewConstraint(Body):
    """A constraint: two entrants, one and a number, a table and how many it holds, or the kind alone."""

    kind = s.ChoiceField(choices=DrawConstraintKind.values)
    entrant = Whole(required=False, help_text="a start number; for all kinds but `capacity` and `anew`")
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


@example(are_apart=True)
class TeamsApart(Body):
    """Whether the players of one team sit apart, as far as can be."""

    are_apart = Flag()
