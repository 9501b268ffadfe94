"""Compile the .po files into .mo files; needs no gettext tools."""

from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Compile the translations (.po) into the files that Django reads (.mo)."

    def handle(self, *args: Any, **options: Any) -> None:
        for source in sorted(settings.LOCALE_PATHS[0].glob("*/LC_MESSAGES/*.po")):
            catalogue = polib.pofile(str(source))
            catalogue.save_as_mofile(str(source.with_suffix(".mo")))
            self.stdout.write(f"{source.parent.parent.name}: {catalogue.percent_translated()} % translated")
