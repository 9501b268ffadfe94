"""Settings of an installation: a wrong one is a sentence that says what was expected and what was found."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.utils import translation

from config import environment, program
from tests.processes import ROOT, run_alone
from tests.processes import environment as clean

READERS: dict[str, Callable[[], Any]] = {
    "PUBLIC_URL": environment.public_url,
    "TIME_ZONE": lambda: environment.time_zone("Europe/Berlin"),
    "LOG_LEVEL": environment.log_level,
    "DATABASE_URL": environment.database,
    "EMAIL_URL": environment.mail,
    "HTTPS": lambda: environment.switch("HTTPS"),
    "TRUSTED_PROXIES": lambda: environment.number("TRUSTED_PROXIES", 0),
    "DATABASE_POOL": lambda: environment.number("DATABASE_POOL", 10, least=1),
    "HTTPS_PORT": lambda: environment.number("HTTPS_PORT", 0, most=environment.MOST_PORT - 1),
    "ALLOWED_HOSTS": environment.hosts,
    "REDIS_URL": environment.redis,
    "SIGN_UP": lambda: environment.one_of("SIGN_UP", ("open", "closed"), "closed"),
    "BACKUP_DIR": lambda: environment.place_for_copies("BACKUP_DIR"),
    "DATA_DIR": lambda: environment.folder("DATA_DIR", lambda: Path("var")),
}


@pytest.mark.parametrize(("name", "value"), [
    ("PUBLIC_URL", "http://host/stichtag"),
    ("PUBLIC_URL", "https://host?club=holm"),
    ("PUBLIC_URL", "stichtag.example"),
    ("PUBLIC_URL", "http://a.example,http://b.example"),
    ("PUBLIC_URL", "ftp://host"),
    ("PUBLIC_URL", "http://host:port"),
    ("PUBLIC_URL", "http://[::1"),
    ("PUBLIC_URL", "https://host?"),
    ("PUBLIC_URL", "https://host#"),
    ("PUBLIC_URL", "https://host:0"),
    ("TIME_ZONE", "MEZ"),
    ("TIME_ZONE", "Europe/Belrin"),
    ("TIME_ZONE", "../../etc/passwd"),
    ("LOG_LEVEL", "verbose"),
    ("DATABASE_URL", "postgre://user:secret@host/name"),
    ("DATABASE_URL", "stichtag"),
    ("DATABASE_URL", "postgres://user:secret@host:port/name"),
    ("EMAIL_URL", "mail.example"),
    ("EMAIL_URL", "mail://user:secret@mail.example"),
    ("EMAIL_URL", "smtp+tls://user:secret@mail.example:587"),  # would send without TLS
    ("REDIS_URL", "user:secret@redis"),
    ("REDIS_URL", "http://:secret@redis:6379"),
    ("ALLOWED_HOSTS", "https://cards.example"),
    ("ALLOWED_HOSTS", "cards.example:8000"),
    ("ALLOWED_HOSTS", "cards.example 192.168.1.5"),
    ("REDIS_URL", "redis"),
    ("REDIS_URL", "redis://:secret@redis:port/0"),
    ("REDIS_URL", "redis://redis:99999/0"),
    ("REDIS_URL", "redis://redis/first"),
    ("REDIS_URL", "redis:// redis"),
    ("DATABASE_URL", "postgres://user:secret@host/"),
    ("DATABASE_URL", "postgres://user:secret@ host/name"),
    ("DATABASE_URL", "sqlite:///"),
    ("EMAIL_URL", "smtp://user:secret@mail.example:587/?tls=maybe"),
    ("PUBLIC_URL", "http://host\tname"),
    ("PUBLIC_URL", "http://host\x01"),
    ("BACKUP_DIR", __file__),
    ("DATA_DIR", "x" * 5000),
    ("HTTPS_PORT", "65535"),
    ("DATABASE_POOL", "0"),
    ("HTTPS", "maybe"),
    ("TRUSTED_PROXIES", "one"),
    ("TRUSTED_PROXIES", "-1"),
    ("TRUSTED_PROXIES", "999999999999"),
    ("SIGN_UP", "on"),
    ("DATA_DIR", "/proc/stichtag"),
    ("DATA_DIR", "~nobody/stichtag"),
    ("DATA_DIR", "~no-such-user"),
    ("BACKUP_DIR", "~nobody/copies"),
    ("DATABASE_URL", "sqlite:///~nobody/stichtag.sqlite3"),
    ("REDIS_URL", "unix://~/redis.sock"),
    ("REDIS_URL", "unix://redis.sock"),
])  # fmt: skip
def test_a_wrong_setting_is_one_sentence_that_names_it(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured) as refusal:
        READERS[name]()
    sentence = str(refusal.value)
    assert sentence.startswith(name) and "\n" not in sentence and "secret" not in sentence


@pytest.mark.parametrize(("name", "value", "read"), [
    ("PUBLIC_URL", "https://stichtag.example:8443/", "https://stichtag.example:8443"),
    ("PUBLIC_URL", "http://[fd00::5]:8000", "http://[fd00::5]:8000"),
    ("PUBLIC_URL", "", ""),
    ("TIME_ZONE", "Asia/Tokyo", "Asia/Tokyo"),
    ("LOG_LEVEL", "warning", "WARNING"),
    ("HTTPS", "On", True),
    ("HTTPS", "", False),
    ("TRUSTED_PROXIES", "2", 2),
    ("ALLOWED_HOSTS", "Cards.example, .holm.example,192.168.1.5,[fd00::5],",
     ["Cards.example", ".holm.example", "192.168.1.5", "[fd00::5]"]),
    ("ALLOWED_HOSTS", "*", ["*"]),
    ("REDIS_URL", "redis://:secret@redis:6379/0", "redis://:secret@redis:6379/0"),
    ("REDIS_URL", "redis://", "redis://"),
    ("REDIS_URL", "rediss://user:secret@[fd00::5]:6380/1?ssl_cert_reqs=required",
     "rediss://user:secret@[fd00::5]:6380/1?ssl_cert_reqs=required"),
    ("REDIS_URL", "unix:///run/redis.sock", "unix:///run/redis.sock"),
    ("EMAIL_URL", "  ", {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend"}),
    ("BACKUP_DIR", " ", None),
    ("BACKUP_DIR", "/no/stick/is/here", Path("/no/stick/is/here")),
    ("DATABASE_URL", "", None),
])  # fmt: skip
def test_a_right_setting_is_read(monkeypatch, name, value, read):
    monkeypatch.setenv(name, value)
    assert READERS[name]() == read


@pytest.mark.parametrize(("name", "value"), [
    ("DATA_DIR", "~/of-a-club"), ("BACKUP_DIR", "~/of-a-club"), ("DATABASE_URL", "sqlite:///~/of-a-club"),
])  # fmt: skip
def test_a_path_may_begin_with_our_own_home(tmp_path, monkeypatch, name, value):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setenv(name, value)
    read = READERS[name]()
    assert (read["NAME"] if name == "DATABASE_URL" else read) == tmp_path.resolve() / "of-a-club"


def test_run_leaves_a_home_to_the_settings(tmp_path):
    done = subprocess.run(
        [sys.executable, ROOT / "run.py", "manage", "check"],
        cwd=tmp_path, env=clean("~nobody/x"), capture_output=True, text=True,
    )  # fmt: skip
    assert done.stderr == "DATA_DIR must be a path such as /srv/stichtag or ~/stichtag, not “~nobody/x”.\n"
    assert list(tmp_path.iterdir()) == []


def test_a_command_says_a_wrong_setting_instead_of_a_traceback(tmp_path):
    done = run_alone(clean(tmp_path, TIME_ZONE="MEZ"), ["check"])
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "TIME_ZONE must be a place such as Europe/Berlin, not “MEZ”.\n"


def test_an_installed_program_whose_folder_is_named_asks_for_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "PROJECT", tmp_path / "no checkout")
    with pytest.raises(ImproperlyConfigured, match="DATA_DIR is not set"):
        environment.folder("STICHTAG_FOLDER", program.default_data_dir)
    monkeypatch.setenv("STICHTAG_FOLDER", str(tmp_path))
    assert environment.folder("STICHTAG_FOLDER", program.default_data_dir) == tmp_path


@pytest.mark.parametrize("before", ["", "after a German page", "after another one"])
def test_a_test_begins_in_english_whatever_language_a_page_before_it_spoke(before: str) -> None:
    assert translation.get_language() == "en", before
    translation.activate("de")
