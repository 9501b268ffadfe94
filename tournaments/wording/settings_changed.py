"""A changed setting of an event in words: its label, and the values before and after."""

import datetime
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.core.exceptions import FieldDoesNotExist
from django.utils.formats import date_format, time_format
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules import get_game
from rules.game import Game
from rules.reading import Refused
from scoring.competitions.lost_deals import PER_EVENING
from scoring.standings.agreements import read_lost_deal_money
from scoring.standings.policy import read_policy
from scoring.standings.standings import Method
from tournaments.models import Event
from tournaments.wording.house_rules import switch_value, yes_or_no
from tournaments.wording.lists import in_a_list, in_a_list_of_lists, labelled
from tournaments.wording.money import fee_classes_words, money_text
from tournaments.wording.prizes import prizes_shown
from tournaments.wording.ranking import ranking_words
from tournaments.wording.sheet_json import translate

NOTHING = "–"
LABELS = {  # of settings that are no single field of a form
    "options": _("House rules"),
    "policy": _("Ranking"),
    "deals_per_table": _("Deals per table"),
    "prizes": _("Prizes"),
    "lost_deal_money": _("Lost-deal money"),
    "fee_classes": _("Other fees"),
    "teams": _("Teams"),
    "competitions": _("Competitions"),
}


def settings_words(changed: Sequence[str], values: Mapping[str, Any], game: str) -> str:
    """Return all changed settings; those of an earlier version and free texts have no values."""
    return in_a_list(setting_words(name, values.get(name), get_game(game)) for name in changed)


def setting_words(name: str, values: Sequence[Any] | None, game: Game) -> str:
    """Return one setting: "Fee: 5.00 € → 6.00 €"; its label alone where its values say nothing more."""
    label = label_of(name)
    if values is None:
        return label
    if name == "options":
        return options_words(game, *values) or label
    before, after = (value_words(name, value, game) for value in values)
    return label if before == after else labelled(label, f"{before} → {after}")


def label_of(name: str) -> str:
    """Return the label of a setting; its name if it is not a field any more."""
    try:
        field = Event._meta.get_field(name)
    except FieldDoesNotExist:
        return name
    return str(LABELS[name]) if name in LABELS else capfirst(str(getattr(field, "verbose_name", name)))


def value_words(name: str, value: Any, game: Game) -> str:
    """Return a value of a setting; a dash for none."""
    if value in (None, "", {}, []):
        return NOTHING
    if isinstance(value, bool):
        return yes_or_no(value)
    try:
        return WORDS[name](value, game) if name in WORDS else choice_words(name, value)
    except (Refused, KeyError, TypeError, ValueError):
        return NOTHING


def choice_words(name: str, value: Any) -> str:
    """Return the label of a choice, else the value itself."""
    choices = dict(getattr(Event._meta.get_field(name), "flatchoices", ()))
    return str(choices.get(value, value))


def options_words(game: Game, before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """Return the house rules that differ; a rule that is not named is the game's own."""
    words = []
    for switch in game.switches:
        usual = getattr(game.Options(), switch.name)
        was, now = (switch_value(switch, each.get(switch.name, usual)) for each in (before, after))
        if was != now:
            words.append(labelled(translate(switch.label), f"{was} → {now}"))
    return in_a_list(words)


def policy_words(value: Mapping[str, Any], game: Game) -> str:
    """Return the ranking in a sentence."""
    return ranking_words(Method(read_policy(value, game), game))


def deals_words(value: Mapping[str, int], game: Game) -> str:
    """Return the deals of a table by its size."""
    message = gettext("%(deals)s at tables of %(seats)s")
    return in_a_list(message % {"deals": deals, "seats": seats} for seats, deals in sorted(value.items()))


def prizes_words(value: Mapping[str, Any], game: Game) -> str:
    """Return the prizes and what pays for them; things have no name in the history."""
    shown = prizes_shown(value)
    return in_a_list_of_lists(filter(None, [*shown["lines"], in_a_list(shown["pot"])]))


def lost_deals_words(value: Mapping[str, Any], game: Game) -> str:
    """Return the price of lost deals, step by step, how they are counted, and the price of passed ones."""
    money = read_lost_deal_money(value)
    words = [step_words(step.up_to, step.cents, len(money.steps)) for step in money.steps]
    if len(words) > 1:
        words.append(gettext("over the whole evening" if money.per == PER_EVENING else "anew in every list"))
    if money.passed:
        words.append(labelled(gettext("A passed deal costs each player"), money_text(money.passed)))
    return in_a_list(words)


def step_words(up_to: int | None, cents: int, steps: int) -> str:
    """Return the price of each lost deal up to a number of them; the only step is a price for all."""
    if steps == 1:
        return money_text(cents)
    if up_to is None:
        return gettext("each further one %(amount)s") % {"amount": money_text(cents)}
    return gettext("up to %(deals)s: %(amount)s each") % {"deals": up_to, "amount": money_text(cents)}


WORDS: Mapping[str, Callable[[Any, Game], str]] = {
    "date": lambda value, game: date_format(datetime.date.fromisoformat(value), "SHORT_DATE_FORMAT"),
    "starts_at": lambda value, game: time_format(datetime.time.fromisoformat(value), "TIME_FORMAT"),
    "fee_cents": lambda value, game: money_text(value),
    "fee_classes": lambda value, game: fee_classes_words(value),
    "language": lambda value, game: dict(settings.LANGUAGES).get(value, value),
    "policy": policy_words,
    "deals_per_table": deals_words,
    "prizes": prizes_words,
    "lost_deal_money": lost_deals_words,
}
