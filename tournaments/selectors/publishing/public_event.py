"""An event as one visitor may see it: standings, rounds, names and notes, with nothing that is secret yet."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Any

from django.db.models import prefetch_related_objects

from scoring.standings.standings import Method
from tournaments.models import (
    Counting,
    Entrant,
    Event,
    EventChangeKind,
    Publication,
    Round,
    RoundStatus,
    Seat,
    SitOut,
    Stage,
    Standings,
    StandingsRow,
)
from tournaments.selectors.competitions.shown import (
    as_standings,
    listed_rankings,
    sections_before,
    sections_listed,
)
from tournaments.selectors.publishing.publications import (
    competition_lists,
    list_facts,
    list_line,
    through,
)
from tournaments.selectors.rounds.clock import RoundClock, clocks_in
from tournaments.selectors.rounds.progress import (
    NameOf,
    RoundProgress,
    released_rounds,
    round_progress,
    silent,
    table_lookups,
)
from tournaments.selectors.standings.decisions import Note, notes_by_number
from tournaments.selectors.standings.ranking_rules import method_of
from tournaments.selectors.standings.results import EventStandings, standings_head, stored_rows
from tournaments.wording.names import number_name, public_name
from tournaments.wording.ranking import ranking_json, ranking_words, unranked_json
from tournaments.wording.sheet_json import translate

PROVISIONAL, FROZEN, FINAL = "provisional", "frozen", "final"


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
        """Return whether the points of a round are hidden from this visitor."""
        return self.last_round is not None and round_number > self.last_round

    def tells(self, note: Note) -> bool:
        """Return whether the visitor may see a note.

        Without a round, only if it precedes the visitor's list.
        """
        if note.round is not None:
            return not self.hides(note.round)
        return self.last_round is None or (self.publication is not None and note.at < self.publication.at)


@dataclass(frozen=True, slots=True)
class Noted:
    """All decisions about one entrant's points."""

    number: int
    name: str
    notes: list[Note]


