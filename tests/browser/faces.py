"""The faces of the program: every page with who sees it and its address, and the addresses that are none."""

# Every named address is a page with a way to reach it, or is listed here with the reason to skip it.

STRANGER, ORGANISER = "stranger", "organiser"
EVENT = "/events/{event}/"
ORGANISE = EVENT + "organise/"
PAGES = {
    "home": (STRANGER, "/"),
    "club": (STRANGER, "/clubs/{club}/"),
    "event": (STRANGER, EVENT),
    "sheet": (STRANGER, EVENT + "tables/{table}/"),
    "draw_audit": (STRANGER, EVENT + "draws/1/"),
    "find_seat": (STRANGER, EVENT + "seats/"),
    "seat_lists": (STRANGER, EVENT + "seats/print/"),
    "entrant_evening": (STRANGER, EVENT + "entrants/7/"),
    "rank_explanation": (STRANGER, EVENT + "entrants/7/rank/"),
    "embed": (STRANGER, EVENT + "embed/"),
    "check_list": (STRANGER, "/lists/"),
    "published_list": (STRANGER, "/lists/{list}/"),
    "wall": (STRANGER, EVENT + "wall/"),
    "event_teams": (STRANGER, EVENT + "teams/"),
    "club_series": (STRANGER, "/clubs/{club}/series/"),
    "series": (STRANGER, "/series/{series}/"),
    "club_players": (STRANGER, "/clubs/{club}/players/"),
    "player": (STRANGER, "/clubs/{club}/players/{player}/"),
    "charts": (STRANGER, EVENT + "charts/"),
    "register": (STRANGER, "/events/{open}/register/"),
    "registration": (STRANGER, "{registration}"),
    "table": (STRANGER, "{link}"),
    "connection": (STRANGER, "/connection/"),
    "games": (STRANGER, "/games/"),
    "game": (STRANGER, "/games/fipsen-prisdorf/"),
    "help": (STRANGER, "/help/"),
    "help_page": (STRANGER, "/help/check-in/"),
    "new_club": (ORGANISER, "/new-club/"),
    "tokens": (ORGANISER, "/account/tokens/"),
    "webhooks": (ORGANISER, "/clubs/{club}/webhooks/"),
    "new_event": (ORGANISER, "/clubs/{club}/new-event/"),
    "new_series": (ORGANISER, "/clubs/{club}/new-series/"),
    "series_settings": (ORGANISER, "/series/{series}/organise/"),
    "members": (ORGANISER, "/clubs/{club}/members/"),
    "dashboard": (ORGANISER, ORGANISE),
    "check_in_list": (ORGANISER, "/events/{open}/organise/check-in/"),
    "start_cards": (ORGANISER, ORGANISE + "start-cards/"),
    "cash": (ORGANISER, "/events/{open}/organise/cash/"),
    "cash_sheet": (ORGANISER, ORGANISE + "cash/sheet/"),
    "prizes": (ORGANISER, ORGANISE + "prizes/"),
    "helpers": (ORGANISER, ORGANISE + "helpers/"),
    "copy_event": (ORGANISER, ORGANISE + "copy/"),
    "publish": (ORGANISER, ORGANISE + "publish/"),
    "sign_off_checklist": (ORGANISER, ORGANISE + "sign-off-checklist/"),
    "rulings": (ORGANISER, ORGANISE + "rulings/"),
    "event_log": (ORGANISER, ORGANISE + "log/"),
    "deal_versions": (ORGANISER, ORGANISE + "tables/{table}/deals/{deal}/"),
    "director_table": (ORGANISER, ORGANISE + "tables/{table}/"),
    "seat_changes": (ORGANISER, ORGANISE + "tables/{table}/seat-changes/"),
    "event_settings": (ORGANISER, ORGANISE + "settings/"),
    "players": (ORGANISER, ORGANISE + "players/"),
    "entrant": (ORGANISER, ORGANISE + "players/{entrant}/"),
    "paper_import": (ORGANISER, ORGANISE + "paper/"),
    "draw": (ORGANISER, "/events/{drawn}/organise/draw/"),
    "drawing": (ORGANISER, "/events/{drawn}/organise/draws/1/"),
    "round": (ORGANISER, ORGANISE + "rounds/2/"),
    "cards": (ORGANISER, ORGANISE + "rounds/2/cards/"),
    "blank_sheets": (ORGANISER, ORGANISE + "rounds/2/sheets/"),
    "round_photos": (ORGANISER, ORGANISE + "rounds/2/photos/"),
    "sheet_entry": (ORGANISER, ORGANISE + "tables/{table}/type/"),
    "second_typing": (ORGANISER, ORGANISE + "tables/{table}/type/again/"),
    "account_login": (STRANGER, "/accounts/login/"),
    "account_signup": (STRANGER, "/accounts/signup/"),
    "account_reset_password": (STRANGER, "/accounts/password/reset/"),
    "account_reset_password_done": (STRANGER, "/accounts/password/reset/done/"),
    "account_reset_password_from_key": (STRANGER, "/accounts/password/reset/key/1-none/"),
    "account_reset_password_from_key_done": (STRANGER, "/accounts/password/reset/key/done/"),
    "account_confirm_email": (STRANGER, "/accounts/confirm-email/none/"),
    "account_email_verification_sent": (STRANGER, "/accounts/confirm-email/"),
    "account_inactive": (STRANGER, "/accounts/inactive/"),
    "account_logout": (ORGANISER, "/accounts/logout/"),
    "account_change_password": (ORGANISER, "/accounts/password/change/"),
    "account_email": (ORGANISER, "/accounts/email/"),
    "account_reauthenticate": (ORGANISER, "/accounts/reauthenticate/"),
    "mfa_index": (ORGANISER, "/accounts/2fa/"),
    "mfa_activate_totp": (ORGANISER, "/accounts/2fa/totp/activate/"),
    "mfa_list_webauthn": (ORGANISER, "/accounts/2fa/webauthn/"),
    "mfa_add_webauthn": (ORGANISER, "/accounts/2fa/webauthn/add/"),
    "account": (ORGANISER, "/account/"),
    "password_link": (STRANGER, "/p/none"),
    "invitation_link": (STRANGER, "/i/none"),
    "invitation": (STRANGER, "/invitation/"),
    "cancel_event": (ORGANISER, ORGANISE + "cancel/"),
    "event_archive": (ORGANISER, ORGANISE + "archive/"),
    "import_event": (ORGANISER, "/clubs/{club}/import-event/"),
    "member_register": (ORGANISER, "/clubs/{club}/register/"),
    "merge_players": (ORGANISER, "/clubs/{club}/players/{player}/merge/"),
    "invitations": (ORGANISER, "/clubs/{club}/invitations/"),
    "new_password": (STRANGER, "/new-password/"),
    "arrive": (STRANGER, EVENT + "arrive/"),
    "teams": (ORGANISER, ORGANISE + "teams/"),
    "competitions": (ORGANISER, ORGANISE + "competitions/"),
    "screens": (ORGANISER, ORGANISE + "screens/"),
    "timetable": (ORGANISER, ORGANISE + "timetable/"),
    "tombola": (ORGANISER, ORGANISE + "tombola/"),
    "cash_evening": (ORGANISER, ORGANISE + "cash/evening/"),
    "evening_numbers": (ORGANISER, ORGANISE + "numbers/"),
    "papers": (ORGANISER, ORGANISE + "papers/"),
    "missing": (ORGANISER, ORGANISE + "check-in/missing/"),
    "network": (ORGANISER, ORGANISE + "network/"),
    "phones": (ORGANISER, "/phones/"),
    "door_sheet": (ORGANISER, ORGANISE + "network/door-sheet/"),
}
OTHER_FACES = {
    "pictures with one player more": (STRANGER, EVENT + "charts/?player=10"),
    "pictures of nobody": (STRANGER, EVENT + "charts/?player=999"),
    "a category of a series": (STRANGER, "/series/{series}/?category=women"),
    "player as a director sees him": (ORGANISER, "/clubs/{club}/players/{player}/"),
    "one seat": (STRANGER, EVENT + "seats/?name=7"),
    "wall by daylight": (STRANGER, EVENT + "wall/?show=seats&ground=light"),
    "audit of a draft": (ORGANISER, "/events/{drawn}/draws/1/"),
    "home of an organiser": (ORGANISER, "/"),
    "club of an organiser": (ORGANISER, "/clubs/{club}/"),
    "event page before the event": (STRANGER, "/events/{open}/"),
    "registration that is closed": (STRANGER, EVENT + "register/"),
    "check-in, everybody here": (ORGANISER, ORGANISE + "check-in/"),
    "new event of a template": (ORGANISER, "/clubs/{club}/new-event/?template=rifki-night"),
    "event without a deal": (STRANGER, "/events/{fresh}/"),
    "board without players": (ORGANISER, "/events/{empty}/organise/"),
    "people, nobody yet": (ORGANISER, "/events/{empty}/organise/players/"),
    "board with a draft": (ORGANISER, "/events/{drawn}/organise/"),
    "round as a draft": (ORGANISER, "/events/{drawn}/organise/rounds/1/"),
    "round that is closed": (ORGANISER, ORGANISE + "rounds/1/"),
    "table without a deal": (STRANGER, "{fresh_link}"),
    "table of a closed round": (STRANGER, "{old_link}"),
    "no such page": (STRANGER, "/nowhere/"),
    "round that cannot be drawn yet": (ORGANISER, ORGANISE + "draw/"),
    "draw, nobody yet": (ORGANISER, "/events/{empty}/organise/draw/"),
    "page that only takes a form": (ORGANISER, ORGANISE + "close/"),
}
NOT_LOOKED_AT = {
    "part of a page": {
        "event_live", "sheet_live", "table_sheet", "find_seat_live", "wall_live", "draw_progress",
        "dashboard_live",
        "check_foot", "check_in_live", "event_teams_live", "screen_live", "screens_live", "screens_mark",
    },
    "takes a form and leads to a page": {
        "next_series", "player_lists", "save_event_template", "delete_club_template", "revoke_invitation",
        "revoke_token",
        "resend_message",
        "webhook",
        "undo_merge", "list_event", "uphold_sheet", "correct_paper", "delete_event", "rename_club",
        "change_emblem",
        "check_in", "take_fee", "admit", "add_late", "untick_all", "no_shows", "take_money", "take_due",
        "take_all_fees",
        "pay_back", "close_cash", "give_prizes", "take_thing", "revoke_helper", "change_member",
        "leave_early",
        "share_number", "another_pin", "member_password", "withdraw_registration",
        "add_player", "paste_players", "upload_players", "take_out", "store_paper", "discard_paper",
        "commit_seed", "add_constraint", "remove_constraint", "keep_teams_apart", "stop_draw",
        "discard_draw", "swap", "draw_again", "discard_draft",
        "open_round", "close_round", "count_played_rounds", "settle_late", "renew_link",
        "revoke_link", "close_event", "set_language", "answer_call", "sign_off", "undo_ruling",
        "undo_adjustment", "clock", "abandon_tables", "extra_minutes", "abandon_table", "rule", "swap_seats",
        "replace_player", "undo_seat_change", "settle_conflict", "back_to_version", "check_history",
        "freeze", "show_event", "store_archive", "discard_archive", "show_as", "anonymise", "backup", "moved",
        "store_player_list", "discard_player_list", "undo_player_list", "enter_paper_players",
        "add_competition", "dissolve_team", "enter_competition", "remove_competition", "teams_by_lot",
        "teams_by_words", "banner", "door", "undo_arrivals", "move_timetable", "remove_screen",
        "screen_seen", "switch_screens",
    },
    "only with a team, a competition or a screen: their own tests look at them": {
        "team", "competition", "screen", "screen_settings",
    },
    "only before there is an account: test_first_ten_minutes.py looks at it": {"first_start"},
    "only with a file or a text: test_player_list.py looks at them": {"player_list", "pasted_players"},
    "a picture, a file": {
        "event_calendar", "screen_picture", "table_qr", "emblem", "authority", "preview", "standings_csv",
        "standings_xlsx",
        "rounds_csv", "standings_pdf", "round_pdf", "round_sheets_pdf", "sheet_pdf",
        "results_pdf", "certificates_pdf", "papers_pdf", "marked_sheets", "series_csv", "series_pdf",
    },
    "for programs, or another package's page": {
        "schema", "docs", "swap_costs", "phone_files", "phone_python", "phone_worker", "worker",
        "check_lines", "save_line", "standings_json", "feed", "healthz", "readyz", "metrics", "security_txt",
    },
    "only in the midst of a login that needs a second factor": {
        "mfa_authenticate", "mfa_reauthenticate", "mfa_deactivate_totp", "mfa_view_recovery_codes",
        "mfa_generate_recovery_codes", "mfa_download_recovery_codes", "mfa_reauthenticate_webauthn",
        "mfa_remove_webauthn", "mfa_edit_webauthn", "mfa_login_webauthn",
    },
    "leads elsewhere at once": {
        "helper_link", "table_link", "account_set_password", "account_confirm_login_code",
    },
}  # fmt: skip
FACES = {**PAGES, **OTHER_FACES}

