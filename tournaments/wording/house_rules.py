"""House rules in words: the values of a game's switches, and the rules that an event changes."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from rules.fields import Switch
from rules.game import Game
from tournaments.wording.lists import in_a_list


def switch_value(switch: Switch, value: Any) -> str:
    """Return a value of a house rule in words."""
    if value is None:
        return gettext("none")
    if isinstance(value, bool):
        return yes_or_no(value)
    if isinstance(value, (tuple, list)) and switch.may_be_several:
        return one_of(value)
    if isinstance(value, (tuple, list)):
        return "–".join(str(each) for each in value)
    labels = {choice.value: gettext(choice.label) for choice in switch.choices}
    return labels.get(value, str(value))


def one_of(numbers: Sequence[int]) -> str:
    """Return numbers of which one holds: 26 or 78."""
    *others, last = map(str, numbers)
    if not others:
        return last
    return gettext("%(others)s or %(last)s") % {"others": in_a_list(others), "last": last}


def yes_or_no(value: bool) -> str:
    """Return the value of a switch that is on or off."""
    return gettext("yes") if value else gettext("no")


def changed_rules(game: Game, options: dict[str, Any]) -> list[str]:
    """Return the house rules that differ from the game's defaults, such as "Lowest bid: 3"."""
    return [
        gettext("%(rule)s: %(value)s")
        % {"rule": gettext(switch.label), "value": switch_value(switch, options[switch.name])}
        for switch in game.switches
        if switch.name in options
    ]
