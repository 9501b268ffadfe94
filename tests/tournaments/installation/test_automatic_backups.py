"""Automatic backups: their time, place, retention, and status on the dashboard."""

import datetime
import os
import shutil
from collections import namedtuple

import pytest
from django.core.management import call_command
from django.urls import reverse

from tests.builders import a_round, a_table, a_user, an_event, write_deal
from tests.tournaments.installations import manifest_of
from tests.tournaments.visitors import signed_in
from tournaments.models import BackupPlace, Club
from tournaments.selectors.clubs.permissions import may_back_up
from tournaments.selectors.installation.health import backup_line, is_backup_due
from tournaments.services.clubs.lifecycle import create_club
from tournaments.services.installation.automatic_backups import (
    ROOM_FOR_DEALS,
    back_up_everywhere,
    back_up_if_due,
    times_to_keep,
)
from tournaments.services.rounds.lifecycle import close_round
from tournaments.storage.lock import Taken, alone

pytestmark = pytest.mark.django_db
UTC = datetime.UTC
KILLED, WRITING = (
    ".stichtag-1.zip.x.part",
    ".stichtag-2.zip.y.part",
)  # the second by a command, at this moment
usage = namedtuple("usage", "total used free")


@pytest.fixture(autouse=True)
def folders(tmp_path, settings):
    """Return a data folder, and a second place on a stick."""
    settings.DATA_DIR, settings.BACKUP_DIR = tmp_path / "data", tmp_path / "stick"
    settings.DATA_DIR.mkdir()
    settings.BACKUP_DIR.mkdir()
    return settings.DATA_DIR / "backups", settings.BACKUP_DIR


def in_minutes(minutes):
    return datetime.datetime.now(UTC) + datetime.timedelta(minutes=minutes)


def test_with_nothing_played_no_backup_is_due():
    a_table()
    assert back_up_if_due() is None


def test_deals_are_backed_up_every_ten_minutes_and_not_more_often():
    table = a_table()
    write_deal(table)
    assert back_up_if_due() is not None
    write_deal(table, 2)
    assert [is_backup_due(in_minutes(each)) for each in (0, 9, 11)] == [False, False, True]


def test_ten_minutes_in_which_nobody_wrote_need_no_backup():
    write_deal(a_table())
    back_up_everywhere()
    assert not is_backup_due(in_minutes(60))


def test_a_closed_round_is_backed_up_at_once():
    round = a_round()
    write_deal(round.tables.get())
    back_up_everywhere()
    close_round(round=round, even_if_incomplete=True)
    assert back_up_if_due() is not None
    assert back_up_if_due() is None


def test_a_backup_of_a_clock_that_was_ahead_counts_for_nothing():
    write_deal(a_table())
    back_up_everywhere()
    BackupPlace.objects.update(made_at=in_minutes(60 * 24 * 365))
    assert is_backup_due(in_minutes(0))


def test_a_round_that_was_closed_while_the_clock_was_ahead_is_backed_up_once():
    round = a_round()
    close_round(round=round, even_if_incomplete=True)
    assert is_backup_due(in_minutes(0))
    back_up_everywhere()
    BackupPlace.objects.update(made_at=in_minutes(-60 * 24 * 365))
    assert not is_backup_due(in_minutes(-60 * 24 * 365 + 1))


def test_a_backup_of_a_clock_that_was_ahead_is_not_said_to_be_new(folders):
    back_up_everywhere()
    BackupPlace.objects.filter(key="second").update(made_at=in_minutes(60 * 24 * 365))
    BackupPlace.objects.filter(key="own").update(made_at=in_minutes(-12))
    assert backup_line().minutes == 12


def test_both_places_get_the_same_file(folders):
    a_table()
    made = back_up_everywhere()
    assert [path.name for folder in folders for path in folder.iterdir()] == [made.name] * 2
    assert made.read_bytes() == (folders[1] / made.name).read_bytes()
    assert manifest_of(made)["events"] == 1
    assert backup_line().minutes == 0 and backup_line().problems == ()


def test_a_stick_that_is_not_there_is_a_warning_and_no_folder_is_made(folders):
    folders[1].rmdir()
    assert back_up_everywhere() is not None
    assert not folders[1].exists()
    assert backup_line().problems == (
        "The last backup was not stored: the second place is not there: plug the stick in, or "
        "connect the network folder.",
    )
    folders[1].mkdir()
    BackupPlace.objects.update(file="")
    (folders[0] / next(folders[0].iterdir()).name).unlink()
    back_up_everywhere()
    assert backup_line().problems == ()


def test_a_stick_that_gives_back_something_else_is_a_warning_and_keeps_no_file(folders, monkeypatch):
    monkeypatch.setattr(shutil, "copyfile", lambda source, target: target.write_bytes(b"rust"))
    assert back_up_everywhere().parent == folders[0]
    assert list(folders[1].iterdir()) == []
    assert "use another stick" in backup_line().problems[0]


