"""Names of the authors of history entries: accounts and helpers; one query for each kind."""

from collections.abc import Iterable

from django.utils.translation import gettext

from tournaments.models import AuthorKind, EventChange, HelperLink, PendingDeal, SheetChange, User

PHONE_NAME = 4  # letters of a phone's random ID that tell the phones of one event apart
Written = EventChange | SheetChange | PendingDeal
BY_ACCOUNT = (AuthorKind.MEMBER, AuthorKind.PAPER)  # what is typed from paper names who typed it, if known


def author_names(entries: Iterable[Written]) -> dict[int, str]:
    """The authors' names, by the entry's ID; two queries at most."""
    entries = list(entries)
    members = {each.author_id or 0 for each in entries if each.author_kind in BY_ACCOUNT}
    helpers = {each.author_id or 0 for each in entries if each.author_kind == AuthorKind.HELPER}
    users = dict(User.objects.filter(pk__in=members).values_list("pk", "username")) if members else {}
    links = HelperLink.objects.filter(pk__in=helpers) if helpers else ()
    names = {link.pk: link.name or link.get_role_display() for link in links}
    return {each.pk: author_name(each, users, names) for each in entries}


def author_name(entry: Written, users: dict[int, str], helpers: dict[int, str]) -> str:
    """One author's name."""
    if entry.author_kind == AuthorKind.MEMBER or (entry.author_kind == AuthorKind.PAPER and entry.author_id):
        return users.get(entry.author_id or 0, gettext("a person"))
    if entry.author_kind == AuthorKind.HELPER:
        return helpers.get(entry.author_id or 0, gettext("a person"))
    if entry.author_kind == AuthorKind.LINK:
        return gettext("a phone at the table")
    return gettext("the player") if entry.author_kind == AuthorKind.ENTRANT else gettext("the program")


def phone_name(entry: SheetChange) -> str:
    """A short name of the phone that sent a change, from the random ID it chose; empty if unknown."""
    return entry.device[:PHONE_NAME]
