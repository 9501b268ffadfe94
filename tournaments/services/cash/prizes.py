"""Give the prizes of an event out: book what is still due by the current standings."""

from collections.abc import Iterator

from django.db import transaction
from django.utils.text import get_text_list
from django.utils.translation import gettext

from scoring.sheet.refusals import NotPossible
from scoring.standings.agreements import LONGEST_THING
from tournaments.models import Event, Payment, PaymentKind
from tournaments.selectors.cash.prize_plan import PrizePlan, Win, prize_plan
from tournaments.selectors.publishing.publishing_obstacles import closed_short, unplayed_rounds
from tournaments.services.cash.payments import book
from tournaments.services.history.event_chain import SYSTEM
from tournaments.services.history.sheet_chain import Author, lock_event
from tournaments.services.rounds.lifecycle import refuse_unfinished
from tournaments.wording.money import money_text


@transaction.atomic
def give_prizes(
    *, event: Event, by: Author = SYSTEM, seen: str | None = None, added: int = 0
) -> list[Payment]:
    """Book all prizes still due; a second call books nothing twice. The club has `added` so many cents.

    Raises NotPossible: `round_open`; `pot_too_small` if the prizes are more than their pots and what the club
    adds; `deals_missing` and `rounds_unplayed` as a final list;
    `prizes_changed` if an entrant was given more than is due now; `prizes_moved` if the prizes differ from
    those of the plan whose digest is `seen`.
    """
    event = lock_event(event)
    refuse_unplayed(event)
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
    if any(win.missing for win in plan.wins):
        refuse_above_pot(plan, added)
    return [payment for win in plan.wins for payment in give_missing(event, win, by)]


def refuse_above_pot(plan: PrizePlan, added: int) -> None:
    """Raise NotPossible (`pot_too_small`) if the prizes are more than their pots and what the club adds."""
    if plan.short > added:
        pots = "; ".join(
            gettext("%(title)s: %(given)s of a pot of %(cents)s")
            % {"title": each.title, "given": money_text(each.given), "cents": money_text(each.cents)}
            for each in plan.statement.pots
            if each.left < 0
        )
        message = gettext(
            "The prizes are %(short)s more than is in the pots (%(pots)s). Lower them, or let the club add "
            "%(short)s."
        )
        raise NotPossible("pot_too_small", message % {"short": money_text(plan.short), "pots": pots})


def refuse_unplayed(event: Event) -> None:
    """Raise NotPossible (`round_open`, `deals_missing`, `rounds_unplayed`) before the end."""
    refuse_unfinished(event)
    for missing in (*closed_short(event), *unplayed_rounds(event)):
        raise NotPossible(missing.code, missing.message)


@transaction.atomic
def take_thing(*, event: Event, number: int, thing: str, by: Author = SYSTEM) -> Payment:
    """Give somebody what they choose from a prize table; others may have been called and not be there.

    Raises NotPossible: as `give_prizes`, `turn_unknown` for who has no turn left, `thing_unknown` for a thing
    that is not, or no longer, on their table.
    """
    event = lock_event(event)
    refuse_unplayed(event)
    plan = prize_plan(event)
    win = next((each for each in plan.wins if each.entrant.number == number and each.turns), None)
    if win is None:
        message = gettext("Start number %(number)s has no turn at the prize table, or has chosen already.")
        raise NotPossible("turn_unknown", message % {"number": number})
    theirs = [
        table
        for table in plan.tables
        if any(turn.entrant == number and not turn.thing for turn in table.turns)
    ]
    if not any(thing in table.left for table in theirs):
        message = gettext("“%(thing)s” is not on the prize table any more; there are: %(left)s.")
        left = ", ".join(each for table in theirs for each in table.left)
        raise NotPossible("thing_unknown", message % {"thing": thing[:LONGEST_THING], "left": left})
    return book(event, PaymentKind.PRIZE, 0, win.entrant, thing, by)


def give_missing(event: Event, win: Win, by: Author) -> Iterator[Payment]:
    """Book what is still due to one winner; a thing is a payment of 0 cents with its name as the note."""
    if win.missing:
        yield book(event, PaymentKind.PRIZE, -win.missing, win.entrant, "", by)
    for thing in win.missing_things:
        yield book(event, PaymentKind.PRIZE, 0, win.entrant, thing[:LONGEST_THING], by)
