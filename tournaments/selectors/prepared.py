"""Reading, inserting and updating one row by SQL that is built once: for the few that every deal takes.

Django builds the SQL of a query anew each time it is asked, which takes ten times as long as SQLite needs to
answer. Here a query stays what Django makes of it, joins and locks included; only its values are put in
later. The rows become instances exactly as Django's own iteration makes them, and fields prepare their values
themselves.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections, models
from django.db.models import QuerySet, Value
from django.db.models.query import get_related_populators

M = TypeVar("M", bound=models.Model)


class Blank:
    """Where a value goes; the place is its own."""


class Plan(Generic[M]):
    """A query as SQL, and how a row of it becomes an instance with what it was joined with."""

    def __init__(self, queryset: QuerySet[M], blanks: Sequence[Blank]) -> None:
        compiler = queryset.query.get_compiler(connection=connection)
        self.sql, parameters = compiler.as_sql()
        self.parameters = list(parameters)
        self.places = [self.parameters.index(blank) for blank in blanks]
        whole = compiler.klass_info
        self.model, columns = whole["model"], whole["select_fields"]
        self.own = slice(columns[0], columns[-1] + 1)
        self.names = [expression.target.attname for expression, *_ in compiler.select[self.own]]
        self.joined = get_related_populators(whole, compiler.select, DEFAULT_DB_ALIAS)  # type: ignore[call-arg]
        self.converters = compiler.get_converters(expression for expression, *_ in compiler.select)

    def filled(self, values: Sequence[Any]) -> list[Any]:
        """The parameters with these values in their places."""
        parameters = self.parameters.copy()
        for place, value in zip(self.places, values, strict=True):
            parameters[place] = value
        return parameters

    def instance(self, row: Sequence[Any]) -> M:
        """What Django makes of a row."""
        values, here = list(row), connections[DEFAULT_DB_ALIAS]
        for place, (converters, expression) in self.converters.items():
            for convert in converters:
                values[place] = convert(values[place], expression, here)
        made: M = self.model.from_db(DEFAULT_DB_ALIAS, self.names, values[self.own])
        for populator in self.joined:
            populator.populate(values, made)
        return made


class Prepared(Generic[M]):
    """`Prepared(build, 2).first(a, b)` is `build(a, b).first()` for values that need no conversion."""

    def __init__(self, build: Callable[..., QuerySet[M]], values: int) -> None:
        self.build, self.blanks = build, [Blank() for _ in range(values)]
        self.plans: dict[str, Plan[M]] = {}

    def first(self, *values: Any) -> M | None:
        """The first row of the query, in its own order."""
        plan = self.plan()
        with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
            cursor.execute(plan.sql, plan.filled(values))
            row = cursor.fetchone()
        return plan.instance(row) if row else None

    def plan(self) -> Plan[M]:
        """Made at the first question, for only then the database is known."""
        vendor = connection.vendor
        if vendor not in self.plans:
            self.plans[vendor] = Plan(self.build(*map(Value, self.blanks)), self.blanks)
        return self.plans[vendor]


# Writing


def insert(row: models.Model) -> None:
    """What `row.save(force_insert=True)` does to a row that has no id yet."""
    here = connections[DEFAULT_DB_ALIAS]
    fields = [each for each in row._meta.concrete_fields if not each.primary_key]
    values = [each.get_db_prep_save(each.pre_save(row, True), here) for each in fields]
    has_returning = here.features.can_return_columns_from_insert
    with here.cursor() as cursor:
        cursor.execute(insert_sql(type(row), here.vendor, has_returning), values)
        row.pk = cursor.fetchone()[0] if has_returning else cursor.lastrowid
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


def update(row: models.Model, names: Sequence[str]) -> None:
    """What `row.save(update_fields=names)` does. Raises DatabaseError for a row that is gone."""
    here = connections[DEFAULT_DB_ALIAS]
    fields = [each for each in row._meta.concrete_fields if each.name in names]
    values = [each.get_db_prep_save(each.pre_save(row, False), here) for each in fields]
    with here.cursor() as cursor:
        cursor.execute(update_sql(type(row), here.vendor, tuple(names)), [*values, row.pk])
        if cursor.rowcount != 1:
            raise DatabaseError(f"{row._meta.label} {row.pk} is gone; nothing was updated.")


@cache
def insert_sql(model: type[models.Model], vendor: str, has_returning: bool) -> str:
    """All columns but the id, which comes back where the database can say it."""
    table, key, columns = names_of(model)
    places = ", ".join(["%s"] * len(columns))
    ending = f" RETURNING {key}" if has_returning else ""
    return f"INSERT INTO {table} ({', '.join(columns.values())}) VALUES ({places}){ending}"


@cache
def update_sql(model: type[models.Model], vendor: str, names: tuple[str, ...]) -> str:
    """These columns of the row of an id, in the order of the model."""
    table, key, columns = names_of(model)
    changes = ", ".join(f"{column} = %s" for name, column in columns.items() if name in names)
    return f"UPDATE {table} SET {changes} WHERE {key} = %s"


def names_of(model: type[models.Model]) -> tuple[str, str, dict[str, str]]:
    """What the database calls a table, its id, and the other columns by the name of their field; quoted."""
    quoted, fields = connection.ops.quote_name, model._meta.concrete_fields
    columns = {each.name: quoted(str(each.column)) for each in fields if not each.primary_key}
    return quoted(model._meta.db_table), quoted(str(model._meta.pk.column)), columns
