"""The bundle: built, and used where there is neither Python nor this checkout."""

import io
import json
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from PIL import Image

from release import bundle
from tests.missing import is_there, miss
from tests.processes import LONG_PATIENCE, PATIENCE, answers, free_port, running, wait_until
from tests.sweeps import PRODUCTS, on_its_day

pytestmark = [
    *on_its_day("bundle", PRODUCTS),
    pytest.mark.skipif(sys.platform == "win32", reason="the workflow file builds it there"),
]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the program of a bundle; PyInstaller looks into libraries with objdump."""
    if not is_there("objdump"):
        miss("objdump")
    return bundle.make(tmp_path_factory.mktemp("bundle"))


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """Return the environment of a person without Python, whose home is empty."""
    return {"HOME": str(tmp_path), "PATH": "", "LANG": "C.UTF-8"}


def read(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=PATIENCE) as response:
        content: bytes = response.read()
        return content


def test_a_club_without_python_plays_the_demo_and_feeds_its_phones(
    program: Path, env: dict[str, str], tmp_path: Path
) -> None:
    port, log = free_port(), tmp_path / "log"
    url = f"http://127.0.0.1:{port}"
    with running([str(program), "demo", "--port", str(port)], env, log, tmp_path) as demo:
        wait_until(lambda: answers(f"{url}/healthz"), "it answers", LONG_PATIENCE, log, of=demo)
        assert b"Demo" in read(f"{url}/events/demo-fipsen-prisdorf/")
        for file in json.loads(read(f"{url}/phone/flunk/files.json"))["files"]:
            assert read(url + file)
    assert (tmp_path / "stichtag" / "demo" / "stichtag.sqlite3").exists(), "the data lie outside the bundle"
    assert not list(program.parent.rglob("*.sqlite3"))


def test_a_bundle_reads_photographs_in_a_process_of_its_own(program: Path, env: dict[str, str]) -> None:
    page = io.BytesIO()
    Image.new("L", (1600, 2200), 255).save(page, "JPEG")
    header = json.dumps({"plans": {}, "event": ""}).encode() + b"\n"
    done = subprocess.run(
        [program, "-m", "marked.reading"], input=header + page.getvalue(), env=env, capture_output=True
    )
    assert json.loads(done.stdout.partition(b"\n")[0])["problem"] == "no_code", done.stderr.decode()


def test_a_bundle_names_its_commands_and_the_folder_of_its_data(
    program: Path, env: dict[str, str], tmp_path: Path
) -> None:
    done = subprocess.run([program, "help"], env=env, capture_output=True, text=True)
    assert "stichtag COMMAND" in done.stdout and "release" not in done.stdout
    assert str(tmp_path / "stichtag") in done.stdout
