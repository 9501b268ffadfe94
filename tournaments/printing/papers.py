"""Whole papers of an event: what is read of it, put under one head, as PDF. For views, and for whoever
publishes files.

Everything is said in the language that is active. What may be seen is said by a `Sight`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import get_language, gettext
from reportlab.platypus import PageBreak

from rules.game import Game
from scoring.agreements import read_prizes
from scoring.series_policy import read_series_policy
from scoring.sheet import Row
from tournaments.figures import amount, plain
from tournaments.models import Event, Round, Series, Table
from tournaments.presenting import foot_json, said, sheet_row
from tournaments.printing.certificates import Honour, Occasion, certificates_pdf
from tournaments.printing.pages import Paper, Story, make_pdf, opening
from tournaments.printing.results import prize_words, prizes_story
from tournaments.printing.rounds import round_story
from tournaments.printing.series import needs_wide as series_needs_wide
from tournaments.printing.series import notes as series_notes
from tournaments.printing.series import series_story
from tournaments.printing.sheets import PaperPart, PaperSheet, Ruled, sheet_story
from tournaments.printing.standings import needs_wide, notes, standings_story
from tournaments.printing.words import heading
from tournaments.selectors.publications import Sight, names_of, standings_shown
from tournaments.selectors.rounds import released_rounds
from tournaments.selectors.rulings import notes_shown, reason_of, standing_rulings
from tournaments.selectors.sheets import LoadedPart, deals_expected, game_of, load_many
from tournaments.selectors.table_results import round_result
from tournaments.selectors.tables import account_numbers, account_totals, has_values
from tournaments.series_words import series_words
from tournaments.services.prizes import Win, prize_plan

FINAL = "final"


def standings_paper(event: Event, sight: Sight) -> bytes:
    """The standings, as whoever has this sight may see them."""
    standings = standings_shown(event, sight)
    paper = paper_of(event, gettext("Standings"), standings, is_wide=needs_wide(standings))
    story = standings_story(standings, is_wide=paper.is_wide, noted=notes_shown(event, sight))
    return make_pdf(paper, [*opening(paper, *notes(standings)), *story])


def round_paper(drawn: Round, sight: Sight) -> bytes:
    """The tables of a round with their points, as whoever has this sight may see them."""
    title = gettext("Results of round %(number)s") % {"number": drawn.number}
    paper = paper_of(drawn.event, title)
    story = round_story(round_result(drawn.event, drawn), notes_shown(drawn.event, sight))
    return make_pdf(paper, [*opening(paper), *story])


def sheets_paper(event: Event, round_number: int, tables: Sequence[Table]) -> bytes:
    """The sheets of these tables of one round, each on pages of its own."""
    sheets = load_many(event, [table.pk for table in tables])
    ruled, names = ruled_by_deal(event), names_of(event)
    is_one = len(tables) == 1
    title = sheet_title(tables[0].number, round_number) if is_one else sheets_title(round_number)
    paper = paper_of(event, title)
    story: Story = []
    for table in tables:
        lines = [said(game_of(event).house_scoring)]
        head = opening(paper, *lines) if is_one else [heading(sheet_title(table.number, round_number))]
        story += [*head, *sheet_story(paper_sheet(event, sheets[table.pk], ruled, names)), PageBreak()]
    return make_pdf(paper, story[:-1])


def round_sheets_paper(drawn: Round) -> bytes:
    """Every sheet of a round."""
    return sheets_paper(drawn.event, drawn.number, list(drawn.tables.order_by("number")))


def results_paper(event: Event, sight: Sight) -> bytes:
    """For the board: the standings, every round that may be seen, and the prizes."""
    standings, noted = standings_shown(event, sight), notes_shown(event, sight)
    paper = paper_of(event, gettext("Results"), standings, is_wide=needs_wide(standings))
    listed = standings_story(standings, is_wide=paper.is_wide, noted=noted)
    story = [*opening(paper, *notes(standings)), *listed]
    if wins := prizes_now(event, sight):
        story += prizes_story(named_wins(event, wins))
    for drawn in released_rounds(event):
        if not sight.hides(drawn.number):
            title = gettext("Results of round %(number)s") % {"number": drawn.number}
            story += [PageBreak(), heading(title, before=0), *round_story(round_result(event, drawn), noted)]
    return make_pdf(paper, story)


def certificates_paper(event: Event, sight: Sight, places: int) -> bytes:
    """A certificate for everybody on the first places, by his full name."""
    standings = standings_shown(event, sight, with_full_names=True)
    prizes = {win.entrant.number: prize_words(win) for win in prizes_now(event, sight)}
    rows = [row for row in standings["rows"] if row["rank"] is not None and row["rank"] <= places]
    occasion = Occasion(
        club=event.club.name,
        event=event.name,
        game=said(game_of(event).name),
        facts=facts_of(event),
        mark=mark_of(standings),
        language=get_language() or "en",
    )
    return certificates_pdf([honour(row, standings, prizes) for row in rows], occasion)


def series_paper(series: Series, shown: Mapping[str, Any]) -> bytes:
    """How a series stands, with the lists of its categories; `shown` as its page has it."""
    paper = Paper(
        title=gettext("Standings"),
        event=series.name,
        facts=series.club.name,
        mark="",
        language=get_language() or "en",
        is_wide=series_needs_wide(shown),
    )
    lines = [series_words(read_series_policy(series.policy)), *series_notes(shown)]
    return make_pdf(paper, [*opening(paper, *lines), *series_story(shown, is_wide=paper.is_wide)])


# What stands on every page


def paper_of(
    event: Event, title: str, standings: Mapping[str, Any] | None = None, *, is_wide: bool = False
) -> Paper:
    """The head and foot of a paper about an event."""
    return Paper(
        title=title,
        event=event.name,
        facts=facts_of(event),
        mark=mark_of(standings) if standings else "",
        language=get_language() or "en",
        is_wide=is_wide,
    )


def facts_of(event: Event) -> str:
    """When and where."""
    return " · ".join(filter(None, (date_format(event.date, "DATE_FORMAT"), event.place, event.club.name)))


def mark_of(standings: Mapping[str, Any]) -> str:
    """The published list and its short hash, else how far the standings are; a secret says that it is one."""
    listed = standings["list"]
    if listed:
        text = gettext("List %(number)s, %(stage)s, hash %(hash)s, version %(version)s")
        values = {
            "stage": listed["stage_name"],
            **{name: listed[name] for name in ("number", "hash", "version")},
        }
        return text % values
    stage = gettext("final") if standings["state"] == FINAL else gettext("provisional")
    version = gettext("%(stage)s, version %(version)s") % {"stage": stage, "version": standings["version"]}
    return f"{version} · {gettext('secret until prize-giving')}" if standings["is_secret"] else version


def sheet_title(table: int, round_number: int) -> str:
    """The head of one sheet."""
    return gettext("Sheet of table %(table)s, round %(round)s") % {"table": table, "round": round_number}


def sheets_title(round_number: int) -> str:
    """The head of all of them."""
    return gettext("Sheets of round %(number)s") % {"number": round_number}


# Sheets, prizes, honours


def paper_sheet(
    event: Event, parts: Sequence[LoadedPart], ruled: Mapping[int, Ruled], names: Mapping[int, str]
) -> PaperSheet:
    """A sheet as it is printed, with the names everybody may read."""
    game, last, ruled_here = game_of(event), parts[-1].sheet, ruled_rows(parts, ruled)
    return PaperSheet(
        parts=[paper_part(event, loaded, names) for loaded in parts],
        totals=last.totals,
        foot=[(line["label"], line["values"]) for line in foot_json(game, last.state)],
        deals_counted=last.deals_counted,
        deals_expected=deals_expected(event, last.state.seats),
        has_values=has_values(parts),
        house_scoring=said(game.house_scoring),
        accounts=paper_accounts(parts, ruled_here, names),
        ruled=ruled_here,
        letters={said(mark.sign): said(mark.label) for mark in game.list_marks},
    )


def ruled_rows(parts: Sequence[LoadedPart], ruled: Mapping[int, Ruled]) -> dict[int, Ruled]:
    """The rulings on the rows of one sheet."""
    deals = [deal for loaded in parts for deal in loaded.deals]
    return {deal.number: ruled[deal.pk] for deal in deals if deal.pk in ruled and deal.number}


def paper_accounts(
    parts: Sequence[LoadedPart], ruled: Mapping[int, Ruled], names: Mapping[int, str]
) -> list[tuple[str, int]]:
    """What the whole sheet counts for whom; empty where the totals of its one part say it."""
    if len(parts) == 1 and not ruled:
        return []
    totals = account_totals(parts, {number: each.points for number, each in ruled.items()})
    numbers = account_numbers(parts)
    return [(names[numbers[pk]], total) for pk, total in totals.items()]


def ruled_by_deal(event: Event) -> dict[int, Ruled]:
    """What the director ruled and why, by the deal's id; one query."""
    return {each.deal_id: Ruled(each.points, reason_of(each.entry)) for each in standing_rulings(event)}


