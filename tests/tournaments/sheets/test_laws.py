"""What holds of every write on a sheet: whoever writes, in whatever state the round and the event are."""

from collections import Counter
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from scoring.not_possible import NotPossible
from tests.builders import a_record, a_request, a_table, write_deal
from tests.tournaments.evenings import again
from tournaments.models import (
    AuthorKind,
    Cause,
    Event,
    PendingDeal,
    Round,
    RoundStatus,
    Table,
)
from tournaments.models import SheetChangeKind as Kind
from tournaments.services.history.sheet_chain import Author, Request
from tournaments.services.sheets.deals import correct_deal, insert_deal, record_deal, strike_deal
from tournaments.services.sheets.sheet_transaction import OPEN_CONFLICTS_PER_SHEET
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.verification import differences
from tournaments.services.tables.deal_versions import settle_conflict

pytestmark = pytest.mark.django_db

OTHER = a_record(bid=3, tricks=3)
DIRECTING = [AuthorKind.MEMBER, AuthorKind.HELPER, AuthorKind.PAPER, AuthorKind.PHOTO]
FINAL = {"closed": {"is_closed": True}, "signed off": {"signed_off_at": timezone.now()}}
CODES = {"closed": "event_closed", "signed off": "signed_off", "cancelled": "event_cancelled"}
NOT_WRITABLE = {**FINAL, "cancelled": {"is_cancelled": True}}


@pytest.fixture(scope="module")
def written(lasting: None) -> Table:
    """Return a table with two deals."""
    table = a_table()
    for number in (1, 2):
        write_deal(table, number)
    return table


@pytest.fixture
def table(written: Table) -> Table:
    return again(written)


@pytest.fixture
def complete(table: Table) -> Table:
    """Return the table in an event that plays no third deal."""
    Event.objects.update(deals_per_table={"4": 2})
    return again(table)


def code_of(act: Any) -> str:
    """Return the code of the refusal."""
    with pytest.raises(NotPossible) as refused:
        act()
    return refused.value.code


def write(table: Table, act: str, request: Request) -> Any:
    """Write on a sheet of two rows, as it stands now."""
    revision = again(table).revision
    first = {"table": again(table), "number": 1, "request": request}
    acts: dict[str, Any] = {
        "record": lambda: record_deal(**{**first, "number": 3}, record=OTHER),
        "correct": lambda: correct_deal(**first, record=OTHER, revision=1),
        "insert": lambda: insert_deal(**first, record=OTHER, sheet_revision=revision),
        "strike": lambda: strike_deal(**first, sheet_revision=revision),
    }
    return acts[act]()


ACTS = ["record", "correct", "insert", "strike"]


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("kind", DIRECTING)
@pytest.mark.parametrize("state", ["closed", "abandoned"])
def test_a_director_is_never_late(state: str, kind: AuthorKind, act: str, table: Table) -> None:
    if state == "closed":
        Round.objects.update(status=RoundStatus.CLOSED)
    else:
        Table.objects.update(is_broken_off=True)
    assert write(table, act, a_request(kind=kind)).result in ("written", "done")
    assert not PendingDeal.objects.exists()


@pytest.mark.parametrize("act", ["record", "correct", "insert"])
@pytest.mark.parametrize("state", ["closed", "abandoned"])
def test_a_deal_that_a_phone_sends_too_late_is_kept_for_the_director(
    state: str, act: str, table: Table
) -> None:
    if state == "closed":
        Round.objects.update(status=RoundStatus.CLOSED)
    else:
        Table.objects.update(is_broken_off=True)
    assert write(table, act, a_request()).result == "late"
    assert again(table).revision == 2 and PendingDeal.objects.get().cause == Cause.LATE


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("kind", [AuthorKind.LINK, AuthorKind.MEMBER])
@pytest.mark.parametrize("state", NOT_WRITABLE)
def test_a_repeated_request_gets_its_answer_whatever_happened_to_the_event_since(
    state: str, kind: AuthorKind, act: str, table: Table
) -> None:
    request = a_request(kind=kind)
    first = write(table, act, request)
    Event.objects.update(**NOT_WRITABLE[state])
    repeated = write(table, act, request)
    assert (repeated.result, repeated.body) == ("done", first.body)


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("state", NOT_WRITABLE)
def test_a_new_request_of_a_director_is_refused_in_every_such_state(
    state: str, act: str, table: Table
) -> None:
    Event.objects.update(**NOT_WRITABLE[state])
    code = code_of(partial(write, table, act, a_request(kind=AuthorKind.MEMBER)))
    assert (
        code == {"closed": "event_closed", "signed off": "signed_off", "cancelled": "event_cancelled"}[state]
    )
    assert again(table).revision == 2


