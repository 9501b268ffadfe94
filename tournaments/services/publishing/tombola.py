"""The tombola: a name is drawn of those who are here, by a seed that everybody can check afterwards."""

import secrets

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from scoring.sheet.refusals import NotPossible
from seating.fairness import SEED_BYTES, draw_seed
from tournaments.models import Admission, Event, EventChangeKind, TombolaDraw
from tournaments.models.lengths import longest
from tournaments.services.history.event_chain import append_event_entry
from tournaments.services.history.sheet_chain import Author, lock_event

MOST_DRAWN = 200


@transaction.atomic
def draw_name(*, event: Event, prize: str = "", may_win_again: bool = False, by: Author) -> TombolaDraw:
    """Draw one of the people who are here, each as likely as any other; who won already only if wanted.

    The seed and the start numbers that took part are stored: `winner_of` finds the same number again. Raises
    NotPossible: `nobody_to_draw`, `prize_long`, `too_many_drawn`.
    """
    event, prize, most = lock_event(event), " ".join(prize.split()), longest(TombolaDraw, "prize")
    if len(prize) > most:
        message = gettext("What is to be won takes at most %(most)s characters; this has %(found)s.")
        raise NotPossible("prize_long", message % {"most": most, "found": len(prize)})
    drawn = event.tombola.count()
    if drawn >= MOST_DRAWN:
        message = gettext("A tombola draws at most %(most)s names.")
        raise NotPossible("too_many_drawn", message % {"most": MOST_DRAWN})
    here = event.entrants.filter(admission=Admission.ENTERED, is_present=True)
    if not may_win_again:
        here = here.exclude(pk__in=event.tombola.values("entrant"))
    entrants = {each.number: each for each in here}
    if not entrants:
        message = gettext("Nobody is left to be drawn: only people who are checked in take part.")
        raise NotPossible("nobody_to_draw", message)
    seed, numbers = secrets.token_hex(SEED_BYTES), sorted(entrants)
    winner = entrants[winner_of(seed, numbers)]
    draw = TombolaDraw.objects.create(
        event=event, number=drawn + 1, entrant=winner, prize=prize, seed=seed, numbers=numbers,
        drawn_at=timezone.now(),
    )  # fmt: skip
    append_event_entry(event, EventChangeKind.HALL, by=by, done="draw_name", entrant=winner.pk)
    return draw


def winner_of(seed: str, numbers: list[int]) -> int:
    """Return the start number that a seed draws: SHA-256 of the seed and the sorted numbers, by remainder.

    >>> winner_of("00" * 16, [1, 2, 3, 4, 5])
    3
    """
    return sorted(numbers)[draw_seed(bytes.fromhex(seed), numbers) % len(numbers)]
