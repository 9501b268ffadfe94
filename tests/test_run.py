"""run.py: its decisions, without starting anything."""

import errno
import json
import os
import runpy
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import run
from config import environment
from server.hall import LET_IN, START_AGAIN
from tests.processes import ROOT
from tournaments.management.commands.serve import announce


def test_phones_come_in_by_the_short_address_unless_its_port_is_taken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        monkeypatch.setattr(run, "HTTP", taken.getsockname()[1])
        taken.listen()
        assert run.usual_port("0.0.0.0", https=False) == run.HIGH
        output = capsys.readouterr()
        assert f"addresses end in :{run.HIGH}" in output.out + output.err
        assert run.usual_port("127.0.0.1", https=False) == run.HIGH
    assert run.usual_port("0.0.0.0", https=False) == run.HTTP


@pytest.mark.parametrize("version", [(2, 7), (3, 10, 14)])
def test_an_old_python_is_refused_with_a_sentence(version: tuple[int, ...]) -> None:
    assert "needs Python 3.11 or newer" in str(run.refusal_of_version(version))


@pytest.mark.parametrize("version", [(3, 11), (3, 13, 0), (4, 0)])
def test_a_newer_python_is_welcome(version: tuple[int, ...]) -> None:
    assert run.refusal_of_version(version) is None


def test_the_demo_keeps_away_from_the_clubs_data() -> None:
    club = {"DATA_DIR": "/club", "DATABASE_URL": "postgres://club", "REDIS_URL": "redis://club", "LANG": "de"}
    assert run.separate_environment(club, "demo") == {
        "DATA_DIR": str(Path("/club/demo").resolve()),
        "LANG": "de",
    }


def test_the_data_may_lie_in_the_own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    assert run.data_dir({"DATA_DIR": "~/club"}) == tmp_path.resolve() / "club"


def test_on_loopback_nothing_is_announced_to_phones() -> None:
    assert run.serving_environment({}, "127.0.0.1", 8000) == {}


def test_beyond_loopback_the_machines_address_is_allowed_and_public() -> None:
    environ = run.serving_environment({}, "192.168.1.5", 8001)
    assert environ["PUBLIC_URL"] == "http://192.168.1.5:8001"
    assert {"192.168.1.5", "localhost"} <= set(environ["ALLOWED_HOSTS"].split(","))


def test_https_goes_into_cookies_and_into_the_codes_that_phones_scan() -> None:
    environ = run.serving_environment({}, "192.168.1.5", 8001, https=True)
    assert (environ["HTTPS"], environ["HTTPS_PORT"]) == ("on", "8001")
    assert environ["PUBLIC_URL"] == "https://192.168.1.5:8001"


def test_https_is_for_this_machine_alone_on_loopback() -> None:
    assert run.serving_environment({}, "127.0.0.1", 8001, True) == {"HTTPS": "on", "HTTPS_PORT": "8001"}


def test_a_setting_of_the_operator_stays() -> None:
    own = {"PUBLIC_URL": "https://club.example", "ALLOWED_HOSTS": "club.example"}
    assert run.serving_environment(own, "0.0.0.0", 8000) == own


def test_an_ipv6_address_stands_in_brackets() -> None:
    assert run.base_url("::1", 8000) == "http://[::1]:8000"


def test_a_server_on_ipv6_shows_an_address_of_ipv6() -> None:
    environ = run.serving_environment({}, "::", 8000)
    host = environ["PUBLIC_URL"].removeprefix("http://").removesuffix(":8000")
    assert host.startswith("[") and host in environ["ALLOWED_HOSTS"].split(",")


def test_a_host_of_ipv6_is_an_allowed_one() -> None:
    assert "[fd00::5]" in run.serving_environment({}, "fd00::5", 8000)["ALLOWED_HOSTS"].split(",")


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "fd00::5", "cards.example"])
@pytest.mark.parametrize("https", [False, True])
def test_the_settings_that_serve_makes_are_those_that_a_server_takes(
    monkeypatch: pytest.MonkeyPatch, host: str, https: bool
) -> None:
    made = run.serving_environment({}, host, 8000, https)
    for name, value in made.items():
        monkeypatch.setenv(name, value)
    assert environment.hosts() == made["ALLOWED_HOSTS"].split(",")
    assert environment.public_url() == made["PUBLIC_URL"]


@pytest.mark.parametrize("port", ["0", "65536", "99999", "-1", "x"])
def test_a_port_that_is_none_is_refused_with_a_sentence(
    port: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        run.read_address("serve", ["--port", port], {})
    assert "argument --port: invalid port value" in capsys.readouterr().err


def test_a_host_that_nobody_knows_is_not_a_matter_of_the_port() -> None:
    with pytest.raises(SystemExit, match=r"Cannot serve on ::zz: .* --host 127.0.0.1"):
        run.refuse_taken_port("::zz", 8000)


def test_a_taken_port_is_refused_with_another_one_to_try() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SystemExit, match=f"--port {port + 1}"):
            run.refuse_taken_port("127.0.0.1", port)


def test_the_demo_announces_page_login_and_a_running_table() -> None:
    tables = [{"path": "/t/first"}, {"path": "/t/last"}]
    demo = {"event": "club-night", "login": {"username": "ada", "password": "secret"}, "tables": tables}
    text = run.announcement(demo, "http://127.0.0.1:8000", Path("/club/demo"))
    assert "http://127.0.0.1:8000/events/club-night/" in text
    assert "name ada   password secret" in text
    assert "http://127.0.0.1:8000/t/last" in text
    assert str(Path("/club/demo")) in text


