"""What a command is given: the address of an event, the key of a game."""

from difflib import get_close_matches

from django.core.management.base import CommandError
from django.utils.translation import gettext

from rules import all_games
from rules.reading import Refused
from tournaments.models import Event
from tournaments.wording.refusals import translated

UNLIKE = 0.5  # a ratio of difflib: keys below it are unrelated


def find_event(slug: str) -> Event:
    """Return the event with this address. Raises CommandError if there is none."""
    event = Event.objects.select_related("club").filter(slug=slug).first()
    if event is None:
        raise CommandError(f"There is no event “{slug}”.")
    return event


def refusal_words(refused: Refused, key: str) -> str:
    """Return a refusal's sentences; after an unknown game the nearest key."""
    sentences = [translated(each) for each in refused.violations]
    is_unknown = any(each.code == "game_unknown" for each in refused.violations)
    nearest = get_close_matches(key, [game.key for game in all_games()], 1, UNLIKE) if is_unknown else []
    return "\n".join([*sentences, *(gettext("Did you mean “%(key)s”?") % {"key": each} for each in nearest)])
