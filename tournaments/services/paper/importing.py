"""Use cases of the paper import: preview files, store them in an event, create an event from them."""

import datetime
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_unicode_slug
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from rules import get_game
from rules.game import Game
from rules.reading import read_options
from scoring.not_possible import NotPossible
from scoring.paper import Line, Paper, PaperTable, check_paper, columns_of
from scoring.paper.lines import HEADER, Place
from scoring.standings.policy import read_policy
from tournaments.models import Club, Event
from tournaments.selectors.sheets.agreements import agreed_deals, game_of, list_deals, options_of
from tournaments.services.clubs.lifecycle import insert_with_free_slug
from tournaments.services.entry.entrants import enter_players
from tournaments.services.events.lifecycle import create_event, usual_deals
from tournaments.services.history.sheet_chain import Author
from tournaments.services.paper.files import PaperFiles, with_likely_sheets
from tournaments.services.paper.findings import (
    Finding,
    Present,
    Spellings,
    is_stored,
    place_findings,
    present_tables,
    problem_finding,
    refusal_finding,
    with_line,
)
from tournaments.services.paper.layouts import labels_of, laid_out, laid_out_totals
from tournaments.services.paper.storing import close_played_rounds, store_table, store_totals
from tournaments.services.sheets.write_guard import refuse_cancelled, refuse_decided
from tournaments.storage.uploads.spreadsheets import read_lines
from tournaments.wording.lists import in_a_list

CLUB_NAME = "Stichtag"
MOST_MISSPELT = 20  # new names; where more are new, they are new and not misspelt


@dataclass(frozen=True, slots=True)
class Report:
    """The result for the files: rows stored, all findings, the new tables without findings.

    `disputed` are the tables whose deals do not add up to the totals on paper: findings as well, unless they
    may be stored so. `compared` are the tables with such totals, new or not. `rounds` are those of files
    without findings; they are closed once they are played. `new_players` are seated but not entered;
    entering them is one step.
    """

    stored: int
    findings: Sequence[Finding]
    tables: Sequence[PaperTable]
    rounds: Collection[int] = ()
    new_players: Sequence[str] = ()
    disputed: Sequence[Finding] = ()
    compared: Sequence[PaperTable] = ()
    rows_present: int = 0

    @property
    def rows(self) -> int:
        """Return the number of rows to store.

        Those of the tables without findings that are not stored yet.
        """
        return sum(len(table.records) for table in self.tables) - self.rows_present


@dataclass(frozen=True, slots=True)
class Stage:
    """The rules and players that files are checked against. `known_players` None accepts every name.

    `lists` are the agreed lengths of lists by table size. With `takes_disputed` a difference from the totals
    on paper keeps no table out.
    """

    game: Game
    options: Any
    deals_per_table: Mapping[int, int]
    lists: Mapping[int, int]
    known_players: Collection[str] | None = None
    takes_disputed: bool = False


def preview_paper(*, event: Event, files: PaperFiles) -> Report:
    """Return what an import would store and every finding. Writes nothing."""
    return judge_for_event(event, files, present_tables(event), check_files(stage_of(event), files))


def import_paper(
    *, event: Event, files: PaperFiles, by: Author, keep_good: bool = False, store_disputed: bool = False
) -> Report:
    """Store the sheets of all tables, or nothing if there are findings; `keep_good` stores the good tables.

    With `store_disputed` a table that differs from the totals on its paper is stored with these totals, and
    is disputed until they agree or a director confirms it. A table that is stored already with the same rows
    is left unchanged; its new totals are stored. The files are read and checked before the event is locked,
    because long ones take seconds. Raises NotPossible as `refuse_decided` and `refuse_cancelled`.
    """
    stage = stage_of(event, takes_disputed=store_disputed)
    return store_checked(event, files, stage, check_files(stage, files), by=by, keep_good=keep_good)


def store_checked(
    event: Event, files: PaperFiles, stage: Stage, checked: Report, *, by: Author, keep_good: bool
) -> Report:
    """Store files checked against a stage; if the event has changed since, check them again."""
    event = Event.objects.select_related("club").get(pk=event.pk)
    refuse_decided(event)
    refuse_cancelled(event)
    existing, now = present_tables(event), stage_of(event, takes_disputed=stage.takes_disputed)
    report = judge_for_event(event, files, existing, checked if now == stage else check_files(now, files))
    if report.findings and not keep_good:
        return report
    return store_report(event, report, by)


