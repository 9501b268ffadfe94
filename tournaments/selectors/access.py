"""Who may see and touch what: every object a page or program asks for comes through here.

What somebody may not see does not exist for him: `None`, which becomes one and the same 404.
"""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from tournaments.keys import digest_of, key_fingerprint
from tournaments.models import Club, Event, HelperLink, Role, RoundStatus, Table, TableLink, User
from tournaments.selectors.publications import hides_sheet

Visitor = User | AnonymousUser


class Right(Enum):
    """What somebody may do at an event; every page of an organiser asks for one of these."""

    LOOK = "see the board and the rounds"
    DOOR = "check people in, take money"
    TYPE = "type, correct and print sheets"
    RULE = "rule on deals, adjust points, settle late deals"
    DIRECT = "set up, draw, release, close, publish, hand out links"


HELP = frozenset({Right.LOOK})
RIGHTS: Mapping[str, frozenset[Right]] = {
    Role.OWNER: frozenset(Right),
    Role.DIRECTOR: frozenset(Right),
    Role.REFEREE: HELP | {Right.TYPE, Right.RULE},
    Role.SCORER: HELP | {Right.TYPE},
    Role.CASHIER: HELP | {Right.DOOR},
}


@dataclass(frozen=True, slots=True)
class Actor:
    """Who asks: an account, or a helper who came in by a link, or both."""

    user: Visitor
    helper: HelperLink | None = None

    @property
    def is_known(self) -> bool:
        """Whether there is anybody to say no to."""
        return self.user.is_authenticated or self.helper is not None


def rights_at(actor: Actor, event: Event) -> frozenset[Right]:
    """Everything the actor may do at an event."""
    rights: set[Right] = set()
    members = event.club.members.filter(user_id=actor.user.pk or 0).order_by()
    for role in members.values_list("role", flat=True):
        rights |= RIGHTS[role]
    if actor.helper and actor.helper.event_id == event.pk:
        rights |= RIGHTS[actor.helper.role]
    return frozenset(rights)


def may_back_up(user: Visitor) -> bool:
    """Whether everything stored here is the user's to take away: who looks after the installation, and, where
    nobody can sign up, an owner of every club there is."""
    if not user.is_authenticated or settings.SIGN_UP_IS_OPEN:
        return user.is_superuser
    owned = Club.objects.filter(members__user_id=user.pk, members__role=Role.OWNER)
    return user.is_superuser or (owned.exists() and not Club.objects.exclude(pk__in=owned).exists())


def has_accounts() -> bool:
    """Whether anybody can sign in."""
    return User.objects.exists()


def get_club(slug: str) -> Club | None:
    """A club as everybody sees it."""
    return Club.objects.filter(slug=slug).first()


def get_club_for(user: Visitor, slug: str) -> Club | None:
    """A club whose events the user may set up: its owners and directors."""
    directing = [role for role, rights in RIGHTS.items() if Right.DIRECT in rights]
    members = {"members__user_id": user.pk or 0, "members__role__in": directing}
    return Club.objects.filter(slug=slug, **members).first()


def get_owned_club(user: Visitor, slug: str) -> Club | None:
    """A club whose members the user may manage: its owners."""
    return Club.objects.filter(slug=slug, members__user_id=user.pk or 0, members__role=Role.OWNER).first()


def get_event_for(actor: Actor, slug: str, right: Right) -> Event | None:
    """An event at which the actor has a right."""
    event = Event.objects.select_related("club").filter(slug=slug).first()
    return event if event and right in rights_at(actor, event) else None


def get_helper_link(token: str) -> HelperLink | None:
    """The helper link of a token while it lets anybody in: key as it was, not revoked, event not closed."""
    return helper_links([token]).first()


def get_helper_link_at(slug: str, tokens: Iterable[str]) -> HelperLink | None:
    """The first of these tokens' helper links that lets anybody in at the event; one query."""
    return helper_links(tokens).filter(event__slug=slug).first()


def helper_links(tokens: Iterable[str]) -> QuerySet[HelperLink]:
    """The helper links of tokens that let anybody in."""
    links = HelperLink.objects.select_related("event__club").order_by("pk")
    digests = [digest_of(token) for token in tokens]
    return links.filter(
        token_digest__in=digests,
        key_fingerprint=key_fingerprint(),
        is_revoked=False,
        event__is_closed=False,
    )


def get_public_event(who: Visitor | Actor, slug: str) -> Event | None:
    """An event somebody may look at: published, of his own club, or the one he helps at."""
    event = Event.objects.select_related("club").filter(slug=slug).first()
    return event if event and (event.is_published or is_at_home(who, event)) else None


def is_at_home(who: Visitor | Actor, event: Event) -> bool:
    """Whether somebody is of the club, or came in by a link of this very event."""
    actor = who if isinstance(who, Actor) else Actor(who)
    helps_here = actor.helper is not None and actor.helper.event_id == event.pk
    return helps_here or is_member(actor.user, event.club)


def is_member(user: Visitor, club: Club) -> bool:
    """Whether the account has a role in the club."""
    return club.members.filter(user_id=user.pk or 0).exists()


def get_public_table(who: Visitor | Actor, slug: str, public_id: uuid.UUID) -> Table | None:
    """A table of an event somebody may look at. What is secret is for the club and its helpers, drafts are
    for the club alone."""
    event = get_public_event(who, slug)
    tables = Table.objects.select_related("round__event__club").filter(
        public_id=public_id, round__event=event
    )
    table = tables.first() if event else None
    if table is None or not is_for_club(table):
        return table
    is_draft = table.round.status == RoundStatus.DRAFT
    insider = who.user if is_draft and isinstance(who, Actor) else who
    return table if is_at_home(insider, table.round.event) else None


def is_for_club(table: Table) -> bool:
    """Whether strangers may not see a sheet: its round is a draft, or secret until prize-giving."""
    drawn = table.round
    return drawn.status == RoundStatus.DRAFT or hides_sheet(drawn.event, drawn.number)


def get_link(token: str) -> TableLink | None:
    """The link of a token while it opens its table.

    Its key is as it was, it is not revoked, the round is released and the event not closed.
    """
    links = TableLink.objects.select_related("table__round__event")
    try:  # get() sorts nothing; first() would, which takes Django longer than all the rest of the query
        link = links.get(token_digest=digest_of(token), key_fingerprint=key_fingerprint(), is_revoked=False)
    except TableLink.DoesNotExist:
        return None
    if link.table.round.event.is_closed:
        return None
    return None if link.table.round.status == RoundStatus.DRAFT else link


def tokens_that_open(tokens: Iterable[str]) -> set[str]:
    """Which of these tokens open a table; one query."""
    token_by_digest = {digest_of(token): token for token in tokens}
    opening = opening_links().filter(token_digest__in=token_by_digest, key_fingerprint=key_fingerprint())
    digests = set(opening.values_list("token_digest", flat=True))
    return {token for digest, token in token_by_digest.items() if digest in digests}


def opening_links() -> QuerySet[TableLink]:
    """The links that open their table now."""
    return TableLink.objects.filter(
        is_revoked=False,
        table__round__event__is_closed=False,
        table__round__status__in=(RoundStatus.OPEN, RoundStatus.CLOSED),
    ).order_by()
