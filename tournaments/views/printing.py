"""What is printed for a round before it is played: an empty sheet for every table."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules.reading import open_table
from tournaments.models import Event, Round
from tournaments.presenting import foot_json, said
from tournaments.selectors.example_lines import example_lines
from tournaments.selectors.rounds import with_tables
from tournaments.selectors.sheets import deals_expected, game_of, options_of
from tournaments.views.addresses import links_to_show, loopback_hint, qr_svg, table_address
from tournaments.views.doors import MemberRequest, for_scorer, round_of
from tournaments.views.showing import event_facts

ROWS_WITHOUT_A_NUMBER = 40


@require_safe
@round_of(for_scorer)
def blank_sheets(request: MemberRequest, drawn: Round) -> HttpResponse:
    """Every table's empty sheet, columns as on the club's paper, with the table's code."""
    context = {
        "event": event_facts(drawn.event),
        "round": drawn.number,
        "game": game_of(drawn.event),
        "columns": [said(column.label) for column in game_of(drawn.event).list_columns],
        "sheets": sheet_facts(request, drawn.event, drawn),
        "example": example_of(drawn.event),
        "loopback_hint": loopback_hint(request),
    }
    return render(request, "blank_sheets.html", context)


def example_of(event: Event) -> str:
    """A deal of the event's game in short signs; empty where the game has no example."""
    game = game_of(event)
    return next((each.short for each in example_lines(game, event.options, game.standard_seats)), "")


def sheet_facts(request: HttpRequest, event: Event, drawn: Round) -> list[dict[str, Any]]:
    """One sheet for every table: who sits where, who deals which row, the code of its link."""
    links = links_to_show(drawn)
    (loaded,) = with_tables(Round.objects.filter(pk=drawn.pk))
    sheets = []
    for table in loaded.tables.all():
        part = list(table.parts.all())[-1]
        names = [seat.entrant.player.name for seat in part.seats.all()]
        opening = open_table(game_of(event), options_of(event), len(names), part.first_dealer)
        link = links.get(table.public_id)
        sheets.append(
            {
                "table": table.number,
                "seats": names,
                "rows": blank_rows(event, opening),
                "foot": [line["label"] for line in foot_json(game_of(event), opening)],
                "qr_svg": qr_svg(table_address(request, link)) if link else "",
            }
        )
    return sheets


def blank_rows(event: Event, opening: Any) -> list[dict[str, Any]]:
    """The rows of a sheet: the number of the deal, and in which column the dealer's dot stands.

    Only the first has one where a game does not always pass the deal on (Doppelkopf).
    """
    count = deals_expected(event, opening.seats) or ROWS_WITHOUT_A_NUMBER
    is_in_turn = len(game_of(event).likely_dealers(opening, None)) == 1
    dealers = [(opening.dealer + deal) % opening.seats for deal in range(count if is_in_turn else 1)]
    return [
        {
            "deal": deal,
            "cells": [{"deals": seat in dealers[deal - 1 : deal]} for seat in range(opening.seats)],
        }
        for deal in range(1, count + 1)
    ]
