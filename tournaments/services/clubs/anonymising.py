"""Set how a player's name is published, or remove it permanently; numbers, chains and hashes stay valid."""

import re
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext

from scoring.not_possible import NotPossible
from tournaments.models import (
    Event,
    EventChangeKind,
    EventReason,
    ListImport,
    Payment,
    Player,
    PlayerMerge,
    Reason,
    SentRequest,
    ShownAs,
    Standings,
    Team,
)
from tournaments.services.history.club_history import raise_club_revision
from tournaments.services.history.event_chain import append_event_entry
from tournaments.services.history.sheet_chain import Author, lock_event
from tournaments.wording.names import NO_NAME

NOTHING_KEPT: dict[str, Any] = {
    **dict.fromkeys(("reading", "member_number", "federation_number", "home_club", "email"), ""),
    "categories": [],
    "birth_year": None,
}
TOLD_APART = 3  # shortest word of a name, in letters, that identifies the player in a text


@transaction.atomic
def show_player_as(*, player: Player, shown_as: str) -> Player:
    """Show the name in full, short or not at all.

    Raises NotPossible (`shown_as_unknown`, `name_forgotten`).
    """
    if shown_as not in ShownAs.values:
        raise NotPossible(
            "shown_as_unknown", gettext("A name is shown in full, short, or as the start number.")
        )
    refuse_anonymised(player)
    player.shown_as = shown_as
    player.save(update_fields=["shown_as"])
    raise_versions(player)
    return player


@transaction.atomic
def anonymise_player(*, player: Player, by: Author) -> list[Event]:
    """Remove a player's name everywhere and return the player's events. This cannot be undone.

    The scores stay under the start number. Texts by others that mention the player are deleted as well:
    the histories hold only salted digests of them and stay valid. Raises NotPossible (`name_forgotten`).
    """
    player = Player.objects.select_for_update().get(pk=player.pk)
    refuse_anonymised(player)
    events = list(Event.objects.filter(entrants__in=entries_of(player)).distinct().order_by("pk"))
    for each in with_duplicates(player):
        delete_words(each)
        delete_list_changes(each)
        delete_details(each)
    for event in events:
        append_event_entry(lock_event(event), EventChangeKind.FORGOTTEN, by=by, player=player.pk)
    raise_versions(player)
    SentRequest.objects.filter(token__user__memberships__club=player.club_id).delete()
    return events


def with_duplicates(player: Player) -> list[Player]:
    """Return the player and all records that were merged into theirs, directly or through others."""
    records = [player]
    for each in records:  # grows while it is read
        records.extend(each.duplicates.all())
    return records


def delete_details(player: Player) -> None:
    """Delete the name and all details, also those that merges could restore."""
    PlayerMerge.objects.filter(Q(kept=player) | Q(duplicate=player)).update(changes={})
    player.name, player.shown_as, player.is_forgotten = NO_NAME, ShownAs.NUMBER, True
    for name, nothing in NOTHING_KEPT.items():
        setattr(player, name, nothing)
    player.save(update_fields=["name", "shown_as", "is_forgotten", *NOTHING_KEPT])


def refuse_anonymised(player: Player) -> None:
    """Raise NotPossible (`name_forgotten`) if the player's name was removed."""
    if player.is_forgotten:
        raise NotPossible("name_forgotten", gettext("This name was removed and cannot be restored."))


def entries_of(player: Player) -> list[int]:
    """Return the IDs of the player's entrants, alone or with a partner."""
    return [
        *player.entries.values_list("pk", flat=True),
        *player.shared_entries.values_list("pk", flat=True),
    ]


def raise_versions(player: Player) -> None:
    """Raise the version of the player's standings, because they show the name."""
    Standings.objects.filter(event__entrants__in=entries_of(player)).update(version=F("version") + 1)
    raise_club_revision(player.club_id)


def delete_list_changes(player: Player) -> None:
    """Delete what list imports changed about the player; undoing such an import leaves the player alone."""
    changed = ListImport.objects.filter(event__club=player.club_id, changes__has_key=str(player.pk))
    for each in changed.select_for_update():
        del each.changes[str(player.pk)]
        each.save(update_fields=["changes"])


# Texts that mention the player


def delete_words(player: Player) -> None:
    """Delete the reasons about the player or mentioning them, and the notes on their payments."""
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
    for team in Team.objects.filter(members__entrant__in=own):
        if is_named_in(player.name, team.name):
            Team.objects.filter(pk=team.pk).update(name="")


def delete_naming(
    name: str, texts: Iterable[tuple[int, str]], kind: type[Reason] | type[EventReason]
) -> None:
    """Delete the reasons that contain a word of the name."""
    kind.objects.filter(pk__in=[pk for pk, text in texts if is_named_in(name, text)]).delete()


def is_named_in(name: str, text: str) -> bool:
    """Return whether a text contains the name or a word of it; Japanese has no spaces between words."""
    if name.casefold() in text.casefold():
        return True
    words = [re.escape(word) for word in name.split() if len(word) >= TOLD_APART]
    return any(re.search(rf"(?<!\w){word}(?:['’]?s)?(?!\w)", text, re.IGNORECASE) for word in words)