def test_the_server_says_its_addresses_when_it_answers_and_opens_the_browser(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    with socket.create_server(("127.0.0.1", 0)) as server:
        announce(server.getsockname(), "  Stichtag      http://127.0.0.1:8000/", "http://127.0.0.1:8000/")
    assert capsys.readouterr().out == "  Stichtag      http://127.0.0.1:8000/\n"
    assert opened == ["http://127.0.0.1:8000/"]


def test_an_owner_who_let_phones_in_decides_the_next_start_unless_a_host_or_a_proxy_does(
    tmp_path: Path,
) -> None:
    environ = {"DATA_DIR": str(tmp_path)}

    def served(*typed: str, **more: str) -> tuple[str, int, bool]:
        address = run.read_address("serve", typed, {**environ, **more})
        return address.host, address.port, address.is_decided

    assert served() == ("127.0.0.1", run.HIGH, False)
    (tmp_path / LET_IN).touch()
    assert served() == ("0.0.0.0", run.HIGH, False)
    assert served("--port", "8123") == ("0.0.0.0", 8123, False)
    assert served("--host", "127.0.0.1") == ("127.0.0.1", run.HIGH, True)
    assert served(PUBLIC_URL="https://cards.example") == ("127.0.0.1", run.HIGH, True)


def test_a_new_start_is_the_same_command_in_the_same_environment_without_the_browser(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "argv", ["run.py", "serve", "--open", "--port", "8123"])
    monkeypatch.setattr(os, "environ", {"DATA_DIR": "ours"})
    start = json.loads(run.new_start()[START_AGAIN])
    assert start["command"] == [sys.executable, os.path.abspath("run.py"), "serve", "--port", "8123"]
    assert start["environ"] == {"DATA_DIR": "ours"}


@pytest.mark.parametrize(("host", "says_how"), [("127.0.0.1", True), ("0.0.0.0", False)])
def test_a_club_is_told_how_phones_get_in_where_they_do_not(
    host: str, says_how: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[dict[str, str]] = []
    monkeypatch.setattr(run, "replace_process", lambda command, environ: started.append(dict(environ)))
    run.run_serve({"DATA_DIR": "/club"}, host, 8000, https=False, is_opened=False)
    assert ("--host 0.0.0.0 lets them in" in started[0]["SAY_WHEN_READY"]) == says_how
    run.run_serve({"DATA_DIR": "/club", START_AGAIN: "{}"}, host, 8000, https=False, is_opened=False)
    assert ("http://127.0.0.1:8000/phones/ lets them in" in started[1]["SAY_WHEN_READY"]) == says_how
    assert started[0]["OPEN_WHEN_READY"] == ""


def test_an_unknown_command_lists_the_commands() -> None:
    done = subprocess.run([sys.executable, ROOT / "run.py", "fly"], capture_output=True, text=True)
    assert done.returncode == 1
    assert "demo" in done.stderr


@pytest.mark.parametrize("module", sorted(set(run.MODULES.values()) - {"pytest"}))
def test_a_command_for_developers_explains_itself_and_does_nothing(
    module: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    started: list[object] = []
    monkeypatch.setattr(subprocess, "run", lambda *command, **_: started.append(command))
    monkeypatch.setattr(sys, "argv", [module, "--help"])
    for loaded in (module, f"{module}.__main__"):  # runpy warns of one
        monkeypatch.delitem(sys.modules, loaded, raising=False)
    with pytest.raises(SystemExit) as ended:
        runpy.run_module(module, run_name="__main__")
    assert (ended.value.code, started) == (0, [])
    assert "usage:" in capsys.readouterr().out


def test_a_management_command_explains_itself_without_touching_data(tmp_path: Path) -> None:
    own = tmp_path / "data"
    command = [sys.executable, ROOT / "run.py", "manage", "backup", "--help"]
    env = {**os.environ, "DATA_DIR": str(own), "DATABASE_URL": "postgres://club@nowhere.invalid/club"}
    done = subprocess.run(command, env=env, capture_output=True, text=True)
    assert done.stdout.startswith("usage:") and done.returncode == 0, done.stderr
    assert not own.exists()


def test_test_files_run_side_by_side_unless_somebody_wants_to_look_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 16)
    by_file = ["-n", "4", "--dist", "loadfile", "--no-loadscope-reorder"]
    assert run.side_by_side(["tests/rules"]) == [*by_file, "tests/rules"]
    assert run.side_by_side(["--quick"]) == [*by_file, "--quick"]
    assert run.side_by_side(["-s"]) == ["-s"] and run.side_by_side(["-n0"]) == [*by_file, "-n0"]
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert run.side_by_side([])[:2] == ["-n", "3"] and run.side_by_side(["--quick"])[:2] == ["-n", "2"]


def test_a_folder_it_cannot_use_is_one_line_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "release").mkdir()
    for name in ("run.py", "requirements.txt", "release/__init__.py", "release/installing.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    stamp = tmp_path / ".venv" / "requirements.stamp"
    stamp.mkdir(parents=True)  # unreadable to root too, unlike a folder without rights
    (tmp_path / ".venv" / "bin").mkdir()
    (tmp_path / ".venv" / "bin" / "python").touch()
    done = subprocess.run(
        [sys.executable, tmp_path / "run.py", "setup"], capture_output=True, text=True, cwd=tmp_path
    )
    assert done.returncode == 1
    assert done.stderr == f"{stamp}: {os.strerror(errno.EISDIR)}. {run.WHAT_TO_DO}\n"


def test_a_full_disk_is_a_sentence_although_nobody_says_which_file() -> None:
    sentence = run.refusal_of_disk(OSError(errno.ENOSPC, "No space left on device"))
    assert sentence == f"The disk: No space left on device. {run.WHAT_TO_DO}"


def test_an_error_that_is_no_trouble_with_a_disk_is_not_hidden() -> None:
    assert run.refusal_of_disk(BrokenPipeError(errno.EPIPE, "Broken pipe")) is None
