"""A game's key that was mistyped at the terminal: which one was probably meant."""

from difflib import get_close_matches

from django.utils.translation import gettext

from rules import all_games
from rules.reading import Refused
from tournaments.errors import translated

UNLIKE = 0.5  # of difflib's ratio: below it two keys have nothing to do with each other


def refusal_words(refused: Refused, key: str) -> str:
    """The sentences of a refusal; after an unknown game the nearest one."""
    sentences = [translated(each) for each in refused.violations]
    is_unknown = any(each.code == "game_unknown" for each in refused.violations)
    nearest = get_close_matches(key, [game.key for game in all_games()], 1, UNLIKE) if is_unknown else []
    return "\n".join([*sentences, *(gettext("Did you mean “%(key)s”?") % {"key": each} for each in nearest)])
