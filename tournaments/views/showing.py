"""What pages say of events, rounds and tables: facts in words, and addresses."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from rules import all_games
from rules.game import Game
from tournaments.models import Club, Event, Round, RoundStatus, TableLink
from tournaments.selectors.events import attendance_of, has_final_list, unseated
from tournaments.selectors.rounds import TableProgress, rounds_for_director
from tournaments.selectors.sheets import game_of
from tournaments.views.addresses import links_to_show, qr_svg, table_address
from tournaments.views.rulebook import changed_rules, game_url


def event_line(event: Event) -> dict[str, Any]:
    """An event as lists show it; `status` needs its rounds loaded to say more."""
    return {
        "name": event.name,
        "url": reverse("event", args=[event.slug]),
        "date": event.date,
        "game_name": gettext(game_of(event).name),
        "club_name": event.club.name,
        "status": event_status(event, list(event.rounds.all())),
    }


def event_facts(event: Event) -> dict[str, Any]:
    """An event as heads of pages show it."""
    game = game_of(event)
    return {
        **event_line(event),
        "slug": event.slug,
        "place": event.place,
        "game_url": game_url(game),
        "house_rules": changed_rules(game, event.options),
        "club": event.club.name,
        "planned_rounds": event.planned_rounds,
        "revision": event.revision,
    }


def event_status(event: Event, rounds: list[Round]) -> str:
    """How far the event is, in a word or two."""
    reached = {each.status for each in rounds}
    if not event.is_published:
        return gettext("not published")
    if event.is_closed:
        return gettext("final")
    if RoundStatus.OPEN in reached:
        return gettext("being played")
    if RoundStatus.CLOSED not in reached:
        return gettext("planned")
    return gettext("played") if is_over(event, rounds) else gettext("between the rounds")


def is_over(event: Event, rounds: list[Round]) -> bool:
    """Whether nothing more is to be played: the rounds that were planned are, or the results stand."""
    closed = sum(each.status == RoundStatus.CLOSED for each in rounds)
    if event.signed_off_at or 0 < (event.planned_rounds or 0) <= closed:
        return True
    return has_final_list(event)


def club_facts(club: Club) -> dict[str, str]:
    """A club as lists show it."""
    return {"name": club.name, "url": reverse("club", args=[club.slug])}


def game_choices(chosen: Game) -> list[dict[str, Any]]:
    """The games an event can be of; which one is chosen."""
    return [
        {
            "key": game.key,
            "name": gettext(game.name),
            "title": gettext(game.title),
            "url": game_url(game),
            "is_chosen": game == chosen,
        }
        for game in all_games()
    ]


# A round as its director sees it


def round_facts(request: HttpRequest, drawn: Round) -> dict[str, Any]:
    """The round, its tables with their links, and who should not, or should, sit in a draft."""
    event = drawn.event
    shown = rounds_for_director(event, event.rounds.filter(pk=drawn.pk))[0]
    links = links_to_show(drawn)
    missing, absent = unseated(attendance_of(event), drawn) if shown.is_draft else ([], [])
    tables = [table_facts(request, event, table, links.get(table.public_id)) for table in shown.tables]
    return {"round": shown, "tables": tables, "missing": missing, "absent": absent}


def table_facts(
    request: HttpRequest, event: Event, table: TableProgress, link: TableLink | None
) -> dict[str, Any]:
    """A table with its link, if it has one that opens it."""
    return {
        "progress": table,
        "address": table_address(request, link) if link else "",
        "qr_url": reverse("table_qr", args=[event.slug, table.public_id]),
        "renew_url": reverse("renew_link", args=[event.slug, table.public_id]),
        "revoke_url": reverse("revoke_link", args=[event.slug, table.public_id]),
    }


def card_facts(request: HttpRequest, drawn: Round) -> list[dict[str, Any]]:
    """The cards of a round's tables; a table without a link has none."""
    shown = rounds_for_director(drawn.event, drawn.event.rounds.filter(pk=drawn.pk))[0]
    links = links_to_show(drawn)
    address_by_table = {public_id: table_address(request, link) for public_id, link in links.items()}
    return [
        {
            "table": table.number,
            "round": drawn.number,
            "event": drawn.event.name,
            "seats": table.seats,
            "url": address_by_table[table.public_id],
            "qr_svg": qr_svg(address_by_table[table.public_id]),
        }
        for table in shown.tables
        if table.public_id in links
    ]
