"""Responses that store nothing: a previewed deal, an auction, the standings after a correction."""

from typing import Any

from rest_framework import serializers as s

from tournaments.api.http.shapes_refused import Violation


class CallShape(s.Serializer[Any]):
    """A call that is legal now."""

    call = s.CharField()
    contract = s.CharField(allow_null=True)
    bid = s.IntegerField(allow_null=True)
    announced = s.ListField(child=s.CharField())
    label = s.CharField()  # type: ignore[assignment]
    group = s.CharField(help_text="the call's label without the options")


class SaidCall(s.Serializer[Any]):
    """A call that was made."""

    seat = s.IntegerField()
    label = s.CharField()  # type: ignore[assignment]


class AuctionShape(s.Serializer[Any]):
    """The state of an auction; `result` is null while calls are due."""

    turn = s.IntegerField(allow_null=True)
    legal = CallShape(many=True)
    calls = SaidCall(many=True)
    result = s.DictField(allow_null=True)
    label = s.CharField(allow_null=True, help_text="the result in words")  # type: ignore[assignment]
    violations = Violation(many=True)


class PreviewShape(s.Serializer[Any]):
    """The effect of a deal; `deltas` is null while the rules refuse it."""

    violations = Violation(many=True)
    deltas = s.ListField(child=s.FloatField(), allow_null=True)
    totals = s.ListField(child=s.FloatField(), allow_null=True)
    line = s.CharField(allow_null=True)
    notes = s.ListField(child=s.CharField(), help_text="how the points of the deal are computed")
    facts = s.DictField()
    breaks = s.ListField(child=s.IntegerField())


class ImpactLine(s.Serializer[Any]):
    """One row of the standings before and after a correction."""

    number = s.IntegerField()
    name = s.CharField()
    rank_before = s.IntegerField(help_text="without a rank, the position in the list")
    rank_after = s.IntegerField(help_text="without a rank, the position in the list")
    is_ranked_before = s.BooleanField()
    is_ranked_after = s.BooleanField()
    total_before = s.JSONField()
    total_after = s.JSONField()


class CorrectionImpactShape(s.Serializer[Any]):
    """Every row that a correction would change, in the order of the new ranks."""

    correction_impact = ImpactLine(many=True)
