"""kill -9 of the web process, answers cut after the commit, the files of a machine after a power cut."""

import shutil
import sqlite3
import time
from pathlib import Path
from random import Random

from tests.faults.conftest import Evening
from tests.faults.phones import Hall
from tests.faults.proxy import losing_proxy
from tests.faults.servers import Server, assert_nothing_lost, assert_whole
from tests.processes import wait_until


def test_forty_phones_lose_nothing_while_the_server_is_killed_twice(
    prepared: Evening, server: Server
) -> None:
    hall = Hall(server.address, prepared.tables, phones_per_table=4, deals=10)
    shift = hall.play()
    shift.start()
    for _ in range(2):
        time.sleep(0.8)
        server.kill()
        server.start()
    shift.finish()
    assert_nothing_lost(server.address, shift, hall.ledger)
    assert hall.ledger.statuses.get(0, 0) > 0, "the kills came when nobody was sending"
    assert_whole(server.env, prepared.event)


def test_a_hundred_answers_lost_after_the_commit_write_no_deal_twice(
    prepared: Evening, server: Server
) -> None:
    with losing_proxy(server.address, lose_every=3) as proxy:
        hall = Hall(proxy.address, prepared.tables[:4], phones_per_table=4, deals=15)
        shift = hall.play()
        shift.start()
        shift.finish()
    assert proxy.lost >= 100
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
    rng = Random(7)
    hall = Hall(server.address, prepared.tables[:4], phones_per_table=1, deals=60)
    shift = hall.play()
    shift.start()
    database = next(Path(server.env["DATA_DIR"]).glob("*.sqlite3"))
    copies = []
    wait_until(lambda: bool(hall.ledger.acknowledged), "a deal is acknowledged")
    for place in range(20):
        time.sleep(0.05 * rng.random())
        known, folder = len(hall.ledger.acknowledged), tmp_path / f"copy{place}"
        folder.mkdir()
        with server.frozen():
            for part in (database.name, f"{database.name}-wal"):
                shutil.copyfile(database.parent / part, folder / part)
        copies.append((known, folder / database.name))
    shift.finish()
    for known, copy in copies:
        assert rows_in(copy) >= known
    assert copies[-1][0] > 0
