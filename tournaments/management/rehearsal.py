"""Rehearse the import of an archive; services/installation/chosen_archives.py runs this with limits.

A process of its own: nothing that needs Django is imported before it is ready.
"""

import json
import sys
from importlib import import_module

import django

ACT = "tournaments.services.installation.chosen_archives"  # imported once Django is ready


def main() -> None:
    """Read the question from standard input, write the answer to standard output."""
    django.setup()
    result = import_module(ACT).answer_to(json.load(sys.stdin))
    print(json.dumps(result))


if __name__ == "__main__":
    main()
