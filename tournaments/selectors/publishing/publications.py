"""Published lists: what one holds, its digest, and how it is found again.

A list has ranks, start numbers and values with their meanings. Names are added for display,
so that the list and its digest stay valid when a name is removed.
"""

import hashlib
import json
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scoring.standings.standings import Method
from tournaments.models import (
    Counting,
    Event,
    EventChangeKind,
    Publication,
    RoundStatus,
    Stage,
    StandingsRow,
)
from tournaments.selectors.competitions.shown import listed_rankings
from tournaments.selectors.rounds.progress import released_rounds
from tournaments.selectors.standings.ranking_rules import exact_json, method_of
from tournaments.selectors.standings.results import EventStandings, current_standings

SHORT, GROUP = 12, 4  # digits of the short hash, and of each group
LEAST = 8  # digits needed to look up a list
Rows = Mapping[str, Any]


# A list


def list_rows(event: Event, current: EventStandings | None = None) -> dict[str, Any]:
    """Return the rows of a list published now, ready to be stored; pairs, because their order matters.

    `current` are the standings if they were read already.
    """
    head, rows = current or current_standings(event)
    method = method_of(event)
    status_by_round = dict(released_rounds(event).values_list("number", "status"))
    closed = [number for number, status in status_by_round.items() if status == RoundStatus.CLOSED]
    competitions = listed_rankings(event) if event.counting == Counting.NOW else []
    return {
        "version": head.version,
        "deals": head.deals_counted,
        "rounds": list(status_by_round),
        "closed": max(closed, default=0),
        "policy": event.policy,
        "deals_per_table": event.deals_per_table,
        "lines": [list_line(row, row.entrant.number, method) for row in rows],
        **({"competitions": competitions} if competitions else {}),
    }


def list_line(row: StandingsRow, number: int, method: Method) -> dict[str, Any]:
    """Return the line of a start number without a name; the rank of an entrant who is not ranked is None."""
    is_placed = row.is_placed and len(row.rounds) >= method.least_rounds
    return {
        "rank": row.rank if is_placed else None,
        "number": number,
        "values": row.values,
        "rounds": row.rounds,
        "tie_breaks": [[key, row.tie_breaks.get(key)] for key in method.policy.tie_breaks],
    }


def list_digest(event: Event, number: int, stage: str, rows: Rows) -> str:
    """Return SHA-256 over the canonical list with the event, its number and its stage."""
    return hashlib.sha256(list_spelling(event, number, stage, rows).encode()).hexdigest()


def list_spelling(event: Event, number: int, stage: str, rows: Rows) -> str:
    """Return the canonical JSON that the digest covers, public for verification: no spaces, sorted keys."""
    whole = {"event": str(event.public_id), "number": number, "stage": stage, "list": rows}
    return json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def competition_lists(event: Event, number: int, stage: str, rows: Rows) -> list[dict[str, Any]]:
    """Return number and digest of each competition in a list, for itself: “3/1” is the first in list 3.

    The digest covers event, number and stage of the list, and the competition as it stands there.
    """
    lists = []
    for at, listed in enumerate(rows.get("competitions", ()), start=1):
        digest = list_digest(event, number, stage, {"competition": listed})
        facts = {"key": listed["key"], "number": f"{number}/{at}", "digest": digest}
        lists.append({**facts, "hash": short_hash(digest)})
    return lists


def is_whole(publication: Publication) -> bool:
    """Return whether a list still matches the digest it was published with."""
    return digest_now(publication) == publication.digest


def digest_now(publication: Publication) -> str:
    """Return the digest of the list as stored now."""
    return list_digest(publication.event, publication.number, publication.stage, publication.rows)


def short_hash(digest: str) -> str:
    """Return the first digits in groups, as printed on a list: `0f5c 45aa 91b2`."""
    return " ".join(digest[start : start + GROUP] for start in range(0, SHORT, GROUP))


def through(publication: Publication | None) -> int:
    """Return the last round that was closed when a list was published; 0 without a list.

    A list may include points of a round in progress, but the sheets of that round still grow.
    """
    return int(publication.rows["closed"]) if publication else 0


