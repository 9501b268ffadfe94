"""An event's published lists and closed rounds as an Atom feed (RFC 4287)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from xml.etree import ElementTree

from django.urls import reverse
from django.utils.translation import gettext

from tournaments.models import Event, EventEntryKind, RoundStatus, Stage
from tournaments.selectors.publications import Sight, lists_of, short_hash

ATOM = "http://www.w3.org/2005/Atom"


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedEntry:
    """One piece of news."""

    key: str
    title: str
    text: str
    address: str
    at: datetime


def entries_of(event: Event, base: str, sight: Sight) -> list[FeedEntry]:
    """Lists and closed rounds, newest first; rounds that are secret have not been closed for strangers."""
    found = [*list_entries(event, base), *round_entries(event, base, sight)]
    return sorted(found, key=lambda entry: (entry.at, entry.key), reverse=True)


def list_entries(event: Event, base: str) -> Iterator[FeedEntry]:
    """A published list each."""
    for each in lists_of(event).defer("rows"):
        title = gettext("Final standings") if each.stage == Stage.FINAL else gettext("Provisional standings")
        values = {"number": each.number, "hash": short_hash(each.digest)}
        yield FeedEntry(
            key=f"urn:uuid:{each.public_id}",
            title=title,
            text=gettext("List %(number)s, hash %(hash)s") % values,
            address=base + reverse("published_list", args=[each.public_id]),
            at=each.at,
        )


def round_entries(event: Event, base: str, sight: Sight) -> Iterator[FeedEntry]:
    """A closed round each, at the time it was closed last."""
    closed = event.entries.filter(kind=EventEntryKind.ROUND_CLOSED).order_by("number")
    closed_at = {entry.facts["round"]: entry.at for entry in closed}
    still = set(event.rounds.filter(status=RoundStatus.CLOSED).values_list("number", flat=True))
    for number, at in closed_at.items():
        if number in still and not sight.hides(number):
            title = gettext("Round %(number)s is closed") % {"number": number}
            yield FeedEntry(
                key=f"urn:uuid:{event.public_id}#round-{number}",
                title=title,
                text=title,
                address=base + reverse("event", args=[event.slug]),
                at=at,
            )


def feed_document(event: Event, own: str, page: str, entries: Sequence[FeedEntry]) -> bytes:
    """The document; without an entry it is as old as the event's day."""
    ElementTree.register_namespace("", ATOM)
    root = ElementTree.Element(f"{{{ATOM}}}feed")
    newest = entries[0].at.isoformat() if entries else f"{event.date.isoformat()}T00:00:00Z"
    add(root, "id", f"urn:uuid:{event.public_id}")
    add(root, "title", event.name)
    add(root, "updated", newest)
    add(root, "link", rel="self", href=own)
    add(root, "link", rel="alternate", href=page)
    add(add(root, "author"), "name", event.club.name)
    for entry in entries:
        add_entry(root, entry)
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)


def add_entry(root: ElementTree.Element, entry: FeedEntry) -> None:
    """One piece of news."""
    element = add(root, "entry")
    add(element, "id", entry.key)
    add(element, "title", entry.title)
    add(element, "updated", entry.at.isoformat())
    add(element, "link", href=entry.address)
    add(element, "summary", entry.text)


def add(parent: ElementTree.Element, name: str, text: str = "", **attributes: str) -> ElementTree.Element:
    """An element under another; signs XML does not know are left out."""
    element = ElementTree.SubElement(parent, f"{{{ATOM}}}{name}", attributes)
    element.text = "".join(sign for sign in text if sign >= " " or sign in "\t\n") or None
    return element
