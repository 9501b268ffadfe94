"""The wheel: built from the sdist, installed into an empty environment, and used far from the checkout."""

import json
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import urllib.request
import zipfile
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from django.conf import settings
from PIL import Image

from marked.arrangement import plan_of
from rules import get_game
from tests.marked.people import marks_of
from tests.marked.scenes import Scene
from tests.marked.simulator import PX, mark_page
from tests.missing import is_there, miss
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
from tests.sweeps import PRODUCTS, on_its_day

pytestmark = on_its_day("wheel", PRODUCTS)
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
LEFT_OUT = (".*", "__pycache__", "var", "tests", "benchmarks", "docs", "build", "*.egg-info")
BUILD_SDIST = "import sys; from setuptools import build_meta; build_meta.build_sdist(sys.argv[1])"
DEMO = "demo-fipsen-prisdorf"
DEAL = {"declarer": 1, "contract": "tricks", "bid": 3, "trump": "S", "took_skat": True, "tricks": 3}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel of the sdist of a copy of the checkout; building leaves files beside the sources."""
    folder = tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT, folder / "source", ignore=shutil.ignore_patterns(*LEFT_OUT))
    subprocess.run([sys.executable, "-c", BUILD_SDIST, str(folder)], cwd=folder / "source", check=True)
    (sdist,) = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    offline = ["--no-index", "--no-build-isolation", "--no-deps"]
    unpacked = folder / sdist.name.removesuffix(".tar.gz")
    subprocess.run([*PIP, "wheel", *offline, "-w", str(folder), str(unpacked)], check=True)
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
    with running(command, home, log, tmp_path) as server:
        wait_until(lambda: answers(f"{url}/healthz"), f"it answers; see {log}", of=server)
        assert read(f"{url}/healthz") == "ok"
        assert "Verbindung</a>" in read(f"{url}/", "de")
        assert 'href="/first-start/"' in read(f"{url}/accounts/login/")
        for file in json.loads(read(f"{url}/phone/flunk/files.json"))["files"]:
            assert read(f"{url}{file}")
    assert f"Data          {tmp_path / 'stichtag'}" in log.read_text()


def test_the_installed_command_plays_the_demo_and_reads_a_photograph_of_its_sheets(
    installed: Path, tmp_path: Path
) -> None:
    if not is_there("pdftoppm"):
        miss("pdftoppm")
    env, port, log = (
        environment(tmp_path / "stichtag" / "demo", HOME=str(tmp_path)),
        free_port(),
        tmp_path / "log",
    )
    migrated(env)  # the bundle makes its own: test_bundle.py
    del env["DATA_DIR"]
    with running([str(installed), "demo", "--port", str(port)], env, log, tmp_path) as demo:
        wait_until(lambda: answers(f"http://127.0.0.1:{port}/healthz"), "it answers", log=log, of=demo)
        assert "Demo" in read(f"http://127.0.0.1:{port}/events/{DEMO}/")
    env["DATA_DIR"] = str(tmp_path / "stichtag" / "demo")
    printed = run(
        [installed, "manage", "mark_sheets", DEMO, "--round", "2", "--pdf", "sheets"], env, tmp_path
    )
    assert printed.returncode == 0, printed.stderr
    photograph_marked_page(tmp_path / "sheets", tmp_path / "photo.jpg")
    photos = run([installed, "manage", "read_photos", DEMO, "photo.jpg", "--format", "json"], env, tmp_path)
    (photo,) = json.loads(photos.stdout)["photos"]
    assert [(DEAL.items() <= row["record"].items(), row["doubts"]) for row in photo["rows"]] == [(True, [])]


def photograph_marked_page(pdf: Path, photo: Path) -> None:
    """Write a scan of the first page of printed sheets, on which a table has marked one deal."""
    command = ["pdftoppm", "-png", "-singlefile", "-r", str(PX * 25.4), str(pdf), str(pdf)]
    subprocess.run(command, check=True)
    game = get_game("fipsen-prisdorf")
    plan, _ = plan_of(game, game.Options(), 4)
    page = Image.open(pdf.with_name(f"{pdf.name}.png")).convert("RGB")
    mark_page(page, marks_of(plan, [DEAL]), Scene(), Random(1))
    page.reduce(2).save(photo, "JPEG", quality=90)


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
