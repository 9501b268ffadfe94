"""Tables of the ways we compare with; created in a benchmark's scratch database only.

Their managers are declared because type checkers read the settings of the product.
"""

from django.db import models

from tournaments.models import Entrant, Part, Table


class PlainDeal(models.Model):
    """The layout of `tournaments.Deal`, for a view that only inserts."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="+")
    part = models.ForeignKey(Part, models.CASCADE, related_name="+")
    number = models.PositiveIntegerField(null=True)
    record = models.JSONField()
    revision = models.PositiveIntegerField(default=1)

    objects: models.Manager["PlainDeal"] = models.Manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=("table", "number"), name="plain_number_once")]

    def __str__(self) -> str:
        return f"plain deal {self.number}"


class RoundScore(models.Model):
    """One entrant's points in one round: the row a Django tab system adds up by conditional aggregates."""

    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="round_scores")
    round = models.PositiveIntegerField()
    points = models.IntegerField()

    objects: models.Manager["RoundScore"] = models.Manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=("entrant", "round"), name="score_once_per_round")]

    def __str__(self) -> str:
        return f"{self.points} points in round {self.round}"
