"""Everything that is stored about one person, found by following the tables and not a list of them."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Model, Q

from tournaments.models import AuthorKind, Deal, Entrant, Entry, EventEntry, Player, Seat

Facts = dict[str, Any]


def find_players(text: str) -> list[Player]:
    """The players of this number, else of this name, of all clubs."""
    by_number = Q(pk=int(text)) if text.isdecimal() and len(text) < 18 else Q(name=text)
    return list(Player.objects.filter(by_number).select_related("club").order_by("pk"))


def stored_about(player: Player) -> Facts:
    """The player's row, and every event they entered, alone or with somebody."""
    entries = Entrant.objects.filter(Q(player=player) | Q(partner=player)).select_related("event")
    return {
        "player": row_of(player),
        "club": player.club.name,
        "events": [about_entry(player, each) for each in entries.order_by("event__date", "pk")],
    }


def about_entry(player: Player, entrant: Entrant) -> Facts:
    """One entry: its row, every row that refers to it, the deals of its tables, and what the history says."""
    event, seats = entrant.event, Seat.objects.filter(Q(entrant=entrant) | Q(account=entrant))
    deals = Deal.objects.filter(part__seats__in=seats, number__isnull=False).distinct()
    written = Entry.objects.filter(author_kind=AuthorKind.ENTRANT, author_id=entrant.pk)
    said = [each for each in event.entries.order_by("number") if is_about(each, player, entrant)]
    return {
        "event": {"name": event.name, "slug": event.slug, "date": event.date, "game": event.game},
        "entry": row_of(entrant),
        **{name: rows for name, rows in related_rows(entrant).items() if rows},
        "deals": [row_of(each) for each in deals.select_related("table").order_by("table", "number")],
        "confirmed": [row_of(each) for each in written.order_by("pk")],
        "history": [row_of(each) for each in said],
    }


def related_rows(entrant: Entrant) -> dict[str, list[Facts]]:
    """The rows of all tables that refer to an entrant, by table and column."""
    return {
        f"{relation.related_model._meta.model_name}.{relation.field.name}": rows_of(
            relation.related_model._base_manager.filter(**{relation.field.name: entrant})
        )
        for relation in entrant._meta.related_objects
    }


def is_about(entry: EventEntry, player: Player, entrant: Entrant) -> bool:
    """Whether an entry of an event's history names somebody by the numbers of their rows."""
    facts: Mapping[str, Any] = entry.facts
    listed = facts.get("entrants")
    is_listed = isinstance(listed, list) and entrant.pk in listed
    return facts.get("entrant") == entrant.pk or facts.get("player") == player.pk or is_listed


def rows_of(rows: Iterable[Model]) -> list[Facts]:
    """Many rows."""
    return [row_of(each) for each in rows]


def row_of(row: Model) -> Facts:
    """A row by the names of its columns."""
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
