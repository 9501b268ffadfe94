"""Backup and restore: all data comes back unchanged, or nothing changes and one sentence says why."""

import hashlib
import io
import json
import os
import resource
import shutil
import signal
import sqlite3
import sys
import zipfile
from contextlib import closing, contextmanager, nullcontext

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.db.backends.signals import connection_created

from tests.builders import a_table, write_deal
from tests.missing import miss
from tests.processes import DATABASE, environment, migrated
from tests.tournaments.installations import contents_of, installation, manifest_of, rewritten
from tournaments.models import Deal, Event, PaymentKind, SheetChange
from tournaments.selectors.cash.prize_plan import prize_plan
from tournaments.selectors.competitions.rankings import rankings_of
from tournaments.services.cash.payments import pay
from tournaments.services.competitions.competitions import add_competition
from tournaments.services.competitions.teams import entrants_called, form_team
from tournaments.services.installation import restore
from tournaments.services.standings.computation import compute_event_standings
from tournaments.storage.archive import SECRET_KEY
from tournaments.storage.replacement import LIST, LOCK, finish_restore

DEALS = "rows/tournaments_deal.jsonl"


def run(*arguments):
    """Return a command's output."""
    out = io.StringIO()
    call_command(*map(str, arguments), stdout=out)
    return out.getvalue()


def refusal_of(*arguments):
    """Return the sentence of a command that refuses."""
    with pytest.raises(CommandError) as refused:
        run(*arguments)
    return str(refused.value)


def add_pairs(event):
    """Add a competition of two pairs, one of which has paid for it, with a prize from its own fees."""
    for numbers in ((1, 2), (3, 4)):
        form_team(event=event, members=entrants_called(event, numbers))
    entrants = entrants_called(event, (1, 2))
    add_competition(
        event=event, entrants=entrants, name="Pairs", rule={"unit": "team"}, fee_cents=500,
        shares={"own": 900}, prizes=[{"places": [1], "share": 1000}],
    )  # fmt: skip
    pay(event=event, kind=PaymentKind.ENTRY, cents=500, entrant=entrants[0])  # a team has one fee


def prizes_of(event):
    """Return the ranks of the pairs, and each winner's cents with the sentences that explain them."""
    wins = {win.entrant.number: (win.award.cents, win.why) for win in prize_plan(event).wins}
    return [each.ranks for each in rankings_of(event)], wins


@pytest.fixture(scope="module")
def played(django_db_blocker, tmp_path_factory):
    """Return a folder with three deals, two backups of it, and the bytes of an authority."""
    folder = tmp_path_factory.mktemp("played")
    migrated(environment(folder))
    with django_db_blocker.unblock(), installation(folder):
        table = a_table()
        for number in (1, 2, 3):
            write_deal(table, number)
        add_pairs(table.round.event)
        compute_event_standings(event_id=table.round.event_id)
        (folder / "certificates").mkdir()
        (folder / "certificates" / "authority.crt").write_bytes(b"an authority")
        run("backup", folder / "plain.zip")
        run("backup", folder / "secrets.zip", "--with-secrets")
    return folder


@pytest.fixture
def here(django_db_blocker, tmp_path):
    """Return an installation without a database yet."""
    with django_db_blocker.unblock(), installation(tmp_path / "here") as folder:
        yield folder


@pytest.fixture
def there(played, here):
    """Return an installation with the three deals."""
    shutil.copy(played / DATABASE, here / DATABASE)
    return here


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """Return a file with the tables of this version, as its migrations leave them: without a row of users."""
    folder = tmp_path_factory.mktemp("tables")
    migrated(environment(folder))
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        for table in restore.MADE_BY_MIGRATIONS - {"django_migrations"}:
            database.execute(f"DELETE FROM {table}")
        database.commit()
        database.execute("VACUUM")  # no free page is left, as after the migrations
    return folder / DATABASE


@pytest.fixture
def tables_at_once(tables):
    """Let a restore find the tables in its new file, so that none of its migrations has anything to do.

    `test_restored_and_backed_up_again_every_member_is_the_same` runs the migrations.
    """

    def put(connection, **more):
        is_new = connection.settings_dict["NAME"].endswith(restore.BESIDE)
        if is_new and not connection.introspection.table_names():
            with closing(sqlite3.connect(tables)) as source:
                source.backup(connection.connection)

    connection_created.connect(put)
    yield
    connection_created.disconnect(put)


