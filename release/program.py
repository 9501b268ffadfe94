"""The program of a bundle: what `run.py`, `manage.py` and `python -m` are in a checkout, in one file.

Started without a word, as by a double click, it serves and opens the browser. It starts itself for its child
processes, so it takes the words that they would give to Python.
"""

import multiprocessing
import runpy
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent  # where the bundle has the files of a checkout


def main() -> None:
    multiprocessing.freeze_support()
    words = sys.argv[1:]
    if words[:1] == ["-m"]:
        sys.argv = words[1:]
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    elif words and Path(words[0]) == FOLDER / "manage.py":
        sys.argv = words
        runpy.run_path(words[0], run_name="__main__")
    else:
        sys.argv = [sys.argv[0], *(words or ["serve", "--host", "0.0.0.0", "--open"])]
        runpy.run_path(str(FOLDER / "run.py"), run_name="__main__")


if __name__ == "__main__":
    main()
