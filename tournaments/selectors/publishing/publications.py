"""Published lists, which one replaces an event's standings, and what is public or secret.

A list is a snapshot of ranks, start numbers and values with their meanings. Names are added for display,
so that the list and its digest stay valid when a name is removed.
"""

import hashlib
import json
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.db.models import QuerySet

from scoring.standings.agreements import read_deals_per_table
from scoring.standings.policy import read_policy
from scoring.standings.standings import Method
from tournaments.models import (
    Event,
    EventChangeKind,
    Publication,
    RoundStatus,
    Stage,
    Standings,
    StandingsRow,
)
from tournaments.selectors.rounds.progress import released_rounds
from tournaments.selectors.sheets.folded_sheets import game_of, options_of
from tournaments.selectors.standings.ranking_rules import (
    event_standings,
    is_as_before,
    lot_by_seed,
    method_of,
    nominal_deals,
    public_lot_seed,
)
from tournaments.wording.names import full_name, number_name, public_name
from tournaments.wording.ranking import ranking_json, ranking_words, unranked_json
from tournaments.wording.sheet_json import translate

SHORT, GROUP = 12, 4  # digits of the short hash, and of each group
LEAST = 8  # digits needed to look up a list
PROVISIONAL, FROZEN, FINAL = "provisional", "frozen", "final"
Rows = Mapping[str, Any]


# A list


def snapshot(event: Event) -> dict[str, Any]:
    """The rows of a list published now, ready to be stored; pairs, because their order matters."""
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
    """One line without a name; the rank of an entrant who is not placed is None."""
    is_placed = row.is_placed and len(row.rounds) >= method.least_rounds
    return {
        "rank": row.rank if is_placed else None,
        "number": row.entrant.number,
        "values": row.values,
        "rounds": row.rounds,
        "tie_breaks": [[key, row.tie_breaks.get(key)] for key in method.policy.tie_breaks],
    }


def list_digest(event: Event, number: int, stage: str, rows: Rows) -> str:
    """SHA-256 over the canonical list with the event, its number and its stage."""
    return hashlib.sha256(list_spelling(event, number, stage, rows).encode()).hexdigest()


def list_spelling(event: Event, number: int, stage: str, rows: Rows) -> str:
    """The canonical JSON that the digest covers, public for verification: no spaces, sorted keys."""
    whole = {"event": str(event.public_id), "number": number, "stage": stage, "list": rows}
    return json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def is_whole(publication: Publication) -> bool:
    """Whether a list still matches the digest it was published with."""
    return digest_now(publication) == publication.digest


def digest_now(publication: Publication) -> str:
    """The digest of the list as stored now."""
    return list_digest(publication.event, publication.number, publication.stage, publication.rows)


def short_hash(digest: str) -> str:
    """The first digits in groups, as printed on a list: `0f5c 45aa 91b2`."""
    return " ".join(digest[start : start + GROUP] for start in range(0, SHORT, GROUP))


def through(publication: Publication | None) -> int:
    """The last round that was closed when a list was published; 0 without a list.

    A list may include points of a round in progress, but the sheets of that round still grow.
    """
    return int(publication.rows["closed"]) if publication else 0


def differs(event: Event, publication: Publication) -> bool:
    """Whether the sheets now give another list than the published one."""
    now, then = snapshot(event), publication.rows
    return any(now[name] != then[name] for name in ("lines", "policy", "deals"))


# Visibility


@dataclass(frozen=True, slots=True, kw_only=True)
class Visibility:
    """The view of a visitor: a list instead of computed standings, points up to `last_round` (None: all).

    `is_secret` marks data that only members see, not the public.
    """

    state: str
    publication: Publication | None = None
    is_published: bool = False
    last_round: int | None = None
    is_secret: bool = False

    def hides(self, round_number: int) -> bool:
        """Whether the points of a round are hidden from this visitor."""
        return self.last_round is not None and round_number > self.last_round


def lists_of(event: Event) -> QuerySet[Publication]:
    """The published lists of an event, newest first."""
    return event.publications.select_related("event__club").order_by("-number")


def list_links(event: Event) -> list[dict[str, Any]]:
    """The published lists as the event's page links them, newest first; one query."""
    lists = list(lists_of(event).defer("rows"))
    return [{**list_name(each), "replaced_by": other} for each, other in with_following(lists)]


def with_following(lists: Sequence[Publication]) -> Iterator[tuple[Publication, int | None]]:
    """All lists of an event, newest first, with the number of the one that superseded each."""
    yield from zip(lists, [None, *(each.number for each in lists)], strict=False)


def visibility_of(event: Event, *, is_member: bool = False) -> Visibility:
    """The visibility of an event's results for the public, or for a member; one query at most."""
    if event.is_frozen:
        newest = lists_of(event).first()
        if newest is None or newest.stage != Stage.FINAL:
            return frozen_visibility(newest, is_member=is_member)
    final = lists_of(event).filter(stage=Stage.FINAL).first()
    if final:
        return Visibility(state=FINAL, publication=final, is_published=True)
    return Visibility(state=FINAL if event.is_closed else PROVISIONAL)


def frozen_visibility(newest: Publication | None, *, is_member: bool) -> Visibility:
    """The visibility until prize-giving: the last list; members see everything, marked as secret."""
    if is_member:
        return Visibility(state=FROZEN, is_secret=True)
    return Visibility(state=FROZEN, publication=newest, is_published=True, last_round=through(newest))


