"""The rule that rows of an archive break, as a sentence; their columns as the archive names them."""

import re
from collections.abc import Iterator

from django.apps import apps
from django.db.models import CheckConstraint, Model, UniqueConstraint
from django.utils.text import get_text_list
from django.utils.translation import gettext


def broken_rule(error: Exception) -> str:
    """Return the rule that rows break, or the first line of the error if it names no rule of ours.

    PostgreSQL names the rule; SQLite does, or the columns that no two rows have in common.
    """
    words = str(error).partition("\n")[0]
    named = {*re.findall(r"\w+", words)}
    for model in apps.get_app_config("tournaments").get_models():
        for name, columns in unique_in(model):
            if name in named or words.endswith(": " + ", ".join(columns)):
                return same_twice(model, columns)
        for rule in model._meta.constraints:
            if isinstance(rule, CheckConstraint) and rule.name in named:
                return str(rule.get_violation_error_message())
    return words


def unique_in(model: type[Model]) -> Iterator[tuple[str, list[str]]]:
    """Yield what no two rows have in common: the name of the rule, and the columns with their table."""
    table, fields = model._meta.db_table, model._meta.concrete_fields
    columns = {each.name: f"{table}.{each.column}" for each in fields}
    for each in fields:
        if each.unique:
            yield f"{table}_{each.column}_key", [columns[each.name]]
    for rule in model._meta.constraints:
        if isinstance(rule, UniqueConstraint):
            yield rule.name, [columns[name] for name in rule.fields]


def same_twice(model: type[Model], columns: list[str]) -> str:
    """Return that two rows have the same values where they may not."""
    message = gettext("Two rows of “%(rows)s” have the same %(columns)s.")
    names = [column.partition(".")[2] for column in columns]
    return message % {"rows": model._meta.verbose_name, "columns": get_text_list(names, gettext("and"))}
