"""Draws that search briefly, for an installation that tests serve: tests/seating tests how well they search.

Where few tables leave no draw without a repeat, a search takes all its steps: a second of processor time.
A thorough one takes as long as ever.
"""

from unittest.mock import patch

from django.apps import AppConfig

from seating import new_partners, table_numbers


class HastyDraws(AppConfig):
    name = "tests"

    def ready(self) -> None:
        from tournaments.services.draw import drawing

        patch.multiple(drawing, STEPS=20_000, THOROUGH=300).start()
        table_numbers.STEPS, new_partners.STEPS = 1000, 12_000
