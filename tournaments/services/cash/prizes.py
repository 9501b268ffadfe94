"""The prizes of an event: their key, read from typed lines, and giving out what is still due."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.text import get_text_list
from django.utils.translation import gettext

from rules.reading import Refused
from scoring.competitions.awards import POT, TIES, WHOLE, Prize
from scoring.not_possible import NotPossible
from scoring.standings.agreements import LAST_PLACE, LONGEST_THING, read_prizes
from tournaments.models import Event, EventChangeKind, Payment, PaymentKind
from tournaments.selectors.cash.prize_plan import PrizePlan, prize_plan
from tournaments.selectors.publishing.publishing_obstacles import closed_short, unplayed_rounds
from tournaments.services.cash.payments import book
from tournaments.services.competitions.competitions import refuse_above
from tournaments.services.history.event_chain import SYSTEM, append_settings_entry, refuse_faster
from tournaments.services.history.sheet_chain import Author, lock_event
from tournaments.services.rounds.lifecycle import refuse_unfinished
from tournaments.services.standings.computation import compute_event_standings
from tournaments.wording.lists import COMMAS, in_a_list, in_a_list_of_lists
from tournaments.wording.money import money_text, read_money
from tournaments.wording.prizes import SERIES, TABLE, read_share, what_text, words_for
from tournaments.wording.refusals import QUOTED, translated


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
    event, plan = lock_prizes(event)
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
    given = []
    for win in plan.wins:
        if win.missing:
            given.append(book(event, PaymentKind.PRIZE, -win.missing, win.entrant, "", by))
        for thing in win.missing_things:  # a payment of 0 cents with its name as the note
            given.append(book(event, PaymentKind.PRIZE, 0, win.entrant, thing[:LONGEST_THING], by))
    return given


def refuse_above_pot(plan: PrizePlan, added: int) -> None:
    """Raise NotPossible (`pot_too_small`) if the prizes are more than their pots and what the club adds."""
    if plan.short > added:
        pots = in_a_list_of_lists(
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


def lock_prizes(event: Event) -> tuple[Event, PrizePlan]:
    """Lock the event; return it and its prizes by the standings, which are computed first if pending.

    Raises NotPossible (`round_open`, `deals_missing`, `rounds_unplayed`) before the end.
    """
    event = lock_event(event)
    refuse_unfinished(event)
    for missing in (*closed_short(event), *unplayed_rounds(event)):
        raise NotPossible(missing.code, missing.message)
    compute_event_standings(event_id=event.pk)
    return event, prize_plan(event)


@transaction.atomic
def take_thing(*, event: Event, number: int, thing: str, by: Author = SYSTEM) -> Payment:
    """Give somebody what they choose from a prize table; others may have been called and not be there.

    Raises NotPossible: as `give_prizes`, `turn_unknown` for who has no turn left, `thing_unknown` for a thing
    that is not, or no longer, on their table.
    """
    event, plan = lock_prizes(event)
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
        left = in_a_list(each for table in theirs for each in table.left)
        raise NotPossible("thing_unknown", message % {"thing": thing[:LONGEST_THING], "left": left})
    return book(event, PaymentKind.PRIZE, 0, win.entrant, thing, by)


# The key


LINE = re.compile(r"(?P<places>[^:：]+)[:：]\s*(?P<what>.+)")
SPAN = re.compile(r"(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?")


class UnreadableKey(NotPossible):
    """Raised for unreadable lines of a prize key; `details["problems"]` holds a sentence for each."""


def parse_key(
    typed: str,
    *,
    ties: str,
    pot: Sequence[str],
    shares: Mapping[str, int] | None = None,
    best_of_lists: int = 0,
    one_prize_each: bool = False,
) -> dict[str, Any]:
    """Parse typed lines into the stored form of the key. Raises UnreadableKey with every problem.

    `shares` are the thousandths of each source in the pot, where it is not the whole; `best_of_lists` those
    of the lost-deal money of a list for its best player.
    """
    prizes, series, problems = read_lines(typed)
    problems += contradictions(prizes)
    if ties not in TIES or not set(pot) <= set(POT):
        problems.append(gettext("Choose the rule for ties and the sources of the pot."))
    key: dict[str, Any] = {"prizes": prizes, "ties": ties, "series": series, "pot": list(pot)}
    in_part = {kind: share for kind, share in (shares or {}).items() if kind in pot and share != WHOLE}
    key |= {"shares": in_part} if in_part else {}
    key |= {"best_of_lists": best_of_lists} if best_of_lists else {}
    key |= {"one_prize_each": True} if one_prize_each else {}
    if not problems:
        problems += unreadable(key)
    if problems:
        raise UnreadableKey("prizes_unreadable", " ".join(problems), problems=problems)
    return key


def read_lines(typed: str) -> tuple[list[dict[str, Any]], list[str], list[str]]:
    """Parse the lines of a key: its prizes, those of the series, a problem for each other line."""
    problems: list[str] = []
    prizes: list[dict[str, Any]] = []
    series: list[str] = []
    words, table_words = words_for(SERIES), words_for(TABLE)
    for line in filter(None, (each.strip() for each in typed.splitlines())):
        places, what = line_parts(line)
        table = read_table(places, what, table_words) if what else None
        problems += too_long(table["choose"] if table else [what])
        if what and places.casefold() in words:
            series.append(what)
        elif table:
            put_on_table(prizes, table)
        elif what and (numbers := read_places(places)):
            prizes.append({"places": numbers, **read_what(what)})
        else:
            message = gettext(
                "“%(line)s” is not a prize. Write places such as 1-3, and what each wins, such as 10.00."
            )
            problems.append(message % {"line": line[:60]})
    return prizes, series, problems


def too_long(prizes: Sequence[str]) -> Iterator[str]:
    """Yield a problem for each prize with more letters than a payment of a thing can note."""
    for prize in prizes:
        if len(prize) > LONGEST_THING:
            message = gettext("A prize has at most %(most)s characters; “%(prize)s…” has %(found)s.")
            yield message % {"most": LONGEST_THING, "prize": prize[:QUOTED], "found": len(prize)}


def unreadable(key: Mapping[str, Any]) -> list[str]:
    """Return why a key cannot be stored, as sentences."""
    try:
        read_prizes(key)
    except Refused as refusal:
        return [translated(violation) for violation in refusal.violations]
    return []


def line_parts(line: str) -> tuple[str, str]:
    """Split a line at its colon; two empty strings if it has none."""
    match = LINE.fullmatch(line)
    return (match["places"].strip(), match["what"].strip()) if match else ("", "")


def read_places(typed: str) -> list[int]:
    """Parse places such as `1-4, 8, 12`; an empty list if the text is not of that form."""
    places: list[int] = []
    for part in COMMAS.split(typed):
        match = SPAN.fullmatch(part.strip())
        if not match:
            return []
        first, last = int(match[1]), int(match[2] or match[1])
        places += range(first, last + 1)
    is_good = places and min(places) >= 1 and len(set(places)) == len(places) and max(places) <= LAST_PLACE
    return sorted(places) if is_good else []


def read_table(places: str, what: str, words: Collection[str]) -> dict[str, Any] | None:
    """Parse a line of a prize table, `prize table 1-5: ham; wine`; None if it is of another kind."""
    typed = places.casefold()
    word = next((each for each in words if typed.startswith(each)), None)
    rest = typed.removeprefix(word or "").strip()
    things = [each.strip() for each in re.split("[;；]", what) if each.strip()]
    if word is None or not things:
        return None
    if not rest:
        return {"choose": things}
    return {"choose": things, "places": numbers} if (numbers := read_places(rest)) else None


def put_on_table(prizes: list[dict[str, Any]], table: dict[str, Any]) -> None:
    """Add things to the table at which the same places choose, or begin one."""
    for each in prizes:
        if "choose" in each and each.get("places") == table.get("places"):
            each["choose"] += table["choose"]
            return
    prizes.append(table)


def read_what(typed: str) -> dict[str, Any]:
    """Parse a prize: a share in percent, an amount, or otherwise the name of a thing."""
    if (share := read_share(typed)) is not None:
        return {"share": share}
    cents = read_money(typed)
    return {"thing": typed} if cents is None else {"cents": cents}


def contradictions(prizes: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield a problem if the shares exceed the whole pot."""
    shares = sum(each["share"] * len(each["places"]) for each in prizes if "share" in each)
    if shares > WHOLE:
        message = gettext("The shares add up to %(found)s of the pot; the maximum is 100 %%.")
        yield message % {"found": what_text(Prize((), share=shares))}


def change_prizes(*, event: Event, by: Author = SYSTEM, seen: int | None = None, **key: Any) -> Event:
    """Replace the prize key by typed lines. Raises UnreadableKey as `parse_key`, and as `set_prizes`."""
    return set_prizes(event=event, key=parse_key(**key), by=by, seen=seen)


@transaction.atomic
def set_prizes(*, event: Event, key: dict[str, Any], by: Author = SYSTEM, seen: int | None = None) -> Event:
    """Replace the prize key by one in its stored form.

    Raises Refused (`prizes_invalid`), and NotPossible: `shares_above` where the pots of all competitions get
    more than the whole of a source, `changed_meanwhile` if the key was changed after revision `seen`.
    """
    read_prizes(key)
    event = lock_event(event)
    if seen is not None:
        settings = event.entries.filter(kind=EventChangeKind.SETTINGS, number__gt=seen).order_by("-number")
        refuse_faster(next((each for each in settings if "prizes" in each.facts["changed"]), None))
    before = {"prizes": event.prizes}
    event.prizes = key
    refuse_above(event)
    event.save(update_fields=["prizes"])
    append_settings_entry(event, before, by=by)
    return event