@pytest.mark.parametrize("kind", [AuthorKind.LINK, AuthorKind.MEMBER])
@pytest.mark.parametrize("act", ["record", "insert"])
def test_a_complete_sheet_takes_no_further_deal_by_any_door(
    act: str, kind: AuthorKind, complete: Table
) -> None:
    assert code_of(partial(write, complete, act, a_request(kind=kind))) == "sheet_complete"
    assert again(complete).revision == 2 and complete.deals.count() == 2


@pytest.mark.parametrize("cause", [Cause.LATE, Cause.STALE, Cause.TAKEN])
def test_a_complete_sheet_takes_no_kept_version_as_a_further_deal(cause: Cause, complete: Table) -> None:
    parked = PendingDeal.objects.create(
        table=complete, cause=cause, number=1, record=OTHER, author_kind=AuthorKind.LINK, at=timezone.now()
    )
    about = {"conflict_id": parked.pk, "choose": "sent", "request": a_request(kind=AuthorKind.MEMBER)}
    assert code_of(partial(settle_conflict, table=complete, **about)) == "sheet_complete"
    parked.refresh_from_db()
    assert parked.settlement == "open" and complete.deals.count() == 2


@pytest.mark.parametrize("act", ACTS)
def test_the_sums_follow_every_write(act: str, table: Table) -> None:
    write(table, act, a_request())
    compute_event_standings(event_id=table.round.event_id)
    assert differences(again(table).round.event) == []


def test_no_two_versions_of_a_row_have_one_revision(table: Table) -> None:
    for act in ["correct", "insert", "strike", "record", "insert", "strike"]:
        if act != "correct" or again(table).revision == 2:
            write(table, act, a_request())
    kinds = [Kind.RECORDED, Kind.CORRECTED, Kind.INSERTED, Kind.STRUCK]
    versions = Counter(table.entries.filter(kind__in=kinds).values_list("deal_id", "deal_revision"))
    assert set(versions.values()) == {1}


def park(table: Table, cause: Cause, times: int) -> None:
    about: dict[str, Any] = {"table": table, "number": 1, "record": OTHER, "author_kind": AuthorKind.LINK}
    PendingDeal.objects.bulk_create(
        PendingDeal(**about, cause=cause, at=timezone.now()) for _ in range(times)
    )


def test_late_deals_and_conflicts_take_no_room_from_each_other(table: Table) -> None:
    park(table, Cause.LATE, OPEN_CONFLICTS_PER_SHEET)
    assert write_deal(table, tricks=1).result == "taken"
    park(table, Cause.TAKEN, OPEN_CONFLICTS_PER_SHEET)
    Round.objects.update(status=RoundStatus.CLOSED)
    assert write_deal(again(table), 3).result == "late"


@pytest.mark.parametrize("choose", ["sent", "stored"])
@pytest.mark.parametrize("kind", [AuthorKind.MEMBER, AuthorKind.HELPER])
def test_a_director_who_accepts_a_version_is_named_beside_the_phone_that_had_sent_it(
    kind: AuthorKind, choose: str, table: Table
) -> None:
    by_phone = Author(AuthorKind.LINK, 1, "phone-7", timezone.now())
    sent = Request(a_request().key, {}, by_phone)
    conflict = record_deal(table=table, number=1, record=OTHER, request=sent).body["conflict"]
    settle_conflict(table=table, conflict_id=conflict, choose=choose, request=a_request(kind=kind))
    entry = table.entries.latest("number")
    phone = ("phone-7", by_phone.device_at) if choose == "sent" else ("", None)
    assert (entry.author_kind, entry.device, entry.device_at) == (kind, *phone)
