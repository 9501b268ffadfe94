"""Configuration: the secret key, log lines without tokens, settings that prevent a start."""

import logging
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db import OperationalError

from config import celery, secret
from config.logs import LineFormatter, PlainTrouble, without_tokens
from tests.processes import ROOT, Environment, environment

A_TOKEN = "AbCdEfGh-jKlMnOpQrStUvWxYz0123456789_aBcDeFg"


def start(env: Environment) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from config import settings; print(settings.ALLOWED_HOSTS)"]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)


def test_a_made_key_is_usable_and_stays(tmp_path: Path) -> None:
    key = secret.read_or_make(tmp_path / "new" / "secret_key")
    assert secret.is_usable(key)
    assert secret.read_or_make(tmp_path / "new" / "secret_key") == key


@pytest.mark.skipif(os.name == "nt", reason="file modes are POSIX")
def test_only_its_owner_can_read_the_key(tmp_path: Path) -> None:
    secret.read_or_make(tmp_path / "secret_key")
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_of_two_processes_that_start_together_the_first_key_wins(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("the first")
    secret.make(tmp_path / "secret_key")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["the first"]


@pytest.mark.parametrize("key", ["", "short", "a" * 60, "django-insecure-" + "abcdefgh" * 8])
def test_a_key_that_can_be_guessed_is_not_usable(key: str) -> None:
    assert not secret.is_usable(key)


def test_it_does_not_start_with_a_weak_key(tmp_path: Path) -> None:
    done = start(environment(tmp_path, SECRET_KEY="short"))
    assert done.returncode == 1
    assert "SECRET_KEY must be 50 or more random characters" in done.stderr


def test_a_switch_that_is_neither_on_nor_off_is_refused(tmp_path: Path) -> None:
    assert "DEBUG" in start(environment(tmp_path, DEBUG="maybe")).stderr


def test_threads_of_a_worker_share_no_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = {"sslmode": "require"}
    monkeypatch.setitem(settings.DATABASES["default"], "OPTIONS", {**kept, "pool": {"max_size": 10}})
    celery.leave_out_pool()
    assert settings.DATABASES["default"]["OPTIONS"] == kept


def test_the_public_address_is_an_allowed_host(tmp_path: Path) -> None:
    assert "club.example" in start(environment(tmp_path, PUBLIC_URL="https://club.example/")).stdout


@pytest.mark.parametrize(
    ("line", "logged"),
    [
        ("Not Found: /t/AbC-_9", "Not Found: /t/-"),
        ('"GET /t/AbC/ HTTP/1.1" 302', '"GET /t/-/ HTTP/1.1" 302'),
        ("Not Found: /tables/7/", "Not Found: /tables/7/"),
        ("https://club.example:8000/h/AbC-_9", "https://club.example:8000/h/-"),
        ("/accounts/login/?next=/t/AbC", "/accounts/login/?next=/t/-"),
        ('{"path": "/r/12/AbC/withdraw/"}', '{"path": "/r/12/-/withdraw/"}'),
        (f"?next=%2Ft%2F{A_TOKEN}", "?next=%2Ft%2F-"),
        (f"//t/{A_TOKEN} ../../r/7/{A_TOKEN}/", "//t/- ../../r/7/-/"),
    ],
)
def test_a_table_link_is_logged_without_its_token(line: str, logged: str) -> None:
    assert without_tokens(line) == logged


@pytest.mark.parametrize(
    "line",
    [
        'File "/srv/t/club/tournaments/views.py", line 3, in run',
        "/home/h/stichtag/manage.py",
        "[Errno 28] No space left on device: '/mnt/r/1/var/stichtag.sqlite3'",
    ],
)
def test_the_path_of_a_file_stays_whole(line: str) -> None:
    assert without_tokens(line) == line


@pytest.mark.parametrize(
    ("error", "said"),
    [
        pytest.param(OSError(28, "No space left"), "The disk is full. Free some space", id="a full disk"),
        pytest.param(OperationalError("gone"), "The database does not answer.", id="no database"),
    ],
)
def test_disk_trouble_is_one_line_of_the_log(error: Exception, said: str) -> None:
    record = logging.LogRecord("django", 40, "", 0, "Error: %s", ("/",), (type(error), error, None))
    assert PlainTrouble().filter(record)
    line = LineFormatter().format(record)
    assert line.startswith(f"Error: /: {said}") and "\n" not in line


def test_a_mistake_of_ours_keeps_its_traceback() -> None:
    error = KeyError("name")
    record = logging.LogRecord("django", 40, "", 0, "Error", (), (KeyError, error, None))
    PlainTrouble().filter(record)
    assert "KeyError: 'name'" in LineFormatter().format(record)


def test_arguments_of_a_log_call_lose_their_token_too() -> None:
    record = logging.LogRecord("django", logging.WARNING, "", 0, "Not Found: %s", ("/t/token",), None)
    assert LineFormatter().format(record) == "Not Found: /t/-"
