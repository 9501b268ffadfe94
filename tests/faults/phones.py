"""Simulated phones in a hall: each keeps its deals until acknowledged, and retries with the same key.

The state machine is the pad's: saved; sent after a whole 2xx; any other answer is unknown and repeated.
"""

import http.client
import json
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import urlsplit

from simulation import play_sheet
from tests.processes import LONG_PATIENCE, wait_until

GAME = "fipsen-prisdorf"
PAUSE, LONGEST_PAUSE = 0.05, 0.5  # between two attempts; doubled while there is no answer
UNANNOUNCED = 599  # a pause without a duration: no table may get it
BROKEN = (OSError, http.client.HTTPException, json.JSONDecodeError)


def is_unannounced(answer: http.client.HTTPResponse) -> bool:
    """Return whether a 503 lacks the time of the next attempt."""
    return answer.status == 503 and not (answer.getheader("Retry-After") or "").isdecimal()


@dataclass
class Ledger:
    """The phones' knowledge: acknowledged deals, and the number of other answers."""

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
        """Return the answers that no table may ever get."""
        return sum(times for status, times in self.statuses.items() if status >= 500 and status != 503)


@dataclass
class SimulatedPhone:
    """One phone of a table; `address` may change while a server is down."""

    hall: "Hall"
    token: str
    name: str
    records: Sequence[dict[str, Any]]

    def write_evening(self) -> None:
        """Send every deal in order, each until it is acknowledged."""
        for number, record in enumerate(self.records, start=1):
            if number > self.hall.last:
                return
            self.send(number, record)
            self.hall.is_over.wait(self.hall.pace)

    def send(self, number: int, record: dict[str, Any]) -> None:
        key, body, pauses = f"{self.name}-{number}", {"number": number, "record": record}, self.pauses()
        wait_until(
            lambda: self.is_taken(key, body),
            f"{self.name} has sent deal {number}",
            self.hall.patience,
            rest=lambda: threading.Event().wait(next(pauses)),
        )
        self.hall.ledger.acknowledge(key, number)

    def is_taken(self, key: str, body: dict[str, Any]) -> bool:
        """Send a deal once; return whether it is acknowledged."""
        status = self.post(key, body)
        self.hall.ledger.note(status)
        return status in (200, 201)

    def pauses(self) -> Iterator[float]:
        """Yield the seconds between two attempts, longer and longer and never two phones' the same."""
        pause = PAUSE
        while True:
            yield pause * (1 + self.hall.rng.random())
            pause = min(2 * pause, LONGEST_PAUSE)

    def post(self, key: str, body: dict[str, Any]) -> int:
        """Return the status of a whole answer; 0 for anything else."""
        headers = {
            "Authorization": f"Table {self.token}",
            "Content-Type": "application/json",
            "Idempotency-Key": key,
            "X-Device": self.name,
            "X-Unsent": "0",
        }
        host = urlsplit(self.hall.address)
        seconds = self.hall.seconds_to_wait
        connection = http.client.HTTPConnection(host.hostname or "", host.port, timeout=seconds)
        try:
            connection.request("POST", "/api/v1/table/deals/", json.dumps(body), headers)
            answer = connection.getresponse()
            json.loads(answer.read())
            return UNANNOUNCED if is_unannounced(answer) else answer.status
        except BROKEN:
            return 0
        finally:
            connection.close()


@dataclass
class Hall:
    """Tables with several phones each, which write the same deals with keys of their own."""

    address: str
    tables: Sequence[dict[str, Any]]  # as `demo --format json` prints them
    phones_per_table: int = 4
    deals: int = 10
    seed: int = 1
    pace: float = 0.0  # seconds a phone pauses after each deal
    patience: float = LONG_PATIENCE  # seconds a phone retries one deal
    seconds_to_wait: float = 10.0  # for one answer
    ledger: Ledger = field(default_factory=Ledger)
    rng: Random = field(init=False)
    last: int = field(init=False)  # deal of the evening; may be brought forward
    is_over: threading.Event = field(default_factory=threading.Event)  # nobody pauses any more

    def __post_init__(self) -> None:
        self.rng, self.last = Random(self.seed), self.deals

    def phones(self) -> list[SimulatedPhone]:
        found = []
        for place, table in enumerate(self.tables):
            records = [dict(row.record) for row in self.rows_of(place)]
            names = [f"t{table['table']}p{phone}" for phone in range(self.phones_per_table)]
            found += [SimulatedPhone(self, table["token"], name, records) for name in names]
        return found

    def rows_of(self, place: int) -> list[Any]:
        """Return the deals of the table at this index of the list, the same at every call."""
        rng = Random(self.seed * 1000 + place)
        seats = len(self.tables[place]["seats"])
        return list(play_sheet(GAME, {}, seats, 0, self.deals, rng)[: self.deals])

    def play(self) -> "Shift":
        """Start all phones, each in its own thread; `Shift.finish` waits for them."""
        phones = self.phones()
        threads = [threading.Thread(target=phone.write_evening, daemon=True) for phone in phones]
        return Shift(self, phones, threads)


@dataclass
class Shift:
    """Running phones."""

    hall: Hall
    phones: Sequence[SimulatedPhone]
    threads: Sequence[threading.Thread]

    def start(self) -> None:
        for thread in self.threads:
            thread.start()

    def wait_for(self, part: float) -> None:
        """Wait until this part of all deals is acknowledged; the phones go on meanwhile."""
        self.wait_until_acknowledged(round(part * self.expected_acknowledgements()))

    def wait_for_more(self, deals: int = 1) -> None:
        """Wait until so many more deals are acknowledged."""
        self.wait_until_acknowledged(len(self.hall.ledger.acknowledged) + deals)

    def wait_until_acknowledged(self, deals: int) -> None:
        known = self.hall.ledger.acknowledged
        wait_until(lambda: len(known) >= deals, f"{deals} deals are acknowledged")

    def finish_early(self) -> None:
        """Let every phone write on up to the next deal that no phone has begun, without a pause."""
        self.hall.last = min(self.hall.deals, max(self.hall.ledger.acknowledged.values(), default=0) + 2)
        self.hall.is_over.set()
        self.finish()

    def finish(self) -> None:
        for thread in self.threads:
            thread.join()  # every phone stops by itself when its patience ends

    def expected_rows(self) -> dict[str, int]:
        """Return the rows per table link."""
        return {phone.token: self.deals_of(phone) for phone in self.phones}

    def expected_acknowledgements(self) -> int:
        return sum(map(self.deals_of, self.phones))

    def deals_of(self, phone: SimulatedPhone) -> int:
        return min(len(phone.records), self.hall.last)
