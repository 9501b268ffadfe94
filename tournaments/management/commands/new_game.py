"""Begin a new game: `manage.py new_game KEY [--name NAME]` copies a skeleton that passes the tests."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.management.new_games import files_of, refusals

DOCUMENT = Path("docs/games.md")
LEFT = """
What is left, in this order:
 1. rules/{key}/__init__.py: title, source and edition, what a table records and what not, a true doctest.
 2. rules/{key}/record.py: constants, house rules, the fields of the record: when each is asked, its keys.
 3. rules/{key}/violations.py: every rule that a record can break, as sentences.
 4. rules/{key}/settle.py: what a deal is worth and what it leaves, one function for each notion of the rules.
 5. tests/rules/test_{key}.py: one table for each page of the rules.
 6. tests/data/golden/{key}.score.jsonl: request, answer, and why; a refusal of every code.
 7. simulation/games/{key}.py: how people play it, by cards where it has them (see flunk.py beside it).
 8. rules/{key}/prose.py: the rules page; its tables settle example deals.
 9. rules/{key}/__init__.py: `common_deal` (its taps on a phone) and, if clubs hold them, `evenings`.
10. docs/games.md: python3 run.py manage games_document > docs/games.md
11. tournaments/locale: python3 run.py manage makemessages; fill in German and Japanese in both django.po;
    python3 run.py manage compile_messages. Until then tests/test_locale.py fails, and no other test.
12. CHANGELOG.md: one sentence for clubs.
After each step: python3 run.py test --quick -k {key}. At the end: python3 run.py test.
"""


class Command(BaseCommand):
    help = "Copy a skeleton game into the source tree and print what is left to do."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("key", help="the key of the game, a Python name: zwick")
        parser.add_argument("--name", help="its name for players: Zwick")

    def handle(self, *args: Any, **options: Any) -> None:
        key = options["key"]
        name = key.capitalize() if options["name"] is None else options["name"]
        root = Path(settings.BASE_DIR)
        if problems := [*refusals(root, key, name)]:
            raise CommandError("\n".join(problems))
        written = files_of(root, key, name)
        for path, text in written.items():
            (root / path).parent.mkdir(exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        (root / DOCUMENT).write_text(games_document_of(root), encoding="utf-8")
        self.stdout.write("Written:")
        self.stdout.write("\n".join(f"  {path}" for path in (*written, DOCUMENT)))
        self.stdout.write(LEFT.format(key=key), ending="")


def games_document_of(root: Path) -> str:
    """The document of the games with the new one; this process knows the old list only."""
    command = [sys.executable, "manage.py", "games_document"]
    return subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout
