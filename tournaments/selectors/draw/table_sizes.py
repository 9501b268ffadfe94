"""Table sizes: whether the present players fill the tables of the game, and the alternatives."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext, gettext_noop, ngettext

from scoring.not_possible import NotPossible
from seating.constraints import Contradiction
from seating.sizes import NoSuchTables, offers, splits, table_sizes
from tournaments.models import Event
from tournaments.selectors.sheets.agreements import game_of, sizes_allowed
from tournaments.wording.lists import in_brackets


def sizes_for(event: Event, players: int, allowed: Sequence[int] = ()) -> list[int]:
    """Return the sizes of the tables for so many players, by `allowed` (standard size first) or by the game.

    Raises NotPossible (`no_such_tables`).
    """
    sizes = allowed or usual_sizes(event, players)
    try:
        return table_sizes(players, allowed=sizes, standard=sizes[0])
    except NoSuchTables as error:
        raise NotPossible("no_such_tables", f"{reason(players, error)} {way_out(error)}") from error


def reason(players: int, error: NoSuchTables) -> str:
    """Return why no tables are possible."""
    if not players:
        return gettext("No players are present yet.")
    message = ngettext(
        "%(players)s player is present; this does not make tables of %(sizes)s.",
        "%(players)s players are present; this does not make tables of %(sizes)s.",
        players,
    )
    sizes = get_text_list([str(size) for size in sorted(error.allowed)], gettext("or"))
    return message % {"players": players, "sizes": sizes}


def way_out(error: NoSuchTables) -> str:
    """Return advice on the number of players."""
    if error.below is None:
        return gettext("%(above)s players are possible: add some.") % {"above": error.above}
    message = gettext(
        "%(below)s or %(above)s players are possible: add players, or undo the check-in of one who sits this "
        "round out."
    )
    return message % {"below": error.below, "above": error.above}


# Ways to seat the players present


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way to seat all players: the table sizes, with sit-outs or substitutes.

    `allowed` are the sizes a draw may use for it, the standard one first.
    """

    allowed: tuple[int, ...]
    sizes: tuple[int, ...]
    sit_outs: int = 0
    stand_ins: int = 0

    @property
    def key(self) -> str:
        """Return the form value that chooses this way."""
        return f"{self.sit_outs}-{'.'.join(map(str, self.allowed))}"

    @property
    def tables(self) -> list[tuple[int, int]]:
        """Return pairs of table size and number of tables, the larger size first."""
        return sorted(Counter(self.sizes).items(), reverse=True)


def standard_first(event: Event) -> list[int]:
    """Return the sizes the game allows, the standard one first."""
    standard = game_of(event).standard_seats
    return sorted(sizes_allowed(event), key=lambda size: (size != standard, -size))


def usual_sizes(event: Event, players: int) -> list[int]:
    """Return the sizes a draw uses by itself, the standard one first.

    That and one less, if these seat everybody.
    """
    allowed = standard_first(event)
    usual = [size for size in allowed if size in (allowed[0], allowed[0] - 1)]
    return usual if splits(players, tuple(usual)) else allowed


def ways_to_seat(event: Event, players: int) -> list[Way]:
    """Return the possible ways, best first, each seating once; uses only table sizes that the game allows."""
    ways: dict[tuple[tuple[int, ...], int, int], Way] = {}
    for allowed in (usual_sizes(event, players), standard_first(event)):
        for way in possible_ways(tuple(allowed), players):
            ways.setdefault((way.sizes, way.sit_outs, way.stand_ins), way)
    return list(ways.values())


def possible_ways(allowed: tuple[int, ...], players: int) -> Iterator[Way]:
    """Yield the game's preferred ways, then one odd size at a time, then standard tables with sit-outs."""
    for offer in offers(players, allowed):
        if set(offer.sizes) <= set(allowed):
            yield Way(allowed=allowed, sizes=offer.sizes, sit_outs=offer.sit_outs, stand_ins=offer.stand_ins)
    standard, *others = allowed
    for other in others:
        if splits(players, (standard, other)):
            sizes = tuple(table_sizes(players, allowed=(standard, other), standard=standard))
            yield Way(allowed=(standard, other), sizes=sizes)
    whole, left = divmod(players, standard)
    if whole and left:
        yield Way(allowed=allowed, sizes=(standard,) * whole, sit_outs=left)


