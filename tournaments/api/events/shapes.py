"""Public response bodies of an event: its rounds and its standings."""

from typing import Any

from rest_framework import serializers as s


class EventShape(s.Serializer[Any]):
    """A published event."""

    slug = s.CharField()
    name = s.CharField()
    date = s.DateField()
    place = s.CharField()
    club = s.CharField()
    game = s.DictField()
    is_closed = s.BooleanField()
    is_cancelled = s.BooleanField(help_text="it does not take place; the event itself says why")


class CancellationShape(s.Serializer[Any]):
    """Why an event does not take place."""

    reason = s.CharField(
        allow_blank=True, help_text="as its page shows it; empty if it was deleted with a name"
    )


class EventList(s.Serializer[Any]):
    """The published events."""

    events = EventShape(many=True)
    next = s.URLField(allow_null=True, help_text="always null: the list ends with the newest 200")


class TableOfRound(s.Serializer[Any]):
    """The progress of a table."""

    number = s.IntegerField()
    id = s.UUIDField()
    seats = s.ListField(child=s.CharField())
    deals_counted = s.IntegerField(allow_null=True, help_text="null while the number is secret")
    deals_expected = s.IntegerField(allow_null=True)


class RoundShape(s.Serializer[Any]):
    """A released round."""

    number = s.IntegerField()
    status = s.CharField()
    tables = TableOfRound(many=True)


class EventDetail(EventShape):
    """A published event and its rounds."""

    cancellation = CancellationShape(allow_null=True, help_text="null for an event that takes place")
    rounds = RoundShape(many=True)


class Unranked(s.Serializer[Any]):
    """Why a row has no rank."""

    code = s.ChoiceField(choices=["never_played", "minimum", "unplaced"])
    words = s.CharField(help_text="in the language of the request")


class Line(s.Serializer[Any]):
    """One row of the standings; numbers are integers, or exact fractions as text."""

    rank = s.IntegerField(allow_null=True, help_text="null if the entrant is not ranked")
    unranked = Unranked(allow_null=True, help_text="why there is no rank; null for a rank")
    number = s.IntegerField()
    name = s.CharField()
    total = s.JSONField(help_text="the first of `values`")
    values = s.DictField(child=s.JSONField(), help_text="the values the row is ranked by, by name")
    rounds = s.ListField(child=s.JSONField(), help_text="null for a round that was not played")
    tie_breaks = s.DictField(child=s.JSONField(), help_text="by name, in the order they apply; may be null")


class RankingShape(s.Serializer[Any]):
    """One value that players are ranked by."""

    name = s.CharField()
    label = s.CharField()  # type: ignore[assignment]
    unit = s.ChoiceField(choices=["points", "count", "cents", "bread"])
    high_is_better = s.BooleanField()


class ListShape(s.Serializer[Any]):
    """A published list."""

    number = s.IntegerField()
    stage = s.ChoiceField(choices=["provisional", "final"])
    version = s.IntegerField(help_text="the version of the standings it was made from")
    digest = s.CharField(help_text="SHA-256; see /lists/{id}/")
    last_round = s.IntegerField()
    id = s.UUIDField()
    at = s.DateTimeField()


class NoteShape(s.Serializer[Any]):
    """Why a row differs from its sheets: an adjustment, or a ruling on a deal."""

    number = s.IntegerField()
    name = s.CharField()
    points = s.IntegerField(help_text="points added or deducted; for a ruling, the points of the deal")
    reason = s.CharField()
    round = s.IntegerField(allow_null=True)
    table = s.IntegerField(allow_null=True)
    deal = s.IntegerField(allow_null=True)


class StandingsShape(s.Serializer[Any]):
    """The standings as last computed, or the published list that replaces them."""

    version = s.IntegerField()
    deals_counted = s.IntegerField()
    ranked_by = RankingShape(many=True, help_text="in the order they apply")
    house_scoring = s.CharField(help_text="not empty if points follow house rules instead of the source")
    state = s.ChoiceField(choices=["provisional", "frozen", "final"])
    list = ListShape(allow_null=True, help_text="null while the standings are shown as computed")
    rows = Line(many=True)
    notes = NoteShape(many=True)