def paper_part(event: Event, loaded: LoadedPart, names: Mapping[int, str]) -> PaperPart:
    """One part of a sheet."""
    game, state = game_of(event), loaded.sheet.state
    rows = zip(loaded.deals, loaded.sheet.rows, strict=True)
    return PaperPart(
        names=[names[seat.entrant.number] for seat in loaded.part.seats.all()],
        rows=[sheet_row(game, deal, row, state) for deal, row in rows],
        columns=[said(column.label) for column in game.list_columns],
        listed=list_texts(game, loaded.sheet.rows, state.seats),
        marked=[list_signs(game, row) for row in loaded.sheet.rows],
    )


def list_signs(game: Game, row: Row) -> dict[int, str]:
    """The letters that a list sets beside the points of a deal, by seat; none where it cannot be scored."""
    marks = () if row.violations else game.list_marks
    return {seat: said(mark.sign) for mark in marks for seat in mark.seats(row.outcome)}


def list_texts(game: Game, rows: Sequence[Row], seats: int) -> list[list[list[str]]]:
    """What a list keeps of every seat, by row, seat and column; "" where a deal left it as it was."""
    kept = [[0] * len(game.list_columns) for _ in range(seats)]
    found = []
    for row in rows if game.list_columns else ():
        is_good = not row.violations
        added = [column.added(row.outcome) if is_good else (0,) * seats for column in game.list_columns]
        found.append([list_cells(kept[seat], [each[seat] for each in added]) for seat in range(seats)])
    return found


def list_cells(kept: list[int], added: Sequence[int]) -> list[str]:
    """Adds a deal to what is kept of one seat; the texts of what it changed."""
    for column, more in enumerate(added):
        kept[column] += more
    return [plain(count) if more else "" for count, more in zip(kept, added, strict=True)]


def prizes_now(event: Event, sight: Sight) -> list[Win]:
    """Who wins something by the prize key; nobody before a deal, or while that is secret."""
    if not read_prizes(event.prizes).prizes or sight.last_round is not None:
        return []
    return [win for win in prize_plan(event).wins if win.cents or win.things]


def named_wins(event: Event, wins: Iterable[Win]) -> list[tuple[str, Win]]:
    """Winners by the names everybody may read."""
    names = names_of(event)
    return [(names[win.entrant.number], win) for win in wins]


def honour(row: Mapping[str, Any], standings: Mapping[str, Any], prizes: Mapping[int, str]) -> Honour:
    """A line of the standings as a certificate says it."""
    ranking = standings["ranked_by"][0]
    result = f"{ranking['label']}: {amount(row['total'], ranking['unit'])}"
    prize = prizes.get(row["number"], "")
    return Honour(rank=row["rank"], name=row["name"], result=result, prize=prize)
