"""Write the lock files, or ask whether every platform can install them: `run.py lock [--check]`.

A lock holds the packages for every system, with markers. pip judges markers by the computer it runs on,
so each platform gets the lines that its own markers choose, and pip is asked for these.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from packaging.markers import Marker, default_environment

ROOT = Path(__file__).resolve().parent.parent
LOCKS: dict[str, list[str]] = {"requirements.txt": [], "requirements-dev.txt": ["--extra", "dev"]}
PYTHONS = ("3.11", "3.12", "3.13")
NO_UV = "Writing a lock needs uv: install it (pip install uv), then start again."


@dataclass(frozen=True, slots=True)
class Platform:
    """A system: what its markers say, and the tags of the wheels that it takes."""

    name: str
    markers: Mapping[str, str]
    tags: tuple[str, ...]


def linux(machine: str) -> Platform:
    markers = {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"}
    glibc = (*range(28, 16, -1), 12, 5)
    tags = (*(f"manylinux_2_{minor}_{machine}" for minor in glibc), f"manylinux2014_{machine}")
    return Platform(f"Linux {machine}", {**markers, "platform_machine": machine}, tags)


WINDOWS = {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"}
MACOS = {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"}
PLATFORMS = (
    linux("x86_64"),
    linux("aarch64"),
    Platform("Windows", {**WINDOWS, "platform_machine": "AMD64"}, ("win_amd64",)),
    Platform(
        "macOS arm64",
        {**MACOS, "platform_machine": "arm64"},
        tuple(
            f"macosx_{version}_{kind}"
            for version in ("14_0", "13_0", "12_0", "11_0", "10_15", "10_13", "10_9")
            for kind in ("arm64", "universal2")
        ),
    ),
)


def lines_for(lock: str, platform: Platform, python: str) -> list[str]:
    """Return the pinned packages, with their hashes, that this platform installs."""
    environment = {
        **{name: str(value) for name, value in default_environment().items()},
        **platform.markers,
        "python_version": python,
        "python_full_version": f"{python}.9",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }
    pinned = re.findall(r"^(\S+==\S+)(?: ; ([^\\\n]+))?((?: \\\n    --hash=\S+)+)", lock, re.MULTILINE)
    return [
        package + hashes
        for package, marker, hashes in pinned
        if not marker or Marker(marker.strip()).evaluate(environment)
    ]


def missing_for(lock: str, platform: Platform, python: str) -> str:
    """Return what pip says where it finds no wheel with a locked hash; empty if it finds all."""
    with tempfile.TemporaryDirectory(prefix="stichtag-lock-") as folder:
        copy = Path(folder) / "requirements.txt"
        copy.write_text("\n".join(lines_for(lock, platform, python)) + "\n", encoding="utf-8")
        command = [sys.executable, "-m", "pip", "install", "--dry-run", "--no-deps", "--ignore-installed"]
        command += [
            "-q",
            "--disable-pip-version-check",
            "--ignore-requires-python",
            "--require-hashes",
            "--only-binary=:all:",
        ]
        command += ["--target", str(Path(folder) / "packages"), "--python-version", python]
        command += [word for tag in platform.tags for word in ("--platform", tag)]
        done = subprocess.run([*command, "-r", str(copy)], capture_output=True, text=True)
        errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        return "" if done.returncode == 0 else "\n".join(errors) or done.stderr


def check() -> Iterator[str]:
    """Yield a sentence for each platform that cannot install what a running program needs."""
    lock = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    for platform in PLATFORMS:
        for python in PYTHONS:
            missing = missing_for(lock, platform, python)
            print(f"  {platform.name}, Python {python}: {'ok' if not missing else 'MISSING'}", flush=True)
            if missing:
                yield f"{platform.name}, Python {python}:\n{missing}"


def write() -> None:
    """Resolve pyproject.toml anew into both locks; versions that still fit stay."""
    uv = shutil.which("uv")
    if uv is None:
        sys.exit(NO_UV)
    for name, more in LOCKS.items():
        command = [uv, "pip", "compile", "--universal", "--generate-hashes", "--python-version", PYTHONS[0]]
        subprocess.run([*command, "-q", *more, "pyproject.toml", "-o", name], cwd=ROOT, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="run.py lock", description=__doc__)
    parser.add_argument("--check", action="store_true", help="ask pip for every platform; change nothing")
    if not parser.parse_args().check:
        write()
    elif faults := list(check()):
        sys.exit("\n\n".join(faults))


if __name__ == "__main__":
    main()
