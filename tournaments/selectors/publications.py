"""Published lists, and which one stands for an event's standings: what everybody may see, what is secret.

A list is a snapshot of rank, number and values with what they mean; names are put in when it is shown, so
that it and its digest outlive a name that is removed.
"""

import hashlib
import json
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.db.models import QuerySet

from rules.game import Ranking
from scoring.agreements import read_deals_per_table
from scoring.policy import read_policy
from scoring.standings import Method
from tournaments.models import (
    Event,
    EventEntryKind,
    Publication,
    RoundStatus,
    Stage,
    Standings,
    StandingsRow,
)
from tournaments.naming import full_name, number_name, public_name
from tournaments.presenting import ranking_json, said
from tournaments.ranking_words import ranking_words
from tournaments.selectors.rounds import released_rounds
from tournaments.selectors.sheets import game_of
from tournaments.selectors.standings import (
    event_standings,
    lot_by_seed,
    method_of,
    nominal_deals,
    public_lot_seed,
)

SHORT, GROUP = 12, 4  # figures of the short hash, and how they are grouped
LEAST = 8  # figures that are enough to look a list up
PROVISIONAL, FROZEN, FINAL = "provisional", "frozen", "final"
Rows = Mapping[str, Any]


# A list


def snapshot(event: Event) -> dict[str, Any]:
    """What a list published now says, ready to be stored; pairs, for their order is part of it."""
    stored = Standings.objects.filter(event=event).first() or Standings(event=event)
    rows = StandingsRow.objects.filter(event=event).select_related("entrant")
    method = method_of(event)
    status_by_round = dict(released_rounds(event).values_list("number", "status"))
    closed = [number for number, status in status_by_round.items() if status == RoundStatus.CLOSED]
    return {
        "version": stored.version,
        "deals": stored.deals_counted,
        "rounds": list(status_by_round),
        "closed": max(closed, default=0),
        "policy": event.policy,
        "deals_per_table": event.deals_per_table,
        "lines": [snapshot_line(row, method) for row in rows.order_by("rank", "entrant__number")],
    }


def snapshot_line(row: StandingsRow, method: Method) -> dict[str, Any]:
    """One line without a name; the rank of who is not placed is None."""
    is_placed = row.is_placed and len(row.rounds) >= method.policy.minimum
    return {
        "rank": row.rank if is_placed else None,
        "number": row.entrant.number,
        "values": row.values,
        "rounds": row.rounds,
        "tie_breaks": [[key, row.tie_breaks.get(key)] for key in method.policy.tie_breaks],
    }


def list_digest(event: Event, number: int, stage: str, rows: Rows) -> str:
    """SHA-256 over the list in one spelling only, with the event, its number and its stage."""
    return hashlib.sha256(list_spelling(event, number, stage, rows).encode()).hexdigest()


def list_spelling(event: Event, number: int, stage: str, rows: Rows) -> str:
    """What the digest covers, to be downloaded and hashed by anybody: JSON without spaces, keys in order."""
    whole = {"event": str(event.public_id), "number": number, "stage": stage, "list": rows}
    return json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def is_whole(publication: Publication) -> bool:
    """Whether a list still gives the digest it was published with."""
    return digest_now(publication) == publication.digest


def digest_now(publication: Publication) -> str:
    """What the stored list gives today."""
    return list_digest(publication.event, publication.number, publication.stage, publication.rows)


def short_hash(digest: str) -> str:
    """The first figures in groups, as a list on paper shows them: `0f5c 45aa 91b2`."""
    return " ".join(digest[start : start + GROUP] for start in range(0, SHORT, GROUP))


def through(publication: Publication | None) -> int:
    """The last round that was over when a list was published; 0 without a list.

    A list may hold what a running round has brought so far, but the sheets of that round still grow.
    """
    return int(publication.rows["closed"]) if publication else 0


def differs(event: Event, publication: Publication) -> bool:
    """Whether the sheets give another list by now than the one that was published."""
    now, then = snapshot(event), publication.rows
    return any(now[name] != then[name] for name in ("lines", "policy", "deals"))


# Which list stands for the standings


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """What a visitor sees: a list instead of what is computed, points of rounds up to one (None: all).

    `is_secret`: he is a member and sees what the public does not.
    """

    state: str
    publication: Publication | None = None
    is_published: bool = False
    last_round: int | None = None
    is_secret: bool = False

    def hides(self, round_number: int) -> bool:
        """Whether the points of a round are not for this visitor."""
        return self.last_round is not None and round_number > self.last_round


def lists_of(event: Event) -> QuerySet[Publication]:
    """The published lists of an event, newest first."""
    return event.publications.select_related("event__club").order_by("-number")


def list_links(event: Event) -> list[dict[str, Any]]:
    """What the event's page says of its published lists, newest first; one query."""
    lists = list(lists_of(event).defer("rows"))
    return [{**list_name(each), "replaced_by": other} for each, other in with_following(lists)]


def with_following(lists: Sequence[Publication]) -> Iterator[tuple[Publication, int | None]]:
    """All lists of an event, newest first, with the number of the one that took the place of each."""
    yield from zip(lists, [None, *(each.number for each in lists)], strict=False)


def sight_of(event: Event, *, is_member: bool = False) -> Sight:
    """What the public, or a member, sees of an event; one query at most."""
    if event.is_frozen:
        newest = lists_of(event).first()
        if newest is None or newest.stage != Stage.FINAL:
            return frozen_sight(newest, is_member=is_member)
    final = lists_of(event).filter(stage=Stage.FINAL).first()
    if final:
        return Sight(state=FINAL, publication=final, is_published=True)
    return Sight(state=FINAL if event.is_closed else PROVISIONAL)


