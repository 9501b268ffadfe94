"""docs/data-model.md, made from the models."""

import inspect
import sys
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from django.apps import apps
from django.db import models
from django.utils.translation import override

from tournaments.append_only import PROTECTED

HEAD = """# The data model

Made from `tournaments/models/` by `python3 run.py documents`; do not edit.

A model states facts and constraints, and nothing else: services write (`tournaments/services/`), selectors
read (`tournaments/selectors/`). A chapter is a file, and stands behind the files that it imports.

- `→ Club` is a foreign key. The words in brackets say what happens to the row when the club is deleted: the
  row is *deleted with it*, the club is *protected* and cannot be deleted, or the key is *emptied*.
- A column must be filled in unless *may be empty* stands beside it. Every table has an `id`, left out here.
- A *derived* value can be computed again; the text says from what. Times are in UTC, money is in cents.
- An *append-only* table has triggers: the database itself refuses to change or delete a row of it.
- [decisions.md](decisions.md) says why some tables have another name than their model,
  [architecture.md](architecture.md) which code writes them, [glossary.md](glossary.md) what the words mean.

## The drawing

`Round }o--|| Event : event` reads: a round has one event, in its column `event`; an event has any number of
rounds. `o|` on the right: there may be none. `|o` on the left: there is at most one.
"""

TYPES = {
    "BigIntegerField": "whole number",
    "BooleanField": "yes or no",
    "DateField": "date",
    "DateTimeField": "date and time",
    "IntegerField": "whole number",
    "JSONField": "JSON",
    "PositiveIntegerField": "whole number from 0",
    "PositiveSmallIntegerField": "whole number from 0",
    "TextField": "text",
    "TimeField": "time of day",
    "UUIDField": "UUID",
}
WHEN_DELETED: Mapping[Any, str] = {
    models.CASCADE: "deleted with it",
    models.PROTECT: "protected",
    models.SET_NULL: "emptied",
}
COMPARISONS = {"exact": "is", "gte": "≥", "lte": "≤", "in": "is one of"}

Model = type[models.Model]


def document() -> str:
    """Return the whole document, in English."""
    with override(None):
        return "\n".join([HEAD, *diagram_lines(all_models()), *chapters(all_models())]) + "\n"


def all_models() -> list[Model]:
    """Return our models in the order in which Python defines them."""
    return list(apps.get_app_config("tournaments").get_models())


# The drawing


def diagram_lines(found: list[Model]) -> Iterator[str]:
    """Yield the Mermaid diagram of all foreign keys."""
    yield from ("```mermaid", "erDiagram")
    for model in found:
        yield from (relation_line(model, field) for field in relations_of(model))
    yield "```"


def relations_of(model: Model) -> list[Any]:
    """Return the fields of a model that refer to one of our models."""
    return [field for field in columns_of(model) if field.is_relation]


def relation_line(model: Model, field: Any) -> str:
    """Return one relation in Mermaid's words."""
    if field.many_to_many:
        ends = "}o--o{"
    else:
        ends = f"{'|o' if field.one_to_one else '}o'}--{'o|' if field.null else '||'}"
    return f"    {model.__name__} {ends} {field.related_model.__name__} : {field.name}"


# The chapters


def chapters(found: list[Model]) -> Iterator[str]:
    """Yield a chapter for every file of models."""
    for name, members in groupby(found, key=lambda model: model.__module__):
        path = f"{name.replace('.', '/')}.py"
        yield f"\n## {path.removeprefix('tournaments/models/').removesuffix('.py').capitalize()}\n"
        yield f"`{path}`: {one_line(sys.modules[name].__doc__)}"
        for model in members:
            yield from model_lines(model)


def model_lines(model: Model) -> Iterator[str]:
    """Yield a model: what it is, its columns, its constraints."""
    yield f"\n### {model.__name__}\n"
    yield inspect.cleandoc(model.__doc__ or "")
    yield f"\nTable `{model._meta.db_table}`{', append-only' if model._meta.db_table in PROTECTED else ''}.\n"
    yield from ("| column | type | meaning |", "|---|---|---|")
    yield from (column_line(field) for field in columns_of(model))
    constraints = list(constraint_lines(model))
    if constraints:
        yield from ("\nConstraints:\n", *constraints)


def columns_of(model: Model) -> list[Any]:
    """Return the fields of a model that are columns, or tables between two models."""
    own = [*model._meta.local_fields, *model._meta.local_many_to_many]
    return [field for field in own if field.name != "id" and is_ours(field)]


def is_ours(field: Any) -> bool:
    """Return whether a field refers to no model of another package."""
    return field.related_model is None or field.related_model._meta.app_label == "tournaments"


def column_line(field: Any) -> str:
    """Return a row of the table of columns."""
    return f"| `{field.name}` | {type_of(field)} | {'; '.join(meaning_of(field))} |"


def type_of(field: Any) -> str:
    """Return the type of a column, or the model that it refers to."""
    if field.many_to_many:
        return f"↔ {field.related_model.__name__}"
    if field.is_relation:
        return f"→ {field.related_model.__name__} ({WHEN_DELETED[field.remote_field.on_delete]})"
    if field.choices:
        return f"one of {', '.join(f'`{value}`' for value, _ in field.choices)}"
    name = TYPES.get(field.get_internal_type(), "text")
    return f"{name} up to {field.max_length}" if field.max_length and name == "text" else name


def meaning_of(field: Any) -> Iterator[str]:
    """Yield what a person calls the column, and whether it may be empty and must be unique."""
    label = str(field.verbose_name)
    if label != field.name.replace("_", " "):
        yield label
    if field.null or (field.blank and field.get_internal_type() in ("CharField", "TextField")):
        yield "may be empty"
    if field.unique:
        yield "unique"


# Constraints


def constraint_lines(model: Model) -> Iterator[str]:
    """Yield every constraint with its name and what it demands."""
    for constraint in model._meta.constraints:
        yield f"- `{constraint.name}`: {demand_of(constraint)}"


def demand_of(constraint: models.BaseConstraint) -> str:
    """Return the sentence that a person reads, or the condition where there is none."""
    if isinstance(constraint, models.UniqueConstraint):
        fields = " and ".join(f"`{name}`" for name in constraint.fields)
        where = f" where {words_of(constraint.condition)}" if constraint.condition else ""
        return f"{fields} only once{' together' if len(constraint.fields) > 1 else ''}{where}."
    if constraint.violation_error_message != constraint.default_violation_error_message:
        return str(constraint.violation_error_message)
    assert isinstance(constraint, models.CheckConstraint)
    return f"{words_of(constraint.condition)}."


def words_of(condition: Any) -> str:
    """Return a condition as words: `number` ≥ 1."""
    if isinstance(condition, tuple):
        return comparison(*condition)
    words = f" {condition.connector.lower()} ".join(words_of(child) for child in condition.children)
    return f"not ({words})" if condition.negated else words


def comparison(lookup: str, value: Any) -> str:
    """Return one comparison as words."""
    name, _, kind = lookup.partition("__")
    if kind == "isnull":
        return f"`{name}` is {'' if value else 'not '}empty"
    shown = ", ".join(f"`{each}`" for each in value) if kind == "in" else value
    return f"`{name}` {COMPARISONS[kind or 'exact']} {shown}"


def one_line(text: str | None) -> str:
    """Return the first paragraph of a docstring on one line."""
    return " ".join((text or "").strip().split("\n\n")[0].split())
