"""All roles that may request an address: their credentials, and their words in docs/access.md."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from django.conf import settings

from tests.builders import a_user
from tests.tournaments.access_world import Evening, invited_to
from tests.tournaments.visitors import signed_in, stranger
from tournaments.models import Club, Member, Role, TokenScope
from tournaments.services.clubs.joining import helper_token, invitation_token, invite_helper, revoke_helper
from tournaments.services.clubs.tokens import create_token
from tournaments.services.entry.registration import registration_token
from tournaments.services.sheets.pins import pin_of
from tournaments.services.sheets.table_links import renew_link, token_of
from tournaments.serving.table_cookies import cookie_name
from tournaments.views.pages.permissions import HELPER_COOKIE

RIGHTS = {
    Role.OWNER: {"look", "cash", "type", "rule", "direct", "directors", "owners"},
    Role.DIRECTOR: {"look", "cash", "type", "rule", "direct", "directors"},
    Role.REFEREE: {"look", "type", "rule"},
    Role.SCORER: {"look", "type"},
    Role.CASHIER: {"look", "cash"},
}
ANYBODY: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """A role: cookies, headers, tokens by the name of their place in an address, and rights."""

    name: str
    cookies: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    tokens: Mapping[str, str] = field(default_factory=dict)
    sends: Mapping[str, str] = field(default_factory=dict)  # with every form
    club: Club | None = None  # the club they are a member of
    helps_at: int | None = None  # the event whose helper link they used
    holds_at: int | None = None  # the event whose token they hold
    rights: frozenset[str] = ANYBODY
    is_signed_in: bool = False
    has_link: bool = False
    is_staff: bool = False
    is_superuser: bool = False
    scopes: frozenset[str] | None = None  # of the personal token that they send
    acts_at: Club | None = None  # the club of the token's person

    def is_of(self, evening: Evening) -> bool:
        """Return whether they are a member of the event's club."""
        return self.club == evening.event.club

    def helps(self, evening: Evening) -> bool:
        """Return whether their helper link is of this event."""
        return self.helps_at == evening.event.pk

    def rights_at(self, evening: Evening) -> frozenset[str]:
        """Return the words for their rights at this event."""
        return self.rights if self.is_of(evening) or self.helps(evening) else ANYBODY

    @property
    def has_helper_cookie(self) -> bool:
        """Return whether their browser used a helper's link once, even a revoked one."""
        return any(name.startswith(HELPER_COOKIE) for name in self.cookies)


def account(name: str, **more: bool) -> dict[str, str]:
    """Return the cookies of an account."""
    user = a_user(name)
    for flag, value in more.items():
        setattr(user, flag, value)
    user.save()
    return {settings.SESSION_COOKIE_NAME: signed_in(user).cookies[settings.SESSION_COOKIE_NAME].value}


def all_visitors(ours: Evening, theirs: Evening) -> list[Visitor]:
    """Return all roles, relative to our event; `theirs` is that of the other club."""
    return [*visitors_of(ours), *foreign_members(theirs)]


def visitors_of(evening: Evening) -> list[Visitor]:
    """Return the roles that have something to do with this event or its installation, and strangers."""
    makers: list[Callable[[Evening], list[Visitor]]] = [
        strangers, at_the_table, members, helpers, staff, programs,
    ]  # fmt: skip
    return [visitor for maker in makers for visitor in maker(evening)]


def strangers(ours: Evening) -> list[Visitor]:
    """Without an account, without a club, with a number and its PIN but no link, and invited to the club."""
    entrant = ours.event.entrants.get(pk=ours.ids["entrant_id"])
    return [
        Visitor(name="anonymous"),
        Visitor(name="spectator with an account", cookies=account("spectator"), is_signed_in=True),
        Visitor(name="knows a PIN", sends={"number": str(entrant.number), "pin": pin_of(entrant)}),
        Visitor(
            name="registered player",
            tokens=dict.fromkeys(("registration", "withdraw_registration"), registration_token(entrant)),
            holds_at=ours.event.pk,
        ),
        invited(ours),
    ]


