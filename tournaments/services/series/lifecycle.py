"""Series: create, change, publish, copy for the next season; and the categories of players."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, cast

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from rules.reading import is_list_of, is_text, json_name
from scoring.not_possible import NotPossible
from scoring.standings.competition_rules import LONGEST_CATEGORY
from scoring.standings.series_policy import read_series_policy
from tournaments.models import Club, Event, Player, Series
from tournaments.selectors.series.series_standings import counted_as
from tournaments.services.clubs.anonymising import show_player_as
from tournaments.services.clubs.lifecycle import insert_with_free_slug
from tournaments.services.history.club_history import raise_club_revision
from tournaments.wording.lists import in_a_list

MOST_CATEGORIES = 12


@transaction.atomic
def create_series(
    *,
    club: Club,
    name: str,
    policy: Mapping[str, Any] | None = None,
    events: Collection[Event] = (),
    is_published: bool = False,
) -> Series:
    """Create a series of a club. Raises as `change_series`."""
    series = insert_with_free_slug(Series(club=club, name=name), name, fallback="series")
    return change_series(
        series=series, name=name, policy=policy or {}, events=events, is_published=is_published
    )


@transaction.atomic
def change_series(
    *, series: Series, name: str, policy: Mapping[str, Any], events: Collection[Event], is_published: bool
) -> Series:
    """Change name, policy, events, publication.

    Raises NotPossible (`event_of_other_club`), rules.reading.Refused for a policy that contradicts itself
    or these events.
    """
    refuse_foreign(series.club, events)
    is_counted = len(events) > 0 or policy.get("of") is not None
    read_series_policy(policy, [counted_as(event) for event in events] if is_counted else None)
    series.name, series.policy, series.is_published = name, dict(policy), is_published
    series.save(update_fields=["name", "policy", "is_published"])
    series.events.set(events)
    raise_club_revision(series.club_id)
    return series


def refuse_foreign(club: Club, events: Iterable[Event]) -> None:
    """Raise NotPossible (`event_of_other_club`); names only published events."""
    foreign = [event for event in events if event.club_id != club.pk]
    if not foreign:
        return
    named = [f"“{event.name}” ({event.club})" for event in foreign if event.is_published]
    message = gettext("A series counts events of its own club, %(club)s. Remove: %(events)s.")
    names = in_a_list(named) or gettext("an event of another club")
    raise NotPossible("event_of_other_club", message % {"club": club, "events": names})


@transaction.atomic
def copy_series(*, series: Series, name: str) -> Series:
    """Create the next series: the same policy, no events yet, not published."""
    copy = Series(club=series.club, name=name, policy=series.policy)
    return insert_with_free_slug(copy, name, fallback="series")


# Categories of players


@transaction.atomic
def list_player(
    *, player: Player, categories: Iterable[str], is_guest: bool, shown_as: str | None = None, **register: Any
) -> Player:
    """Set the categories of a player, whether they are a guest, details of the member register, and how the
    name is shown, if given.

    `register` are new values of the fields reading, member_number, federation_number, home_club, email and
    birth_year; those not given stay. Raises as `read_categories` and `show_player_as`, and NotPossible
    (`fact_invalid`) for a year of birth in the future; stores nothing then.
    """
    if shown_as is not None:
        show_player_as(player=player, shown_as=shown_as)
    refuse_unborn(player, register.get("birth_year"))
    values = {"categories": read_categories(list(categories)), "is_guest": is_guest, **register}
    for name, value in values.items():
        setattr(player, name, value)
    player.save(update_fields=list(values))
    raise_club_revision(player.club_id)
    return player


def refuse_unborn(player: Player, year: int | None) -> None:
    """Raise NotPossible (`fact_invalid`) for another year of birth than the stored one, in the future."""
    this = timezone.localdate().year
    if year and year > this and year != player.birth_year:
        message = gettext("A year of birth is %(this)s or earlier; not %(found)s.")
        raise NotPossible("fact_invalid", message % {"this": this, "found": year})


def read_categories(raw: object) -> list[str]:
    """Read a club's own category keys, sorted and without repetitions.

    Raises NotPossible (`categories_unreadable`, `categories_too_many`, `category_too_long`).
    """
    if not is_list_of(raw, is_text):
        message = gettext('Categories must be a list of words, such as ["women"], not %(found)s.')
        raise NotPossible("categories_unreadable", message % {"found": json_name(raw)})
    keys = sorted({" ".join(key.split()) for key in cast(list[str], raw) if key.strip()})
    if len(keys) > MOST_CATEGORIES:
        message = gettext("A player has at most %(most)s categories, not %(found)s.")
        raise NotPossible("categories_too_many", message % {"most": MOST_CATEGORIES, "found": len(keys)})
    long = next((key for key in keys if len(key) > LONGEST_CATEGORY), None)
    if long:
        message = gettext("A category has at most %(most)s characters; “%(key)s” has %(found)s.")
        values = {"most": LONGEST_CATEGORY, "key": long, "found": len(long)}
        raise NotPossible("category_too_long", message % values)
    return keys
