"""A hall of simulated phones: every one keeps its deals until it knows, and sends again with the same key.

The state machine is the pad's: saved, sent once a whole 2xx came back, anything else is unknown and repeated.
"""

import http.client
import json
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import urlsplit

from simulation import play_sheet

GAME = "fipsen-prisdorf"
PATIENCE = 60.0  # seconds a phone goes on trying one deal
PAUSE = 0.05
BROKEN = (OSError, http.client.HTTPException, json.JSONDecodeError)


@dataclass
class Ledger:
    """What the phones know: deals that were acknowledged, and how often something else came back."""

    acknowledged: dict[str, int] = field(default_factory=dict)  # key to row number
    statuses: dict[int, int] = field(default_factory=dict)
    tries: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, status: int) -> None:
        with self.lock:
            self.tries += 1
            self.statuses[status] = self.statuses.get(status, 0) + 1

    def acknowledge(self, key: str, number: int) -> None:
        with self.lock:
            self.acknowledged[key] = number

    @property
    def server_errors(self) -> int:
        """Answers that no table may ever get."""
        return sum(times for status, times in self.statuses.items() if status >= 500 and status != 503)


@dataclass
class SimulatedPhone:
    """One phone of a table; `address` may change while a server is away."""

    hall: "Hall"
    token: str
    name: str
    records: Sequence[dict[str, Any]]

    def write_evening(self) -> None:
        """Every deal in order, each until it is acknowledged."""
        for number, record in enumerate(self.records, start=1):
            self.send(number, record)

    def send(self, number: int, record: dict[str, Any]) -> None:
        key, deadline = f"{self.name}-{number}", time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            status = self.post(key, {"number": number, "record": record})
            self.hall.ledger.note(status)
            if status in (200, 201):
                self.hall.ledger.acknowledge(key, number)
                return
            time.sleep(PAUSE * (1 + self.hall.rng.random()))
        raise AssertionError(f"{self.name} could not send deal {number} within {PATIENCE} s")

    def post(self, key: str, body: dict[str, Any]) -> int:
        """The status of a whole answer; 0 for anything else."""
        headers = {
            "Authorization": f"Table {self.token}",
            "Content-Type": "application/json",
            "Idempotency-Key": key,
            "X-Device": self.name,
        }
        host = urlsplit(self.hall.address)
        connection = http.client.HTTPConnection(host.hostname or "", host.port, timeout=10)
        try:
            connection.request("POST", "/api/v1/table/deals/", json.dumps(body), headers)
            answer = connection.getresponse()
            json.loads(answer.read())
            return answer.status
        except BROKEN:
            return 0
        finally:
            connection.close()


@dataclass
class Hall:
    """Tables with several phones each, which write the same deals with keys of their own."""

    address: str
    tables: Sequence[dict[str, Any]]  # as `demo --format json` tells them
    phones_per_table: int = 4
    deals: int = 10
    seed: int = 1
    ledger: Ledger = field(default_factory=Ledger)
    rng: Random = field(init=False)

    def __post_init__(self) -> None:
        self.rng = Random(self.seed)

    def phones(self) -> list[SimulatedPhone]:
        found = []
        for place, table in enumerate(self.tables):
            rng = Random(self.seed * 1000 + place)
            played = play_sheet(GAME, {}, len(table["seats"]), 0, self.deals, rng)[: self.deals]
            records = [dict(row.record) for row in played]
            names = [f"t{table['table']}p{phone}" for phone in range(self.phones_per_table)]
            found += [SimulatedPhone(self, table["token"], name, records) for name in names]
        return found

    def play(self) -> "Evening":
        """Start all phones; `Evening.finish` waits for them."""
        phones = self.phones()
        threads = [threading.Thread(target=phone.write_evening, daemon=True) for phone in phones]
        return Evening(phones, threads)


@dataclass
class Evening:
    """Phones at work."""

    phones: Sequence[SimulatedPhone]
    threads: Sequence[threading.Thread]

    def start(self) -> None:
        for thread in self.threads:
            thread.start()

    def finish(self) -> None:
        for thread in self.threads:
            thread.join(timeout=4 * PATIENCE)
        assert not any(thread.is_alive() for thread in self.threads), "some phones are still trying"

    def expected_rows(self) -> dict[str, int]:
        """Rows per table link."""
        return {phone.token: len(phone.records) for phone in self.phones}
