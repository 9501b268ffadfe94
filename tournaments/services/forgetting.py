"""How a player is shown in public, and removing his name for good: numbers, chains and hashes stay whole."""

import re
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext

from tournaments.errors import NotPossible
from tournaments.models import (
    Event,
    EventEntryKind,
    EventReason,
    ListImport,
    Payment,
    Player,
    Reason,
    ShownAs,
    Standings,
)
from tournaments.naming import NO_NAME
from tournaments.services.event_history import append_event_entry
from tournaments.services.history import Author, lock_event

NOTHING_KEPT: dict[str, Any] = {
    **dict.fromkeys(("reading", "member_number", "federation_number", "home_club", "email"), ""),
    "categories": [],
    "birth_year": None,
}
TOLD_APART = 3  # letters from which on a word of a name gives somebody away


@transaction.atomic
def show_player_as(*, player: Player, shown_as: str) -> Player:
    """Show the name in full, short or not at all.

    Raises NotPossible (`shown_as_unknown`, `name_forgotten`).
    """
    if shown_as not in ShownAs.values:
        raise NotPossible(
            "shown_as_unknown", gettext("A name is shown in full, short, or as the start number.")
        )
    refuse_forgotten(player)
    player.shown_as = shown_as
    player.save(update_fields=["shown_as"])
    raise_versions(player)
    return player


@transaction.atomic
def forget_player(*, player: Player, by: Author) -> list[Event]:
    """Remove a player's name from everything; gives his events. It cannot be undone.

    What he scored stays under his start number. Words of others in which he is named go as well: the
    histories hold only salted digests of them and stay whole. Raises NotPossible (`name_forgotten`).
    """
    player = Player.objects.select_for_update().get(pk=player.pk)
    refuse_forgotten(player)
    events = list(Event.objects.filter(entrants__in=entries_of(player)).distinct().order_by("pk"))
    delete_words(player)
    for event in events:
        append_event_entry(lock_event(event), EventEntryKind.FORGOTTEN, by=by, player=player.pk)
    delete_list_changes(player)
    player.name, player.shown_as, player.is_forgotten = NO_NAME, ShownAs.NUMBER, True
    for name, nothing in NOTHING_KEPT.items():
        setattr(player, name, nothing)
    player.save(update_fields=["name", "shown_as", "is_forgotten", *NOTHING_KEPT])
    raise_versions(player)
    return events


def refuse_forgotten(player: Player) -> None:
    """Raises NotPossible (`name_forgotten`) for somebody whose name is gone."""
    if player.is_forgotten:
        raise NotPossible("name_forgotten", gettext("This name was removed and cannot come back."))


def entries_of(player: Player) -> list[int]:
    """The entrants that he is, alone or with a partner."""
    return [
        *player.entries.values_list("pk", flat=True),
        *player.shared_entries.values_list("pk", flat=True),
    ]


def raise_versions(player: Player) -> None:
    """Standings show names, so their version rises."""
    Standings.objects.filter(event__entrants__in=entries_of(player)).update(version=F("version") + 1)


def delete_list_changes(player: Player) -> None:
    """Delete what lists changed about the player; taking such a list back leaves them alone."""
    changed = ListImport.objects.filter(event__club=player.club_id, changes__has_key=str(player.pk))
    for each in changed.select_for_update():
        del each.changes[str(player.pk)]
        each.save(update_fields=["changes"])


# Words that name him


def delete_words(player: Player) -> None:
    """Delete the reasons that are about him or name him, and the notes beside his money."""
    own = entries_of(player)
    about = EventReason.objects.filter(
        Q(entry__adjustment__entrant__in=own) | Q(entry__payment__entrant__in=own)
    )
    about.delete()
    club = {"entry__event__club": player.club_id}
    delete_naming(player.name, EventReason.objects.filter(**club).values_list("pk", "text"), EventReason)
    sheets = Reason.objects.filter(entry__table__round__event__club=player.club_id)
    delete_naming(player.name, sheets.values_list("pk", "text"), Reason)
    Payment.objects.filter(entrant__in=own).exclude(note="").update(note="")


def delete_naming(
    name: str, texts: Iterable[tuple[int, str]], kind: type[Reason] | type[EventReason]
) -> None:
    """Delete the reasons in which a word of the name stands."""
    kind.objects.filter(pk__in=[pk for pk, text in texts if names_him(name, text)]).delete()


def names_him(name: str, text: str) -> bool:
    """Whether the name, or a word of it, stands in a text; Japanese is written without spaces between."""
    if name.casefold() in text.casefold():
        return True
    words = [re.escape(word) for word in name.split() if len(word) >= TOLD_APART]
    return any(re.search(rf"(?<!\w){word}(?:['’]?s)?(?!\w)", text, re.IGNORECASE) for word in words)
