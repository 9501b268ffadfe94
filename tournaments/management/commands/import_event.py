"""Import an event from an archive that another installation exported, and verify all of it."""

import json
from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from scoring.not_possible import NotPossible
from tournaments.management.arguments import explain_failure
from tournaments.models import Club
from tournaments.services.installation.event_import import Imported, import_event, rehearse_here
from tournaments.storage.archive import BrokenBackup


class Command(BaseCommand):
    help = (
        "Import an event from the file of another installation; with --dry-run, only say what would happen."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--club", metavar="SLUG", help="the club; needed if there are several")
        parser.add_argument("--dry-run", action="store_true", help="check everything and store nothing")
        parser.add_argument("--format", choices=["text", "json"], default="text")

    def handle(self, *, file: Path, club: str | None, dry_run: bool, format: str, **options: object) -> None:
        try:
            act = rehearse_here if dry_run else import_event
            done = act(file=file, club=wanted_club(club))
        except (BrokenBackup, NotPossible) as refusal:
            raise CommandError(str(refusal)) from refusal
        except (OSError, DatabaseError) as error:
            raise CommandError(explain_failure(error, file)) from error
        facts = report(done, dry_run)
        self.stdout.write(json.dumps(facts) if format == "json" else sentences(done, dry_run))


def wanted_club(slug: str | None) -> Club | None:
    """Return the club of this slug, or the only one; None if there is no club yet. Raises CommandError."""
    clubs = {club.slug: club for club in Club.objects.order_by("slug")}
    if slug in clubs:
        return clubs[slug]
    if slug is None and len(clubs) <= 1:
        return next(iter(clubs.values()), None)
    if not clubs:
        raise CommandError(f"There is no club “{slug}”. Leave out --club, and the event's own club is made.")
    choice = ", ".join(clubs)
    raise CommandError(
        f"There is no club “{slug}”; there are: {choice}." if slug
        else f"Name the club that gets the event with --club, one of: {choice}."
    )  # fmt: skip


def report(done: Imported, is_rehearsal: bool) -> dict[str, object]:
    """Return the imported event as JSON values."""
    return {
        "event": done.slug,
        "found": list(done.found),
        "new": list(done.new),
        "entries": done.entries,
        "verified": True,
        "stored": not is_rehearsal,
    }


def sentences(done: Imported, is_rehearsal: bool) -> str:
    """Return the report in words."""
    verb = "would be" if is_rehearsal else "is"
    lines = [
        f"{done.name} {verb} an event of {done.club}: {done.slug}.",
        f"Players found in the club: {', '.join(done.found) or 'none'}.",
        f"New players: {', '.join(done.new) or 'none'}.",
        "The event agrees with its history, its sheets and its standings.",
        "Only the club sees it, until somebody presses “Show it to everybody” on its dashboard.",
    ]
    return "\n".join([*lines, "Nothing was stored."] if is_rehearsal else lines)