def store_report(event: Event, report: Report, by: Author) -> Report:
    """Store the tables of a report, one at a time, their totals on paper, and close the rounds they complete.

    Killed half-way, it is completed by the same files: what is stored is left alone.
    """
    at = timezone.now()
    stored = sum(store_table(event, each, by, at) for each in report.tables)
    for each in report.compared:
        store_totals(event, each, by)
    close_played_rounds(event, report.rounds)
    return replace(report, stored=stored)


def create_event_from_paper(
    *,
    slug: str,
    game: str,
    options: Mapping[str, Any],
    policy: Mapping[str, Any],
    files: PaperFiles,
    by: Author,
    keep_good: bool = False,
    store_disputed: bool = False,
    is_published: bool = False,
    club: str = "",
    name: str = "",
    date: datetime.date | None = None,
) -> Report:
    """Create an event with the players of the seating file and store its sheets, or nothing at all.

    `club` is the slug or the name of an existing club; without it the only club takes the event. Raises
    NotPossible (`event_exists`, `slug_unknown`, `club_unknown`), rules.reading.Refused for the game, its
    options or the policy.
    """
    refuse_slug(slug)
    owner = named_club(club) if club else paper_club()
    report = check_new(new_stage(game, options, takes_disputed=store_disputed), policy, files)
    if (report.findings and not keep_good) or not report.tables:
        return report
    with transaction.atomic():
        event = create_event(
            club=owner,
            name=name or slug.replace("-", " ").capitalize(),
            date=date or timezone.localdate(),
            game=game,
            options=options,
            policy=policy,
            slug=slug,
            is_published=is_published,
        )
        names = dict.fromkeys(name for each in report.tables for name in each.players)
        enter_players(event=event, names=names)
    return store_report(event, report, by)


# Checking


def check_new(stage: Stage, policy: Mapping[str, Any], files: PaperFiles) -> Report:
    """Check the files of an event to be created, and that its policy fits their rounds. Raises Refused."""
    read_policy(policy, stage.game)
    report = check_files(stage, files)
    if report.rounds:
        read_policy(policy, stage.game, rounds=max(report.rounds))
    return report


def new_stage(game_key: str, options: Mapping[str, Any], *, takes_disputed: bool) -> Stage:
    """Return the stage of an event to be created. Raises Refused."""
    game = get_game(game_key)
    read = read_options(game, options)
    deals = usual_deals(game, read)
    return Stage(game, read, deals, deals, takes_disputed=takes_disputed)


def stage_of(event: Event, *, takes_disputed: bool = False) -> Stage:
    """Return the stage of an existing event: only its entrants play."""
    names = frozenset(event.entrants.values_list("player__name", flat=True))
    deals = agreed_deals(event)
    lists = {seats: deals[seats] for seats in deals if list_deals(event, seats)}
    return Stage(game_of(event), options_of(event), deals, lists, names, takes_disputed)


def judge_for_event(
    event: Event, files: PaperFiles, existing: dict[Place, Present], report: Report
) -> Report:
    """Compare checked files with the tables that the event already contains."""
    taken = place_findings(event, files.seating.name, report.tables, existing)
    free = [table for table in report.tables if (table.round, table.number) not in taken]
    new = [table for table in free if not is_stored(event, table, existing)]
    findings = [*report.findings, *(each for of_table in taken.values() for each in of_table)]
    return replace(
        report,
        findings=findings,
        tables=new,
        rounds=rounds_of(report.tables, findings),
        compared=[table for table in free if table.paper],
        rows_present=sum(
            len(there.records) for there in (existing.get((each.round, each.number)) for each in new) if there
        ),
    )


