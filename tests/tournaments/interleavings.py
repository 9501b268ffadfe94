"""Phones of one table with outdated sheets: each acts on its last view. A model predicts the result.

The everyday suite plays some hundred of these (test_interleavings.py), `run.py soak` a thousand and more.
"""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from scoring.not_possible import NotPossible
from tests.builders import a_record, a_request
from tournaments.models import AuthorKind, PendingDeal, Settlement, Table
from tournaments.services.history.sheet_chain import Answer, Request
from tournaments.services.rounds.lifecycle import close_round, open_round
from tournaments.services.sheets.deals import correct_deal, insert_deal, record_deal, strike_deal
from tournaments.services.standings.computation import compute_event_standings
from tournaments.services.standings.verification import differences
from tournaments.services.tables.deal_versions import settle_conflict

Record = dict[str, Any]
REFUSED = "refused"  # nothing was stored


@dataclass
class Row:
    """A row in the model."""

    record: Record
    row: int = 0  # its id, in the order in which rows were made
    revision: int = 1


@dataclass
class Model:
    """The expected content of a sheet: its rows, and the versions that were sent and not taken."""

    rows: list[Row] = field(default_factory=list)
    parked: list[tuple[int, Record]] = field(default_factory=list)  # still open
    dropped: list[Record] = field(default_factory=list)  # settled for the stored version
    revision: int = 0
    made: int = 0
    is_open: bool = True

    def make(self, record: Record) -> Row:
        self.made += 1
        return Row(record, self.made)

    def place_of(self, number: int, row: int | None) -> int:
        """Return the current number of the row seen there; its old number if it is gone."""
        return next((at for at, each in enumerate(self.rows, start=1) if each.row == row), number)

    def park(self, cause: str, number: int, record: Record) -> str:
        self.parked.append((number, record))
        return cause

    def record(self, number: int, record: Record) -> str:
        if not self.is_open:
            return self.park("late", number, record)
        if 1 <= number <= len(self.rows):
            is_same = self.rows[number - 1].record == record
            return "done" if is_same else self.park("taken", number, record)
        if number != len(self.rows) + 1:
            return REFUSED
        self.rows.append(self.make(record))
        self.revision += 1
        return "written"

    def correct(self, number: int, record: Record, seen: "ShownRow") -> str:
        if seen.row is None and not 1 <= number <= len(self.rows):
            return REFUSED
        place = self.place_of(number, seen.row)
        if not self.is_open:
            return self.park("late", place, record)
        if place != number or not 1 <= number <= len(self.rows):
            return self.park("stale", place, record)
        row = self.rows[number - 1]
        if (row.row, row.revision) != (seen.row, seen.revision):
            return self.park("stale", number, record)
        row.record, row.revision = record, row.revision + 1
        self.revision += 1
        return "done"

    def strike(self, number: int, seen: int) -> str:
        if not 1 <= number <= len(self.rows) or not self.is_open or seen != self.revision:
            return REFUSED
        del self.rows[number - 1]
        self.revision += 1
        return "done"

    def insert(self, number: int, record: Record, seen: int) -> str:
        if not self.is_open:
            return self.park("late", number, record)
        if seen != self.revision:
            return self.park("stale", number, record)
        if not 1 <= number <= len(self.rows):
            return REFUSED
        self.rows.insert(number - 1, self.make(record))
        self.revision += 1
        return "written"


@dataclass(frozen=True)
class ShownRow:
    """A phone's knowledge of a row; a row it wrote that was not taken has neither id nor revision."""

    row: int | None = None
    revision: int = 0


@dataclass
class View:
    """The last state a phone saw."""

    rows: list[ShownRow] = field(default_factory=list)
    revision: int = 0


