"""The competitions that most clubs hold, ready to be added."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext

from scoring.sheet.tallies import DEALS_WON, POINTS, has_declarer
from tournaments.models import Event
from tournaments.selectors.sheets.folded_sheets import game_of

OLDEST_JUNIOR, YOUNGEST_SENIOR = 20, 60  # years


def ready_made(event: Event) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the ready-made cards of an event's game: key, name and rule."""
    yield "ladies", gettext("Ladies"), {"who": {"categories": [gettext("Ladies")]}}
    yield "juniors", gettext("Juniors"), {"who": {"most_age": OLDEST_JUNIOR}}
    yield "seniors", gettext("Seniors"), {"who": {"least_age": YOUNGEST_SENIOR}}
    yield "guests", gettext("Guests"), {"who": {"guests": "only"}}
    yield "first", gettext("First list"), {"lists": {"rounds": [1]}, "value": {"by": "game"}}
    yield "teams", gettext("Teams"), {"unit": "team"}
    yield "pairs", gettext("Pairs"), {"unit": "team", "members": {"size": 2}}
    yield "fours", gettext("Teams of 4"), {"unit": "team", "members": {"size": 4}}
    if has_declarer(game_of(event)):
        most = {"by": "tally", "tally": DEALS_WON}
        yield "won", gettext("Most deals won"), {"value": most}
    last = {"by": "tally", "tally": POINTS, "high": False}
    yield "last", gettext("Last place"), {"value": last}