def check_files(stage: Stage, files: PaperFiles) -> Report:
    """Check the files against the rules and the entrants."""
    findings: list[Finding] = []
    lines: list[tuple[str, list[Line]]] = []
    for upload in with_likely_sheets(stage.game, files).uploads():
        try:
            lines.append((upload.name, read_lines(upload)))
        except NotPossible as refusal:
            findings.append(refusal_finding(refusal, upload.name))
    if findings:
        return Report(0, findings, [])
    (seating_name, seating), (sheets_name, sheets), *others = lines
    seats, rows = laid_out(stage.game, seating, sheets)
    totals = [(name, laid_out_totals(of_file)) for name, of_file in others]
    paper = check_lines(stage, (seating_name, seats), (sheets_name, rows), *totals)
    by_number = {name: lines_by_number(of_file) for name, of_file in lines}
    players = stage.known_players if len(paper.new_players) <= MOST_MISSPELT else None
    columns = columns_of(stage.game)
    labels = list(labels_of(columns)) if paper.problems else []
    spellings = Spellings(players or (), ["round", "table", "deal", *columns], labels)
    findings = [with_line(problem_finding(each, spellings), by_number[each.file]) for each in paper.problems]
    disputed = [with_line(problem_finding(each, spellings), by_number[each.file]) for each in paper.disputes]
    return checked_report(stage, paper, findings, disputed)


def lines_by_number(lines: Sequence[Line]) -> Mapping[int, Line]:
    """Return the lines of a file by number; the first one is 1, also behind `sep=;`."""
    numbered = {line.number: line for line in lines}
    return {**numbered, HEADER: lines[0]} if lines else numbered


def checked_report(
    stage: Stage, paper: Paper, findings: Sequence[Finding], disputed: Sequence[Finding]
) -> Report:
    """Return the result of checked files: disputed tables are findings, or stored like good ones."""
    tables = paper.good_tables
    if not stage.takes_disputed:
        findings = [*findings, *disputed]
        places = {each.place for each in paper.disputes}
        tables = [each for each in tables if (each.round, each.number) not in places]
    return Report(
        0,
        findings,
        tables,
        rounds_of(tables, findings),
        paper.new_players,
        disputed,
        [each for each in tables if each.paper],
    )


def rounds_of(tables: Sequence[PaperTable], findings: Sequence[Finding]) -> Collection[int]:
    """Return the rounds that the files complete; none if there are findings."""
    return () if findings else sorted({table.round for table in tables})


def check_lines(
    stage: Stage,
    seating: tuple[str, Sequence[Line]],
    sheets: tuple[str, Sequence[Line]],
    totals: tuple[str, Sequence[Line]] | None = None,
) -> Paper:
    """Check lines that were read: the pure part."""
    return check_paper(
        stage.game,
        stage.options,
        seating,
        sheets,
        totals,
        deals_per_table=stage.deals_per_table,
        lists=stage.lists,
        known_players=stage.known_players,
    )


# Creating an event


def refuse_slug(slug: str) -> None:
    """Raise NotPossible: `event_exists`, or `slug_unknown` for an invalid slug."""
    try:
        validate_unicode_slug(slug)
    except ValidationError as error:
        message = gettext("“%(slug)s” cannot be an address; use letters, digits and hyphens.")
        raise NotPossible("slug_unknown", message % {"slug": slug}) from error
    if Event.objects.filter(slug=slug).exists():
        message = gettext("An event “%(slug)s” already exists; leave --create out to add to it.")
        raise NotPossible("event_exists", message % {"slug": slug})


def named_club(name: str) -> Club:
    """Return the club with this slug or name. Raises NotPossible (`club_unknown`)."""
    clubs = list(Club.objects.filter(Q(slug=name) | Q(name=name))[:2])
    if len(clubs) != 1:
        known = in_a_list(Club.objects.order_by("slug").values_list("slug", flat=True)[:10])
        if not known:
            message = gettext("There is no club yet. Leave out --club, and one is made for the event.")
            raise NotPossible("club_unknown", message)
        message = gettext("--club needs the address of one club, and “%(club)s” is none of: %(known)s.")
        raise NotPossible("club_unknown", message % {"club": name, "known": known})
    return clubs[0]


def paper_club() -> Club:
    """Return the only club, else a club with the installation's name."""
    clubs = list(Club.objects.all()[:2])
    if len(clubs) == 1:
        return clubs[0]
    own = Club.objects.filter(name=CLUB_NAME).first()
    return own or insert_with_free_slug(Club(name=CLUB_NAME), CLUB_NAME, fallback="club")
