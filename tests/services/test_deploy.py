"""The services of deploy/compose.yaml run an event behind nginx and are renewed under load."""

import contextlib
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.faults.phones import Hall
from tests.faults.servers import assert_nothing_lost, assert_whole, empty_evening, kill, wait_for_standings
from tests.missing import miss
from tests.processes import (
    ROOT,
    Environment,
    Process,
    answers,
    free_port,
    install,
    manage,
    running,
    wait_until,
)

DEPLOY = ROOT / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = {name: each for name, each in SERVICES.items() if each.get("image") == "stichtag"}
SETTING = re.compile(r"^([A-Z_]+)=(.*)$", re.MULTILINE)
UNITS_SETTINGS = dict(SETTING.findall((DEPLOY / "stichtag.env").read_text(encoding="utf-8")))
DEALS = 500  # more than anybody writes meanwhile
LONG_SHEETS = 'Event.objects.filter(slug="{event}").update(deals_per_table={{"4": {deals}}})'
BAD_GATEWAY = 502
STARTED = {"worker": b" ready.", "beat": b" is starting."}


def environment_of(service: str, env: Environment) -> Environment:
    """Return the environment of a service in compose, with the servers and the folder of this test."""
    own = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "PUBLIC_URL", "ALLOWED_HOSTS", "BACKUP_DIR"}
    named = {name: text for name, text in SERVICES[service]["environment"].items() if name not in own}
    return {**env, **named, "ALLOWED_HOSTS": "127.0.0.1"}


def command_of(service: str, folder: Path, port: int = 0) -> list[str]:
    """Return a service's command with this interpreter, on loopback."""
    command: list[str] = SERVICES[service]["command"]
    here = {"python": sys.executable, "0.0.0.0": "127.0.0.1", "8000": str(port)}
    return [here.get(word) or word.replace("/tmp", str(folder)) for word in command]


def nginx_for(folder: Path, port: int, webs: Sequence[int]) -> Path:
    """Return the nginx example as a complete configuration: the ports of this test, without a certificate."""
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    text = text[: text.rindex("\nserver {")]
    text = re.sub(r"\n *ssl_certificate.*", "", text).replace("443 ssl", f"127.0.0.1:{port}")
    text = text.replace("$scheme", "https")
    for example, web in zip((8001, 8002), webs, strict=True):
        text = text.replace(f"127.0.0.1:{example}", f"127.0.0.1:{web}")
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = f"pid {folder}/nginx.pid; events {{}} http {{ {temporary}\n{text}\n}}"
    target = folder / "nginx.conf"
    target.write_text(whole, encoding="utf-8")
    return target


@contextlib.contextmanager
def nginx(folder: Path, port: int, webs: Sequence[int]) -> Iterator[None]:
    """Run the system's nginx with our example."""
    binary = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if not binary:
        miss("nginx")
    file = nginx_for(folder, port, webs)
    command = [binary, "-c", str(file), "-g", "daemon off;", "-e", str(folder / "nginx-error.log")]
    with running(command, {"PATH": "/usr/sbin:/usr/bin:/bin"}, folder / "nginx.log") as server:
        wait_until(lambda: answers(f"http://127.0.0.1:{port}/healthz"), "nginx answers", of=server)
        yield


class Web:
    """A web process of compose that can be renewed at its port."""

    def __init__(self, service: str, env: Environment, folder: Path) -> None:
        self.port, self.folder, self.service = free_port(), folder, service
        self.env = environment_of(service, env)
        self.starts = 0
        self.start()

    def start(self) -> None:
        self.starts += 1
        log = self.folder / f"{self.service}-{self.starts}.log"
        self.process = running(command_of(self.service, self.folder, self.port), self.env, log)
        self.group = self.process.__enter__()
        url = f"http://127.0.0.1:{self.port}/healthz"
        wait_until(lambda: answers(url), f"{self.service} answers; see {log}", of=self.group)

    def stop(self) -> None:
        self.process.__exit__(None, None, None)

    def renew(self, wait: Callable[[], None]) -> None:
        """Renew it as an upgrade does: end it cleanly, wait, then start it again."""
        self.stop()
        wait()
        self.start()

    def crash(self, wait: Callable[[], None]) -> None:
        """Kill it and all its processes, then renew it."""
        kill(self.group)
        self.renew(wait)


@contextlib.contextmanager
def webs_of(env: Environment, folder: Path) -> Iterator[list[Web]]:
    """Return web1 and web2."""
    webs = [Web(service, env, folder) for service in ("web1", "web2")]
    try:
        yield webs
    finally:
        for web in webs:
            web.stop()


