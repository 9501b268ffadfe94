"""A past round is another mode: what each act does at each age of the round, as `SAFETY` says."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from marked.sheet import ReadRow
from scoring.not_possible import NotPossible
from tests.builders import a_record, a_request, write_deal
from tests.tournaments.evenings import ADA, WHY, a_written_table, again
from tests.tournaments.phones import Phone
from tests.tournaments.visitors import ada, text_of
from tournaments.models import Event, PendingDeal, Stage, Table
from tournaments.selectors.history.event_log import LogFilter, log_keys, log_lines
from tournaments.selectors.paper.photos import Reading, TableRead
from tournaments.selectors.rounds.past_rounds import SAFETY, Act, Age, Safety, age_of
from tournaments.services.entry.entrants import enter_players
from tournaments.services.paper.photo_rows import Stored, store_reading
from tournaments.services.publishing.publications import publish_list
from tournaments.services.publishing.sign_off import sign_off
from tournaments.services.rounds.lifecycle import QUIET, close_forgotten_rounds, close_round, open_round
from tournaments.services.sheets.deals import correct_deal
from tournaments.services.tables.abandoning import abandon_tables

pytestmark = pytest.mark.django_db

OTHER_RESULT, SAME_RESULT = "2 2 s -1", "2 2 h +"
Does = Callable[[Any, Table, dict[str, str]], Any]


@pytest.fixture(scope="module")
def table(lasting: None) -> Table:
    """Return table 1 of an open round: three deals, the second corrected; a fifth player sits out."""
    table = a_written_table()
    changes = {"record": a_record(bid=3, tricks=3), "revision": 1, "reason": WHY}
    correct_deal(table=table, number=2, request=a_request(changes), **changes)
    enter_players(event=table.round.event, names=["Xaver"])
    return again(table)


def grown(table: Table, age: Age) -> Table:
    """Return the table after its round has reached an age."""
    if age is not Age.PLAYED:
        close_round(round=table.round, even_if_incomplete=True, by=ADA)
    if age is Age.REOPENED:
        open_round(round=table.round, by=ADA)
    if age is Age.PUBLISHED:
        publish_list(event=table.round.event, stage=Stage.PROVISIONAL, by=ADA)
    if age is Age.FINAL:
        abandon_tables(round=table.round, numbers=[table.number], by=ADA)
        sign_off(event=table.round.event, by=ADA)
    return again(table)


# The acts, each as a director or a phone does it


def at(table: Table, name: str, *more: object) -> str:
    return reverse(name, args=[table.round.event.slug, table.public_id, *more])


def of_round(table: Table, name: str) -> str:
    return reverse(name, args=[table.round.event.slug, table.round.number])


def line(text: str, number: int = 1, revision: str = "1") -> Does:
    sent = {"number": number, "line": text, "key": f"key {text}", "revision": revision}
    return lambda client, table, sure: client.post(at(table, "save_line"), sent | sure)


def sheet(client: Any, table: Table, sure: dict[str, str]) -> Any:
    lines = "\n".join([OTHER_RESULT, "2 3 s +", "2 2 s +"])
    sent = {"lines": lines, "revision": table.revision, "key": "form"}
    return client.post(at(table, "sheet_entry"), sent | sure)


def totals(client: Any, table: Table, sure: dict[str, str]) -> Any:
    return client.post(at(table, "check_foot"), {f"total-{seat}": "0" for seat in range(4)})


def back(client: Any, table: Table, sure: dict[str, str]) -> Any:
    url = at(table, "back_to_version", table.deals.get(number=2).pk)
    return client.post(url, {"entry": "2", "seen": "2"} | sure)


def sent_deal(client: Any, table: Table, sure: dict[str, str]) -> Any:
    waiting = PendingDeal.objects.get()
    place = [table.round.event.slug, table.round.number, waiting.pk]
    url = reverse("settle_late", args=place)
    if waiting.cause != "late":
        url = at(table, "settle_conflict", waiting.pk)
    return client.post(url, {"choose": "take"} | sure)


def ruling(client: Any, table: Table, sure: dict[str, str]) -> Any:
    return client.post(at(table, "rule"), {"deal": "1", "cancel": "yes", "reason": WHY} | sure)


def penalty(client: Any, table: Table, sure: dict[str, str]) -> Any:
    sent = {"number": "2", "way": "penalty", "points": "5", "round": "1", "reason": WHY}
    return client.post(reverse("rulings", args=[table.round.event.slug]), sent | sure)


def seats(client: Any, table: Table, sure: dict[str, str]) -> Any:
    sent = {f"seat_{at}": str(number) for at, number in enumerate([1, 2, 3, 5])}
    return client.post(at(table, "seat_changes"), sent | {"reason": WHY} | sure)


def replaced(client: Any, table: Table, sure: dict[str, str]) -> Any:
    if sure:
        sent = {f"seat_{at}": str(number) for at, number in enumerate([1, 5, 3, 4])}
        return client.post(at(table, "seat_changes"), sent | {"reason": WHY} | sure)
    return client.post(at(table, "replace_player"), {"goes": "2", "comes": "5"})


def photo(client: Any, table: Table, sure: dict[str, str]) -> Any:
    row = ReadRow(number=4, record=a_record(), is_void=False, doubts=())
    read = TableRead(table, table.parts.get(), is_last_part=True, first=4, rows=((row, "digest"),), sure=1)
    return store_reading(event=table.round.event, reading=Reading((), (read,)), by=1)


def abandoned(client: Any, table: Table, sure: dict[str, str]) -> Any:
    return client.post(at(table, "abandon_table"), {"is_abandoned": "yes"})


def closing(client: Any, table: Table, sure: dict[str, str]) -> Any:
    return client.post(of_round(table, "close_round"), {"even_if_incomplete": "yes"})


def reopening(client: Any, table: Table, sure: dict[str, str]) -> Any:
    return client.post(of_round(table, "open_round"), sure)


DOES: dict[Act, Does] = {
    Act.PHONE: lambda client, table, sure: Phone(table).record(4),
    Act.NEW_ROW: line("2 2 s +", 4, ""),
    Act.CORRECTED_ROW: line(OTHER_RESULT),
    Act.CORRECTED_SHEET: sheet,
    Act.TOTALS: totals,
    Act.VERSION: back,
    Act.SENT_DEAL: sent_deal,
    Act.RULING: ruling,
    Act.ADJUSTMENT: penalty,
    Act.SEATS: seats,
    Act.REPLACEMENT: replaced,
    Act.PHOTO: photo,
    Act.ABANDONED: abandoned,
    Act.CLOSING: closing,
    Act.REOPENING: reopening,
}
WITHOUT_RESULT: dict[Act, Does] = {Act.CORRECTED_ROW: line(SAME_RESULT), Act.REPLACEMENT: replaced}


def done(client: Any, table: Table, does: Does, sure: bool = False) -> tuple[Safety, int]:
    """Do an act and undo it: return what happened, and how many entries the log had more."""
    before, waiting, shown = entries(), PendingDeal.objects.count(), False
    with transaction.atomic():
        with suppress(NotPossible):
            shown = is_shown(does(client, again(table), {"sure": "yes"} if sure else {}))
        more, kept = entries() - before, PendingDeal.objects.count() - waiting
        transaction.set_rollback(True)
    if kept:
        return Safety.KEPT, more
    if more:
        return Safety.AT_ONCE, more
    return Safety.FIRST if shown else Safety.REFUSED, more


def is_shown(answer: Any) -> bool:
    """Return whether an answer shows the effect of an act: a page, or what the grid is told."""
    if isinstance(answer, Stored):
        return False
    return answer.status_code == 200 or b"effect_unseen" in answer.content


def entries() -> int:
    """Return how many entries the log has."""
    return log_keys(Event.objects.get(), LogFilter()).count()


@pytest.mark.parametrize("age", Age)
@pytest.mark.usefixtures("undrawn")
def test_each_act_is_as_safe_as_the_table_says_for_the_age_of_the_round(age: Age, table: Table) -> None:
    assert DOES.keys() == SAFETY.keys()
    client, table = ada(), grown(table, age)
    write_deal(table, 1, tricks=1)  # another version of deal 1, which waits
    assert age_of(again(table).round) is age
    for act, does in DOES.items():
        expected = SAFETY[act][age]
        if expected is Safety.IF_RESULTS:
            assert done(client, table, WITHOUT_RESULT[act]) == (Safety.AT_ONCE, 1), act
        elif expected is Safety.FIRST:
            assert done(client, table, does) == (Safety.FIRST, 0), act
            assert done(client, table, does, sure=True) == (Safety.AT_ONCE, 1), act
        elif expected is not Safety.NOT_THERE:
            assert done(client, table, does) == (expected, expected is Safety.AT_ONCE), act


def test_a_typed_line_that_changes_a_result_is_shown_first_while_its_round_is_played(table: Table) -> None:
    assert done(ada(), table, line(OTHER_RESULT)) == (Safety.FIRST, 0)


COLOURS = {Age.PLAYED: 0, Age.REOPENED: 1, Age.CLOSED: 1, Age.PUBLISHED: 2, Age.FINAL: 0}


@pytest.mark.parametrize("age", Age)
def test_every_page_that_changes_a_past_round_says_so_in_its_colour(age: Age, table: Table) -> None:
    client, table = ada(), grown(table, age)
    pages = ["director_table", "seat_changes", "sheet_entry", "second_typing"]
    shown = {name: text_of(client.get(at(table, name))) for name in pages}
    shown["round"] = text_of(client.get(of_round(table, "round")))
    shown["versions"] = text_of(client.get(at(table, "deal_versions", table.deals.get(number=2).pk)))
    if age is not Age.FINAL:
        shown |= {act.name: text_of(DOES[act](client, table, {})) for act in (Act.RULING, Act.ADJUSTMENT)}
    colours = {name: page.count("is-past") + page.count("is-published") for name, page in shown.items()}
    assert colours == dict.fromkeys(
        shown, COLOURS[age]
    )  # a page of final results says how to undo the sign-off
    assert all(("undo the sign-off first" in page) is (age is Age.FINAL) for page in shown.values())


def test_a_sheet_that_is_typed_as_a_whole_is_one_entry_of_the_log_however_many_rows_it_corrects(
    table: Table,
) -> None:
    table, client = grown(table, Age.CLOSED), ada()
    lines = "\n".join([OTHER_RESULT, "2 3 s +", OTHER_RESULT])
    sent = {"lines": lines, "revision": table.revision, "key": "form", "sure": "yes"}
    assert client.post(at(table, "sheet_entry"), sent).status_code == 302
    event = again(table).round.event
    newest, before = log_lines(event, log_keys(event, LogFilter())[:3])
    assert newest.text.count("Round 1, table 1") == 1 and newest.text.count("→") == 2
    assert newest.text.index("row 1") < newest.text.index("row 3") and before.kind == "round closed"


# A round that is open again


def closed_after(wait: timedelta) -> int:
    """Return how many rounds are closed by themselves so long from now."""
    return close_forgotten_rounds(now=timezone.now() + wait)


def test_a_round_that_is_open_again_closes_by_itself_once_its_tables_are_quiet(table: Table) -> None:
    table = grown(table, Age.REOPENED)
    assert closed_after(QUIET / 2) == 0
    write_deal(table, 4)
    Table.objects.update(last_activity=timezone.now() + QUIET / 2)
    assert closed_after(QUIET) == 0
    assert closed_after(QUIET * 2) == 1 and closed_after(QUIET * 2) == 0
    event = again(table).round.event
    (line,) = log_lines(event, log_keys(event, LogFilter())[:1])
    assert (line.kind, line.who) == ("round closed", "the program")
    assert "was open again, changed at: 1" in line.text


def test_a_round_that_was_opened_only_once_stays_open_however_quiet_it_is(table: Table) -> None:
    assert closed_after(9 * QUIET) == 0


def test_a_phone_writes_into_a_round_that_is_open_again_and_is_kept_after_it_closed(table: Table) -> None:
    table = grown(table, Age.REOPENED)
    assert Phone(table).record(4).status_code == 201
    closed_after(QUIET * 2)
    Phone(table).record(5)
    assert PendingDeal.objects.get().cause == "late"


KEYS = {"check_in_list": "Add a walk-in", "players": "Paste a list"}


@pytest.mark.parametrize("page", KEYS)
def test_after_the_sign_off_a_page_takes_no_newcomers(page: str, table: Table) -> None:
    address = reverse(page, args=[table.round.event.slug])
    assert KEYS[page] in text_of(ada().get(address))
    grown(table, Age.FINAL)
    after = text_of(ada().get(address))
    assert "signed off" in after and KEYS[page] not in after
