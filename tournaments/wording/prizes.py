"""Prizes in words: a key as it is typed, a prize in a line, and why somebody wins so much, to the cent."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.utils.formats import number_format
from django.utils.text import get_text_list
from django.utils.translation import gettext, gettext_noop, ngettext, override

from scoring.competitions.awards import FEE, OWN_FEE, WHOLE, Contest, Part, Pot, PotPart, Prize, Source, Unit
from scoring.competitions.prizes import Award, PrizeKey, Tie
from scoring.standings.agreements import read_prizes
from tournaments.wording.lists import in_a_list, in_a_list_of_lists
from tournaments.wording.money import money_text

PERCENT = re.compile(r"(\d{1,3})(?:[.,](\d))?\s*%")
SERIES, TABLE = gettext_noop("series"), gettext_noop("prize table")


def key_text(key: PrizeKey) -> str:
    """Return the key as it is typed, one line for each prize."""
    lines = [line for each in key.prizes for line in typed_lines(each)]
    return "\n".join([*lines, *(f"{gettext(SERIES)}: {each}" for each in key.series)])


def typed_lines(prize: Prize) -> list[str]:
    """Return a prize as it is typed: a line, or one for each thing of a prize table."""
    if not prize.choose:
        return [f"{places_text(prize.places)}: {what_text(prize)}"]
    head = f"{gettext(TABLE)} {places_text(prize.places)}".strip()
    return [f"{head}: {thing}" for thing in prize.choose]


def prize_line(prize: Prize) -> str:
    """Return the prize of one place or of each of several places, such as "Place 1: 40 % of the pot"."""
    if prize.choose:
        values = {"things": in_a_list(prize.choose), "places": in_a_list(place_spans(prize.places))}
        if prize.places:
            message = gettext("Prize table for places %(places)s, in the order of the ranking: %(things)s")
        else:
            message = gettext("Prize table, in the order of the ranking: %(things)s")
        return message % values
    what = what_text(prize)
    if prize.share:
        what = gettext("%(share)s of the pot") % {"share": what}
    line = ngettext("Place %(places)s: %(prize)s", "Places %(places)s: %(prize)s each", len(prize.places))
    return line % {"places": in_a_list(place_spans(prize.places)), "prize": what}


def words_for(mark: str) -> set[str]:
    """Return the words that mark a prize of a season, or a prize table, in a line; in every language."""
    words = {mark}
    for code, _name in settings.LANGUAGES:
        with override(code):
            words.add(gettext(mark).casefold())
    return words


def places_text(places: Sequence[int]) -> str:
    """Format places as they are typed: 1-4, 8, 12."""
    return ", ".join(place_spans(places))


def place_spans(places: Sequence[int]) -> list[str]:
    """Return places as ranges, in order."""
    spans: list[list[int]] = []
    for place in sorted(places):
        if spans and place == spans[-1][1] + 1:
            spans[-1][1] = place
        else:
            spans.append([place, place])
    return [f"{first}" if first == last else f"{first}-{last}" for first, last in spans]


def read_share(share_text: str) -> int | None:
    """Parse a share in percent, such as 12,5 %, into thousandths; None if it is not one."""
    match = PERCENT.fullmatch(share_text.strip())
    return int(match[1]) * (WHOLE // 100) + int(match[2] or 0) if match else None


def what_text(prize: Prize) -> str:
    """Format a prize: an amount, a share of the pot, or a thing."""
    return share_text(prize.share) if prize.share else prize.thing or money_text(prize.cents)


def share_text(share: int) -> str:
    """Format a share in thousandths: 12.5 %."""
    return f"{bare_share(share)} %"


def bare_share(share: int) -> str:
    """Format a share in thousandths for a form field in percent: 12.5."""
    whole, part = divmod(share, WHOLE // 100)
    return number_format(f"{whole}.{part}") if part else str(whole)


class ShareField(forms.CharField):
    """A form field for a share in percent; its cleaned value is in thousandths, None for an empty field."""

    def __init__(self, **more: object) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(**{"max_length": 8, "required": False, "widget": widget, **more})  # type: ignore[arg-type]

    def prepare_value(self, value: object) -> object:
        return bare_share(value) if isinstance(value, int) else value

    def clean(self, value: object) -> int | None:
        """Return the thousandths; None for an empty field."""
        share_text = super().clean(value)
        if not share_text:
            return None
        share = read_share(share_text if share_text.rstrip().endswith("%") else f"{share_text}%")
        if share is None or share > WHOLE:
            message = gettext("Write a share in percent, 0 to 100, such as 90 or 12.5, not “%(found)s”.")
            raise forms.ValidationError(message % {"found": share_text})
        return share


def source_text(source: Source) -> str:
    """Return the name of a source of money, such as "Lost deals, list 2"."""
    if source.kind == FEE:
        return gettext("Fees")
    if source.number is None:
        return gettext("Lost-deal money")
    words = gettext("Fees of competition %(number)s") if source.kind == OWN_FEE else ""
    return (words or gettext("Lost deals, list %(number)s")) % {"number": source.number}


def kinds_words(key: PrizeKey) -> list[str]:
    """Return what fills the pot, in its parts, and what the best of each list wins."""
    parts = gettext("%(share)s of the %(source)s")
    return [
        kind_text(kind) if share == WHOLE else parts % {"share": share_text(share), "source": kind_text(kind)}
        for kind, share in key.sources.items()
    ]


def kind_text(kind: str) -> str:
    """Return the name of a kind of money in the pot, within a sentence."""
    return gettext("fees") if kind == FEE else gettext("lost-deal money")


def best_words(key: PrizeKey) -> str:
    """Return what the best player of each list wins; empty for nothing."""
    if not key.best_of_lists:
        return ""
    message = gettext("The best player of each list: %(share)s of its lost-deal money")
    return message % {"share": share_text(key.best_of_lists)}


def prizes_shown(raw: object) -> dict[str, Any]:
    """Return the stored prizes of an event as its public page lists them."""
    key = read_prizes(raw)
    lines = [prize_line(prize) for prize in key.prizes]
    return {
        "lines": [*lines, *filter(None, [best_words(key)])],
        "series": key.series,
        "pot": kinds_words(key) if key.given_out else [],
    }


# Why somebody wins what they win


def tie_words(tie: Tie, titles: Mapping[int, str], names: Mapping[int, str]) -> str:
    """Return who is equal at the last prize of a competition, and who has it."""
    if len(tie.winners) == len(tie.entrants):
        message = gettext("%(title)s: %(names)s are equal at the last prize and share it.")
    else:
        message = gettext(
            "%(title)s: %(names)s are equal at the last prize; the lot gives it to %(winners)s."
        )
    named = [
        get_text_list([names[each] for each in of], gettext("and")) for of in (tie.entrants, tie.winners)
    ]
    return message % {"title": pot_title(tie.contest, titles), "names": named[0], "winners": named[1]}


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
    parts = in_a_list_of_lists(map(pot_part_words, pot.parts))
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