@dataclass(frozen=True)
class PublicEvent:
    """What one visitor may see of an event. Each fact is read when it is first asked for, and only once."""

    event: Event
    is_member: bool = False  # sees what is secret until prize-giving
    name_of: NameOf = public_name
    current: EventStandings | None = None  # stands for the standings stored last

    @cached_property
    def lists(self) -> list[Publication]:
        """Return the published lists, newest first, without their rows; one query."""
        return list(self.event.publications.defer("rows").order_by("-number"))

    @cached_property
    def visibility(self) -> Visibility:
        """Return whether the standings are computed or a list stands for them, and which rounds are
        secret.
        """
        newest = next(iter(self.lists), None)
        if self.event.is_frozen and (newest is None or newest.stage != Stage.FINAL):
            if self.is_member:
                return Visibility(state=FROZEN, is_secret=True)
            return Visibility(state=FROZEN, publication=newest, is_published=True, last_round=through(newest))
        final = next((each for each in self.lists if each.stage == Stage.FINAL), None)
        if final:
            return Visibility(state=FINAL, publication=final, is_published=True)
        return Visibility(state=FINAL if self.event.is_closed else PROVISIONAL)

    @property
    def is_final(self) -> bool:
        """Return whether the newest published list is final."""
        return bool(self.lists) and self.lists[0].stage == Stage.FINAL

    # Entrants

    @cached_property
    def entrants(self) -> dict[int, Entrant]:
        """Return the entrants by ID, in the order of their numbers; one query."""
        entrants = self.event.entrants.select_related("player").order_by("number")
        return {each.pk: each for each in entrants}

    @cached_property
    def names(self) -> dict[int, str]:
        """Return the names shown, by start number."""
        return {each.number: self.name_of(each.player, each.number) for each in self.entrants.values()}

    def name(self, number: int) -> str:
        """Return the name shown of a start number, also of one that was entered since the entrants were
        read.
        """
        return self.names.get(number) or number_name(number)

    def entrant_of(self, row: Seat | SitOut | StandingsRow) -> Entrant:
        """Return the entrant of a row; one who was entered since the entrants were read costs a query."""
        return self.entrants.get(row.entrant_id) or row.entrant

    def account_of(self, seat: Seat) -> Entrant:
        """Return the entrant to whom the points of a seat go."""
        return self.entrants.get(seat.account_id) or seat.account

    def name_at(self, seat: Seat) -> str:
        """Return the name shown of the player on a seat."""
        entrant = self.entrant_of(seat)
        return self.name_of(entrant.player, entrant.number)

    @cached_property
    def has_competitions(self) -> bool:
        """Return whether the event has teams, categories or another competition; two queries."""
        has_categories = any(each.player.categories for each in self.entrants.values())
        return has_categories or self.event.teams.exists() or self.event.competitions.exists()

    @cached_property
    def competitions(self) -> list[dict[str, Any]]:
        """Return the rankings beside the event's own, as computed now, or as in the list that replaces them.

        A dozen queries, however many there are.
        """
        visibility, entrants = self.visibility, list(self.entrants.values())
        if self.event.counting != Counting.NOW:
            return sections_before(self.event, self.standings["rows"], entrants, self.names, self.name_of)
        if visibility.publication:
            listed = visibility.publication.rows.get("competitions", [])
            sections = sections_listed(self.event, listed, self.names, self.name_of)
            then = visibility.publication
            lists = competition_lists(self.event, then.number, then.stage, then.rows)
            return [{**each, "list": own} for each, own in zip(sections, lists, strict=True)]
        listed = [] if visibility.is_published else listed_rankings(self.event)
        return sections_listed(self.event, listed, self.names, self.name_of)

    def standings_of(self, key: str | None) -> dict[str, Any] | None:
        """Return a competition in the form of standings, or those of the event; None for an unknown key."""
        if not key:
            return {**self.standings, "title": ""}
        competition = next((each for each in self.competitions if each["key"] == key), None)
        return competition and as_standings(competition, self.standings)

    # Rounds

    @cached_property
    def released(self) -> list[Round]:
        """Return the released rounds, in order; one query."""
        return list(released_rounds(self.event))

    @cached_property
    def rounds(self) -> list[RoundProgress]:
        """Return the released rounds with their tables; three queries more."""
        return self.progress_of(self.released)

    def progress_of(self, rounds: Sequence[Round]) -> list[RoundProgress]:
        """Return these rounds with their tables; three queries. Secret ones show the seats only."""
        prefetch_related_objects(rounds, *table_lookups(Seat.objects.order_by("position")))
        shown = [round_progress(self.event, each, name_at=self.name_at) for each in rounds]
        return [silent(each) if self.visibility.hides(each.number) else each for each in shown]

    @property
    def visible(self) -> list[Round]:
        """Return the released rounds whose points this visitor may see."""
        return [each for each in self.released if not self.visibility.hides(each.number)]

    @property
    def clocks(self) -> list[RoundClock]:
        """Return the clocks of the open rounds."""
        open_ones = [each for each in self.released if each.status == RoundStatus.OPEN]
        return clocks_in(open_ones, self.event.planned_rounds)

    # Standings

    @cached_property
    def method(self) -> Method:
        """Return the ranking method of the standings shown."""
        return method_of(self.event, self.visibility.publication)

    @cached_property
    def standings(self) -> dict[str, Any]:
        """Return the standings as `_standings.html` takes them.

        As computed, or the list that replaces them.
        """
        visibility = self.visibility
        if visibility.publication:
            shown = self.listed(visibility.publication)
        elif visibility.is_published:
            shown = {**heading(self.method), "version": 0, "deals_counted": 0, "rounds": [], "rows": []}
        else:
            shown = self.computed
        return {
            **shown,
            "state": visibility.state,
            "is_provisional": visibility.state != FINAL,
            "is_secret": visibility.is_secret,
            "list": list_facts(visibility.publication) if visibility.publication else None,
        }

    @cached_property
    def stored(self) -> Standings:
        """Return version and deals of the standings as computed last, version 0 before the first.

        One query.
        """
        return standings_head(self.event)

    @cached_property
    def computed(self) -> dict[str, Any]:
        """Return the standings as computed last, or the current ones if they were given; one query more.

        Stored rows may be older than the policy.
        """
        head, stored = self.current or (self.stored, stored_rows(self.event))
        rounds, method = [each.number for each in self.released], method_of(self.event)
        rows = []
        for row in stored:
            line = list_line(row, self.entrant_of(row).number, method)
            gained = row.previous_rank - row.rank if row.previous_rank and line["rank"] is not None else 0
            rows.append((line, gained))
        return {
            **heading(method),
            "version": head.version,
            "deals_counted": head.deals_counted,
            "rounds": rounds,
            "rows": self.rows(rows, rounds, method),
        }

    def listed(self, publication: Publication) -> dict[str, Any]:
        """Return the standings as published in a list, with the ranking method then in force."""
        rows, method = publication.rows, method_of(self.event, publication)
        return {
            **heading(method),
            "version": rows["version"],
            "deals_counted": rows["deals"],
            "rounds": rows["rounds"],
            "rows": self.rows([(line, 0) for line in rows["lines"]], rows["rounds"], method),
        }

    def rows(
        self, lines: Sequence[tuple[Mapping[str, Any], int]], rounds: Sequence[int], method: Method
    ) -> list[dict[str, Any]]:
        """Return lines of a list, each with the ranks gained in the last round, as rows with names.

        `values` holds the ranking values by name, in order; the first is the total. `rounds` has None for a
        sit-out. `rank` is None for an entrant who is not ranked, and `unranked` says why.
        """
        tallies = [ranking.tally for ranking in method.rankings]
        return [
            {
                "rank": line["rank"],
                "is_placed": line["rank"] is not None,
                "unranked": unranked_json(len(line["rounds"]), method.policy.minimum)
                if line["rank"] is None
                else None,
                "number": line["number"],
                "name": self.name(line["number"]),
                "total": line["values"][0],
                "values": dict(zip_longest(tallies, line["values"][: len(tallies)])),
                "rounds": [value_by_round.get(number) for number in rounds],
                "tie_breaks": dict(line["tie_breaks"]),
                "moved": gained,
            }
            for line, gained in lines
            for value_by_round in [dict(line["rounds"])]
        ]

    # Notes

    @cached_property
    def notes(self) -> list[Noted]:
        """Return the notes below the standings, by start number, without secret ones; three queries."""
        return self.noted(notes_by_number(self.event), self.visibility.tells)

    def notes_of(self, publication: Publication) -> list[Noted]:
        """Return the notes below a list: decisions in force when it was published, without secret ones."""
        then = publication.at
        later = self.event.entries.filter(kind=EventChangeKind.TAKEN_BACK, at__gt=then)
        notes = notes_by_number(self.event, stood={pair for entry in later for pair in entry.facts.items()})
        return self.noted(notes, lambda note: note.at < then and self.visibility.tells(note))

    def noted(self, notes: Mapping[int, Collection[Note]], is_told: Callable[[Note], bool]) -> list[Noted]:
        """Return the entrants with visible notes, by start number."""
        visible = {number: [note for note in each if is_told(note)] for number, each in sorted(notes.items())}
        return [Noted(number, self.name(number), each) for number, each in visible.items() if each]


def heading(method: Method) -> dict[str, Any]:
    """Return the ranking and tie-breaks of standings."""
    return {
        "ranked_by": [ranking_json(ranking) for ranking in method.rankings],
        "ties_broken_by": [ranking_json(ranking) for ranking in method.tie_breaks],
        "ranked_in_words": ranking_words(method),
        "house_scoring": translate(method.game.house_scoring),
    }


def hides_sheet(event: Event, round_number: int) -> bool:
    """Return whether a sheet of this round is hidden from the public; no query unless the event is frozen."""
    return event.is_frozen and PublicEvent(event).visibility.hides(round_number)


def notes_json(notes: Sequence[Noted]) -> list[dict[str, Any]]:
    """Return the notes as JSON, one object for each."""
    names = ("points", "reason", "round", "table", "deal")
    return [
        {"number": each.number, "name": each.name, **{name: getattr(note, name) for name in names}}
        for each in notes
        for note in each.notes
    ]
