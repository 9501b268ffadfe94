"""A table without its page: programs and directors that write while a phone is offline."""

import json
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.processes import PATIENCE, manage, wait_until

ASKS_TO_WAIT = 503
PLAYED = {"contract": "tricks", "took_skat": True, "durch": "no"}  # added by a pad automatically
DIRECTOR = """
from tournaments.models import AuthorKind, TableLink
from tournaments.selectors.clubs.permissions import get_link
from tournaments.services.history.sheet_chain import Author
from tournaments.services.tables.seat_changes import change_seats
from tournaments.services.rounds.lifecycle import close_round
from tournaments.services.standings.decisions import rule_on_deal
table = get_link({token!r}).table
ada = Author(AuthorKind.MEMBER, 1)
entrants = dict(table.round.event.entrants.values_list("number", "pk"))
{script}
"""


class Table:
    """A table's link, and its sheet on the server."""

    def __init__(self, site: str, link: str) -> None:
        self.site, self.link = site, link
        self.token = link.rsplit("/", 1)[-1]

    def call(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, dict[str, Any]]:
        """Return status and body of an answer to a program; one that asks to wait is no answer yet."""
        mine = {"Authorization": f"Table {self.token}", "Content-Type": "application/json", **headers}
        sent = None if body is None else json.dumps(body).encode()
        request = Request(f"{self.site}/api/v1/table/{path}", sent, mine, method=method)
        told: list[tuple[int, dict[str, Any]]] = []

        def is_answered() -> bool:
            told.append(answer_to(request))
            return told[-1][0] != ASKS_TO_WAIT

        wait_until(is_answered, f"{method} {path} is answered")
        return told[-1]

    def state(self) -> dict[str, Any]:
        return self.call("GET", "")[1]

    def records(self) -> list[dict[str, Any]]:
        return [deal["record"] for deal in self.state()["deals"]]

    def post(self, number: int, record: dict[str, Any], key: str = "", status: int = 201) -> None:
        """Record a deal from another phone."""
        body = {"number": number, "record": {**PLAYED, **record}}
        answer = self.call("POST", "deals/", body, **{"Idempotency-Key": key or f"{self.token}-{number}"})
        assert answer[0] == status, answer

    def put(self, number: int, record: dict[str, Any], revision: int) -> None:
        """Correct a deal from another phone."""
        headers = {"Idempotency-Key": f"put-{number}-{self.token}", "If-Match": f'"{revision}"'}
        assert self.call("PUT", f"deals/{number}/", {"record": {**PLAYED, **record}}, **headers)[0] == 200

    def strike(self, number: int) -> None:
        """Strike a deal from another phone."""
        revision = self.state()["revision"]
        headers = {"Idempotency-Key": f"strike-{number}-{self.token}", "If-Match": f'"{revision}"'}
        assert self.call("DELETE", f"deals/{number}/", **headers)[0] == 200

    def insert(self, number: int, record: dict[str, Any]) -> None:
        """Insert a forgotten deal before this one from another phone."""
        revision = self.state()["revision"]
        headers = {"Idempotency-Key": f"insert-{number}-{self.token}", "If-Match": f'"{revision}"'}
        body = {"record": {**PLAYED, **record}}
        assert self.call("POST", f"deals/{number}/insert/", body, **headers)[0] == 201

    def director(self, env: dict[str, str], script: str) -> str:
        """Run a script as the director, with `table`, `ada` and `entrants` (ids by start number) defined."""
        return manage(env, "shell", "-v", "0", "-c", DIRECTOR.format(token=self.token, script=script))


def answer_to(request: Request) -> tuple[int, dict[str, Any]]:
    """Return status and body, of a refusal too."""
    try:
        with urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, json.load(answer)
    except HTTPError as refused:
        return refused.code, json.load(refused)
