"""Make a folder and an archive for people without Python or internet: `run.py bundle`.

PyInstaller packs Python, the packages and our files for the system it runs on; the data stay outside, in the
folder `stichtag` of the user's home, so that a newer bundle beside an older one takes them over.
"""

import argparse
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from config.program import read_version

ROOT = Path(__file__).resolve().parent.parent
SPEC = ROOT / "release" / "bundle.spec"
MADE = ROOT / "var" / "bundle"
START = "stichtag.exe" if sys.platform == "win32" else "stichtag"
TEXT = f"""\
Stichtag

Deutsch   Doppelklick auf „{START}“: Der Browser öffnet sich. Strg-C im schwarzen Fenster beendet es.
          Die Daten liegen im Ordner „stichtag“ Ihres Benutzerverzeichnisses, nicht hier. Eine neuere Fassung
          kommt in einen Ordner daneben; sie sichert die Daten und übernimmt sie.

English   Double-click "{START}": the browser opens. Ctrl-C in the black window ends it.
          The data are in the folder "stichtag" of your home, not here. Put a newer version into a folder
          beside this one; it makes a backup and takes the data over.

日本語    「{START}」をダブルクリックするとブラウザーが開きます。黒い画面で Ctrl-C を押すと終了します。
          データはホームの「stichtag」フォルダーにあります。新しい版は隣に置くだけで、バックアップを取って引き継ぎます。
"""


def make(folder: Path) -> Path:
    """Build the bundle in a folder and return its program. Raises CalledProcessError."""
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR"]
    places = ["--distpath", str(folder), "--workpath", str(folder / "work")]
    subprocess.run([*command, *places, str(SPEC)], cwd=ROOT, check=True)
    shutil.rmtree(folder / "work")
    (folder / "stichtag" / "START.txt").write_text(TEXT, encoding="utf-8-sig")
    return folder / "stichtag" / START


def pack(folder: Path) -> Path:
    """Return the archive of the bundle in a folder, named after version and system."""
    name = f"stichtag-{read_version()}-{platform.system()}-{platform.machine()}".lower()
    return Path(shutil.make_archive(str(folder / name), "zip", folder, "stichtag"))


def size(path: Path) -> str:
    files = [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file()]
    return f"{sum(each.stat().st_size for each in files) / 1_000_000:.0f} MB"


def main() -> None:
    argparse.ArgumentParser(prog="run.py bundle", description=__doc__).parse_args()
    print("Building (1 of 2): Python, the packages and the program; this takes some minutes ...", flush=True)
    program = make(MADE)
    print(f"Building (2 of 2): {program.parent} ({size(program.parent)}); packing ...", flush=True)
    archive = pack(MADE)
    print(f"{archive} ({size(archive)})")


if __name__ == "__main__":
    main()