needs_tables = pytest.mark.usefixtures("tables_at_once")


def test_a_backup_says_what_is_in_it_after_it_was_read_back(django_db_blocker, played, tmp_path):
    with django_db_blocker.unblock(), installation(played):
        report = json.loads(run("backup", tmp_path / "new.zip", "--format", "json"))
        deals = Deal.objects.count()
    manifest = manifest_of(tmp_path / "new.zip")
    content = (tmp_path / "new.zip").read_bytes()
    assert report == {
        "file": str(tmp_path / "new.zip"), "bytes": len(content), "rows": sum(manifest["counts"].values()),
        "events": 1, "sha256": hashlib.sha256(content).hexdigest(), "verified": True,
    }  # fmt: skip
    assert manifest["counts"]["tournaments_deal"] == deals == 3
    assert (tmp_path / "new.zip").stat().st_mode & 0o077 == 0


def test_restored_and_backed_up_again_every_member_is_the_same(played, here):
    report = json.loads(run("restore", played / "secrets.zip", "--format", "json"))
    assert (report["verified"], report["problems"], report["events"], report["has_key"]) == (
        True,
        [],
        1,
        True,
    )
    run("backup", here / "again.zip")
    again, first = manifest_of(here / "again.zip"), manifest_of(played / "plain.zip")
    assert again["members"] == first["members"]
    assert (here / "certificates" / "authority.crt").read_bytes() == b"an authority"
    write_deal(Event.objects.get().rounds.get().tables.get(), 4)  # under an unused id
    assert Deal.objects.count() == 4


@needs_tables
def test_a_competition_comes_back_with_its_ranks_and_every_cent_of_its_prize(played, here):
    run("restore", played / "plain.zip")
    restored = prizes_of(Event.objects.get())
    with installation(played):
        assert restored == prizes_of(Event.objects.get())
    ranks, wins = restored
    assert ranks == [{1: 1, 2: 2}] and [(cents, len(why)) for cents, why in wins.values()] == [(450, 2)]


def is_locked(file):
    """Return whether another program cannot read this file."""
    with closing(sqlite3.connect(file, timeout=0)) as other:
        try:
            other.execute("SELECT count(*) FROM tournaments_deal")
        except sqlite3.OperationalError as error:
            return "locked" in str(error)
        return False


@needs_tables
def test_data_that_is_there_is_not_replaced_unless_told_so_and_then_kept(played, there):
    write_deal(Event.objects.get().rounds.get().tables.get(), 4)
    assert "is not empty" in refusal_of("restore", played / "plain.zip")
    assert Deal.objects.count() == 4
    locked = []

    def look(execute, sql, *more):
        if "tournaments_event" in sql and str(there / DATABASE) != connection.settings_dict["NAME"]:
            locked.append(is_locked(there / DATABASE))
        return execute(sql, *more)

    with connection.execute_wrapper(look):
        report = json.loads(run("restore", played / "plain.zip", "--replace", "--format", "json"))
    assert locked and all(locked)
    assert Deal.objects.count() == 3
    kept = next(each for each in report["aside"] if DATABASE in each)
    with closing(sqlite3.connect(kept)) as database:
        assert database.execute("SELECT count(*) FROM tournaments_deal").fetchone() == (4,)


def test_only_with_secrets_the_key_is_in_the_backup(played):
    key = (played / "secrets.zip", played / "plain.zip")
    assert ["secret_key" in manifest_of(file)["members"] for file in key] == [True, False]


def test_no_session_is_in_a_backup(played):
    assert not [name for name in manifest_of(played / "secrets.zip")["members"] if "session" in name]


def test_a_backup_overwrites_nothing(django_db_blocker, played):
    before = (played / "plain.zip").read_bytes()
    with django_db_blocker.unblock(), installation(played):
        assert "not overwritten" in refusal_of("backup", played / "plain.zip")
    assert (played / "plain.zip").read_bytes() == before


