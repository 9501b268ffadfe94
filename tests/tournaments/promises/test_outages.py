"""A database that fails during a request: a pause at any statement, never an error."""

from typing import Any
from zlib import crc32

import pytest
from django.db import connection

from tests.builders import a_table, write_deal
from tests.sweeps import turn
from tests.tournaments.everywhere import addresses
from tests.tournaments.promises.test_crashes import CutOff
from tests.tournaments.visitors import ada
from tournaments.services.sheets.table_links import token_of

pytestmark = pytest.mark.django_db

STATEMENTS = (1, 3, 6)  # the outage starts at one of these, every day at another for an address


class GoneFrom(CutOff):
    """Fail every statement from this one on."""

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.asked = min(self.asked, self.step - 1)
        return super().__call__(execute, sql, params, many, context)


def a_hall() -> tuple[Any, list[tuple[str, str]]]:
    """Return Ada, who has also opened the table's link on this browser, and all her requests."""
    table, client = a_table(), ada()
    write_deal(table)
    client.get(f"/t/{token_of(table.links.get())}")
    client.raise_request_exception = False
    return client, [*addresses(table.round.event), ("table_link", f"/t/{token_of(table.links.get())}")]


def wrong(answer: Any) -> bool:
    """Return whether an answer of ours is a server error, or a pause without a duration."""
    if answer.status_code == 503:
        return not answer.headers.get("Retry-After", "").isdecimal()
    return answer.status_code >= 500


class CutOffBeforeRollback(CutOff):
    """Fail one statement; the rollback of a refused write goes through, as when a connection ends."""

    is_refused = False

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.is_refused |= sql.startswith("ROLLBACK TO")
        if self.is_refused and sql.startswith(("ROLLBACK TO", "RELEASE")):
            return execute(sql, params, many, context)
        return super().__call__(execute, sql, params, many, context)


ENDINGS = {"get": GoneFrom, "post": CutOffBeforeRollback}


@pytest.mark.sampled
@pytest.mark.parametrize("method", ENDINGS)
def test_an_outage_is_a_pause_wherever_it_comes(method: str) -> None:
    client, asked = a_hall()
    answers = {}
    for name, url in asked:
        for statement in turn(STATEMENTS, crc32(name.encode())):
            with connection.execute_wrapper(ENDINGS[method](statement)):
                answers[name, statement] = getattr(client, method)(url)
    assert [name for name, answer in answers.items() if wrong(answer)] == []
    assert sum(answer.status_code == 503 for answer in answers.values()) > 5