def test_the_stick_gets_the_backup_where_the_data_folder_takes_none(folders):
    folders[0].write_text("a file where the folder should be")
    assert back_up_everywhere().parent == folders[1]
    assert len(backup_line().problems) == 1


def test_the_last_room_on_the_disk_is_left_to_deals(folders, monkeypatch):
    newest = back_up_everywhere().stat().st_size
    for free, is_full in ((newest + ROOM_FOR_DEALS, False), (newest + ROOM_FOR_DEALS - 1000, True)):
        monkeypatch.setattr(shutil, "disk_usage", lambda path, free=free: usage(0, 0, free))
        assert back_up_everywhere().parent == folders[1 if is_full else 0]
        assert ["is full" in problem for problem in backup_line().problems] == [True] * is_full


def test_two_processes_make_one_backup(settings):
    write_deal(a_table())
    with alone(settings.DATA_DIR / "backup.lock"):
        assert back_up_if_due() is None
        with pytest.raises(Taken):
            back_up_everywhere()


def test_all_of_a_day_are_kept_then_one_a_day_then_one_a_month():
    now = datetime.datetime(2026, 11, 22, 12, tzinfo=UTC)
    times = [now - datetime.timedelta(hours=6 * each) for each in range(4 * 400)]
    kept = times_to_keep(times, now)
    ages = sorted((now - at) / datetime.timedelta(days=1) for at in kept)
    assert ages[:5] == [0, 0.25, 0.5, 0.75, 1.0]
    assert sum(1 < age <= 30 for age in ages) == 30
    assert [at.strftime("%Y-%m-%d %H") for at in sorted(kept)[:3]] == [
        "2025-10-31 18", "2025-11-30 18", "2025-12-31 18",
    ]  # fmt: skip
    assert now - datetime.timedelta(days=800) in times_to_keep([now - datetime.timedelta(days=800)], now)


def test_old_backups_are_removed_and_nothing_else(folders):
    folders[0].mkdir()
    old = datetime.datetime.now(UTC) - datetime.timedelta(days=10)
    names = [f"stichtag-{old:%Y%m%d}-{hour:02}0000.zip" for hour in (1, 2, 3)]
    for name in [*names, "stichtag-mine.zip", KILLED, WRITING]:
        (folders[0] / name).write_text("x")
    os.utime(folders[0] / KILLED, (old.timestamp(), old.timestamp()))
    made = back_up_everywhere()
    assert sorted(path.name for path in folders[0].iterdir()) == sorted(
        [names[2], "stichtag-mine.zip", made.name, WRITING]
    )


def test_a_migration_of_a_used_database_is_preceded_by_a_backup(folders):
    call_command("migrate", verbosity=0)
    assert not folders[0].exists()
    call_command("migrate", "tournaments", verbosity=0)
    assert len(list(folders[0].iterdir())) == 1


def test_an_old_backup_that_cannot_be_removed_stops_no_new_one(folders):
    for folder in folders:
        (folder / "stichtag-20200101-000000.zip" / "locked").mkdir(parents=True)
        (folder / "stichtag-20200102-000000.zip").write_text("a later one of that month")
    assert back_up_everywhere() is not None
    assert [len(list(folder.glob("stichtag-*.zip"))) for folder in folders] == [3, 3]
    assert backup_line().problems == ()


# Permission to download a backup


def test_the_owner_of_the_only_club_downloads_one():
    a_table()
    response = signed_in(a_user()).post(reverse("backup"))
    assert (response.status_code, response.getvalue()[:2]) == (200, b"PK")
    assert response["Content-Disposition"].startswith('attachment; filename="stichtag-')


def test_only_the_installations_owner_backs_up_where_there_is_another_club(settings):
    an_event()
    create_club(name="Another", owner=a_user("dov"))
    root = a_user("root")
    root.is_superuser = True
    assert [may_back_up(user) for user in (a_user(), a_user("dov"), root)] == [False, False, True]
    assert signed_in(a_user()).post(reverse("backup")).status_code == 404
    Club.objects.get(name="Another").delete()
    assert may_back_up(a_user())
    settings.SIGN_UP_IS_OPEN = True
    assert not may_back_up(a_user())


def test_the_dashboard_says_how_old_the_last_backup_is_and_offers_one():
    event = an_event()
    board = reverse("dashboard", args=[event.slug])
    assert "There is no backup yet" in signed_in(a_user()).get(board).content.decode()
    back_up_everywhere()
    for minutes, age in ((12, "12 minutes"), (60 * 75, "3 days, 3 hours")):
        BackupPlace.objects.update(made_at=in_minutes(-minutes))
        page = signed_in(a_user()).get(board).content.decode().replace("\xa0", " ")
        assert f"is {age} old" in page and "Back up now" in page
