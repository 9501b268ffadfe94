"""Rounds: seat the players who are present, open the sheets, close them."""

import random
from collections.abc import Sequence

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext

from seating.sizes import NoSuchTables, table_sizes
from seating.simple import random_tables
from tournaments.errors import NotPossible
from tournaments.models import Entrant, Event, Part, Round, RoundStatus, Seat, Table
from tournaments.selectors.sheets import deals_expected, game_of, sizes_allowed
from tournaments.services.history import mark_standings
from tournaments.services.links import open_link


@transaction.atomic
def draw_round(*, event: Event, seed: int | None = None) -> Round:
    """Seat everybody present at random; the round is a draft until it is opened.

    Raises NotPossible: `round_open` while another round is not closed, `too_few_players` and
    `no_such_tables` where the game has no tables for so many players.
    """
    refuse_unfinished(event)
    entrants = list(event.entrants.filter(is_present=True).order_by("number"))
    try:
        sizes = table_sizes(
            len(entrants), allowed=sizes_allowed(event), standard=game_of(event).standard_seats
        )
    except NoSuchTables as error:
        raise no_such_tables(event, len(entrants), error) from error
    tables = random_tables(
        entrants, sizes, random.Random(seed) if seed is not None else random.SystemRandom()
    )
    return seat_round(event=event, tables=tables)


@transaction.atomic
def seat_round(*, event: Event, tables: Sequence[Sequence[Entrant]], number: int | None = None) -> Round:
    """A draft round with these tables, seats in this order."""
    number = number or (event.rounds.order_by("-number").values_list("number", flat=True).first() or 0) + 1
    drawn = Round.objects.create(event=event, number=number)
    for table_number, entrants in enumerate(tables, start=1):
        seat_table(drawn, table_number, entrants)
    return drawn


def seat_table(drawn: Round, number: int, entrants: Sequence[Entrant]) -> Table:
    """One table with its sheet's first part and its link."""
    table = Table.objects.create(round=drawn, number=number)
    part = Part.objects.create(table=table, position=1)
    Seat.objects.bulk_create(
        Seat(part=part, position=position, entrant=entrant, account=entrant)
        for position, entrant in enumerate(entrants)
    )
    open_link(table=table)
    return table


@transaction.atomic
def open_round(*, round: Round) -> Round:
    """Release a draft: the tables may write, and everybody sees who sits where."""
    refuse_unfinished(round.event, but=round)
    if round.status == RoundStatus.DRAFT:
        round.event.standings_rows.update(previous_rank=F("rank"))
    round.status = RoundStatus.OPEN
    round.save(update_fields=["status"])
    mark_standings(round.event)
    return round


@transaction.atomic
def close_round(*, round: Round, even_if_incomplete: bool = False) -> Round:
    """End a round: what a table still sends is kept for the director.

    Raises NotPossible (`tables_open`) naming the tables that miss deals, unless told to close all the same.
    """
    missing = [str(table.number) for table in round.tables.all() if not is_full(round.event, table)]
    if missing and not even_if_incomplete:
        message = gettext("Round %(round)s is still open at tables %(tables)s.")
        values = {"round": round.number, "tables": ", ".join(missing)}
        raise NotPossible("tables_open", message % values, tables=missing)
    round.status = RoundStatus.CLOSED
    round.save(update_fields=["status"])
    mark_standings(round.event)
    return round


@transaction.atomic
def discard_draft(*, round: Round) -> None:
    """Throw a draft away, to draw again. Raises NotPossible (`round_open`) for a released round."""
    if round.status != RoundStatus.DRAFT:
        raise NotPossible("round_open", gettext("This round was released; its draw stands."))
    round.delete()


def is_full(event: Event, table: Table) -> bool:
    """Whether a table has all the deals that were agreed."""
    parts = list(table.parts.prefetch_related("seats"))
    expected = deals_expected(event, len(parts[-1].seats.all()))
    return expected is None or sum(part.deals_counted for part in parts) >= expected


def refuse_unfinished(event: Event, but: Round | None = None) -> None:
    """Raises NotPossible (`round_open`) while a round of the event is not closed."""
    unfinished = event.rounds.exclude(status=RoundStatus.CLOSED).exclude(pk=but.pk if but and but.pk else 0).first()
    if unfinished:
        message = gettext("Round %(round)s is not closed yet; close it first.") % {"round": unfinished.number}
        raise NotPossible("round_open", message)


def no_such_tables(event: Event, players: int, error: NoSuchTables) -> NotPossible:
    """So many players cannot be seated in this game; what would do is said."""
    message = gettext(
        "%(players)s players cannot be seated at tables of %(sizes)s. %(game)s can seat %(below)s or %(above)s:"
        " add players, or untick somebody who sits this round out."
    )
    values = {
        "players": players,
        "sizes": " / ".join(str(size) for size in error.allowed),
        "game": gettext(game_of(event).name),
        "below": error.below or "–",
        "above": error.above,
    }
    return NotPossible("no_such_tables", message % values)
