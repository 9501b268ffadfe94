"""Which games a reader is likely to play: those of the language, and of the region that a browser names."""

from django.http import HttpRequest
from django.utils.translation import get_language_from_request

from rules import all_games
from rules.game import Game

SUGGESTED = {
    "de": ("skat", "doppelkopf", "schafkopf"),
    "de-ch": ("jass", "skat", "doppelkopf"),
    "de-at": ("schafkopf", "skat", "doppelkopf"),
    "ja": ("fipsen-prisdorf", "skat", "points"),
}
ELSEWHERE = ("skat", "doppelkopf", "points")


def suggested_games(request: HttpRequest) -> tuple[str, ...]:
    """Return the games of the reader's language, and of the region if the browser says one."""
    language = get_language_from_request(request)
    languages = [each.split(";")[0].strip() for each in request.headers.get("Accept-Language", "").split(",")]
    region = next((each.lower() for each in languages if each.lower().startswith(f"{language}-")), "")
    return SUGGESTED.get(region) or SUGGESTED.get(language) or ELSEWHERE


def likeliest_first(request: HttpRequest) -> list[Game]:
    """Return all games, the suggested ones first."""
    suggested = suggested_games(request)
    return sorted(all_games(), key=lambda game: (*suggested, game.key).index(game.key))
