"""Every public address, grouped by its object. A new one without a row fails the tests.

Addresses under `organise/` need a permission and have their own tests (test_roles.py).
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

from django.urls import URLPattern, get_resolver, reverse

from tests.tournaments.everywhere import all_patterns
from tournaments.models import Event, Series, Table
from tournaments.selectors.clubs.members import emblem_digest

OF_EVENT = {
    "api_event", "api_event_stream", "api_standings", "charts", "draw_audit", "embed",
    "entrant_evening", "event",
    "event_calendar", "event_live", "event_teams", "event_teams_live", "feed", "find_seat", "find_seat_live",
    "preview", "published_list", "rank_explanation", "register", "arrive", "round_pdf", "round_sheets_pdf",
    "rounds_csv", "seat_lists", "sheet", "sheet_live", "sheet_pdf", "standings_csv", "standings_json",
    "standings_pdf", "standings_xlsx", "wall", "wall_live", "screens_mark", "screen", "screen_live",
    "screen_picture",
}  # fmt: skip
OF_SERIES = {"api_series", "series", "series_csv", "series_pdf"}
OF_ALL = {
    "api_all_series",
    "api_events",
    "check_list",
    "club",
    "club_players",
    "club_series",
    "emblem",
    "home",
    "player",
}
OF_NO_EVENT = {
    "api_game", "api_games", "authority", "connection", "game", "games", "help", "help_page", "moved",
    "phone_files", "phone_python",
    "phone_worker", "worker", "first_start", "healthz", "readyz", "metrics", "security_txt",
}  # fmt: skip
BY_LINK = {
    "api_auction", "api_call", "api_confirm", "api_conflict", "api_correction_impact", "api_deal",
    "api_deals", "api_first_dealer", "api_insert", "api_preview", "api_sign", "api_table",
    "api_table_stream",
    "helper_link", "invitation", "invitation_link",
    "registration", "new_password", "password_link", "table", "table_link", "table_sheet",
    "withdraw_registration", "screen_seen",
}  # fmt: skip
BEHIND_LOGIN = {
    "account", "backup", "change_member", "invitations", "delete_club_template", "member_password",
    "member_register", "members", "new_club", "new_event", "new_series", "player_lists", "revoke_invitation",
    "change_emblem", "merge_players", "rename_club", "undo_merge", "tokens", "revoke_token",
    "import_event", "store_archive", "discard_archive", "webhooks", "webhook", "resend_message", "phones",
}  # fmt: skip
BY_TOKEN = {
    "api_abandon", "api_check_in", "api_clock", "api_close_round", "api_clubs", "api_draft", "api_draw",
    "api_draws", "api_entrant", "api_entrants", "api_event_conflict", "api_event_copy", "api_event_deal",
    "api_event_deals", "api_event_first_dealer", "api_event_insert", "api_event_preview",
    "api_event_settings", "api_event_table", "api_event_table_stream", "api_leave", "api_open_round",
    "api_round", "api_swap",
    "api_table_link", "api_club", "api_members", "api_member", "api_players", "api_player", "api_merge",
    "api_archives", "api_archive", "api_sheets", "api_adjustments", "api_adjustment", "api_rulings",
    "api_sent_archive",
    "api_ruling", "api_fees", "api_payments", "api_payment", "api_prizes", "api_cash_closing", "api_lists",
    "api_event_state", "api_series_copy", "api_series_settings", "api_freeze", "api_photos", "api_sign_off",
    "api_sign_off_list",
    "api_deliveries", "api_resend", "api_test_webhook", "api_webhook", "api_webhook_secret",
    "api_webhooks",
    "api_draw_again", "api_stop_draw", "api_seed", "api_constraints", "api_constraint", "api_teams",
    "api_add_late", "api_admit", "api_no_shows", "api_untick",
    "api_undo_merge",
    "api_seats", "api_swap_players", "api_extra_time", "api_rows", "api_versions", "api_totals", "api_uphold",
    "api_calls", "api_answer_call",
    "api_player_lists", "api_player_list",
    "api_emblem",
    "api_prize_key", "api_preview_prizes", "api_take_thing",
    "api_round_photos", "api_photo", "api_photo_row", "api_looked_at", "api_store_photos",
    "api_save_template", "api_templates", "api_template", "api_create_from_template",
    "api_invitations", "api_invitation", "api_helpers", "api_helper", "api_event_team", "api_event_teams",
    "api_banners", "api_door", "api_move_timetable", "api_numbers", "api_screen", "api_screens",
    "api_switch_screens", "api_timetable", "api_tombola", "api_undo_arrivals", "api_wifi",
    "api_competition", "api_competitions", "api_rankings", "api_teams_by_lot", "api_teams_by_words",
}  # fmt: skip
ROWS = (OF_EVENT, OF_SERIES, OF_ALL, OF_NO_EVENT, BY_LINK, BEHIND_LOGIN, BY_TOKEN)
QUERIES = {
    "draw_audit": ("", "?format=json"),
    "published_list": ("", "?format=json"),
    "charts": ("", "?player=3"),
    "wall": ("", "?show=standings", "?show=seats"),
    "wall_live": ("", "?show=standings"),
    "series": ("", "?format=json", "?category=women"),
    "series_csv": ("", "?category=women"),
    "series_pdf": ("", "?category=women"),
    "api_series": ("", "?category=women"),
    "api_standings": ("", "?format=csv"),
}
NUMBERS = (1, 2)  # of entrants, rounds, draws


@cache
def patterns() -> dict[str, URLPattern]:
    """Return our addresses by name, without the organisers'."""
    found = all_patterns(get_resolver("tournaments.urls").url_patterns)
    return {str(each.name): each for each in found if "/organise/" not in str(each.pattern)}


def addresses(names: set[str], **values: list[Any]) -> Iterator[tuple[str, str]]:
    """Yield name and address of all with these names, for every combination of values."""
    for name, pattern in patterns().items():
        if name in names:
            places = {*pattern.pattern.converters, *getattr(pattern.pattern.regex, "groupindex", {})}
            for combined in product(*(values[place] for place in sorted(places))):
                address = reverse(name, kwargs=dict(zip(sorted(places), combined, strict=True)))
                yield from ((name, address + query) for query in QUERIES.get(name, ("",)))


def of_event(event: Event) -> list[tuple[str, str]]:
    """Return every public address of an event: all its tables, lists, numbers."""
    tables = list(Table.objects.filter(round__event=event).values_list("public_id", flat=True))
    lists = list(event.publications.values_list("public_id", flat=True))
    codes = list(event.screens.values_list("code", flat=True))
    values = {"slug": [event.slug], "code": codes, "number": [*NUMBERS], "public_id": [*tables, *lists]}
    return list(addresses(OF_EVENT, **values))


def of_series(series: Series) -> list[tuple[str, str]]:
    """Return every public address of a series."""
    return list(addresses(OF_SERIES, slug=[series.slug]))


def of_all(event: Event) -> list[tuple[str, str]]:
    """Return the addresses that list many events, one of which is this."""
    players = list(event.club.players.values_list("pk", flat=True))
    return list(
        addresses(
            OF_ALL, slug=[event.club.slug], player_id=players, emblem=[emblem_digest(event.club) or "0"]
        )
    )
