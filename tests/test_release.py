"""The wheel: built, installed into an empty environment, and used far from the checkout."""

import json
import shutil
import subprocess
import sys
import sysconfig
import urllib.request
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from django.conf import settings

from tests.processes import (
    PATIENCE,
    ROOT,
    Environment,
    answers,
    environment,
    free_port,
    migrated,
    running,
    wait_until,
)

pytestmark = pytest.mark.slow
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
LEFT_OUT = (".*", "__pycache__", "var", "tests", "benchmarks", "docs", "build", "*.egg-info")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel of a copy of the checkout; building leaves files beside the sources."""
    folder = tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT, folder / "source", ignore=shutil.ignore_patterns(*LEFT_OUT))
    offline = ["--no-index", "--no-build-isolation", "--no-deps"]
    subprocess.run([*PIP, "wheel", *offline, "-w", str(folder), str(folder / "source")], check=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the command of an environment that has the wheel and sees the locked packages."""
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    python = folder / "bin" / "python"
    install = [*PIP, "--python", python, "install", "--no-index", "--no-deps", "--no-compile", wheel]
    subprocess.run(install, check=True)
    packages = next(folder.glob("lib/python*/site-packages"))
    (packages / "locked.pth").write_text(sysconfig.get_path("purelib"))
    return folder / "bin" / "stichtag"


@pytest.fixture
def home(tmp_path: Path) -> Environment:
    """Return the environment of a person who has an empty migrated database in the default folder."""
    env = environment(tmp_path / "stichtag", HOME=str(tmp_path))
    migrated(env)
    del env["DATA_DIR"]
    return env


def read(url: str, language: str = "en") -> str:
    request = urllib.request.Request(url, headers={"Accept-Language": language})
    with urllib.request.urlopen(request, timeout=PATIENCE) as response:
        return str(response.read().decode())


def run(command: Sequence[str | Path], env: Environment, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, env=env, cwd=folder, capture_output=True, text=True)


def test_the_wheel_has_the_version_of_the_project_and_no_other_name_in_its_top_folder(wheel: Path) -> None:
    assert wheel.name.startswith(f"stichtag-{settings.VERSION}-")
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names} == {"stichtag", f"stichtag-{settings.VERSION}.dist-info"}
    for missing in (path for room in ("templates", "tournaments") for path in (ROOT / room).rglob("*.*")):
        if missing.suffix not in {".po", ".pyc"}:
            assert f"stichtag/{missing.relative_to(ROOT).as_posix()}" in names


def test_the_installed_command_serves_pages_and_phones(
    installed: Path, home: Environment, tmp_path: Path
) -> None:
    port = free_port()
    url, log = f"http://127.0.0.1:{port}", tmp_path / "log"
    command = [str(installed), "serve", "--port", str(port)]
    with running(command, home, log, tmp_path):
        wait_until(lambda: answers(f"{url}/healthz"), f"it answers; see {log}")
        assert read(f"{url}/healthz") == "ok"
        assert "Verbindung</a>" in read(f"{url}/", "de")
        assert 'href="/first-start/"' in read(f"{url}/accounts/login/")
        for file in json.loads(read(f"{url}/phone/flunk/files.json"))["files"]:
            assert read(f"{url}{file}")
    assert f"Data          {tmp_path / 'stichtag'}" in log.read_text()


def test_the_installed_command_manages_and_names_what_it_can_do(
    installed: Path, home: Environment, tmp_path: Path
) -> None:
    checked, shown = (run([installed, *words], home, tmp_path) for words in (["manage", "check"], ["test"]))
    assert "no issues" in checked.stdout, checked.stderr
    assert "stichtag COMMAND" in shown.stderr and "setup" not in shown.stderr
    assert str(tmp_path / "stichtag") in shown.stderr


def test_a_program_without_its_command_asks_for_the_folder_of_the_data(
    installed: Path, home: Environment, tmp_path: Path
) -> None:
    program = next(installed.parent.parent.glob("lib/python*/site-packages/stichtag/manage.py"))
    done = run([installed.parent / "python", program, "check"], home, tmp_path)
    assert done.returncode == 1 and done.stderr.startswith("DATA_DIR is not set."), done.stderr