@contextlib.contextmanager
def background_of(service: str, env: Environment, folder: Path) -> Iterator[Process]:
    """Run the worker or beat."""
    log = folder / f"{service}-{len(list(folder.iterdir()))}.log"
    with running(command_of(service, folder), environment_of(service, env), log) as process:
        wait_until(lambda: STARTED[service] in log.read_bytes(), f"{service} starts; see {log}", of=process)
        yield process


def test_an_evening_on_the_set_up_survives_a_new_version_and_kills_of_its_processes(
    grown_up: Environment, tmp_path: Path
) -> None:
    install(grown_up)
    demo, port = empty_evening(grown_up, players=8), free_port()
    manage(grown_up, "shell", "-v", "0", "-c", LONG_SHEETS.format(event=demo["event"], deals=DEALS))
    with (
        webs_of(grown_up, tmp_path) as webs,
        nginx(tmp_path, port, [web.port for web in webs]),
        background_of("beat", grown_up, tmp_path),
    ):
        address = f"http://127.0.0.1:{port}"
        hall = Hall(address, demo["tables"], phones_per_table=3, deals=DEALS, pace=0.5)
        shift = hall.play()
        with background_of("worker", grown_up, tmp_path) as worker:
            shift.start()
            for step in (webs[0].renew, webs[1].crash):
                shift.wait_for_more(6)
                step(shift.wait_for_more)
            kill(worker)
        with background_of("worker", grown_up, tmp_path):
            shift.finish_early()
            assert_nothing_lost(address, shift, hall.ledger)
            wait_for_standings(address, demo)
    assert BAD_GATEWAY not in hall.ledger.statuses, hall.ledger.statuses
    assert_whole(grown_up, demo["event"])


# Read what cannot be run here


def test_compose_starts_what_a_server_needs_and_waits_for_the_migration() -> None:
    assert set(OURS) == {"migrate", "web1", "web2", "worker", "photos", "beat"}
    assert all("migrate" in each["depends_on"] for name, each in OURS.items() if name != "migrate")
    assert all(each["read_only"] for each in OURS.values())


def test_no_unit_starts_where_the_migration_failed() -> None:
    units = {unit.name: unit.read_text(encoding="utf-8") for unit in DEPLOY.glob("*.service")}
    others = [text for name, text in units.items() if "migrate" not in name]
    assert len(others) == 4
    assert all("\nRequires=stichtag-migrate.service\n" in text for text in others)


def test_every_setting_of_deploy_is_one_of_ours() -> None:
    sources = "".join((ROOT / "config" / name).read_text() for name in ("settings.py", "environment.py"))
    known = set(re.findall(r'\b(?:environment\.\w+|word)\(\s*"([A-Z_]+)"', sources))
    named = {name for each in OURS.values() for name in each["environment"]}
    assert named and named - known == set()
    assert UNITS_SETTINGS.keys() <= known
    assert named - UNITS_SETTINGS.keys() == {"LOG_FORMAT"}  # journald needs no JSON


def test_every_service_that_makes_backups_may_write_to_the_second_place() -> None:
    making = [each for name, each in OURS.items() if name != "beat"]
    assert {each["environment"]["BACKUP_DIR"] for each in making} == {"/backups"}
    assert all("backups:/backups" in each["volumes"] for each in making)
    second = UNITS_SETTINGS["BACKUP_DIR"]
    for unit in DEPLOY.glob("*.service"):
        assert f"ReadWritePaths=-{second}" in unit.read_text(encoding="utf-8") or "beat" in unit.name


def test_the_user_of_the_image_owns_every_folder_that_is_mounted() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    owned = re.search(r"install --directory --owner stichtag --mode 700 (.+)", text)
    mounted = {volume.split(":")[1] for each in OURS.values() for volume in each.get("volumes", [])}
    assert owned and set(owned[1].split()) == mounted


def test_the_image_holds_every_folder_the_program_imports() -> None:
    copied = set(re.findall(r"^COPY (\w+) ", (DEPLOY / "Containerfile").read_text(), re.MULTILINE))
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "benchmarks", "release"}
    assert copied == packages | {"templates"}


@pytest.mark.parametrize("unit", sorted(DEPLOY.glob("*.service")), ids=lambda unit: unit.stem)
def test_a_unit_runs_a_command_of_ours(unit: Path) -> None:
    text = unit.read_text(encoding="utf-8")
    lines = re.findall(r"^ExecStart=/srv/stichtag/\.venv/bin/(python .+)$", text, re.MULTILINE)
    expected = " && ".join(lines).replace("--port %i", "--host 0.0.0.0 --port 8000")
    commands = {" ".join(each["command"]).removeprefix("sh -c ") for each in OURS.values()}
    assert expected.replace("/var/lib/stichtag/beat", "/tmp/beat") in commands
