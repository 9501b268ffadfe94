"""One request to the whole application, without a server: the answer, and what it wrote. Nothing stays."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.core.handlers.base import BaseHandler
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import RequestFactory

from tests.tournaments.access_roles import Visitor
from tests.tournaments.dumps import Dump, dump

WRITES = re.compile(r'^\s*(?:INSERT INTO|UPDATE|DELETE FROM|REPLACE INTO) "(tournaments_\w+)"', re.I)

FOR_THE_API = {"Idempotency-Key": "a-key", "If-Match": '"1"'}


@dataclass(frozen=True, slots=True)
class Told:
    """What came back, the tables of ours that were written to, and everything there was afterwards."""

    response: HttpResponse
    written: frozenset[str]
    left: Dump | None = None

    @property
    def status(self) -> int:
        """Of the answer."""
        return self.response.status_code


class Writes:
    """The tables of ours that are written to while it is on."""

    def __init__(self) -> None:
        self.tables: set[str] = set()

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if found := WRITES.match(sql):
            self.tables.add(found[1])
        return execute(sql, params, many, context)


@cache
def handler() -> BaseHandler:
    """The application with all its middleware."""
    made = BaseHandler()
    made.load_middleware()
    return made


def ask(visitor: Visitor, method: str, address: str, *, dumped: bool = False, **sent: Any) -> Told:
    """Send a request as this visitor; `sent` goes to Django's RequestFactory.

    `dumped` reads all rows after a request that wrote.
    """
    headers = {
        **(FOR_THE_API if address.startswith("/api/") else {}),
        **visitor.headers,
        **sent.pop("headers", {}),
    }
    factory = RequestFactory(headers=headers)
    factory.cookies.load(dict(visitor.cookies))
    if isinstance(sent.get("data"), bytes):
        request = factory.generic(method, address, **sent)
    else:
        request = getattr(factory, method.lower())(address, **sent)
    request._dont_enforce_csrf_checks = True  # type: ignore[attr-defined]  # as Django's own test client does
    writes = Writes()
    with transaction.atomic(), connection.execute_wrapper(writes):
        response = handler().get_response(request)
        left = dump() if dumped and writes.tables and not connection.needs_rollback else None
        transaction.set_rollback(True)
    return Told(response, frozenset(writes.tables), left)
