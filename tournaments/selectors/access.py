"""Who may see and touch what: every object a page or program asks for comes through here.

What somebody may not see does not exist for him: `None`, which becomes one and the same 404.
"""

import hashlib
import uuid

from django.contrib.auth.models import AnonymousUser

from tournaments.models import Club, Event, RoundStatus, Table, TableLink, User

Visitor = User | AnonymousUser


def get_club(slug: str) -> Club | None:
    """A club as everybody sees it."""
    return Club.objects.filter(slug=slug).first()


def get_club_for(user: Visitor, slug: str) -> Club | None:
    """A club the user is a member of."""
    return Club.objects.filter(slug=slug, members__user_id=user.pk or 0).first()


def get_event_for(user: Visitor, slug: str) -> Event | None:
    """An event the user may direct: one of his clubs'."""
    events = Event.objects.select_related("club")
    return events.filter(slug=slug, club__members__user_id=user.pk or 0).first()


def get_public_event(user: Visitor, slug: str) -> Event | None:
    """An event the user may look at: published, or of his own club."""
    event = Event.objects.select_related("club").filter(slug=slug).first()
    if event is None or event.is_published or is_member(user, event.club):
        return event
    return None


def is_member(user: Visitor, club: Club) -> bool:
    """Whether the account has a role in the club."""
    return club.members.filter(user_id=user.pk or 0).exists()


def get_public_table(user: Visitor, slug: str, public_id: uuid.UUID) -> Table | None:
    """A table of an event the user may look at; drafts are the director's alone."""
    event = get_public_event(user, slug)
    tables = Table.objects.select_related("round__event__club").filter(
        public_id=public_id, round__event=event
    )
    table = tables.first() if event else None
    if table and table.round.status == RoundStatus.DRAFT and not is_member(user, table.round.event.club):
        return None
    return table


def get_link(token: str) -> TableLink | None:
    """The link of a token, while it opens its table: not revoked, round released, event not closed."""
    digest = hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
    links = TableLink.objects.select_related("table__round__event").filter(
        token_digest=digest,
        is_revoked=False,
        table__round__event__is_closed=False,
        table__round__status__in=(RoundStatus.OPEN, RoundStatus.CLOSED),
    )
    return links.order_by("pk").first()  # the order of the model would join half the house
