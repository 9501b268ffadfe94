"""Events, rounds and tables as pages describe them: facts, texts and URLs."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from rules.game import Game
from tournaments.models import Club, Event, Round, RoundStatus, TableLink
from tournaments.selectors.clubs.members import emblem_digest
from tournaments.selectors.events.event_lists import attendance_of, cancellation_of, seating_gaps
from tournaments.selectors.publishing.publications import has_final_list
from tournaments.selectors.rounds.progress import TableProgress, round_for_director
from tournaments.selectors.sheets.agreements import game_of
from tournaments.views.pages.table_addresses import links_to_show, qr_svg, table_address
from tournaments.wording.house_rules import changed_rules
from tournaments.wording.money import money_text


def event_line(event: Event) -> dict[str, Any]:
    """Return an event as lists show it; load its rounds first for a detailed `status`."""
    return {
        "name": event.name,
        "url": reverse("event", args=[event.slug]),
        "date": event.date,
        "game_name": gettext(game_of(event).name),
        "club_name": event.club.name,
        "status": event_status(event, list(event.rounds.all())),
    }


def event_facts(event: Event) -> dict[str, Any]:
    """Return an event as page headings show it."""
    game = game_of(event)
    return {
        "game_key": game.key,
        "game_url": game_url(game),
        **event_line(event),
        "slug": event.slug,
        "place": event.place,
        "house_rules": changed_rules(game, event.options),
        "club": event.club.name,
        "planned_rounds": event.planned_rounds,
        "revision": event.revision,
        "cancelled": cancellation_of(event),
    }


def evening_in_words(event: Event) -> str:
    """Return game, place and fee, which the next evening has again."""
    fee = money_text(event.fee_cents) if event.fee_cents else ""
    return " · ".join(filter(None, [gettext(game_of(event).name), event.place, fee]))


def event_status(event: Event, rounds: list[Round]) -> str:
    """Return the event's progress in a word or two."""
    reached = {each.status for each in rounds}
    if not event.is_published:
        return gettext("not published")
    if event.is_cancelled:
        return gettext("cancelled")
    if event.is_closed:
        return gettext("final")
    if RoundStatus.OPEN in reached:
        return gettext("being played")
    if RoundStatus.CLOSED not in reached:
        return gettext("planned")
    return gettext("played") if is_over(event, rounds) else gettext("between the rounds")


def is_over(event: Event, rounds: list[Round]) -> bool:
    """Return whether play is over: all planned rounds are played, or the results are final."""
    closed = sum(each.status == RoundStatus.CLOSED for each in rounds)
    if event.signed_off_at or 0 < (event.planned_rounds or 0) <= closed:
        return True
    return has_final_list(event)


def club_facts(club: Club) -> dict[str, str]:
    """Return a club as lists show it."""
    return {"name": club.name, "url": reverse("club", args=[club.slug])}


def emblem_url(club: Club) -> str:
    """Return the URL of the club's emblem, "" without one."""
    digest = emblem_digest(club)
    return reverse("emblem", args=[club.slug, digest]) if digest else ""


def game_url(game: Game) -> str:
    """Return the URL of a game's rules."""
    return reverse("game", args=[game.key])


# A round as its director sees it


def round_facts(request: HttpRequest, round: Round) -> dict[str, Any]:
    """Return the round, its tables with their links, and who is wrongly in or missing from a draft."""
    event = round.event
    shown = round_for_director(round)
    links = links_to_show(round)
    missing, absent = seating_gaps(attendance_of(event), round) if shown.is_draft else ([], [])
    tables = [table_facts(request, event, table, links.get(table.public_id)) for table in shown.tables]
    return {"round": shown, "tables": tables, "missing": missing, "absent": absent}


def table_facts(
    request: HttpRequest, event: Event, table: TableProgress, link: TableLink | None
) -> dict[str, Any]:
    """Return a table with the link that opens it, if there is one."""
    return {
        "progress": table,
        "address": table_address(request, link) if link else "",
        "qr_url": reverse("table_qr", args=[event.slug, table.public_id]),
        "renew_url": reverse("renew_link", args=[event.slug, table.public_id]),
        "revoke_url": reverse("revoke_link", args=[event.slug, table.public_id]),
    }


def card_facts(request: HttpRequest, round: Round) -> list[dict[str, Any]]:
    """Return the table cards of a round; a table without a link has none."""
    shown = round_for_director(round)
    links = links_to_show(round)
    address_by_table = {public_id: table_address(request, link) for public_id, link in links.items()}
    return [
        {
            "table": table.number,
            "round": round.number,
            "event": round.event.name,
            "seats": table.seats,
            "url": address_by_table[table.public_id],
            "qr_svg": qr_svg(address_by_table[table.public_id]),
        }
        for table in shown.tables
        if table.public_id in links
    ]


def locked_facts(event: Event) -> dict[str, Any]:
    """Return whether decisions are still possible, as `_locked.html` needs it."""
    is_locked = event.is_closed or event.signed_off_at is not None
    return {"is_locked": is_locked, "is_closed": event.is_closed}
