"""Models of teams, and of the competitions that an event holds beside its own ranking."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.standings.agreements import MOST_PAID
from tournaments.models.constraints import not_empty, within
from tournaments.models.event import Entrant, Event


class Team(models.Model):
    """Some persons of an event who are ranked together: a pair, or three to eight.

    Its number is its own, beside the start numbers. Without a name it is called by its members.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="teams")
    number = models.PositiveIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=80, blank=True)

    class Meta:
        ordering = ("event_id", "number")
        verbose_name = _("team")
        constraints = [
            models.UniqueConstraint(fields=("event", "number"), name="team_number_once_per_event"),
            within("number", 1, None, "team_number_from_one", _("The numbers of teams count from 1.")),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class TeamMember(models.Model):
    """A person of a team, in the order in which they are named; substitutes stand behind the members."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="members")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="memberships")
    position = models.PositiveSmallIntegerField(_("place in the team"))
    is_substitute = models.BooleanField(_("substitute"), default=False)

    class Meta:
        ordering = ("team", "position")
        verbose_name = _("member of a team")
        constraints = [
            models.UniqueConstraint(fields=("team", "entrant"), name="member_once_per_team"),
            models.UniqueConstraint(fields=("team", "position"), name="team_place_once"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant} in {self.team}"


class Competition(models.Model):
    """A ranking beside the event's own: who, which lists, how counted, and its money.

    `rule` holds `unit`, `who`, `lists`, `value`, `members` and `tie_breaks`
    (scoring/standings/competition_rules.py); `prizes` and `shares` are as in `Event.prizes`, the shares those
    of its own pot.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="competitions")
    number = models.PositiveIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=80)
    rule = models.JSONField(_("how it is counted"), default=dict, blank=True)
    fee_cents = models.PositiveIntegerField(_("fee"), default=0)
    fee_classes = models.JSONField(_("fees of their own"), default=dict, blank=True)
    shares = models.JSONField(_("what goes into the pot"), default=dict, blank=True)
    prizes = models.JSONField(_("prizes"), default=list, blank=True)

    class Meta:
        ordering = ("event_id", "number")
        verbose_name = _("competition")
        constraints = [
            models.UniqueConstraint(fields=("event", "number"), name="competition_number_once"),
            models.CheckConstraint(
                condition=Q(number__gte=1),
                name="competition_number_from_one",
                violation_error_message=_("The numbers of competitions count from 1."),
            ),
            not_empty("competition_named", _("A competition has a name.")),
            within("fee_cents", 0, MOST_PAID, "competition_fee_possible", _("A fee is 0 to 100,000 euros.")),
        ]

    def __str__(self) -> str:
        return self.name


class CompetitionEntry(models.Model):
    """A person who takes part in a competition that costs a fee of its own."""

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="entries")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="competition_entries")

    class Meta:
        ordering = ("competition", "entrant")
        verbose_name = _("entry in a competition")
        constraints = [
            models.UniqueConstraint(fields=("competition", "entrant"), name="once_in_a_competition"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant} in {self.competition}"