class Interleaving:
    """Phones at one table, acting at random; every answer is compared with the model at once."""

    def __init__(self, table: Table, rng: Random, phones: int = 3) -> None:
        self.table, self.rng, self.model = table, rng, Model()
        self.views = [View() for _ in range(phones)]
        self.sent: list[Record] = []
        self.answers: Counter[str] = Counter()
        self.repeatable: list[tuple[Callable[[], Answer], Answer]] = []
        self.ids: dict[int | None, int] = {}  # of the model's rows

    def play(self, steps: int) -> None:
        """Run this many random operations, then compare the sheet."""
        acts = (self.record, self.record, self.record, self.correct, self.correct, self.strike,
                self.insert, self.settle, self.repeat)  # fmt: skip
        for _ in range(steps):
            view = self.rng.choice(self.views)
            if self.rng.random() < 0.5:
                self.look(view)
            self.rng.choice(acts)(view)
            if self.rng.random() < 0.06:
                self.close_or_open()
        self.compare()

    def look(self, view: View) -> None:
        """Refresh the phone's view from the server."""
        view.rows = [ShownRow(row.row, row.revision) for row in self.model.rows]
        view.revision = self.model.revision

    # Operations of phones

    def record(self, view: View) -> None:
        number, record = len(view.rows) + 1, self.a_version()
        expected = self.model.record(number, record)
        self.ask(expected, record_deal, {"number": number, "record": record})
        is_there = expected in ("done", "written")
        shown = ShownRow(self.model.rows[number - 1].row, 1) if is_there else ShownRow()  # either way
        view.rows.append(shown)

    def correct(self, view: View) -> None:
        if view.rows:
            number, record = self.rng.randint(1, len(view.rows)), self.a_version()
            seen = view.rows[number - 1]
            expected = self.model.correct(number, record, seen)
            body = {"number": number, "record": record, "revision": seen.revision}
            self.ask(expected, correct_deal, {**body, "row": self.ids.get(seen.row)})

    def strike(self, view: View) -> None:
        number = self.rng.randint(1, len(view.rows) + 1)
        expected = self.model.strike(number, view.revision)
        self.ask(expected, strike_deal, {"number": number, "sheet_revision": view.revision})

    def insert(self, view: View) -> None:
        number, record = self.rng.randint(1, len(view.rows) + 1), self.a_version()
        expected = self.model.insert(number, record, view.revision)
        body = {"number": number, "record": record, "sheet_revision": view.revision}
        self.ask(expected, insert_deal, body)

    def settle(self, view: View) -> None:
        """Settle a conflict with both versions in view: keep the stored one, or take the other if it fits."""
        waiting = self.table.parked.filter(settlement=Settlement.OPEN).exclude(cause="late")
        parked = self.rng.choice(list(waiting) or [None])
        if parked is not None and self.model.is_open:
            choose = self.rng.choice(("stored", "sent"))
            expected = self.settled(parked, choose)
            self.ask(expected, settle_conflict, {"conflict_id": parked.pk, "choose": choose})

    def settled(self, parked: PendingDeal, choose: str) -> str:
        """Settle it in the model."""
        model, version = self.model, (parked.number, parked.record)
        if choose == "stored":
            model.dropped.append(parked.record)
            model.revision += 1  # the decision is an entry of the sheet's history
        elif parked.deal is not None and parked.deal.number is not None:
            row = model.rows[parked.deal.number - 1]
            row.record, row.revision, model.revision = parked.record, row.revision + 1, model.revision + 1
        elif parked.number <= len(model.rows):
            model.insert(parked.number, parked.record, model.revision)
        elif model.record(parked.number, parked.record) == REFUSED:
            return REFUSED
        model.parked.remove(version)
        return "done"

    def repeat(self, view: View) -> None:
        """After a lost answer, send the same request again and expect the same answer."""
        if self.repeatable:
            again, answer = self.rng.choice(self.repeatable)
            assert again().body == answer.body

    def close_or_open(self) -> None:
        """Close or open the round as the director."""
        round = self.table.round
        if self.model.is_open:
            close_round(round=round, even_if_incomplete=True)
        else:
            open_round(round=round)
        self.model.is_open = not self.model.is_open

    # Results

    def a_version(self) -> Record:
        """Return one of a few records, so that equal ones meet."""
        bid = self.rng.choice((2, 3))
        changes = {"declarer": self.rng.randrange(4), "bid": bid, "tricks": self.rng.randint(1, bid)}
        return a_record(**changes)

    def ask(self, wanted: str, use_case: Any, body: dict[str, Any]) -> None:
        """Run the use case; the answer must be the model's."""
        request = a_request(body, kind=AuthorKind.LINK)
        answer = self.answer_of(use_case, body, request)
        result = str(answer.result) if answer else REFUSED
        assert result == wanted, f"{use_case.__name__} {body}: {result} instead of {wanted}"
        self.answers[result] += 1
        if answer:
            self.ids.setdefault(self.model.made, answer.body.get("row", 0))
            self.repeatable.append((lambda: use_case(table=self.table, request=request, **body), answer))
            is_kept = "record" in body and not (use_case is record_deal and result == "done")
            self.sent += [body["record"]] if is_kept else []  # two that wrote the same: kept once

    def answer_of(self, use_case: Any, body: dict[str, Any], request: Request) -> Answer | None:
        try:
            answer: Answer = use_case(table=self.table, request=request, **body)
        except NotPossible:
            return None
        return answer

    def compare(self) -> None:
        """Compare rows and parked versions with the model's; every version sent must exist."""
        rows = self.table.deals.filter(number__isnull=False).order_by("number")
        expected = [(row.record, row.revision) for row in self.model.rows]
        assert list(rows.values_list("record", "revision")) == expected
        waiting = self.table.parked.filter(settlement=Settlement.OPEN)
        assert counted(waiting.values_list("record", flat=True)) == counted(
            record for _, record in self.model.parked
        )
        chained = self.table.entries.filter(record__isnull=False).values_list("record", flat=True)
        parked = self.table.parked.values_list("record", flat=True)
        assert counted(self.sent) - counted(chained) - counted(parked) == Counter(), "a version is nowhere"

    def verify(self) -> None:
        """Check that standings, sums and history follow from the records."""
        compute_event_standings(event_id=self.table.round.event_id)
        assert differences(self.table.round.event) == []


def counted(records: Any) -> "Counter[str]":
    """Return the count of every version."""
    return Counter(json.dumps(record, sort_keys=True) for record in records)
