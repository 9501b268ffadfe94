"""Permissions: every object that a page or program requests is loaded here.

An object that the visitor may not see is `None`, which becomes the same 404 as an object that does not
exist.
"""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Model, Q, QuerySet
from django.utils import timezone

from tournaments.models import Club, Event, HelperLink, Member, Role, RoundStatus, Table, TableLink, User
from tournaments.selectors.publishing.public_event import hides_sheet
from tournaments.storage.link_keys import digest_of, key_fingerprint

Visitor = User | AnonymousUser
Row = TypeVar("Row", bound=Model)


class Right(Enum):
    """A right at an event; every organiser's page requires one of them."""

    LOOK = "see the dashboard and the rounds"
    CASH = "check people in, take money"
    TYPE = "type, correct and print sheets"
    RULE = "rule on deals, adjust points, settle late deals"
    DIRECT = "set up, draw, release, close, publish, hand out links"


HELP = frozenset({Right.LOOK})
RIGHTS: Mapping[str, frozenset[Right]] = {
    Role.OWNER: frozenset(Right),
    Role.DIRECTOR: frozenset(Right),
    Role.REFEREE: HELP | {Right.TYPE, Right.RULE},
    Role.SCORER: HELP | {Right.TYPE},
    Role.CASHIER: HELP | {Right.CASH},
}


@dataclass(frozen=True, slots=True)
class Actor:
    """The requester: an account, or a helper with a link, or both."""

    user: Visitor
    helper: HelperLink | None = None

    @property
    def is_known(self) -> bool:
        """Return whether the actor is signed in or a helper."""
        return self.user.is_authenticated or self.helper is not None


def rights_at(actor: Actor, event: Event) -> frozenset[Right]:
    """Return all rights of the actor at an event."""
    rights: set[Right] = set()
    roles = memberships_of(actor.user).filter(club=event.club_id)
    for role in roles.values_list("role", flat=True):
        rights |= RIGHTS[role]
    if actor.helper and actor.helper.event_id == event.pk:
        rights |= RIGHTS[actor.helper.role]
    return frozenset(rights)


def memberships_of(user: Visitor) -> QuerySet[Member]:
    """Return the user's roles that have not ended."""
    lasting = Q(ends_at__isnull=True) | Q(ends_at__gt=timezone.now())
    return Member.objects.filter(lasting, user_id=user.pk or 0).order_by()


def role_by_club(user: Visitor, clubs: Iterable[Club]) -> dict[int, str]:
    """Return the user's role in each of these clubs in which they have one, by the club's ID."""
    return dict(memberships_of(user).filter(club__in=list(clubs)).values_list("club", "role"))


def clubs_of(user: Visitor, *roles: str) -> QuerySet[Club]:
    """Return the clubs in which the user has one of these roles now, or any role."""
    members = memberships_of(user)
    members = members.filter(role__in=roles) if roles else members
    return Club.objects.filter(pk__in=members.values("club"))


def may_back_up(user: Visitor) -> bool:
    """Return whether the user may download all stored data.

    True for superusers and, if sign-up is closed, for an owner of every existing club.
    """
    if not user.is_authenticated or settings.SIGN_UP_IS_OPEN:
        return user.is_superuser
    owned = clubs_of(user, Role.OWNER)
    return user.is_superuser or (owned.exists() and not Club.objects.exclude(pk__in=owned).exists())


def one_of(rows: QuerySet[Row]) -> Row | None:
    """Return the only row, or None. Unlike `first` it does not sort, which costs more than the rest."""
    try:
        return rows.get()
    except ObjectDoesNotExist:
        return None


def has_accounts() -> bool:
    """Return whether the installation has any account."""
    return User.objects.exists()


def get_club(slug: str) -> Club | None:
    """Return a club by its slug, for any visitor."""
    return one_of(Club.objects.filter(slug=slug))


def get_event_at(club: Club, slug: str) -> Event | None:
    """Return an event of the club, whoever may see it, or None."""
    return one_of(club.events.filter(slug=slug))


def get_club_for(user: Visitor, slug: str) -> Club | None:
    """Return a club whose events the user may set up (owners and directors), else None."""
    directing = [role for role, rights in RIGHTS.items() if Right.DIRECT in rights]
    return one_of(clubs_of(user, *directing).filter(slug=slug))


def get_owned_club(user: Visitor, slug: str) -> Club | None:
    """Return a club whose members the user may manage (owners), else None."""
    return one_of(clubs_of(user, Role.OWNER).filter(slug=slug))


