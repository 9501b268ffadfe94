"""An event's published lists and closed rounds as an Atom feed (RFC 4287)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time

from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext

from tournaments.models import Event, EventChangeKind, Publication, RoundStatus, Stage
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.selectors.publishing.publications import Rows, competition_lists, short_hash
from tournaments.wording.competitions import title_of


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedEntry:
    """One entry of the feed."""

    key: str
    title: str
    text: str
    address: str
    at: datetime


def entries_of(public: PublicEvent, base: str) -> list[FeedEntry]:
    """Return lists and closed rounds, newest first; a secret round is omitted."""
    entries = [*list_entries(public, base), *round_entries(public, base)]
    return sorted(entries, key=lambda entry: (entry.at, entry.key), reverse=True)


def list_entries(public: PublicEvent, base: str) -> Iterator[FeedEntry]:
    """Yield an entry per published list."""
    rows = dict(public.event.publications.values_list("pk", "rows"))
    for each in public.lists:
        title = gettext("Final standings") if each.stage == Stage.FINAL else gettext("Provisional standings")
        values = {"number": each.number, "hash": short_hash(each.digest)}
        yield FeedEntry(
            key=f"urn:uuid:{each.public_id}",
            title=title,
            text=gettext("List %(number)s, hash %(hash)s") % values,
            address=base + reverse("published_list", args=[each.public_id]),
            at=each.at,
        )
        yield from competition_entries(each, rows[each.pk], base)


def competition_entries(published: Publication, rows: Rows, base: str) -> Iterator[FeedEntry]:
    """Yield an entry per competition of a published list, which has its own number and hash."""
    own = competition_lists(published.event, published.number, published.stage, rows)
    for listed, facts in zip(rows.get("competitions", ()), own, strict=True):
        yield FeedEntry(
            key=f"urn:uuid:{published.public_id}#competition-{facts['key']}",
            title=title_of(listed["key"], listed["name"]),
            text=gettext("List %(number)s, hash %(hash)s") % facts,
            address=base + reverse("event_teams", args=[published.event.slug]),
            at=published.at,
        )


def round_entries(public: PublicEvent, base: str) -> Iterator[FeedEntry]:
    """Yield an entry per closed round, dated by its latest close."""
    event = public.event
    entries = event.entries.filter(kind=EventChangeKind.ROUND_CLOSED).order_by("number")
    closed_at = {entry.facts["round"]: entry.at for entry in entries}
    for round in public.visible:
        if round.status == RoundStatus.CLOSED and round.number in closed_at:
            title = gettext("Round %(number)s is closed") % {"number": round.number}
            yield FeedEntry(
                key=f"urn:uuid:{event.public_id}#round-{round.number}",
                title=title,
                text=title,
                address=base + reverse("event", args=[event.slug]),
                at=closed_at[round.number],
            )


class EventFeed(Atom1Feed):
    """An Atom feed that without an entry is as old as the event's day, so that it stays the same file."""

    def latest_post_date(self) -> datetime:
        return super().latest_post_date() if self.items else self.feed["day"]


def feed_document(event: Event, own: str, page: str, entries: Sequence[FeedEntry]) -> bytes:
    """Return the document."""
    feed = EventFeed(
        title=readable(event.name),
        link=page,
        description=None,
        author_name=readable(event.club.name),
        feed_url=own,
        feed_guid=f"urn:uuid:{event.public_id}",
        day=datetime.combine(event.date, time.min, UTC),
    )
    for entry in entries:
        feed.add_item(entry.title, entry.address, entry.text, unique_id=entry.key, updateddate=entry.at)
    return feed.writeString("utf-8").encode()


def readable(text: str) -> str:
    """Return a text without the control characters that XML 1.0 has no way to write."""
    return "".join(sign for sign in text if sign >= " " or sign in "\t\n")
