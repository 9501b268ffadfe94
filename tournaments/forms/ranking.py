"""Form fields of a ranking policy, in the organiser's order: value, best rounds, minimum, tie-breaks."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.game import Game
from scoring.competitions.tie_breaks import tie_break_keys, tie_break_ranking
from scoring.standings.policy import BY_AVERAGE, BY_GAME, BY_TABLE_POINTS, BY_TOTAL, Policy, points_text
from tournaments.wording.lists import in_a_list
from tournaments.wording.sheet_json import translate
from tournaments.wording.whole_numbers import WholeField, signed_number

POLICY, TIE = "policy_", "policy_tie_"
TIES_OFFERED = 4
LONGEST_POINTS = 1000  # characters
BETWEEN_POINTS = re.compile(r"(?<=\d)-(?=\S)|[\s,]+")  # a hyphen behind a digit; any other is a minus
NO_TIE_BREAK = ""  # the value sent for no tie-break


class TablePointsField(forms.CharField):
    """A field for points by place, as typed: 4-2-1-0."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"max_length": LONGEST_POINTS, **more})

    def prepare_value(self, value: Any) -> Any:
        return points_text(value) if isinstance(value, (list, tuple)) else value

    def clean(self, value: Any) -> Any:
        """Return the numbers; None for an empty field."""
        typed = super().clean(value).replace("–", "-").replace("−", "-")
        points = [signed_number(word) for word in BETWEEN_POINTS.split(typed.strip()) if word]
        if None in points:
            message = gettext("Points are whole numbers, the first place's first: 4-2-1-0.")
            raise forms.ValidationError(message)
        return points or None


def ranking_fields(game: Game, policy: Policy) -> dict[str, forms.Field]:
    """Return the fields of a ranking policy, with its values; only those that apply to this game."""
    has_points = policy.by == BY_TABLE_POINTS
    fields: dict[str, forms.Field] = {
        f"{POLICY}by": forms.ChoiceField(
            label=_("Ranked by"), choices=way_choices(game, policy), initial=policy.by, required=False
        ),
        f"{POLICY}table_points": TablePointsField(
            label=_("Table points"),
            help_text=_(
                "By place at each table, if the event is ranked by table points. Empty: 4-2-1-0. Tied "
                "players share."
            ),
            initial=policy.table_points if has_points else None,
            required=False,
        ),
        f"{POLICY}best": rounds_field(
            _("Best rounds only"), _("Number of rounds that count. Empty: all."), policy.best
        ),
        f"{POLICY}minimum": rounds_field(
            _("Minimum number of rounds"),
            _("Players with fewer rounds are listed last, without a rank. Empty: all are ranked."),
            policy.minimum or None,
        ),
    }
    return fields | tie_break_fields(game, policy)


def rounds_field(label: Any, help_text: Any, initial: int | None) -> forms.Field:
    """Return a field for a number of rounds."""
    return WholeField(label=label, help_text=help_text, initial=initial, min_value=1, required=False)


def way_choices(game: Game, policy: Policy) -> list[tuple[str, str]]:
    """Return the ranking values to choose from; the total only if the game's own ranking is not the total."""
    values = [translate(ranking.label) for ranking in game.ranks_by]
    is_total = [ranking.tally for ranking in game.ranks_by] == ["total"] and policy.by != BY_TOTAL
    return [
        (BY_GAME, gettext("the game's own ranking: %(values)s") % {"values": in_a_list(values)}),
        *([] if is_total else [(BY_TOTAL, gettext("total"))]),
        (BY_AVERAGE, gettext("average, if tables play different numbers of deals")),
        (BY_TABLE_POINTS, gettext("table points, by place at each table")),
    ]


def tie_break_fields(game: Game, policy: Policy) -> dict[str, forms.Field]:
    """Return a select for each tie-break, in order."""
    first = policy.rankings(game.ranks_by)[0]
    labels = {key: translate(tie_break_ranking(key, game, first).label) for key in tie_break_keys(game)}
    choices = [(NO_TIE_BREAK, gettext("none")), *labels.items()]
    count = max(TIES_OFFERED, len(policy.tie_breaks))
    chosen = [*policy.tie_breaks, *[NO_TIE_BREAK] * count]
    return {
        f"{TIE}{number}": forms.ChoiceField(
            label=gettext("Tie-break %(number)s") % {"number": number},
            choices=choices,
            initial=chosen[number - 1],
            required=False,
        )
        for number in range(1, count + 1)
    }
