"""kill -9 of the web process, answers cut after the commit, the files of a machine after a power cut.

One server has all of it, one after the other; each test has tables of its own.
"""

import shutil
import sqlite3
from pathlib import Path

import pytest

from tests.faults.conftest import Evening
from tests.faults.phones import Hall
from tests.faults.proxy import losing_proxy
from tests.faults.servers import Server, assert_nothing_lost, assert_whole
from tests.processes import manage, wait_until
from tests.tournaments.receivers import A_CLAIM_LATER, MAKE, receiving, say

COPIES = 6


def test_sixteen_phones_lose_nothing_while_the_server_is_killed_twice(
    prepared: Evening, server: Server
) -> None:
    hall = Hall(server.address, prepared.tables[:4], phones_per_table=4, deals=4)
    shift = hall.play()
    shift.start()
    for part in (0.2, 0.6):
        shift.wait_for(part)
        server.kill()
        server.start()
    shift.finish()
    assert_nothing_lost(server.address, shift, hall.ledger)
    assert hall.ledger.statuses.get(0, 0) > 0, "the kills came when nobody was sending"
    assert_whole(server.env, prepared.event)


def test_fifty_answers_lost_after_the_commit_write_no_deal_twice(prepared: Evening, server: Server) -> None:
    with losing_proxy(server.address, lose_every=2) as proxy:
        hall = Hall(proxy.address, prepared.tables[4:7], phones_per_table=3, deals=6)
        shift = hall.play()
        shift.start()
        shift.finish()
    assert proxy.lost >= 50
    assert_nothing_lost(server.address, shift, hall.ledger)
    assert_whole(server.env, prepared.event)


def rows_in(copy: Path) -> int:
    """Return the deals in a copied database, which opens and is intact."""
    with sqlite3.connect(copy) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        (rows,) = connection.execute("SELECT count(*) FROM tournaments_deal").fetchone()
    connection.close()
    return int(rows)


def test_the_files_of_a_machine_that_lost_its_power_hold_every_acknowledged_deal(
    prepared: Evening, server: Server, tmp_path: Path
) -> None:
    database = next(Path(server.env["DATA_DIR"]).glob("*.sqlite3"))
    before = rows_in(database)
    hall = Hall(server.address, prepared.tables[7:], phones_per_table=1, deals=12)
    shift = hall.play()
    shift.start()
    copies = []
    for place in range(COPIES):
        shift.wait_for((place + 0.5) / COPIES)
        known, folder = len(hall.ledger.acknowledged), tmp_path / f"copy{place}"
        folder.mkdir()
        with server.frozen():
            for part in (database.name, f"{database.name}-wal"):
                shutil.copyfile(database.parent / part, folder / part)
        copies.append((known, folder / database.name))
    shift.finish()
    for known, copy in copies:
        assert rows_in(copy) - before >= known > 0


@pytest.mark.usefixtures("prepared")
def test_messages_outlive_the_process_that_sends_them(server: Server) -> None:
    with receiving() as receiver:
        receiver.answer = lambda handler: server.kill()  # the message arrived, the answer never does
        manage(server.env, "shell", "-c", MAKE.format(url=receiver.url))
        wait_until(lambda: server.process is not None and server.process.poll() is not None, "it is killed")
        receiver.answer = lambda handler: say(handler, 200)
        manage(server.env, "shell", "-c", A_CLAIM_LATER)
        server.start()
        wait_until(lambda: len(receiver.ids) >= 4, "every message has come")
    assert len(set(receiver.ids)) == 3 and receiver.ids[0] == receiver.ids[1]
