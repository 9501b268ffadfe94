"""The log of an event: the entries of its own chain and of its sheets, newest first, with filters."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db.models import CharField, Q, QuerySet, Value

from tournaments.models import (
    Adjustment,
    AuthorKind,
    Entrant,
    Event,
    EventChange,
    EventChangeKind,
    Player,
    Ruling,
    SheetChange,
    SheetChangeKind,
    Table,
)
from tournaments.selectors.history.authors import author_names, phone_name
from tournaments.selectors.sheets.agreements import game_of
from tournaments.selectors.sheets.folded_sheets import LoadedPart, load_many
from tournaments.wording.deals import whole_deal_words
from tournaments.wording.history import (
    DEALS,
    SEATS,
    Names,
    facts_said,
    kind_said,
    left_words,
    phone_words,
    place_words,
    program_words,
    record_said,
    row_words,
)
from tournaments.wording.lists import in_a_list, in_brackets
from tournaments.wording.names import full_name

SHEET, EVENT = "sheet", "event"
AT_ONCE = timedelta(seconds=1)  # nobody types two corrections so fast
E = EventChangeKind
KINDS: Mapping[str, Sequence[EventChangeKind]] = {
    "draws": (E.SEED_COMMITTED, E.DRAWN, E.DRAW_DISCARDED, E.SWAPPED),
    "rounds": (E.ROUND_RELEASED, E.ROUND_CLOSED, E.ROUND_REOPENED, E.CLOCK, E.SIGNED_OFF, E.EVENT_CLOSED,
               E.EVENT_REOPENED),
    "rulings": (E.ADJUSTED, E.RULED, E.TAKEN_BACK),
    "money": (E.PAID,),
    SEATS: (E.RESEATED, E.BROKEN_OFF),
    "links": (E.LINK_RENEWED, E.LINK_REVOKED, E.HELPER, E.PIN_RENEWED),
    "entries": (E.ENTERED, E.WITHDRAWN, E.CHECKED_IN, E.CHECKED_OUT, E.LEFT, E.FORGOTTEN,
                E.MERGED, E.UNMERGED),
    "settings": (E.SETTINGS, E.PUBLISHED, E.CANCELLED, E.UNCANCELLED, E.LISTED, E.HALL),
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class LogFilter:
    """The entries that a reader wants; empty values mean all.

    `kind` is a key of `LOG_LABELS`; `person` is an author as `kind-id` (see `authors_of`) or `player-ID`.
    """

    kind: str = ""
    round: int | None = None
    table: int | None = None
    person: str = ""
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """One entry in words. `table` and `deal_id` lead to the versions of a deal, if it is about one."""

    at: datetime
    number: int
    kind: str
    text: str
    who: str
    phone: str
    reason: str
    table: Table | None = None
    deal_id: int | None = None


def count_entries(event: Event) -> int:
    """Return the number of entries of an event and its sheets; two queries."""
    return event.entries.count() + SheetChange.objects.filter(table__round__event=event).count()


# Choosing


def log_keys(event: Event, chosen: LogFilter) -> QuerySet[Any, Any]:
    """Return time, kind of chain and ID of the entries wanted, newest first; one query."""
    own = keys_of(chosen_event_changes(event, chosen), EVENT)
    sheets = keys_of(chosen_sheet_changes(event, chosen), SHEET)
    return own.union(sheets, all=True).order_by("-at", "-chain", "-pk")


def keys_of(entries: QuerySet[Any], chain: str) -> QuerySet[Any, Any]:
    """Return the entries as time, kind of chain and ID."""
    named = entries.order_by().annotate(chain=Value(chain, output_field=CharField()))
    return named.values_list("at", "chain", "pk")


def chosen_event_changes(event: Event, chosen: LogFilter) -> QuerySet[EventChange]:
    """Return the entries of the event's own chain."""
    entries = within_time(EventChange.objects.filter(event=event), chosen)
    if chosen.kind:
        entries = entries.filter(kind__in=KINDS.get(chosen.kind, ()))
    if chosen.round:
        tables = Table.objects.filter(round__event=event, round__number=chosen.round)
        tables = tables.filter(number=chosen.table) if chosen.table else tables
        ruled = Q(kind=E.RULED, facts__table__in=list(tables.values_list("pk", flat=True)))
        here = Q(facts__round=chosen.round) & ~Q(kind=E.RULED)
        entries = entries.filter((here & Q(facts__table=chosen.table) if chosen.table else here) | ruled)
    what, __, number = chosen.person.partition("-")
    if what == "player":
        return entries.filter(Q(facts__entrant=int(number)) | by_author(AuthorKind.ENTRANT, number))
    return entries.filter(by_author(what, number)) if what else entries


