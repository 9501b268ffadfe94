"""Whole documents of an event: load the data, add the header, return a PDF. For views and for the `publish`
command.

The text is in the active language.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import get_language, gettext
from reportlab.platypus import PageBreak

from rules.game import Game
from rules.seats import list_groups
from scoring.sheet.sheet import Row
from scoring.standings.series_policy import read_series_policy
from tournaments.models import Event, Round, Series, Table
from tournaments.publications.pdf.below import prize_words, prizes_story
from tournaments.publications.pdf.certificates import Honour, Occasion, certificates_pdf
from tournaments.publications.pdf.frames import facts_of, is_final, mark_of, page_frame
from tournaments.publications.pdf.pages import OF_NOTICE, Paper, Part, Story, first_title, make_pdf
from tournaments.publications.pdf.podium import podium_story
from tournaments.publications.pdf.rounds import round_story
from tournaments.publications.pdf.series import needs_wide as series_needs_wide
from tournaments.publications.pdf.series import notes as series_notes
from tournaments.publications.pdf.series import series_story
from tournaments.publications.pdf.sheets import PrintedPart, PrintedSheet, Ruled, sheet_story
from tournaments.publications.pdf.standings import (
    needs_wide,
    notes,
    standings_story,
    with_ties_only,
)
from tournaments.publications.pdf.words import heading, paragraph
from tournaments.selectors.cash.prize_plan import Win, has_prizes, prize_plan
from tournaments.selectors.clubs.members import emblem_picture
from tournaments.selectors.publishing.public_event import PublicEvent
from tournaments.selectors.publishing.round_results import round_result
from tournaments.selectors.sheets.agreements import deals_expected, game_of
from tournaments.selectors.sheets.folded_sheets import LoadedPart, load_many
from tournaments.selectors.standings.decisions import reason_of, standing_rulings
from tournaments.selectors.tables.sheet_context import has_values
from tournaments.selectors.tables.table_state import account_numbers, account_totals
from tournaments.wording.lists import labelled
from tournaments.wording.numbers import amount, plain
from tournaments.wording.series import series_words
from tournaments.wording.sheet_json import foot_json, group_names, sheet_row, translate


def make_standings_pdf(public: PublicEvent, chosen: Mapping[str, Any] | None = None) -> bytes:
    """Return the standings, or a competition in their form."""
    return make_pdf(*standings_part(public, chosen))


def standings_part(public: PublicEvent, chosen: Mapping[str, Any] | None = None) -> Part:
    """Return the standings, or a competition without the notes on persons, as a part of a document."""
    standings = with_ties_only(chosen or public.standings)
    title = standings.get("title") or gettext("Standings")
    paper = page_frame(public.event, title, standings, is_wide=needs_wide(standings))
    noted = [] if standings.get("title") else public.notes
    above = first_title(paper, *notes(standings))
    return paper, [*above, *standings_story(standings, is_wide=paper.is_wide, noted=noted, above=above)]


def make_round_pdf(public: PublicEvent, round: Round) -> bytes:
    """Return the tables of a round with their points."""
    paper = page_frame(public.event, gettext("Results of round %(number)s") % {"number": round.number})
    return make_pdf(paper, [*first_title(paper), *round_part(public, round)])


def round_part(public: PublicEvent, round: Round) -> Story:
    """Return the tables of a round as a part of a document."""
    return round_story(round_result(public, round), game_of(public.event).points_unit, public.notes)


def make_sheets_pdf(event: Event, round_number: int, tables: Sequence[Table]) -> bytes:
    """Return the sheets of these tables of one round, each on separate pages."""
    return make_pdf(*sheets_part(event, round_number, tables))


def sheets_part(event: Event, round_number: int, tables: Sequence[Table]) -> Part:
    """Return these sheets as a part of a document."""
    sheets = load_many(event, [table.pk for table in tables])
    ruled, names = ruled_by_deal(event), PublicEvent(event).names
    is_one = len(tables) == 1
    title = sheet_title(tables[0].number, round_number) if is_one else sheets_title(round_number)
    paper = page_frame(event, title, has_emblem=False)
    story: Story = []
    for table in tables:
        lines = [translate(game_of(event).house_scoring)]
        head = first_title(paper, *lines) if is_one else [heading(sheet_title(table.number, round_number))]
        story += [*sheet_story(printed_sheet(event, sheets[table.pk], ruled, names), head), PageBreak()]
    return paper, story[:-1]


def make_round_sheets_pdf(round: Round) -> bytes:
    """Return every sheet of a round."""
    return make_sheets_pdf(round.event, round.number, list(round.tables.order_by("number")))


def make_results_pdf(public: PublicEvent) -> bytes:
    """Return the results for the notice board: standings, visible rounds and prizes."""
    return make_pdf(*results_part(public))


def results_part(public: PublicEvent) -> Part:
    """Return the results as a part of a document."""
    standings = with_ties_only(public.standings)
    paper = page_frame(public.event, gettext("Results"), standings, is_wide=needs_wide(standings))
    above = [*first_title(paper, sizes=OF_NOTICE), *podium_story(standings, is_wide=paper.is_wide)]
    below = [paragraph(line, size=8, before=2) for line in notes(standings) if line]
    if wins := prizes_now(public):
        below += prizes_story([(public.name(win.entrant.number), win) for win in wins])
    lists = standings_story(standings, is_wide=paper.is_wide, noted=public.notes, above=above, below=below)
    story = [*above, *lists]
    for round in public.visible:
        title = gettext("Results of round %(number)s") % {"number": round.number}
        story += [PageBreak(), heading(title, before=0), *round_part(public, round)]
    return paper, story


def make_certificates_pdf(public: PublicEvent, places: int) -> bytes:
    """Return a certificate for everyone in the first places."""
    event, standings = public.event, public.standings
    prizes = {win.entrant.number: prize_words(win) for win in prizes_now(public)}
    rows = [row for row in standings["rows"] if row["rank"] is not None and row["rank"] <= places]
    occasion = Occasion(
        club=event.club.name,
        event=event.name,
        game=translate(game_of(event).name),
        facts=facts_of(event),
        mark="" if is_final(standings) else mark_of(standings),
        language=get_language() or "en",
        emblem=emblem_picture(event.club),
    )
    return certificates_pdf([honour(row, standings, prizes) for row in rows], occasion)


def make_series_pdf(series: Series, shown: Mapping[str, Any]) -> bytes:
    """Return the standings of a series with its categories; `shown` is the context of its page."""
    paper = Paper(
        title=gettext("Standings"),
        event=series.name,
        facts=series.club.name,
        mark="",
        language=get_language() or "en",
        is_wide=series_needs_wide(shown),
        emblem=emblem_picture(series.club),
    )
    lines = [series_words(read_series_policy(series.policy)), *series_notes(shown)]
    return make_pdf(paper, [*first_title(paper, *lines), *series_story(shown, is_wide=paper.is_wide)])


def sheet_title(table: int, round_number: int) -> str:
    """Return the title of one sheet."""
    return gettext("Sheet of table %(table)s, round %(round)s") % {"table": table, "round": round_number}


def sheets_title(round_number: int) -> str:
    """Return the title of all sheets of a round."""
    return gettext("Sheets of round %(number)s") % {"number": round_number}


# Sheets, prizes, certificates


def printed_sheet(
    event: Event, parts: Sequence[LoadedPart], ruled: Mapping[int, Ruled], names: Mapping[int, str]
) -> PrintedSheet:
    """Return a sheet as printed, with the publicly shown names."""
    game, last, ruled_here = game_of(event), parts[-1].sheet, ruled_rows(parts, ruled)
    groups = list_groups(game, last.state.seats)
    return PrintedSheet(
        parts=[printed_part(event, loaded, names) for loaded in parts],
        totals=first_of(groups, last.totals),
        foot=[(line["label"], first_of(groups, line["values"])) for line in foot_json(game, last.state)],
        unit=game.points_unit,
        table_sum=game.list_sheet.sum_after(last.state, last.deals_counted),
        deals_counted=last.deals_counted,
        deals_expected=deals_expected(event, last.state.seats),
        has_values=has_values(parts),
        house_scoring=translate(game.house_scoring),
        accounts=printed_accounts(parts, ruled_here, names),
        ruled=ruled_here,
        letters={translate(mark.sign): translate(mark.label) for mark in game.list_sheet.marks},
    )


def ruled_rows(parts: Sequence[LoadedPart], ruled: Mapping[int, Ruled]) -> dict[int, Ruled]:
    """Return the rulings on the rows of one sheet."""
    deals = [deal for loaded in parts for deal in loaded.deals]
    return {deal.number: ruled[deal.pk] for deal in deals if deal.pk in ruled and deal.number}


def printed_accounts(
    parts: Sequence[LoadedPart], ruled: Mapping[int, Ruled], names: Mapping[int, str]
) -> list[tuple[str, int]]:
    """Return the sheet's points per account; empty if the totals of its only part show them."""
    if len(parts) == 1 and not ruled:
        return []
    totals = account_totals(parts, {number: each.points for number, each in ruled.items()})
    numbers = account_numbers(parts)
    return [(names[numbers[pk]], total) for pk, total in totals.items()]


