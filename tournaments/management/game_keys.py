"""Suggestions for a game's key mistyped at the terminal."""

from difflib import get_close_matches

from django.utils.translation import gettext

from rules import all_games
from rules.reading import Refused
from tournaments.wording.refusals import translated

UNLIKE = 0.5  # a ratio of difflib: keys below it are unrelated


def refusal_words(refused: Refused, key: str) -> str:
    """Return a refusal's sentences; after an unknown game the nearest key."""
    sentences = [translated(each) for each in refused.violations]
    is_unknown = any(each.code == "game_unknown" for each in refused.violations)
    nearest = get_close_matches(key, [game.key for game in all_games()], 1, UNLIKE) if is_unknown else []
    return "\n".join([*sentences, *(gettext("Did you mean “%(key)s”?") % {"key": each} for each in nearest)])
