"""Django's makemessages, which also extracts the texts of the games: `rules.game.text("...")`."""

from typing import Any

from django.core.management.commands import makemessages

LANGUAGES = ["de", "ja"]
NOT_OURS = ["tests/*", "benchmarks/*", "var/*", ".venv/*", "docs/*"]


class Command(makemessages.Command):
    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=text"]
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def handle(self, *args: Any, **options: Any) -> None:
        """Process all languages without line numbers: a moved line changes no translation."""
        options["locale"] = options["locale"] or LANGUAGES
        options["ignore_patterns"] = [*options["ignore_patterns"], *NOT_OURS]
        options["add_location"] = options["add_location"] or "file"
        options["no_obsolete"] = True
        super().handle(*args, **options)