# Messages of contradictory constraints, by the codes of seating/; repeated here for the translators.
CONTRADICTIONS: Mapping[str, str] = {
    "player_twice": gettext_noop("Each player can be drawn once, but %(player)s is entered %(times)s times."),
    "player_unknown": gettext_noop("%(player)s has a constraint but does not play."),
    "apart_itself": gettext_noop("%(player)s cannot be kept apart from themselves."),
    "apart_same_table": gettext_noop(
        "%(one)s and %(two)s must be apart, but both are fixed to table %(table)s."
    ),
    "apart_partners": gettext_noop("%(one)s and %(two)s must be apart, but they are partners."),
    "no_such_table": gettext_noop(
        "%(player)s is fixed to table %(table)s, but there are tables 1 to %(tables)s only."
    ),
    "group_too_large": gettext_noop(
        "%(players)s players must be apart in round 1, but there are %(tables)s tables."
    ),
    "capacity_too_small": gettext_noop(
        "%(players)s players need %(tables)s tables, but the tables do not have enough seats."
    ),
    "table_full": gettext_noop(
        "%(players)s players are fixed to table %(table)s, which has %(seats)s seats."
    ),
    "no_such_seat": gettext_noop("%(player)s is fixed to a seat that no table has."),
    "seat_twice": gettext_noop("%(one)s and %(two)s are both fixed to the same seat of table %(table)s."),
    "partner_missing": gettext_noop("Each player has one partner, but %(player)s has %(partners)s."),
    "partners_need_four": gettext_noop(
        "Partners sit opposite each other at tables of 4, but there are tables of %(sizes)s."
    ),
    "partners_bound": gettext_noop(
        "Partners who stay together cannot have a fixed table, a fixed seat or a first round apart."
    ),
    "partners_anew": gettext_noop(
        "Partners are drawn anew for each round, so %(one)s and %(two)s cannot stay partners."
    ),
    "new_partners_bound": gettext_noop(
        "Where partners are drawn anew, nobody can have a fixed table or a fixed seat."
    ),
    "not_kept_apart": gettext_noop(
        "%(one)s and %(two)s must be apart, but no draw was found that keeps all constraints."
    ),
    "not_kept_apart_pairs": gettext_noop("The pairs that must be apart leave no possible round."),
    "fixed_seats_changed": gettext_noop(
        "Seats cannot stay fixed: %(players)s players do not fill the tables of the last round."
    ),
    "seat_crowded": gettext_noop(
        "%(players)s players are fixed to the same seat, but %(tables)s tables have it."
    ),
    "not_kept_table": gettext_noop(
        "%(player)s has a fixed table, but no draw was found that keeps all constraints."
    ),
    "not_kept_seat": gettext_noop(
        "%(player)s has a fixed seat, but no draw was found that keeps all constraints."
    ),
    "not_kept_room": gettext_noop("Table %(table)s holds %(room)s players, but %(players)s would sit there."),
    "not_kept_partners": gettext_noop(
        "%(one)s and %(two)s are partners, but would not sit opposite each other."
    ),
    "partners_sit_out": gettext_noop(
        "Partners sit out together, so the number of players sitting out must be even, not %(players)s."
    ),
}
WHO = ("player", "one", "two")


def contradiction_text(event: Event, error: Contradiction) -> str:
    """Return the message of a contradiction, with players by name and start number."""
    names = dict(event.entrants.values_list("number", "player__name"))
    values: dict[str, Any] = dict(error.values)
    for key in WHO:
        if key in values:
            values[key] = names.get(values[key], "?") + in_brackets(values[key])
    return gettext(CONTRADICTIONS.get(error.code, error.message)) % values
