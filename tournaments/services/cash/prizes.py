"""Give the prizes of an event out: book what is still due by the current standings."""

from collections.abc import Iterator

from django.db import transaction
from django.utils.text import get_text_list
from django.utils.translation import gettext

from scoring.sheet.refusals import NotPossible
from scoring.standings.agreements import LONGEST_THING
from tournaments.models import Event, Payment, PaymentKind
from tournaments.selectors.cash.prize_plan import Win, prize_plan
from tournaments.selectors.publishing.publishing_obstacles import unplayed
from tournaments.services.cash.payments import book
from tournaments.services.history.event_chain import SYSTEM
from tournaments.services.history.sheet_chain import Author, lock_event
from tournaments.services.rounds.lifecycle import refuse_unfinished


@transaction.atomic
def give_prizes(*, event: Event, by: Author = SYSTEM, seen: str | None = None) -> list[Payment]:
    """Book all prizes still due; a second call books nothing twice.

    Raises NotPossible: `round_open`; `rounds_unplayed` if fewer rounds were played than planned;
    `prizes_changed` if an entrant was given more than is due now; `prizes_moved` if the prizes differ from
    those of the plan whose digest is `seen`.
    """
    event = lock_event(event)
    refuse_unfinished(event)
    for missing in unplayed(event):
        raise NotPossible(missing.code, missing.message)
    plan = prize_plan(event)
    too_much = [win.name for win in plan.wins if win.is_too_much]
    if too_much:
        message = gettext(
            "The standings have changed since prizes were given out: %(names)s received more than is due "
            "now. Undo those payments at the cash desk first."
        )
        raise NotPossible("prizes_changed", message % {"names": get_text_list(too_much, gettext("and"))})
    if seen is not None and seen != plan.mark:
        message = gettext(
            "The prizes differ from those you saw: the standings or the prize list changed in the "
            "meantime. Check them, then give them out."
        )
        raise NotPossible("prizes_moved", message)
    return [payment for win in plan.wins for payment in give_missing(event, win, by)]


def give_missing(event: Event, win: Win, by: Author) -> Iterator[Payment]:
    """Book what is still due to one winner; a thing is a payment of 0 cents with its name as the note."""
    if win.missing:
        yield book(event, PaymentKind.PRIZE, -win.missing, win.entrant, "", by)
    for thing in win.missing_things:
        yield book(event, PaymentKind.PRIZE, 0, win.entrant, thing[:LONGEST_THING], by)
