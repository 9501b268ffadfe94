"""Blank sheets of a round, one per table, to print before play."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules.seats import list_groups
from tournaments.models import Event, Round
from tournaments.selectors.rounds.progress import with_everything
from tournaments.selectors.sheets.agreements import deals_expected, game_of
from tournaments.selectors.sheets.example_lines import usual_line
from tournaments.selectors.sheets.folded_sheets import open_at
from tournaments.views.pages.descriptions import emblem_url, event_facts
from tournaments.views.pages.permissions import MemberRequest, round_of, scorer_required
from tournaments.views.pages.table_addresses import links_to_show, loopback_hint, qr_svg, table_address
from tournaments.wording.lists import in_a_list, in_brackets, labelled
from tournaments.wording.sheet_json import foot_json, group_names, translate

ROWS_WITHOUT_A_NUMBER = 40
HALF_A_LIST, MOST_ON_A_PAGE = 24, 38  # rows of a list with columns on one page: usually, at most
ROWS_OF_A_PAGE = 36  # of a sheet without such columns


@require_safe
@round_of(scorer_required)
def blank_sheets(request: MemberRequest, round: Round) -> HttpResponse:
    """Render every table's blank sheet, with the columns of the club's sheet and the table's code."""
    context = {
        "event": event_facts(round.event),
        "round": round.number,
        "game": game_of(round.event),
        "columns": [translate(column.label) for column in game_of(round.event).list_sheet.columns],
        "sheets": sheet_facts(request, round.event, round),
        "emblem": emblem_url(round.event.club),
        "loopback_hint": loopback_hint(request),
    }
    return render(request, "rounds/blank_sheets.html", context)


def example_of(event: Event, seats: int) -> str:
    """Return a usual deal at a table of this size, short and in words; empty if the game has no example."""
    example = usual_line(game_of(event), event.options, seats)
    if example is None:
        return ""
    words = in_a_list(labelled(translate(sign.label), sign.mark) for sign in example.signs)
    return f"{example.short}{in_brackets(words)}"


def sheet_facts(request: HttpRequest, event: Event, round: Round) -> list[dict[str, Any]]:
    """Return one sheet per table: the players, the dealer of each row, the code of its link."""
    links = links_to_show(round)
    sheets = []
    for table in with_everything(round).tables.all():
        part = list(table.parts.all())[-1]
        names = [seat.entrant.player.name for seat in part.seats.all()]
        opening = open_at(event, len(names), part.first_dealer)
        game, groups = game_of(event), list_groups(game_of(event), len(names))
        rows = blank_rows(event, opening)
        due = game.list_sheet.sum_after(opening, len(rows))
        link = links.get(table.public_id)
        sheets.append(
            {
                "table": table.number,
                "seats": group_names(groups, names),
                "width": 3 + len(groups) * (len(game.list_sheet.columns) or 1),  # and deal, value, played
                "rows": rows,
                "is_long": bool(game.list_sheet.columns) and len(rows) > MOST_ON_A_PAGE,
                "foot": [line["label"] for line in foot_json(game, opening)],
                "example": example_of(event, len(names)),
                "sum": None if due is None else due[1],
                "qr_svg": qr_svg(table_address(request, link)) if link else "",
            }
        )
    return sheets


def rows_of_a_page(event: Event, rows: int, seats: int) -> int:
    """Return how many rows stand on each page: all, or as many as end with a round of dealers."""
    if not game_of(event).list_sheet.columns:
        return ROWS_OF_A_PAGE - ROWS_OF_A_PAGE % seats
    return rows if rows <= MOST_ON_A_PAGE else HALF_A_LIST - HALF_A_LIST % seats


def blank_rows(event: Event, opening: Any) -> list[dict[str, Any]]:
    """Return the rows of a sheet: the deal's number, the column of the dealer's dot, and where a page ends.

    Only the first row has a dot if the game does not always pass the deal on (Doppelkopf).
    """
    count = deals_expected(event, opening.seats) or ROWS_WITHOUT_A_NUMBER
    is_in_turn = len(game_of(event).likely_dealers(opening, None)) == 1
    groups, on_a_page = (
        list_groups(game_of(event), opening.seats),
        rows_of_a_page(event, count, opening.seats),
    )
    dealers = [(opening.dealer + deal) % opening.seats for deal in range(count if is_in_turn else 1)]
    return [
        {
            "deal": deal,
            "cells": [{"deals": bool({*group} & {*dealers[deal - 1 : deal]})} for group in groups],
            "ends_page": deal % on_a_page == 0,
        }
        for deal in range(1, count + 1)
    ]
