"""Remove the rows of an event that nobody finds any more, a portion at a time: no table notices the lock."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from graphlib import TopologicalSorter

from django.db import connection, transaction
from django.db.models import CASCADE, ForeignKey, Model, Q
from django.utils import timezone

from tournaments.append_only import PROTECTED, protect, unprotect
from tournaments.models import Event

ROWS_AT_ONCE = 500
REST_SECONDS = 0.02  # as in imported_rows.py
SILENCE = timedelta(minutes=2)  # after which an import or a deletion was killed

Paths = dict[type[Model], str]  # from a row to its event


def remove_abandoned() -> int:
    """Remove events whose import or deletion was killed; return how many. Runs as a task, safe to repeat."""
    now = timezone.now()
    is_heard = Q(moving_at__range=(now - SILENCE, now + SILENCE))  # not if the clock was set back since
    silent = Event._base_manager.exclude(moving_at=None).exclude(is_heard)
    return sum(remove_event(event) for event in list(silent))


def remove_event(event: Event) -> bool:
    """Remove an event that is moving, and all its rows; the rows of protected tables, too."""
    paths = paths_to_event()
    for model in removed_in_order(paths):
        rows = model._base_manager.filter(**{paths[model]: event.pk}).order_by("pk")
        while ids := list(rows.values_list("pk", flat=True)[:ROWS_AT_ONCE]):
            remove_portion(event, model, ids)
            if len(ids) == ROWS_AT_ONCE:
                time.sleep(REST_SECONDS)
    return bool(Event._base_manager.filter(pk=event.pk).delete()[0])


@transaction.atomic
def remove_portion(event: Event, model: type[Model], rows: list[int]) -> None:
    """Remove these rows of one table, to which no others refer any more."""
    portion = model._base_manager.filter(pk__in=rows)
    if model._meta.db_table in PROTECTED:
        with history_open(model._meta.db_table):
            portion._raw_delete(using=connection.alias)
    else:
        portion._raw_delete(using=connection.alias)
    Event._base_manager.filter(pk=event.pk).update(moving_at=timezone.now())


@contextmanager
def history_open(table: str) -> Iterator[None]:
    """Allow deleting entries inside; the triggers are dropped and restored in the surrounding transaction."""
    with connection.cursor() as cursor:
        for statement in unprotect(connection.vendor, table):
            cursor.execute(statement)
    yield
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":  # alters no table with constraints that are still to be checked
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for statement in protect(connection.vendor, table):
            cursor.execute(statement)


def paths_to_event() -> Paths:
    """Return every model whose rows belong to an event, with one of the paths to it."""
    paths: Paths = {Event: "pk"}
    waiting: list[type[Model]] = [Event]
    while waiting:
        parent = waiting.pop(0)
        for relation in parent._meta.get_fields(include_hidden=True):
            if not (relation.auto_created and (relation.one_to_many or relation.one_to_one)):
                continue
            child, field = relation.related_model, relation.remote_field
            assert isinstance(field, ForeignKey) and isinstance(child, type)
            is_part = field.remote_field.on_delete is CASCADE or not field.null
            if child not in paths and is_part:
                paths[child] = field.name if parent is Event else f"{field.name}__{paths[parent]}"
                waiting.append(child)
    del paths[Event]
    return paths


def removed_in_order(paths: Paths) -> list[type[Model]]:
    """Return the models, those first to whose rows no others refer."""
    order: TopologicalSorter[type[Model]] = TopologicalSorter({model: () for model in paths})
    for model in paths:
        for field in model._meta.concrete_fields:
            if (
                isinstance(field, ForeignKey)
                and field.related_model in paths
                and field.related_model is not model
            ):
                order.add(field.related_model, model)
    return list(order.static_order())