def ruled_by_deal(event: Event) -> dict[int, Ruled]:
    """Return the director's rulings with reasons, by the deal's id; one query."""
    return {each.deal_id: Ruled(each.points, reason_of(each.entry)) for each in standing_rulings(event)}


def printed_part(event: Event, loaded: LoadedPart, names: Mapping[int, str]) -> PrintedPart:
    """Return one part of a sheet."""
    game, state = game_of(event), loaded.sheet.state
    rows = zip(loaded.deals, loaded.sheet.rows, strict=True)
    seated = [names[seat.entrant.number] for seat in loaded.part.seats.all()]
    groups = list_groups(game, state.seats)
    return PrintedPart(
        names=group_names(groups, seated),
        rows=[by_group(sheet_row(game, deal, row, state), groups) for deal, row in rows],
        columns=[translate(column.label) for column in game.list_sheet.columns],
        listed=list_texts(game, loaded.sheet.rows, state.seats),
        marked=[list_signs(game, row, groups) for row in loaded.sheet.rows],
    )


def by_group(row: Mapping[str, Any], groups: Sequence[Sequence[int]]) -> dict[str, Any]:
    """Return a row with one number for the players who share a column, and the column of the dealer."""
    numbers = {name: first_of(groups, row[name]) for name in ("deltas", "totals")}
    return {**row, **numbers, "dealer": next(at for at, group in enumerate(groups) if row["dealer"] in group)}


