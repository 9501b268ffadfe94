"""Write the documents that are made from the code: all of them, or those that are named."""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import django

DOCUMENTS = {
    "games": "docs/games.md",
    "data_model": "docs/data-model.md",
    "third_party": "THIRD_PARTY.md",
    "promises": "docs/api-v1.json",
    "past_rounds": "docs/past-rounds.md",
    "decisions": "docs/decisions-index.md",
}
ROOT = Path(__file__).resolve().parent.parent.parent


def main(arguments: Sequence[str]) -> None:
    """Write each document with the function of its module."""
    parser = argparse.ArgumentParser(prog="python3 run.py documents", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *DOCUMENTS], help="all if none is named")
    names = parser.parse_args(arguments).names or list(DOCUMENTS)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    for name in names:
        text = importlib.import_module(f"tests.documents.{name}").document()
        (ROOT / DOCUMENTS[name]).write_text(text, encoding="utf-8")
        print(DOCUMENTS[name])


if __name__ == "__main__":
    main(sys.argv[1:])