def test_no_backup_is_made_where_there_is_no_data(here, tmp_path):
    refusal = refusal_of("backup", tmp_path / "nothing.zip")
    assert refusal.startswith(f"There is no data in {here}.") and "DATA_DIR" in refusal
    assert not (tmp_path / "nothing.zip").exists()


def test_a_backup_does_not_see_what_is_written_while_it_reads(there):
    written = []

    def write_meanwhile(execute, sql, *more):
        if 'FROM "tournaments_deal"' in sql:  # another connection, between two tables
            with closing(sqlite3.connect(there / DATABASE, timeout=0)) as other:
                other.execute("INSERT INTO tournaments_tries VALUES (1, 'x', 1, '2026-01-01')")
                other.commit()
            written.append(sql)
        return execute(sql, *more)

    with connection.execute_wrapper(write_meanwhile):
        run("backup", there / "meanwhile.zip")
    assert len(written) == 1
    assert manifest_of(there / "meanwhile.zip")["counts"]["tournaments_tries"] == 0


def with_manifest(change):
    """Change a value in the manifest."""

    def run(members):
        manifest = json.loads(members["manifest.json"])
        change(manifest)
        members["manifest.json"] = json.dumps(manifest).encode()

    return run


def with_rows(change):
    """Change the lines of the deals, and the manifest accordingly."""

    def run(members):
        members[DEALS] = change(members[DEALS])
        facts = {"bytes": len(members[DEALS]), "sha256": hashlib.sha256(members[DEALS]).hexdigest()}
        with_manifest(lambda manifest: manifest["members"].update({DEALS: facts}))(members)

    return run


def bomb(members):
    """Write a member of 100 MB that compresses to almost nothing, and a matching manifest."""
    with_rows(lambda rows: b" " * 100_000_000)(members)


WRONG = {
    "a changed row": (
        lambda members: members.update({DEALS: members[DEALS].replace(b"1", b"2")}),
        "is not what",
    ),
    "a member too many": (
        lambda members: members.update({"rows/more.jsonl": b"{}"}),
        "members are not those",
    ),
    "a member missing": (lambda members: members.pop(DEALS), "members are not those"),
    "a way out of the folder": (
        with_manifest(lambda said: said["members"].update({"uploads/../../x": {"bytes": 0, "sha256": ""}})),
        "members are not those",
    ),
    "no manifest": (lambda members: members.pop("manifest.json"), "no backup of Stichtag"),
    "a manifest that is a list": (lambda members: members.update({"manifest.json": b"[]"}), "no backup"),
    "another program's": (with_manifest(lambda said: said.update(format="other")), "no backup of Stichtag"),
    "a newer format": (with_manifest(lambda said: said.update(version=2)), "newer version"),
    "newer tables": (
        with_manifest(lambda said: said["schema"].update(tournaments="9999_later")),
        "does not know tournaments 9999_later",
    ),
    "a zip bomb": (bomb, "times its size"),
    "a negative count": (with_manifest(lambda said: said["counts"].update(tournaments_deal=-1)), "no backup"),
}


@pytest.mark.parametrize(("change", "sentence"), WRONG.values(), ids=WRONG)
def test_a_wrong_file_is_one_sentence_and_nothing_is_touched(change, sentence, played, here, tmp_path):
    file = rewritten(played / "plain.zip", tmp_path / "wrong.zip", change)
    before = contents_of(here)
    refusal = refusal_of("restore", file, "--replace")
    assert sentence in refusal and "Nothing was changed" in refusal and "\n" not in refusal
    assert {**contents_of(here), DATABASE: b""} == {**before, DATABASE: b""}


@pytest.mark.parametrize("part", [0, 0.5, 0.99])
def test_a_file_that_is_cut_off_is_refused(part, played, here, tmp_path):
    content = (played / "plain.zip").read_bytes()
    (tmp_path / "cut.zip").write_bytes(content[: int(len(content) * part)])
    assert "no backup of Stichtag, or its end is cut off" in refusal_of("restore", tmp_path / "cut.zip")