def first_of(groups: Sequence[Sequence[int]], values: Sequence[Any]) -> list[Any]:
    """Return the value of each column: all players who share one have the same."""
    return [values[group[0]] for group in groups]


def list_signs(game: Game, row: Row, groups: Sequence[Sequence[int]]) -> dict[int, str]:
    """Return the letters beside the points of a deal, by column; empty if it cannot be scored."""
    marks = () if row.violations else game.list_sheet.marks
    signs = {seat: translate(mark.sign) for mark in marks for seat in mark.seats(row.outcome)}
    return {at: signs[group[0]] for at, group in enumerate(groups) if group[0] in signs}


def list_texts(game: Game, rows: Sequence[Row], seats: int) -> list[list[list[str]]]:
    """Return a list's cells by row, seat and column; "" where a deal changed nothing."""
    totals = [[0] * len(game.list_sheet.columns) for _ in range(seats)]
    texts = []
    for row in rows if game.list_sheet.columns else ():
        is_good = not row.violations
        added = [column.added(row.outcome) if is_good else (0,) * seats for column in game.list_sheet.columns]
        is_running = [column.is_running for column in game.list_sheet.columns]
        by_seat = ([each[seat] for each in added] for seat in range(seats))
        texts.append([list_cells(totals[seat], own, is_running) for seat, own in enumerate(by_seat)])
    return texts


def list_cells(totals: list[int], added: Sequence[int], is_running: Sequence[bool]) -> list[str]:
    """Add a deal to one seat's values in `kept`; return the texts of the changed ones."""
    for column, more in enumerate(added):
        totals[column] += more
    shown = [count if runs else more for count, more, runs in zip(totals, added, is_running, strict=True)]
    return [plain(count) if more else "" for count, more in zip(shown, added, strict=True)]


def prizes_now(public: PublicEvent) -> list[Win]:
    """Return all winners; empty before the first deal and while results are secret."""
    if not has_prizes(public.event) or public.visibility.last_round is not None:
        return []
    return [win for win in prize_plan(public.event).wins if win.cents or win.things]


def honour(row: Mapping[str, Any], standings: Mapping[str, Any], prizes: Mapping[int, str]) -> Honour:
    """Return a row of the standings as the content of a certificate."""
    ranking = standings["ranked_by"][0]
    result = labelled(ranking["label"], amount(row["total"], ranking["unit"]))
    prize = prizes.get(row["number"], "")
    return Honour(rank=row["rank"], name=row["name"], result=result, prize=prize)