# Makes what the addresses name, beside two events of the demonstration; prints the values.
MAKE_PLACES = """
import datetime, json
from tournaments.models import AuthorKind, Event, Stage
from tournaments.selectors.clubs.permissions import get_link
from tournaments.services.clubs.lifecycle import create_club
from tournaments.services.draw.drawing import draw_round
from tournaments.services.entry.entrants import enter_players
from tournaments.services.entry.registration import register, registration_token
from tournaments.services.events.lifecycle import create_event
from tournaments.services.history.sheet_chain import Author
from tournaments.services.publishing.publications import publish_list
from tournaments.services.series.lifecycle import create_series, list_player
busy, fresh = (Event.objects.get(slug=slug) for slug in ({busy!r}, {fresh!r}))
day, owner = datetime.date(2026, 11, 21), busy.club.members.get(role="owner").user
def make_event(club, name, **facts):
    own = create_club(name=club, owner=owner)
    return create_event(club=own, name=name, date=day, game="fipsen-prisdorf", is_published=True, **facts)
empty = make_event("Skatfreunde Klein Offenseth-Sparrieshoop", "Nobody has come yet")
drawn = make_event("Kartenfreunde Elmshorn", "Weihnachtspreisfipsen um den Wanderpokal der Gemeinde")
names = ["Ada Lührs", "Ben Timm", "西村 百合子", "Maximiliane von Hohenlohe-Schillingsfürst"]
enter_players(event=drawn, names=names)
draw_round(event=drawn)
terms = dict(starts_at=datetime.time(19, 30), fee_cents=750, places=2, is_registration_open=True)
opened = make_event("Rifkifreunde Ahrenlohe", "Neujahrsrifki mit Verlosung eines Präsentkorbes", **terms)
for name in (names[0], names[3], names[2]):
    team = "Kartenfreunde Elmshorn-Kölln-Reisiek"
    waiting = register(event=opened, name=name, team=team, agrees_to_list=True)
by = Author(AuthorKind.MEMBER, owner.pk)
published = publish_list(event=busy, stage=Stage.PROVISIONAL, by=by)
entrant, table = busy.entrants.first(), get_link({token!r}).table
player = list_player(
    player=entrant.player, categories=["women", "Jugend unter achtzehn Jahren"], is_guest=False
)
name = "Vereinsmeisterschaft im Fipsen und allerlei anderen Kartenspielen"
series = create_series(club=busy.club, name=name, events=[busy, fresh], is_published=True)
print(json.dumps(dict(
    empty=empty.slug, drawn=drawn.slug, open=opened.slug, series=series.slug, club=busy.club.slug,
    registration=f"/r/{{waiting.pk}}/{{registration_token(waiting)}}/", player=player.pk, entrant=entrant.pk,
    list=str(published.public_id), table=str(table.public_id), deal=table.deals.first().pk,
)))
"""