def get_owned_event(user: Visitor, slug: str) -> Event | None:
    """Return an event of a club that the user owns, else None."""
    owned = clubs_of(user, Role.OWNER)
    return one_of(Event.objects.select_related("club").filter(slug=slug, club__in=owned))


def get_event_for(actor: Actor, slug: str, right: Right) -> Event | None:
    """Return an event at which the actor has the right, else None."""
    pair = get_event_and_rights(actor, slug, right)
    return pair[0] if pair else None


def get_event_and_rights(actor: Actor, slug: str, right: Right) -> tuple[Event, frozenset[Right]] | None:
    """Return an event at which the actor has the right, with all their rights there, else None."""
    event = one_of(Event.objects.select_related("club").filter(slug=slug))
    rights = rights_at(actor, event) if event else frozenset()
    return (event, rights) if event and right in rights else None


def get_helper_link(token: str) -> HelperLink | None:
    """Return the valid helper link of a token: current key, not revoked, event not closed; else None."""
    return helper_links([token]).first()


def get_helper_link_at(slug: str, tokens: Iterable[str]) -> HelperLink | None:
    """Return the first valid helper link of these tokens at the event; one query."""
    return helper_links(tokens).filter(event__slug=slug).first()


def helper_links(tokens: Iterable[str]) -> QuerySet[HelperLink]:
    """Return the valid helper links of these tokens."""
    links = HelperLink.objects.select_related("event__club").order_by("pk")
    digests = [digest_of(token) for token in tokens]
    return links.filter(
        token_digest__in=digests,
        key_fingerprint=key_fingerprint(),
        is_revoked=False,
        event__is_closed=False,
    )


def get_public_event(who: Visitor | Actor, slug: str) -> Event | None:
    """Return an event the visitor may see: published, of their own club, or the one they help at.

    Else None.
    """
    event = one_of(Event.objects.select_related("club").filter(slug=slug))
    return event if event and (event.is_published or is_at_home(who, event)) else None


def is_at_home(who: Visitor | Actor, event: Event) -> bool:
    """Return whether the visitor is a member of the club, or a helper at this event."""
    actor = who if isinstance(who, Actor) else Actor(who)
    helps_here = actor.helper is not None and actor.helper.event_id == event.pk
    return helps_here or is_member(actor.user, event.club)


def is_member(user: Visitor, club: Club) -> bool:
    """Return whether the account has a role in the club."""
    return memberships_of(user).filter(club=club).exists()


def get_public_table(who: Visitor | Actor, slug: str, public_id: uuid.UUID) -> Table | None:
    """Return a table of an event the visitor may see, else None.

    Secret rounds are visible to the club and its helpers, drafts to the club only.
    """
    event = get_public_event(who, slug)
    tables = Table.objects.select_related("round__event__club").filter(
        public_id=public_id, round__event=event
    )
    table = one_of(tables) if event else None
    if table is None or not is_for_club(table):
        return table
    is_draft = table.round.status == RoundStatus.DRAFT
    insider = who.user if is_draft and isinstance(who, Actor) else who
    return table if is_at_home(insider, table.round.event) else None


def is_for_club(table: Table) -> bool:
    """Return whether a sheet is hidden from the public.

    Its round is a draft, or secret until prize-giving.
    """
    round = table.round
    return round.status == RoundStatus.DRAFT or hides_sheet(round.event, round.number)


def get_link(token: str) -> TableLink | None:
    """Return the valid table link of a token, else None.

    A link is valid with the current key, not revoked, the round released and the event not closed.
    """
    links = TableLink.objects.select_related("table__round__event")
    link = one_of(
        links.filter(token_digest=digest_of(token), key_fingerprint=key_fingerprint(), is_revoked=False)
    )
    if link is None or link.table.round.event.is_closed:
        return None
    return None if link.table.round.status == RoundStatus.DRAFT else link


def tokens_that_open(tokens: Iterable[str]) -> set[str]:
    """Return the tokens among these that open a table; one query."""
    token_by_digest = {digest_of(token): token for token in tokens}
    opening = opening_links().filter(token_digest__in=token_by_digest, key_fingerprint=key_fingerprint())
    digests = set(opening.values_list("token_digest", flat=True))
    return {token for digest, token in token_by_digest.items() if digest in digests}


def opening_links() -> QuerySet[TableLink]:
    """Return the links that open a table now."""
    return TableLink.objects.filter(
        is_revoked=False,
        table__round__event__is_closed=False,
        table__round__status__in=(RoundStatus.OPEN, RoundStatus.CLOSED),
    ).order_by()
