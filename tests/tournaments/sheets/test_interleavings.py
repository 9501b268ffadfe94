"""Phones with outdated sheets, in any order: no silent overwrite, no loss, and consistent sums."""

import os
from collections import Counter
from random import Random

import pytest
from django.db import transaction

from tests.builders import a_table
from tests.tournaments.interleavings import Interleaving

pytestmark = pytest.mark.django_db

TIMES = int(os.environ.get("INTERLEAVINGS", "150"))  # the long run sets more
STEPS = 6
VERIFIED = 5  # every so many are also computed from zero


def test_phones_that_know_too_little_overwrite_and_lose_nothing() -> None:
    table, answers = a_table(), Counter[str]()
    for seed in range(TIMES):
        played = Interleaving(table, Random(seed))
        with transaction.atomic():
            played.play(STEPS)
            if seed % VERIFIED == 0:
                played.verify()
            transaction.set_rollback(True)
        answers += played.answers
    assert {"refused", "done", "written", "late", "taken", "stale"} <= answers.keys(), answers


def test_a_silent_overwrite_would_be_found() -> None:
    played = Interleaving(a_table(), Random(1))
    played.play(STEPS)
    deal = played.table.deals.filter(number__isnull=False)[0]
    deal.record = {**deal.record, "bid": 9}
    deal.save()
    with pytest.raises(AssertionError):
        played.compare()