def chosen_sheet_changes(event: Event, chosen: LogFilter) -> QuerySet[SheetChange]:
    """Return the entries of the sheets; changed seats stand in the event's own chain, with their reason."""
    entries = within_time(SheetChange.objects.filter(table__round__event=event), chosen)
    entries = entries.exclude(kind=SheetChangeKind.RESEATED)
    if chosen.kind not in ("", DEALS):
        return entries.none()
    if chosen.round:
        entries = entries.filter(table__round__number=chosen.round)
        entries = entries.filter(table__number=chosen.table) if chosen.table else entries
    what, __, number = chosen.person.partition("-")
    kind = AuthorKind.ENTRANT if what == "player" else what
    return entries.filter(by_author(kind, number)) if kind else entries


def by_author(kind: str, number: str) -> Q:
    """Return the entries of one author; of all of its kind without a number."""
    return Q(author_kind=kind, author_id=int(number)) if number else Q(author_kind=kind)


def within_time(entries: QuerySet[Any], chosen: LogFilter) -> QuerySet[Any]:
    """Return the entries between two moments, both included."""
    if chosen.since:
        entries = entries.filter(at__gte=chosen.since)
    return entries.filter(at__lte=chosen.until) if chosen.until else entries


def persons_of(event: Event) -> list[tuple[str, str]]:
    """Return the authors and players to choose from, as `LogFilter.person` names them; five queries."""
    sheets = SheetChange.objects.filter(table__round__event=event)
    changes: dict[tuple[str, int | None], EventChange | SheetChange] = {}
    for entries in (EventChange.objects.filter(event=event), sheets):
        named = entries.filter(author_kind__in=(AuthorKind.MEMBER, AuthorKind.HELPER))
        for kind, number in named.order_by().values_list("author_kind", "author_id").distinct():
            changes[kind, number] = EventChange(pk=len(changes), author_kind=kind, author_id=number)
    names = author_names(changes.values())
    authors = [(f"{kind}-{number}", names[entry.pk]) for (kind, number), entry in changes.items()]
    entrants = event.entrants.select_related("player").order_by("number")
    return [
        *sorted(authors, key=lambda each: each[1]),
        (AuthorKind.LINK, phone_words()),
        (AuthorKind.DEMO, program_words()),
        *((f"player-{each.pk}", f"{each.number} {full_name(each.player)}") for each in entrants),
    ]


# Wording


def log_lines(event: Event, keys: Iterable[tuple[datetime, str, int]]) -> list[LogLine]:
    """Return the entries with these keys in words, in this order; a constant number of queries."""
    ids: defaultdict[str, list[int]] = defaultdict(list)
    keys = list(keys)
    for __, chain, pk in keys:
        ids[chain].append(pk)
    own = EventChange.objects.filter(pk__in=ids[EVENT]).select_related("reason")
    sheets = SheetChange.objects.filter(pk__in=ids[SHEET]).select_related("reason", "table__round", "deal")
    lines = {(EVENT, pk): line for pk, line in event_lines(event, list(own)).items()}
    lines |= {(SHEET, pk): line for pk, line in sheet_lines(event, list(sheets)).items()}
    return acts_of([lines[chain, pk] for __, chain, pk in keys if (chain, pk) in lines])


def acts_of(lines: Iterable[LogLine]) -> list[LogLine]:
    """Return the lines, newest first; rows that were corrected by one typed sheet are one line."""
    acts: list[LogLine] = []
    for line in lines:
        if acts and is_one_act(line, acts[-1]):
            rest = acts[-1].text.removeprefix(f"{place_of(line)}, ")
            acts[-1] = replace(line, text=f"{line.text}; {rest}", deal_id=None)
        else:
            acts.append(line)
    return acts


def is_one_act(line: LogLine, later: LogLine) -> bool:
    """Return whether two corrections of a sheet were typed by one person, and stored at once."""
    both = (line.kind, line.table, line.who, line.reason) == (
        later.kind,
        later.table,
        later.who,
        later.reason,
    )
    is_typed = line.kind == SheetChangeKind.CORRECTED.label and not line.phone
    return both and is_typed and later.at - line.at < AT_ONCE


def place_of(line: LogLine) -> str:
    """Return the place of the table of a line."""
    return place_words(line.table.round.number, line.table.number) if line.table else ""


def event_lines(event: Event, entries: Sequence[EventChange]) -> dict[int, LogLine]:
    """Return the entries of the event's own chain in words, by ID."""
    who, names = author_names(entries), names_in(event, entries)
    return {
        each.pk: LogLine(
            at=each.at,
            number=each.number,
            kind=kind_said(each),
            text=facts_said(each, names),
            who=author_of(each, who, names),
            phone="",
            reason=reason_in(each),
        )
        for each in entries
    }


