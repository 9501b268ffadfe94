"""Why somebody wins what they win, to the cent: "Place 1: 12.50 = 40 % of the pot of 31.25."."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext, ngettext

from scoring.competitions.awards import WHOLE, Part, Unit
from scoring.competitions.pots import FEE, OWN_FEE, Contest, Pot, PotPart
from scoring.competitions.prizes import Award
from tournaments.wording.money import money_text
from tournaments.wording.prizes import places_text, share_text


def award_words(award: Award, pots: Mapping[Contest, Pot], names: Mapping[int, str]) -> list[str]:
    """Return the sentences about everything that somebody wins; `names` are those of competitions."""
    return [words for won in award.won for words in won_words(won, pots[won.contest], names)]


def won_words(won: Unit, pot: Pot, names: Mapping[int, str]) -> Iterator[str]:
    """Yield what is won in one competition, why it is so much, and what the pot is made of."""
    title = pot_title(won.contest, names)
    for thing in won.things:
        message = gettext("%(title)s, place %(place)s: %(thing)s.")
        yield message % {"title": title, "place": won.place, "thing": thing}
    if won.turn:
        message = gettext("%(title)s, place %(place)s: chooses as number %(turn)s at the prize table.")
        yield message % {"title": title, "place": won.place, "turn": won.turn}
    for thing in won.chosen:
        yield gettext("Chosen from the prize table: %(thing)s.") % {"thing": thing}
    if won.cents:
        yield money_words(won, pot, title)
    if won.cents and any(part.share for part in won.parts):
        yield pot_words(pot)
    if won.is_moved_up:
        yield gettext("%(title)s: those in front have won a prize already.") % {"title": title}


def pot_title(contest: Contest, names: Mapping[int, str]) -> str:
    """Return the title of a pot, and of what is won from it."""
    if contest.round is not None:
        return gettext("Best of list %(number)s") % {"number": contest.round}
    return gettext("Standings") if contest.competition is None else names[contest.competition]


def money_words(won: Unit, pot: Pot, title: str) -> str:
    """Return how the money of a place, or of places that are shared, is made."""
    parts = " + ".join(part_words(part, pot) for part in won.parts)
    values = {"title": title, "place": won.place, "parts": parts, "cents": money_text(won.cents)}
    if won.among == 1 and len(won.parts) == 1:
        return gettext("%(title)s, place %(place)s: %(parts)s.") % values
    if won.among == 1:
        return gettext("%(title)s, place %(place)s: %(cents)s from %(parts)s.") % values
    values["sum"] = money_text(sum(part.cents for part in won.parts))
    first = min((part.place for part in won.parts), default=won.place)
    values |= {"places": places_text(range(first, first + won.among)), "among": won.among}
    message = gettext(
        "%(title)s, places %(places)s, shared by %(among)s who are equal: %(parts)s; of these %(sum)s "
        "here %(cents)s."
    )
    return message % values


def part_words(part: Part, pot: Pot) -> str:
    """Return an amount, or a share of the pot."""
    if not part.share:
        return money_text(part.cents)
    values = {
        "cents": money_text(part.cents),
        "share": share_text(part.share),
        "pot": money_text(pot.cents),
    }
    words = gettext("%(cents)s = %(share)s of the pot of %(pot)s") % values
    return with_rest(words, part.cents - pot.cents * part.share // WHOLE)


def pot_words(pot: Pot) -> str:
    """Return what a pot is made of."""
    parts = "; ".join(map(pot_part_words, pot.parts))
    return gettext("This pot of %(cents)s: %(parts)s.") % {"cents": money_text(pot.cents), "parts": parts}


def pot_part_words(part: PotPart) -> str:
    """Return what a pot has of one source."""
    values = {
        "cents": money_text(part.cents),
        "share": share_text(part.share),
        "taken": money_text(part.taken),
        "number": part.number,
        "payers": part.payers,
    }
    fees = ngettext(
        "%(cents)s = %(share)s of %(payers)s fee (%(taken)s)",
        "%(cents)s = %(share)s of %(payers)s fees (%(taken)s)",
        part.payers,
    )
    if part.kind in (FEE, OWN_FEE):
        message = fees
    elif part.number is None:
        message = gettext("%(cents)s = %(share)s of the lost-deal money (%(taken)s)")
    else:
        message = gettext("%(cents)s = %(share)s of the lost-deal money of list %(number)s (%(taken)s)")
    return with_rest(message % values, part.cents - part.taken * part.share // WHOLE)


def with_rest(words: str, rest: int) -> str:
    """Add the cents that rounding left, if there are any."""
    if not rest:
        return words
    message = gettext("%(words)s, with %(rest)s that rounding left")
    return message % {"words": words, "rest": money_text(rest)}