def invited(evening: Evening) -> Visitor:
    """Return a browser that opened an invitation to the event's club, without an account."""
    client, token = stranger(), invitation_token(invited_to(evening.event.club))
    client.get(f"/i/{token}")
    name = settings.SESSION_COOKIE_NAME
    return Visitor(
        name="invited person",
        cookies={name: client.cookies[name].value},
        tokens={"invitation_link": token, "invitation": ""},
        holds_at=evening.event.pk,
    )


def at_the_table(ours: Evening) -> list[Visitor]:
    """Return a program and a page with the table's link, a page with another table's, and a dead link."""
    token = token_of(ours.table.links.get())
    other = ours.table.round.tables.exclude(pk=ours.table.pk).get()
    link = other.links.get()
    dead, alive = token_of(link), token_of(renew_link(link=link))
    own, named = cookie_name(ours.table.public_id), {"X-Table": str(ours.table.public_id)}
    held = {"holds_at": ours.event.pk, "has_link": True}
    return [
        Visitor(name="program with the link", headers={"Authorization": f"Table {token}"},
                tokens={"table_link": token}, **{**held, "has_link": True}),
        Visitor(name="page with the link", cookies={own: token}, headers=named,
                tokens={"table_link": token}, **held),
        Visitor(name="page with another table's link", cookies={own: alive}, headers=named),
        Visitor(name="program with a revoked link", headers={"Authorization": f"Table {dead}"},
                tokens={"table_link": dead}),
    ]  # fmt: skip


def members(ours: Evening) -> list[Visitor]:
    """Return every role of our club."""
    return [member(ours.event.club, role, f"{role}") for role in Role]


def foreign_members(theirs: Evening) -> list[Visitor]:
    """Return a director and an owner of the other club."""
    return [
        member(theirs.event.club, Role.DIRECTOR, "other club's director"),
        member(theirs.event.club, Role.OWNER, "other club's owner"),
    ]


def member(club: Club, role: Role, name: str) -> Visitor:
    """Return an account with this role in the club."""
    cookies = account(f"the {name}")
    Member.objects.create(club=club, user=a_user(f"the {name}"), role=role)
    return Visitor(name=name, cookies=cookies, club=club, rights=frozenset(RIGHTS[role]), is_signed_in=True)


def programs(ours: Evening) -> list[Visitor]:
    """Return programs with a personal token: of an owner of our club, and one without the scope to read."""
    return [
        program(ours.event.club, "the owner", "program of the owner", *TokenScope.values),
        program(ours.event.club, "the director", "program that may only write", TokenScope.WRITE),
    ]


def program(club: Club, account: str, name: str, *scopes: str) -> Visitor:
    """Return a program that acts for an account of the club."""
    _, secret = create_token(user=a_user(account), name=name, scopes=scopes)
    headers = {"Authorization": f"Bearer {secret}"}
    return Visitor(name=name, headers=headers, scopes=frozenset(scopes), acts_at=club)


def helpers(ours: Evening) -> list[Visitor]:
    """Return browsers that used a helper's link, the last one since revoked."""
    ended = helper(ours, Role.SCORER, "revoked helper")
    revoke_helper(link=ours.event.helper_links.latest("pk"))
    gone = Visitor(name=ended.name, cookies=ended.cookies, tokens=ended.tokens)
    return [*(helper(ours, role, f"helping {role}") for role in HANDED_OUT), gone]


HANDED_OUT = (Role.REFEREE, Role.SCORER, Role.CASHIER)


def helper(evening: Evening, role: Role, name: str) -> Visitor:
    """Return a browser that used a link with this role."""
    event = evening.event
    token = helper_token(invite_helper(event=event, role=role))
    return Visitor(
        name=name,
        cookies={f"{HELPER_COOKIE}{event.public_id}": token},
        tokens={"helper_link": token},
        helps_at=event.pk,
        holds_at=event.pk,
        rights=frozenset(RIGHTS[role]),
    )


def staff(ours: Evening) -> list[Visitor]:
    """Return administrators of the installation, who belong to no club thereby."""
    return [
        Visitor(name="staff", cookies=account("staff", is_staff=True), is_signed_in=True, is_staff=True),
        Visitor(
            name="superuser",
            cookies=account("root", is_staff=True, is_superuser=True),
            is_signed_in=True,
            is_staff=True,
            is_superuser=True,
        ),
    ]
