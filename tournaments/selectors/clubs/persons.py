"""All data stored about one person, found by following the relations of the models, not from a list."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Model, Q

from tournaments.models import AuthorKind, Deal, Entrant, EventChange, Player, Seat, SheetChange

Facts = dict[str, Any]


def find_players(text: str) -> list[Player]:
    """Return the players of this number, else of this name, of all clubs."""
    by_number = Q(pk=int(text)) if text.isdecimal() and len(text) < 18 else Q(name=text)
    return list(Player.objects.filter(by_number).select_related("club").order_by("pk"))


def stored_about(player: Player) -> Facts:
    """Return the player's row, and every event they entered, alone or with a partner."""
    entries = Entrant.objects.filter(Q(player=player) | Q(partner=player)).select_related("event")
    return {
        "player": row_of(player),
        "club": player.club.name,
        "duplicates": [row_of(each) for each in player.duplicates.order_by("pk")],
        "merges": [row_of(each) for each in player.merges.order_by("pk")],
        "events": [about_entry(player, each) for each in entries.order_by("event__date", "pk")],
    }


def about_entry(player: Player, entrant: Entrant) -> Facts:
    """Return one entry: its row, every related row, the deals of its tables, and the history entries about
    it.
    """
    event, seats = entrant.event, Seat.objects.filter(Q(entrant=entrant) | Q(account=entrant))
    deals = Deal.objects.filter(part__seats__in=seats, number__isnull=False).distinct()
    written = SheetChange.objects.filter(author_kind=AuthorKind.ENTRANT, author_id=entrant.pk)
    entries = [each for each in event.entries.order_by("number") if is_about(each, player, entrant)]
    return {
        "event": {"name": event.name, "slug": event.slug, "date": event.date, "game": event.game},
        "entry": row_of(entrant),
        **{name: rows for name, rows in related_rows(entrant).items() if rows},
        "deals": [row_of(each) for each in deals.select_related("table").order_by("table", "number")],
        "confirmed": [row_of(each) for each in written.order_by("pk")],
        "history": [row_of(each) for each in entries],
    }


def related_rows(entrant: Entrant) -> dict[str, list[Facts]]:
    """Return the rows that refer to an entrant, by model and field."""
    return {
        f"{relation.related_model._meta.model_name}.{relation.field.name}": rows_of(
            relation.related_model._base_manager.filter(**{relation.field.name: entrant})
        )
        for relation in entrant._meta.related_objects
    }


def is_about(entry: EventChange, player: Player, entrant: Entrant) -> bool:
    """Return whether an event's history entry refers to the player or entrant by ID."""
    facts: Mapping[str, Any] = entry.facts
    listed = facts.get("entrants")
    is_listed = isinstance(listed, list) and entrant.pk in listed
    return facts.get("entrant") == entrant.pk or facts.get("player") == player.pk or is_listed


def rows_of(rows: Iterable[Model]) -> list[Facts]:
    """Return the rows as mappings."""
    return [row_of(each) for each in rows]


def row_of(row: Model) -> Facts:
    """Return a row as a mapping from column names to values."""
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
