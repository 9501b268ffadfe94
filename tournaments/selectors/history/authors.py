"""Names of the authors of history entries: accounts and helpers; one query for each kind."""

from collections.abc import Iterable

from django.utils.translation import gettext

from tournaments.models import (
    AuthorKind,
    EventChange,
    HelperLink,
    ImportedAuthor,
    PendingDeal,
    SheetChange,
    User,
)
from tournaments.wording.history import phone_words, program_words
from tournaments.wording.lists import in_a_list, in_brackets

PHOTO_NAME = 8  # letters of the digest of a photograph
PHONE_NAME = 4  # letters of a phone's random ID that tell the phones of one event apart
Written = EventChange | SheetChange | PendingDeal
FROM_PAPER = (AuthorKind.PAPER, AuthorKind.PHOTO)  # they name who typed or photographed, if known
BY_ACCOUNT = (AuthorKind.MEMBER, *FROM_PAPER)


def author_names(entries: Iterable[Written]) -> dict[int, str]:
    """Return the authors' names, by the entry's ID; two queries at most, three for an imported event."""
    entries = list(entries)
    members = {each.author_id or 0 for each in entries if each.author_kind in BY_ACCOUNT}
    helpers = {each.author_id or 0 for each in entries if each.author_kind == AuthorKind.HELPER}
    users = account_names(members)
    links = HelperLink.objects.filter(pk__in=helpers) if helpers else ()
    names = {link.pk: link.name or link.get_role_display() for link in links}
    return {each.pk: author_name(each, users, names) for each in entries}


def account_names(ids: Iterable[int]) -> dict[int, str]:
    """Return the names of accounts; an ID below zero is that of an account of another installation."""
    here = [each for each in ids if each >= 0]
    there = [-each for each in ids if each < 0]
    names = dict(User.objects.filter(pk__in=here).values_list("pk", "username")) if here else {}
    imported = ImportedAuthor.objects.filter(pk__in=there).exclude(name="") if there else ()
    return {**names, **{-author.pk: author.name for author in imported}}


def author_name(entry: Written, users: dict[int, str], helpers: dict[int, str]) -> str:
    """Return one author's name; of a row that was read from a photograph also the beginning of its digest."""
    if entry.author_kind == AuthorKind.PHOTO and isinstance(entry, SheetChange):
        photo = gettext("photo %(digest)s") % {"digest": entry.device[:PHOTO_NAME]}
        return in_a_list(filter(None, (users.get(entry.author_id or 0), photo)))
    if entry.author_kind == AuthorKind.MEMBER or (entry.author_kind in FROM_PAPER and entry.author_id):
        return users.get(entry.author_id or 0, gettext("a person"))
    if entry.author_kind == AuthorKind.HELPER:
        return helpers.get(entry.author_id or 0, gettext("a person"))
    if entry.author_kind == AuthorKind.LINK:
        return phone_words()
    return gettext("the player") if entry.author_kind == AuthorKind.ENTRANT else program_words()


def with_phone(who: str, entry: PendingDeal) -> str:
    """Return an author's name, with the phone's if it is known."""
    phone = gettext("phone %(phone)s") % {"phone": phone_name(entry)}
    return who + in_brackets(phone) if entry.device else who


def phone_name(entry: SheetChange | PendingDeal) -> str:
    """Return a short name of the phone that sent a change, from the random ID it chose; empty if unknown."""
    return "" if entry.author_kind == AuthorKind.PHOTO else entry.device[:PHONE_NAME]
