"""No change without its entry: every change to sheets, rounds, draws and links is in the history."""

from typing import Any

import pytest
from django.urls import reverse

from tests.builders import a_table, a_user
from tests.tournaments import use_cases
from tests.tournaments.dumps import columns_of, rows_of
from tests.tournaments.use_cases import KEYED, UNKEYED
from tests.tournaments.visitors import ada
from tournaments.models import AuthorKind, Event, EventChange, SheetChange
from tournaments.services.history.audit import audit

pytestmark = pytest.mark.django_db

# The facts of an event; everything else is derived from them, or is history, or was never taken.
FACTS = {
    "tournaments_deal": {"number", "record", "revision", "part_id"},
    "tournaments_part": {"position", "first_dealer"},
    "tournaments_seat": {"position", "entrant_id", "account_id"},
    "tournaments_round": {
        "number", "status", "draw_id", "clock_started_at", "clock_paused_at", "minutes", "is_last_deal",
    },
    "tournaments_table": {"number", "extra_minutes", "is_broken_off"},
    "tournaments_adjustment": {"entrant_id", "points", "round_number", "is_undone"},
    "tournaments_ruling": {"deal_id", "points", "is_undone"},
    "tournaments_sitout": {"round_id", "entrant_id"},
    "tournaments_draw": {"status", "seed", "mode", "numbers"},
    "tournaments_tablelink": {"generation", "is_revoked"},
    "tournaments_event": {
        "is_closed", "is_published", "options", "policy", "deals_per_table", "signed_off_at",
    },
}  # fmt: skip
# Versions that were not taken are kept unchanged (ParkedDeal), with their sender and outcome.
PARKING = {"record_otherwise", "correct_what_changed", "send_late"}
UNCHANGING = {
    "confirm", "sign", "settle_for_stored", "compare_with_the_paper", "uphold_against_the_paper",
    "type_a_paper_sheet_again",
}  # fmt: skip  # they add only an entry
# Seats are in the history of the event, and in that of every sheet they change.
SEVERAL_CHAINS = {"reseat": 2, "swap_at_two_tables": 4}


def facts() -> Any:
    return {
        table: rows_of(table, frozenset(columns_of()[table]) - kept - {"id"}) for table, kept in FACTS.items()
    }


def entries() -> list[Any]:
    return [*SheetChange.objects.order_by("pk"), *EventChange.objects.order_by("pk")]


@pytest.mark.parametrize("case", [*KEYED, *UNKEYED], ids=lambda case: case.__name__)
def test_every_change_has_exactly_one_entry(case: Any) -> None:
    act = case()
    before, known = facts(), entries()
    act()
    added = [entry for entry in entries() if entry not in known]
    is_changed = facts() != before
    assert is_changed == (case.__name__ not in PARKING | UNCHANGING)
    expected = SEVERAL_CHAINS.get(case.__name__, int(case.__name__ not in PARKING))
    assert len(added) == expected
    assert all(entry.at and entry.author_kind in AuthorKind.values for entry in added)
    assert audit(Event.objects.get()) == (len(entries()), [])


DIRECTED = ("commit", "ask_for_a_draw", "discard", "swap", "release", "close", "reopen_the_round", "renew",
            "revoke", "end", "reopen", "adjust", "rule", "start_the_clock", "abandon",
            "sign_the_results_off", "reseat", "swap_at_two_tables")  # fmt: skip


@pytest.mark.parametrize("name", DIRECTED)
def test_a_directors_action_names_the_director(name: str) -> None:
    act = getattr(use_cases, name)()
    act()
    newest = EventChange.objects.order_by("number").last()
    assert newest is not None
    assert (newest.author_kind, newest.author_id) == (AuthorKind.MEMBER, 1)


def test_the_pages_say_who_directs() -> None:
    table = a_table()
    round, event, director = table.round, table.round.event, ada()
    for name, where in (
        ("renew_link", [event.slug, table.public_id]),
        ("revoke_link", [event.slug, table.public_id]),
        ("close_round", [event.slug, round.number]),
        ("close_event", [event.slug]),
    ):
        director.post(reverse(name, args=where), {"even_if_incomplete": "yes", "is_closed": "yes"})
    added = event.entries.filter(author_kind=AuthorKind.MEMBER).order_by("number")
    assert [entry.kind for entry in added] == ["link_renewed", "link_revoked", "round_closed", "event_closed"]
    assert {entry.author_id for entry in added} == {a_user("ada").pk}


def test_an_act_that_changes_nothing_has_no_entry() -> None:
    end = use_cases.end()
    end()
    known = entries()
    end()
    assert entries() == known


def test_the_history_of_a_link_never_holds_its_token() -> None:
    use_cases.renew()()
    said = EventChange.objects.get(kind="link_renewed").facts
    assert said.keys() == {"round", "table", "link", "generation"}
