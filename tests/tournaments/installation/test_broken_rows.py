"""What rows break that the database refuses: a sentence for every rule, whichever database tells it."""

import pytest
from django.apps import apps
from django.db import IntegrityError
from django.db.models import CheckConstraint

from tournaments.wording.broken_rows import broken_rule, unique_in

MODELS = list(apps.get_app_config("tournaments").get_models())
UNIQUE = [(model, name, columns) for model in MODELS for name, columns in unique_in(model)]
CHECKS = [rule for model in MODELS for rule in model._meta.constraints if isinstance(rule, CheckConstraint)]


@pytest.mark.parametrize(("model", "name", "columns"), UNIQUE, ids=[name for _, name, _ in UNIQUE])
def test_rows_that_may_not_be_the_same_are_named_with_their_columns(model, name, columns):
    in_sqlite = broken_rule(IntegrityError(f"UNIQUE constraint failed: {', '.join(columns)}"))
    said = f'duplicate key value violates unique constraint "{name}"\nDETAIL:  Key (x)=(1) already exists.'
    assert in_sqlite == broken_rule(IntegrityError(said))
    assert all(column.split(".")[1] in in_sqlite for column in columns)
    assert str(model._meta.verbose_name) in in_sqlite


@pytest.mark.parametrize("rule", CHECKS, ids=[rule.name for rule in CHECKS])
def test_a_rule_that_a_row_breaks_is_told_in_its_own_words(rule):
    told = str(rule.get_violation_error_message())
    assert broken_rule(IntegrityError(f"CHECK constraint failed: {rule.name}")) == told
    said = f'new row for relation "t" violates check constraint "{rule.name}"\nDETAIL:  Failing row.'
    assert broken_rule(IntegrityError(said)) == told


def test_an_error_that_is_no_rule_of_ours_is_told_as_the_database_says_it():
    assert (
        broken_rule(IntegrityError("FOREIGN KEY constraint failed\nmore")) == "FOREIGN KEY constraint failed"
    )
