"""One request to the whole application, without a server: the answer, and its writes, rolled back."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.core.handlers.base import BaseHandler
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import translation

from tests.tournaments.access_roles import Visitor
from tests.tournaments.dumps import Dump, dump

WRITES = re.compile(
    r'^\s*(?:INSERT(?: OR IGNORE)? INTO|UPDATE|DELETE FROM|REPLACE INTO) "(tournaments_\w+)"', re.I
)
NOTED = re.compile(r'^\s*UPDATE "tournaments_personaltoken" SET "last_used_at" = \S+ WHERE')  # not a change

FORGERY_TOKEN = "a" * 32  # as in a form and its cookie: the middleware reads the body before any view does
FOR_THE_API = {"Idempotency-Key": "a-key", "If-Match": '"1"'}

SAFE = ("GET", "HEAD", "OPTIONS")


@dataclass(frozen=True, slots=True)
class Told:
    """The answer, the tables of ours that were written, and their rows afterwards."""

    response: HttpResponse
    written: frozenset[str]
    left: Dump | None = None
    seen: Any = None

    @property
    def status(self) -> int:
        """Return the status of the answer."""
        return self.response.status_code


class Writes:
    """Record the tables of ours that are written inside."""

    def __init__(self) -> None:
        self.tables: set[str] = set()

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if (found := WRITES.match(sql)) and not NOTED.match(sql):
            self.tables.add(found[1])
        return execute(sql, params, many, context)


@cache
def handler() -> BaseHandler:
    """Return the application with all its middleware."""
    made = BaseHandler()
    made.load_middleware()
    return made


def ask(
    visitor: Visitor,
    method: str,
    address: str,
    *,
    dumped: bool = False,
    leaving_out: frozenset[str] = frozenset(),
    look: Callable[[], Any] = lambda: None,
    **sent: Any,
) -> Told:
    """Send a request as this visitor; `sent` goes to Django's RequestFactory.

    `dumped` reads the rows of the tables that were written, without the columns `leaving_out`; `look` looks
    at something after a request that wrote. Then all is undone.
    """
    headers = {
        **({} if method in SAFE else {"X-CSRFToken": FORGERY_TOKEN}),
        **(FOR_THE_API if address.startswith("/api/") else {}),
        **visitor.headers,
        **sent.pop("headers", {}),
    }
    factory = RequestFactory(headers=headers)
    factory.cookies.load(dict(visitor.cookies))
    if method not in SAFE:
        factory.cookies[settings.CSRF_COOKIE_NAME] = FORGERY_TOKEN
    if isinstance(sent.get("data"), bytes):
        request = factory.generic(method, address, **sent)
    else:
        request = getattr(factory, method.lower())(address, **sent)
    writes, language = Writes(), translation.override(translation.get_language())
    with language, transaction.atomic(), connection.execute_wrapper(writes):
        response = handler().get_response(request)
        is_written = bool(writes.tables) and not connection.needs_rollback
        left = dump(leaving_out, writes.tables) if dumped and is_written else None
        seen = look() if is_written else None
        transaction.set_rollback(True)
    return Told(response, frozenset(writes.tables), left, seen)