def frozen_sight(newest: Publication | None, *, is_member: bool) -> Sight:
    """What is seen until prize-giving: the last list; members see everything, marked as secret."""
    if is_member:
        return Sight(state=FROZEN, is_secret=True)
    return Sight(state=FROZEN, publication=newest, is_published=True, last_round=through(newest))


def hides_sheet(event: Event, round_number: int) -> bool:
    """Whether a sheet of this round is secret to the public; no query unless the event is frozen."""
    return event.is_frozen and sight_of(event).hides(round_number)


# The standings as they are shown


def standings_shown(event: Event, sight: Sight, *, with_full_names: bool = False) -> dict[str, Any]:
    """The standings for a visitor: as computed, or the list that stands for them; four queries."""
    if not sight.is_published:
        shown = event_standings(event, with_full_names=with_full_names)
    elif sight.publication is None:
        shown = nothing_shown(event)
    else:
        shown = standings_of(sight.publication, with_full_names=with_full_names)
    secrets = {"state": sight.state, "is_provisional": sight.state != FINAL, "is_secret": sight.is_secret}
    return {**shown, **secrets, "list": list_facts(sight.publication) if sight.publication else None}


def nothing_shown(event: Event) -> dict[str, Any]:
    """Standings that are secret before any list was published."""
    return {**heading(event, method_of(event)), "version": 0, "deals_counted": 0, "rounds": [], "rows": []}


def heading(event: Event, method: Method) -> dict[str, Any]:
    """What a list is ranked by."""
    return {
        "ranked_by": [ranking_json(ranking) for ranking in method.rankings],
        "ties_broken_by": [ranking_json(ranking) for ranking in method.tie_breaks],
        "ranked_in_words": ranking_words(method),
        "house_scoring": said(game_of(event).house_scoring),
    }


def standings_of(publication: Publication, *, with_full_names: bool = False) -> dict[str, Any]:
    """A published list as pages show standings, with the names of today; one query."""
    event, rows = publication.event, publication.rows
    method, names = method_then(publication), names_of(event, with_full_names=with_full_names)
    lines = [line_shown(line, rows["rounds"], method.rankings, names) for line in rows["lines"]]
    return {
        **heading(event, method),
        "version": rows["version"],
        "deals_counted": rows["deals"],
        "rounds": rows["rounds"],
        "rows": lines,
    }


def method_then(publication: Publication) -> Method:
    """How the event ranked when the list was published."""
    event, rows = publication.event, publication.rows
    game = game_of(event)
    lot = lot_by_seed(public_lot_seed(event))
    agreed = read_deals_per_table(rows["deals_per_table"])
    return Method(read_policy(rows["policy"], game), game, nominal_deals(game, agreed), lot)


def names_of(event: Event, *, with_full_names: bool = False) -> dict[int, str]:
    """Names by start number, as they are shown now."""
    shown = full_name if with_full_names else public_name
    entrants = event.entrants.select_related("player").order_by("number")
    return {entrant.number: shown(entrant.player, entrant.number) for entrant in entrants}


def line_shown(
    line: Rows, rounds: Sequence[int], rankings: Sequence[Ranking], names: Mapping[int, str]
) -> dict[str, Any]:
    """A stored line as `_standings.html` wants it."""
    value_by_round = dict(line["rounds"])
    values = dict(zip([ranking.tally for ranking in rankings], line["values"], strict=False))
    return {
        "rank": line["rank"],
        "is_placed": line["rank"] is not None,
        "number": line["number"],
        "name": names.get(line["number"]) or number_name(line["number"]),
        "total": line["values"][0],
        "values": values,
        "rounds": [value_by_round.get(number) for number in rounds],
        "tie_breaks": dict(line["tie_breaks"]),
        "moved": 0,
    }


def list_facts(publication: Publication) -> dict[str, Any]:
    """What stands under a published list."""
    more = {"version": publication.rows["version"], "last_round": through(publication)}
    return {**list_name(publication), **more}


def list_name(publication: Publication) -> dict[str, Any]:
    """What a list is known by."""
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


def get_publication(public_id: uuid.UUID) -> Publication | None:
    """A published list."""
    return Publication.objects.select_related("event__club").filter(public_id=public_id).first()


def find_lists(typed: str) -> list[Publication] | None:
    """The lists whose hash begins as typed, spaces and capitals aside; None for what is no hash."""
    figures = "".join(typed.lower().split()).replace("-", "")
    if len(figures) < LEAST or not set(figures) <= set("0123456789abcdef"):
        return None
    lists = Publication.objects.filter(digest__startswith=figures[:64]).order_by("pk")
    return list(lists.select_related("event__club"))


def replacements(event: Event) -> dict[int, Publication]:
    """What came in the place of each list, by its number: the next one; one query."""
    lists = list(event.publications.order_by("number"))
    return {one.number: other for one, other in pairwise(lists)}


def reasons_given(event: Event) -> dict[int, str]:
    """Why lists were published anew, by number, as far as the words still exist; one query."""
    entries = event.entries.filter(kind=EventEntryKind.PUBLISHED, reason__isnull=False)
    return {entry.facts["list"]: entry.reason.text for entry in entries.select_related("reason")}


# Checking


def list_differences(event: Event) -> Iterator[str]:
    """What is wrong with the published lists of an event, as sentences; for verify_event."""
    entries = event.entries.filter(kind=EventEntryKind.PUBLISHED).order_by("number")
    written = {entry.facts["list"]: entry.facts["digest"] for entry in entries}
    for each in event.publications.select_related("event").order_by("number"):
        if not is_whole(each):
            yield f"published list {each.number} is not what was published: its digest differs."
        if written.pop(each.number, None) != each.digest:
            yield f"published list {each.number} has another digest than the history."
    yield from (f"published list {number} of the history is missing." for number in written)
