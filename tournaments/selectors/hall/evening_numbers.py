"""Numbers of an evening for the report of the club: people by club and age, guests, deals, games."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q

from tournaments.models import Admission, Deal, Entrant, Event, RoundStatus, TombolaDraw

AGES = ((0, 17), (18, 26), (27, 59), (60, 200))  # of one who has a birthday in the year of the event


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningNumbers:
    """How many people came, by club and by age; and what they played.

    `ages` are triples of the youngest and oldest age and the people; those without a year of birth are apart.
    """

    people: int
    guests: int
    clubs: list[tuple[str, int]]
    ages: list[tuple[int, int, int]]
    ageless: int
    rounds: int
    tables: int
    deals: int
    cancelled: int


def numbers_of(event: Event) -> EveningNumbers:
    """Return the numbers of who had a seat or is here, and of rounds that are or were open; five queries."""
    came = event.entrants.filter(Q(seats__isnull=False) | Q(admission=Admission.ENTERED, is_present=True))
    entrants = list(came.select_related("player").distinct().order_by("number"))
    ages = [age for each in entrants if (age := age_of(each, event)) is not None]
    played = event.rounds.exclude(status=RoundStatus.DRAFT)
    deals = Deal.objects.filter(table__round__event=event)
    cancelled = deals.filter(number__isnull=True).count()
    return EveningNumbers(
        people=len(entrants),
        guests=sum(each.player.is_guest for each in entrants),
        clubs=sorted(Counter(map(club_of, entrants)).items(), key=lambda pair: (not pair[0], -pair[1], pair)),
        ages=[(low, high, sum(low <= age <= high for age in ages)) for low, high in AGES],
        ageless=len(entrants) - len(ages),
        rounds=played.count(),
        tables=played.aggregate(found=Count("tables"))["found"],
        deals=deals.count() - cancelled,
        cancelled=cancelled,
    )


def age_of(entrant: Entrant, event: Event) -> int | None:
    """Return how old a player is or becomes in the year of the event; None if the year is not known."""
    year = entrant.player.birth_year
    return None if year is None else event.date.year - year


def club_of(entrant: Entrant) -> str:
    """Return the club of a player: that of the register, else the one beside their name; may be empty."""
    return entrant.player.home_club or entrant.team


def numbers_json(event: Event) -> dict[str, Any]:
    """Return the numbers as programs read them."""
    numbers = numbers_of(event)
    return {
        "people": numbers.people,
        "guests": numbers.guests,
        "clubs": [{"club": club, "people": people} for club, people in numbers.clubs],
        "ages": [{"youngest": low, "oldest": high, "people": people} for low, high, people in numbers.ages],
        "ageless": numbers.ageless,
        "rounds": numbers.rounds,
        "tables": numbers.tables,
        "deals": numbers.deals,
        "cancelled": numbers.cancelled,
    }


# The tombola


def drawn_names(event: Event) -> list[TombolaDraw]:
    """Return the names that were drawn, the newest first; one query."""
    draws = event.tombola.select_related("entrant__player", "entrant__partner")
    return list(draws.order_by("-number"))
