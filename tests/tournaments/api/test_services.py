"""What a page can do, a program can do: each service of a page has an endpoint or a line that says why not.

A name in WITHOUT is a gap that is known; one that no page calls any more, or that has an endpoint, must go.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.processes import ROOT

OURS = ROOT / "tournaments"
BROWSER = "only a browser needs it: links, PINs, passwords, forms that remember"
PARTS = "a part of a service that has an endpoint"
TYPED = "it reads what a person typed, for a service that has an endpoint"
SETTING = "a program changes the setting itself: PATCH of the event's rounds_planned"
PRINTED = "a page to print, and what is kept of it"
WITHOUT = {
    BROWSER: (
        "tell_alive",
        "accept_invitation", "find_invitation", "find_password_link", "make_password_link", "pin_of",
        "registration_token", "renew_pin", "use_password_link", "create_token", "revoke_token",
        "withdraw_team", "register_team", "register", "entrant_by_token", "is_open", "refuse_registration",
        "back_up_everywhere", "delete_after_backup", "check_within", "begin_installation", "arrive",
        "chosen_of", "refuse_crowd",
        "choose_archive", "let_phones_in", "store_chosen", "discard_archive",
    ),
    PARTS: (
        "changes_of", "check_seats", "check_swap", "limit",
        "list_to_offer", "list_to_undo", "network_of", "ranks_teams", "refuse_unready", "show_event",
        "take_try",
        "with_labels", "wait_phrase", "with_likely_sheets", "abandon_tables", "settings_of", "answer_column",
        "cancel_event", "undo_cancellation", "list_event", "close_event", "enter_players", "share_number",
        "points_to_add", "pay_at_door", "set_entries", "show_player_as",
        "pay_all_fees", "without_team", "sign_off_in_secret", "close_evening",
    ),
    TYPED: (
        "change_prizes", "parse_key", "rewritten_lines", "type_row", "type_sheet",
        "compared_lines", "type_again", "known_row", "typed_record", "refuse_many", "refuse_long",
        "as_list", "with_names", "is_plain", "person_text",
        "read_pasted", "refuse_undecided", "enters_somebody",
    ),
    PRINTED: ("keep_plans",),
    SETTING: ("count_played_rounds",),
}  # fmt: skip


def functions(folder: Path) -> Iterator[str]:
    """Yield the names of all public functions of a folder's modules."""
    for path in folder.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        yield from (each.name for each in tree.body if isinstance(each, ast.FunctionDef))


def called(floor: str) -> set[str]:
    """Return the services that the modules of a floor import."""
    services = set(functions(OURS / "services"))
    names: set[str] = set()
    for path in (OURS / floor).rglob("*.py"):
        for each in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(each, ast.ImportFrom) and (each.module or "").startswith("tournaments.services"):
                names |= {alias.name for alias in each.names} & services
    return names


def test_every_service_of_a_page_has_an_endpoint_or_a_reason() -> None:
    known = {name for names in WITHOUT.values() for name in names}
    missing = called("views") - called("api")
    assert sorted(missing - known) == []
    assert sorted(known - missing) == []


def test_no_service_has_two_reasons() -> None:
    names = [name for named in WITHOUT.values() for name in named]
    assert len(names) == len(set(names))
