"""Say whether this tree can be released: `run.py release --check`. It changes and publishes nothing."""

import argparse
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

from config.program import read_version
from release import lock

ROOT = Path(__file__).resolve().parent.parent


def said_by(*command: str) -> str:
    """Return what a command says if it fails; empty if it succeeds."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return "" if done.returncode == 0 else (done.stdout + done.stderr).strip()[-2_000:]


def tests(*paths: str) -> str:
    return said_by(sys.executable, "-m", "pytest", "-q", "-n0", *paths)


def changes_are_committed() -> str:
    return subprocess.run(
        ["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout


def newest_heading_is_the_version() -> str:
    heading = re.search(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    version = heading[1] if heading else "no release"
    return (
        ""
        if version.split(",")[0] == read_version()
        else f"CHANGELOG.md begins with {version}, not {read_version()}."
    )


def version_is_new() -> str:
    tags = subprocess.run(["git", "tag"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    return f"{read_version()} has a tag already." if read_version() in tags else ""


def version_is_kept() -> str:
    """Say whether the suite will upgrade from an installation of this version, as it stores rows now."""
    file = ROOT / "tests" / "data" / "installations" / f"{read_version()}.zip"
    newest = max(path.stem for path in (ROOT / "tournaments" / "migrations").glob("[0-9]*.py"))
    if file.exists():
        with zipfile.ZipFile(file) as backup:
            schema = json.loads(backup.read("manifest.json"))["schema"]["tournaments"]
    else:
        schema = "none"
    make_it = "make it by python3 -m tests.installations"
    return "" if schema == newest else f"{file.name} should have migration {newest}, not {schema}: {make_it}."


CHECKS: Sequence[tuple[str, Callable[[], str]]] = (
    ("everything is committed", changes_are_committed),
    ("the changelog begins with the version", newest_heading_is_the_version),
    ("the version is new", version_is_new),
    (
        "documents that the program writes are current",
        lambda: tests("tests/test_docs.py", "tests/test_locale.py"),
    ),
    ("older installations upgrade", lambda: tests("tests/services/test_upgrade.py")),
    ("an installation of this version is kept for later upgrades", version_is_kept),
    ("wheel and sdist install elsewhere and play the demo", lambda: tests("tests/test_release.py")),
    ("a bundle plays the demo without a Python", lambda: tests("tests/test_bundle.py")),
    ("every platform can install the locked packages", lambda: "\n".join(lock.check())),
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="run.py release", description=__doc__)
    parser.add_argument(
        "--check", action="store_true", required=True, help="look at everything, change nothing"
    )
    parser.parse_args()
    faults = 0
    for name, check in CHECKS:
        fault = check()
        faults += bool(fault)
        print(f"{'no ' if fault else 'yes'}  {name}", *fault.splitlines(), sep="\n     ", flush=True)
    sys.exit(f"{faults} of {len(CHECKS)} do not hold." if faults else 0)


if __name__ == "__main__":
    main()