def sheet_lines(event: Event, entries: Sequence[SheetChange]) -> dict[int, LogLine]:
    """Return the entries of sheets in words, by ID; folds only the sheets that have one of them."""
    who, names = author_names(entries), names_in(event)
    sheets = load_many(event, {each.table_id for each in entries})
    records = earlier_records(entries)
    return {
        each.pk: LogLine(
            at=each.at,
            number=each.number,
            kind=kind_said(each),
            text=sheet_said(event, each, sheets.get(each.table_id, []), records, names),
            who=author_of(each, who, names),
            phone=phone_name(each),
            reason=reason_in(each),
            table=each.table,
            deal_id=each.deal_id,
        )
        for each in entries
    }


def names_in(event: Event, entries: Iterable[EventChange] = ()) -> Names:
    """Return the names of an event's players and the places of its tables, and what the entries name beside
    them.

    Five queries at most.
    """
    facts = [each.facts for each in entries]
    entrants = list(Entrant.objects.filter(event=event).select_related("player"))
    shown = {each.pk: full_name(each.player, each.number) + in_brackets(each.number) for each in entrants}
    tables = Table.objects.filter(round__event=event).values_list("pk", "round__number", "number")
    others = {each[name] for each in facts for name in ("player", "other") if name in each}
    players = Player.objects.filter(pk__in=others) if others else ()
    return Names(
        shown,
        {pk: place_words(round, number) for pk, round, number in tables},
        {each.pk: full_name(each) for each in players}
        | {each.player_id: shown[each.pk] for each in entrants if each.player_id in others},
        decisions_in(facts),
        event.game,
    )


def decisions_in(facts: Iterable[Mapping[str, Any]]) -> dict[tuple[str, int], Mapping[str, Any]]:
    """Return the facts of the adjustments and rulings that were undone, by kind and ID.

    Two queries at most.
    """
    facts_by_key: dict[tuple[str, int], Mapping[str, Any]] = {}
    for kind, model in (("adjustment", Adjustment), ("ruling", Ruling)):
        ids = [each[kind] for each in facts if kind in each]
        decisions = model.objects.filter(pk__in=ids).select_related("entry") if ids else ()
        facts_by_key |= {(kind, each.pk): each.entry.facts for each in decisions}
    return facts_by_key


def earlier_records(entries: Iterable[SheetChange]) -> dict[int, list[tuple[int, Any]]]:
    """Return every version of the deals that the entries are about, by ID of the deal, in order.

    One query.
    """
    deals = {each.deal_id for each in entries if each.deal_id}
    changes = SheetChange.objects.filter(deal__in=deals, record__isnull=False)
    versions: defaultdict[int, list[tuple[int, Any]]] = defaultdict(list)
    for deal_id, number, record in (
        changes.exclude(kind=SheetChangeKind.SETTLED)
        .order_by("number")
        .values_list("deal_id", "number", "record")
    ):
        versions[deal_id or 0].append((number, record))
    return versions


def author_of(entry: EventChange | SheetChange, who: Mapping[int, str], names: Names) -> str:
    """Return the author; a player who confirmed by PIN has a name."""
    if entry.author_kind == AuthorKind.ENTRANT:
        return names.entrants.get(entry.author_id or 0, who[entry.pk])
    return who[entry.pk]


def reason_in(entry: EventChange | SheetChange) -> str:
    """Return the reason of an entry; empty if it has none or its text was deleted."""
    return entry.reason.text if hasattr(entry, "reason") else ""


def sheet_said(
    event: Event,
    entry: SheetChange,
    parts: Sequence[LoadedPart],
    records: Mapping[int, Sequence[tuple[int, Any]]],
    names: Names,
) -> str:
    """Return place and row of a change to a sheet, and what it changed.

    A deal before and after, or its record.
    """
    pieces = [place_words(entry.table.round.number, entry.table.number)]
    if entry.deal_number:
        pieces.append(row_words(entry.deal_number))
    if entry.deal is None or not parts:
        return in_a_list(filter(None, [*pieces, record_said(entry, names)]))
    part = next((each for each in parts if each.part.pk == entry.deal.part_id), parts[-1])
    seated = [full_name(seat.entrant.player, seat.entrant.number) for seat in part.part.seats.all()]

    def words(record: Any) -> str:
        return whole_deal_words(game_of(event), part.sheet.state, seated, record)

    versions = records.get(entry.deal.pk, ())
    before = [record for number, record in versions if number < entry.number][-1:]
    if entry.kind == SheetChangeKind.SETTLED:
        pieces.append(left_words(words((entry.record or {}).get("left", {}))))
    elif entry.kind == SheetChangeKind.CORRECTED:
        pieces.append(" → ".join(words(record) for record in (*before, entry.record)))
    else:
        pieces += [words(record) for record in ([entry.record] if entry.record else before)]
    return in_a_list(filter(None, pieces))


def settings_changes(event: Event, revision: int) -> list[EventChange]:
    """Return the changes of an event's settings after this revision, newest first."""
    entries = event.entries.filter(kind=EventChangeKind.SETTINGS, number__gt=revision)
    return list(entries.order_by("-number"))