def hides_sheet(event: Event, round_number: int) -> bool:
    """Whether a sheet of this round is hidden from the public; no query unless the event is frozen."""
    return event.is_frozen and visibility_of(event).hides(round_number)


# Displayed standings


def standings_shown(event: Event, visibility: Visibility, *, with_full_names: bool = False) -> dict[str, Any]:
    """The standings for a visitor: as computed, or the list that replaces them; four queries."""
    if not visibility.is_published:
        shown = event_standings(event, with_full_names=with_full_names)
    elif visibility.publication is None:
        shown = nothing_shown(event)
    else:
        shown = standings_of(visibility.publication, with_full_names=with_full_names)
    secrets = {
        "state": visibility.state,
        "is_provisional": visibility.state != FINAL,
        "is_secret": visibility.is_secret,
    }
    return {
        **shown,
        **secrets,
        "list": list_facts(visibility.publication) if visibility.publication else None,
    }


def nothing_shown(event: Event) -> dict[str, Any]:
    """Standings that are secret, before any list was published."""
    return {**heading(event, method_of(event)), "version": 0, "deals_counted": 0, "rounds": [], "rows": []}


def heading(event: Event, method: Method) -> dict[str, Any]:
    """The ranking and tie-breaks of a list."""
    return {
        "ranked_by": [ranking_json(ranking) for ranking in method.rankings],
        "ties_broken_by": [ranking_json(ranking) for ranking in method.tie_breaks],
        "ranked_in_words": ranking_words(method),
        "house_scoring": translate(game_of(event).house_scoring),
    }


def standings_of(publication: Publication, *, with_full_names: bool = False) -> dict[str, Any]:
    """A published list in the form of standings, with current names; one query."""
    event, rows = publication.event, publication.rows
    method, names = method_then(publication), names_of(event, with_full_names=with_full_names)
    lines = [line_shown(line, rows["rounds"], method, names) for line in rows["lines"]]
    return {
        **heading(event, method),
        "version": rows["version"],
        "deals_counted": rows["deals"],
        "rounds": rows["rounds"],
        "rows": lines,
    }


def method_then(publication: Publication) -> Method:
    """The ranking method in force when the list was published."""
    event, rows = publication.event, publication.rows
    game = game_of(event)
    lot = lot_by_seed(public_lot_seed(event))
    agreed = read_deals_per_table(rows["deals_per_table"])
    policy, nominal = read_policy(rows["policy"], game), nominal_deals(game, agreed)
    return Method(policy, game, nominal, lot, options=options_of(event), is_as_before=is_as_before(event))


def names_of(event: Event, *, with_full_names: bool = False) -> dict[int, str]:
    """Current names by start number."""
    shown = full_name if with_full_names else public_name
    entrants = event.entrants.select_related("player").order_by("number")
    return {entrant.number: shown(entrant.player, entrant.number) for entrant in entrants}


def line_shown(line: Rows, rounds: Sequence[int], method: Method, names: Mapping[int, str]) -> dict[str, Any]:
    """A stored line in the form that `_standings.html` needs."""
    value_by_round = dict(line["rounds"])
    values = dict(zip([ranking.tally for ranking in method.rankings], line["values"], strict=False))
    is_placed = line["rank"] is not None
    return {
        "rank": line["rank"],
        "is_placed": is_placed,
        "unranked": None if is_placed else unranked_json(len(line["rounds"]), method.policy.minimum),
        "number": line["number"],
        "name": names.get(line["number"]) or number_name(line["number"]),
        "total": line["values"][0],
        "values": values,
        "rounds": [value_by_round.get(number) for number in rounds],
        "tie_breaks": dict(line["tie_breaks"]),
        "moved": 0,
    }


def list_facts(publication: Publication) -> dict[str, Any]:
    """The facts below a published list."""
    more = {"version": publication.rows["version"], "last_round": through(publication)}
    return {**list_name(publication), **more}


def list_name(publication: Publication) -> dict[str, Any]:
    """The facts that identify a list."""
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
    """A published list by its public ID, or None."""
    return Publication.objects.select_related("event__club").filter(public_id=public_id).first()


def find_lists(typed: str) -> list[Publication] | None:
    """The lists whose hash starts with this text, ignoring spaces and case; None if it is not a hash."""
    figures = "".join(typed.lower().split()).replace("-", "")
    if len(figures) < LEAST or not set(figures) <= set("0123456789abcdef"):
        return None
    lists = Publication.objects.filter(digest__startswith=figures[:64]).order_by("pk")
    return list(lists.select_related("event__club"))


def replacements(event: Event) -> dict[int, Publication]:
    """The list that superseded each list, by its number: the next one; one query."""
    lists = list(event.publications.order_by("number"))
    return {one.number: other for one, other in pairwise(lists)}


def reasons_given(event: Event) -> dict[int, str]:
    """The reasons for superseding lists, by number, unless their text was deleted; one query."""
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
    """Whether a final list is published; one query unless the event was loaded by `with_status`."""
    known: bool | None = getattr(event, "has_final", None)
    return event.publications.filter(stage=Stage.FINAL).exists() if known is None else known