def differs(now: Rows, publication: Publication) -> bool:
    """Return whether the rows of a list published now are others than the published ones."""
    return list_content(now) != list_content(publication.rows)


def content_digest(rows: Rows) -> str:
    """Return a digest of what a list says: whoever publishes sends back that of the list they looked at."""
    return hashlib.sha256(json.dumps(list_content(rows), sort_keys=True).encode()).hexdigest()


def list_content(rows: Rows) -> Any:
    """Return what a list says in one form: without its version, and without what only explains its lists."""
    competitions = [
        {**each, "rows": [{**row, "lists": list(map(bare, row["lists"]))} for row in each["rows"]]}
        for each in rows.get("competitions", ())
    ]
    return exact_json([competitions, *(rows.get(name) for name in ("lines", "policy", "deals"))])


def bare(own: Rows) -> dict[str, Any]:
    """Return a list of a row with the keys that every version has written."""
    return {name: value for name, value in own.items() if name not in ("added", "brought")}


def list_facts(publication: Publication) -> dict[str, Any]:
    """Return the facts below a published list."""
    more = {"version": publication.rows["version"], "last_round": through(publication)}
    return {**list_name(publication), **more}


def list_name(publication: Publication) -> dict[str, Any]:
    """Return the facts that identify a list."""
    return {
        "public_id": publication.public_id,
        "number": publication.number,
        "stage": publication.stage,
        "stage_name": publication.get_stage_display(),
        "digest": publication.digest,
        "hash": short_hash(publication.digest),
        "at": publication.at,
    }


# Looking a list up


def lists_of(event: Event) -> list[Publication]:
    """Return the published lists of an event with their rows, newest first."""
    return list(event.publications.order_by("-number"))


def get_publication(public_id: uuid.UUID) -> Publication | None:
    """Return a published list by its public ID, or None."""
    return Publication.objects.select_related("event__club").filter(public_id=public_id).first()


def find_lists(typed: str) -> list[Publication] | None:
    """Return the lists whose hash starts with this text, ignoring spaces and case.

    None if it is not a hash.
    """
    figures = "".join(typed.lower().split()).replace("-", "")
    if len(figures) < LEAST or not set(figures) <= set("0123456789abcdef"):
        return None
    lists = Publication.objects.filter(digest__startswith=figures[:64]).order_by("pk")
    return list(lists.select_related("event__club"))


def list_links(lists: Sequence[Publication]) -> list[dict[str, Any]]:
    """Return all lists of an event, newest first, as its page links them: with the number of the next one."""
    following = [None, *(each.number for each in lists)]
    return [{**list_name(each), "replaced_by": other} for each, other in zip(lists, following, strict=False)]


def list_after(publication: Publication) -> Publication | None:
    """Return the list that superseded this one; one query."""
    later = publication.event.publications.filter(number__gt=publication.number)
    return later.order_by("number").first()


def reasons_given(event: Event) -> dict[int, str]:
    """Return the reasons for superseding lists, by number, unless their text was deleted; one query."""
    entries = event.entries.filter(kind=EventChangeKind.PUBLISHED, reason__isnull=False)
    return {entry.facts["list"]: entry.reason.text for entry in entries.select_related("reason")}


# Verification


def list_differences(event: Event) -> Iterator[str]:
    """Yield the problems of an event's published lists as sentences; used by verify_event."""
    entries = event.entries.filter(kind=EventChangeKind.PUBLISHED).order_by("number")
    written = {entry.facts["list"]: entry.facts["digest"] for entry in entries}
    for each in event.publications.select_related("event").order_by("number"):
        if not is_whole(each):
            yield f"published list {each.number} is not what was published: its digest differs."
        if written.pop(each.number, None) != each.digest:
            yield f"published list {each.number} has another digest than the history."
    yield from (f"published list {number} of the history is missing." for number in written)


def has_final_list(event: Event) -> bool:
    """Return whether a final list is published; one query unless the event was loaded by `with_status`."""
    known: bool | None = getattr(event, "has_final", None)
    return event.publications.filter(stage=Stage.FINAL).exists() if known is None else known
