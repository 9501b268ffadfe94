"""What a table is told before it writes: a deal tried out, an auction, the standings after a correction."""

from typing import Any

from rest_framework import serializers as s

from tournaments.api.shapes.refusals import Violation


class CallShape(s.Serializer[Any]):
    """A call that may be made now."""

    call = s.CharField()
    contract = s.CharField(allow_null=True)
    bid = s.IntegerField(allow_null=True)
    announced = s.ListField(child=s.CharField())
    label = s.CharField()  # type: ignore[assignment]
    group = s.CharField(help_text="its label without the options")


class SaidCall(s.Serializer[Any]):
    """A call that was made."""

    seat = s.IntegerField()
    label = s.CharField()  # type: ignore[assignment]


class AuctionShape(s.Serializer[Any]):
    """Where an auction stands; `result` is null while calls are due."""

    turn = s.IntegerField(allow_null=True)
    legal = CallShape(many=True)
    calls = SaidCall(many=True)
    result = s.DictField(allow_null=True)
    label = s.CharField(allow_null=True, help_text="the result in words")  # type: ignore[assignment]
    violations = Violation(many=True)


class PreviewShape(s.Serializer[Any]):
    """What a deal would do; `deltas` is null while the rules refuse it."""

    violations = Violation(many=True)
    deltas = s.ListField(child=s.IntegerField(), allow_null=True)
    totals = s.ListField(child=s.IntegerField(), allow_null=True)
    line = s.CharField(allow_null=True)
    notes = s.ListField(child=s.CharField(), help_text="how the deal comes to its points")
    facts = s.DictField()
    breaks = s.ListField(child=s.IntegerField())


class RippleLine(s.Serializer[Any]):
    """One line of the standings before and after a correction."""

    number = s.IntegerField()
    name = s.CharField()
    rank_before = s.IntegerField()
    rank_after = s.IntegerField()
    total_before = s.JSONField()
    total_after = s.JSONField()


class RippleShape(s.Serializer[Any]):
    """Every line that a correction would change, in the order of the ranks after it."""

    ripple = RippleLine(many=True)
