"""Phones and programs at a table: their requests, each with its own key."""

import itertools
from typing import Any

from rest_framework.test import APIClient

from tests.builders import a_record
from tournaments.models import Table
from tournaments.services.sheets.table_links import token_of

TABLE = "/api/v1/table/"
keys = itertools.count()


class Phone:
    """A program that has the table's token; `key` and `match` go into the headers."""

    def __init__(self, table: Table) -> None:
        self.client = APIClient(HTTP_AUTHORIZATION=f"Table {token_of(table.links.get())}")

    def get(self, path: str = "", **headers: str) -> Any:
        return self.client.get(TABLE + path, headers=headers)

    def send(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        key: str = "",
        match: Any = None,
        device: dict[str, str] | None = None,
    ) -> Any:
        headers = {"Idempotency-Key": key or f"phone-{next(keys)}", **(device or {})}
        if match is not None:
            headers["If-Match"] = f'"{match}"'
        send = getattr(self.client, method)
        return send(TABLE + path, body, format="json", headers=headers)

    def record(self, number: int = 1, *, key: str = "", **changes: Any) -> Any:
        return self.send("post", "deals/", {"number": number, "record": a_record(**changes)}, key=key)

    def correct(self, number: int = 1, *, match: Any = 1, key: str = "", **changes: Any) -> Any:
        body = {"record": a_record(**changes), "reason": "miscounted"}
        return self.send("put", f"deals/{number}/", body, key=key, match=match)
