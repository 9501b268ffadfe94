"""Write a whole event as static files for any web host: no server, no script, relative links."""

from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tournaments.management.arguments import find_event
from tournaments.publications.pdf.fonts import carries_fonts
from tournaments.publications.static_site import Changes, event_files, write_files
from tournaments.services.standings.computation import compute_event_standings

WEB = ("http://", "https://")
NO_FONT = (
    "No font that can be embedded has all letters of these papers, which may look different elsewhere:"
    " {papers}. Install a Latin and a Japanese font (docs/printing.md) and publish again."
)


class Command(BaseCommand):
    help = "Write a published event as static files for any web host, and print the changed files."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="EVENT_SLUG")
        parser.add_argument("--static", required=True, metavar="DIR", help="the folder to write to")
        parser.add_argument(
            "--base-url", default="", help="the live site, for links to pages that are not written"
        )

    def handle(self, *, event: str, static: str, base_url: str, **options: object) -> None:
        chosen = find_event(event)
        if not chosen.is_published:
            raise CommandError(f"“{event}” is not published; publish it in its settings first.")
        if base_url and not base_url.startswith(WEB):
            raise CommandError(f"--base-url begins with http:// or https://, not “{base_url}”.")
        compute_event_standings(event_id=chosen.pk)
        try:
            base_url = (base_url or settings.PUBLIC_URL).rstrip("/")
            files = event_files(chosen, base_url)
            changes = write_files(Path(static), files)
        except OSError as error:
            raise CommandError(f"“{static}” cannot be written: {error}. No file is half written.") from error
        self.tell(changes)
        self.warn_of_fonts(files)

    def tell(self, changes: Changes) -> None:
        """Print every changed file on a line: the ones to upload, or to delete on the host."""
        for word in ("written", "replaced", "removed"):
            for name in getattr(changes, word):
                self.stdout.write(f"{word} {name}")
        self.stdout.write(f"{len(changes.unchanged)} unchanged")

    def warn_of_fonts(self, files: Mapping[str, bytes]) -> None:
        """Warn, without failing, if PDFs could not embed their fonts."""
        papers = [name for name in sorted(files) if name.endswith(".pdf")]
        without = [name for name in papers if not carries_fonts(files[name])]
        if without:
            self.stderr.write(NO_FONT.format(papers=", ".join(without)))