@pytest.mark.parametrize("name", [DEALS, "manifest.json", "certificates/authority.crt"])
def test_a_single_damaged_byte_is_found(name, played, here, tmp_path):
    content = bytearray((played / "plain.zip").read_bytes())
    with zipfile.ZipFile(played / "plain.zip") as archive:
        member = archive.getinfo(name)
    head = member.header_offset
    more = int.from_bytes(content[head + 28 : head + 30], "little")  # of the local header
    content[head + 30 + len(name) + more + member.compress_size // 2] ^= 0x55
    (tmp_path / "damaged.zip").write_bytes(content)
    assert "Nothing was changed" in refusal_of("restore", tmp_path / "damaged.zip")


def test_a_file_that_cannot_be_read_is_one_sentence(here, tmp_path):
    none = tmp_path / "none.zip"
    assert refusal_of("restore", none) == f"There is no file {none}. Nothing was changed; name another."
    refusal = refusal_of("restore", tmp_path, "--replace")
    assert refusal == f"{tmp_path} cannot be read: Is a directory. Nothing was changed; name another file."


def is_away(execute, *query):
    raise OperationalError("couldn't get a connection after 10.00 sec")


def test_a_database_that_is_away_is_not_said_to_be_full_of_something(played, there):
    with connection.execute_wrapper(is_away):
        refusal = refusal_of("restore", played / "plain.zip")
    assert "does not answer" in refusal and "Nothing was changed" in refusal and "not empty" not in refusal


@needs_tables
def test_rows_that_the_database_refuses_leave_what_was_there(played, there, tmp_path):
    orphaned = with_rows(lambda rows: rows.replace(b'"part_id":1', b'"part_id":99'))
    file = rewritten(played / "plain.zip", tmp_path / "orphans.zip", orphaned)
    assert "the database refuses its rows" in refusal_of("restore", file, "--replace")
    assert Deal.objects.filter(part__position=1).count() == 3
    assert list(there.glob("*.restoring*")) == []


@needs_tables
def test_a_record_that_was_changed_with_its_hash_is_restored_and_named(played, there, tmp_path):
    changed = with_rows(lambda rows: rows.replace(b'"tricks":2', b'"tricks":3', 1))
    file = rewritten(played / "plain.zip", tmp_path / "changed.zip", changed)
    out = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("restore", str(file), "--replace", stdout=out)
    assert "row 1 is not what the history says in entry 1" in out.getvalue()
    assert SheetChange.objects.count() == 3


def kill_at(place, *arguments):
    """Run the command in a process that is killed before it opens this file or sends this statement."""
    connection.close()
    child = os.fork()
    if child == 0:
        die_at(place)
        call_command(*map(str, arguments), stdout=io.StringIO())
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def die_at(place):
    """Let this process kill itself once it is about to open a file, or send a statement, that names this."""

    def look(text):
        if place in text:
            os.kill(os.getpid(), signal.SIGKILL)

    def look_at_statement(execute, sql, *more):
        look(sql)
        return execute(sql, *more)

    connection.execute_wrappers.append(look_at_statement)
    sys.addaudithook(lambda step, values: look(str(values[0])) if step in OPENINGS else None)


OPENINGS = {"open", "sqlite3.connect"}  # of a file, in the words of Python's audit


def test_a_backup_that_is_killed_leaves_no_file_of_its_name(django_db_blocker, played, tmp_path):
    with django_db_blocker.unblock(), installation(played):
        kill_at("authority.crt", "backup", tmp_path / "killed.zip")
        assert not (tmp_path / "killed.zip").exists()
        run("backup", tmp_path / "killed.zip")
    assert manifest_of(tmp_path / "killed.zip")["members"] == manifest_of(played / "plain.zip")["members"]


@needs_tables
def test_a_restore_that_is_killed_has_changed_nothing_and_can_be_repeated(played, there):
    write_deal(Event.objects.get().rounds.get().tables.get(), 4)
    for place in ('FROM "tournaments_event"', LIST):  # once the rows are there, before the decision
        kill_at(place, "restore", played / "secrets.zip", "--replace")
        assert Deal.objects.count() == 4
        assert not (there / "certificates").exists() and not (there / "secret_key").exists()
        connection.close()
    run("restore", played / "secrets.zip", "--replace")
    assert Deal.objects.count() == 3
    assert list(there.glob("*.restoring*")) == []


@needs_tables
def test_a_restore_that_is_killed_after_its_decision_is_completed_by_the_next_start(played, there):
    write_deal(Event.objects.get().rounds.get().tables.get(), 4)
    kill_at(LOCK, "restore", played / "secrets.zip", "--replace")
    assert (there / LIST).exists() and not (there / "secret_key").exists()
    finish_restore(there)
    assert Deal.objects.count() == 3 and (there / "secret_key").exists()
    assert list(there.glob("*.restoring*")) == []


@needs_tables
@pytest.mark.parametrize("what", ["database", "files"])
def test_a_disk_that_is_full_in_mid_restore_has_changed_nothing(what, played, there):
    write_deal(Event.objects.get().rounds.get().tables.get(), 4)
    connection.close()
    files = contents_of(there).keys()
    with FULL[what](there):
        refusal = refusal_of("restore", played / "secrets.zip", "--replace")
    assert "The disk is full" in refusal and "Nothing was changed" in refusal
    assert Deal.objects.count() == 4
    connection.close()
    assert {name for name in contents_of(there) if ".restoring" not in name} == files


def no_more_pages(folder):
    """Let the database that is being filled grow no more, as on a full disk."""

    def keep_size(execute, sql, *more):
        if sql.startswith("INSERT"):
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA page_count")
                cursor.execute(f"PRAGMA max_page_count = {cursor.fetchone()[0]}")
        return execute(sql, *more)

    return connection.execute_wrapper(keep_size)


def no_more_room(folder):
    """Let the file into which the key is unpacked be on a device that is always full."""
    if not os.path.exists("/dev/full"):
        miss("/dev/full, a device that is always full,")
    (folder / f"{SECRET_KEY}{restore.BESIDE}").symlink_to("/dev/full")
    return nullcontext()


FULL = {"database": no_more_pages, "files": no_more_room}


def test_two_restores_at_once_do_not_meet(played, here):
    with closing(sqlite3.connect(here / "restore.lock", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert "Another restore is at work" in refusal_of("restore", played / "plain.zip")


def test_nothing_is_restored_under_a_program_that_runs(played, there):
    with closing(sqlite3.connect(there / DATABASE)) as server:
        server.execute("PRAGMA journal_mode=WAL")
        server.execute("SELECT count(*) FROM tournaments_deal").fetchone()
        assert "is running on this database" in refusal_of("restore", played / "plain.zip", "--replace")


@contextmanager
def room_of(most):
    """Let no file of this process grow beyond so many bytes, as under a quota."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_leaves_no_backup_and_no_draft(django_db_blocker, played, tmp_path):
    with django_db_blocker.unblock(), installation(played):
        assert Deal.objects.exists()  # SQLite has the files that it reads with
        with room_of(1000):
            refusal = refusal_of("backup", tmp_path / "full.zip")
    assert "The disk is full" in refusal and "No backup was made" in refusal
    assert list(tmp_path.iterdir()) == []


@needs_tables
def test_a_damaged_database_can_be_replaced(played, here):
    (here / DATABASE).write_bytes(b"beer" * 4096)
    refusal = refusal_of("restore", played / "plain.zip")
    assert "is damaged" in refusal and "with --replace" in refusal and "Nothing was changed" in refusal
    run("restore", played / "plain.zip", "--replace")
    assert Deal.objects.count() == 3
    assert [path.read_bytes()[:4] for path in here.glob(f"{DATABASE}.before-*")] == [b"beer"]


def test_the_archive_of_an_event_is_sent_to_its_own_command(here, tmp_path):
    manifest = json.dumps({"format": "stichtag-event", "version": 1})
    with zipfile.ZipFile(tmp_path / "evening.zip", "w") as archive:
        archive.writestr("manifest.json", manifest)
    refusal = refusal_of("restore", tmp_path / "evening.zip")
    assert "the archive of one event" in refusal and "“import_event” reads it" in refusal


def test_a_zip_that_is_no_backup_is_refused(here, tmp_path):
    with zipfile.ZipFile(tmp_path / "photos.zip", "w") as archive:
        archive.writestr("beach.jpg", b"sand")
    assert "no backup of Stichtag" in refusal_of("restore", tmp_path / "photos.zip")
