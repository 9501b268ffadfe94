"""Every status with which an endpoint can refuse is in its description: found by following its code.

From the method of an endpoint over every function of ours that it names, down to the refusals. Operations of
a sheet are followed one by one, as each has refusals of its own.
"""

import inspect
from collections.abc import Iterator
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

from django.db.models import Model
from drf_spectacular.generators import EndpointEnumerator
from rest_framework.serializers import BaseSerializer

from scoring.sheet import machine
from scoring.sheet.operations import Result
from tests.tournaments.api.described import description
from tournaments.api.http.answering import STATUS_BY_RESULT, JsonView
from tournaments.api.http.errors import STATUS_BY_CODE

OURS = ("tournaments.", "scoring.")
AROUND = ("dispatch", "initial")  # run before the method
ANSWERS = range(400, 500)
# A program names no row that could have moved.
NEVER = {"POST /api/v1/events/{slug}/tables/{public_id}/rulings/": {412}}


def functions_of(view: type, method: str) -> Iterator[FunctionType]:
    """Yield what runs for a request: the method with its decorators, and what comes before."""
    for name in (method, *AROUND):
        for each in view.__mro__:
            if each.__module__.startswith(OURS) and name in vars(each):
                yield from with_decorated(vars(each)[name])


def with_decorated(function: Any) -> Iterator[FunctionType]:
    """Yield a function and the ones that its decorators wrapped."""
    while isinstance(function, FunctionType):
        yield function
        function = getattr(function, "__wrapped__", None)


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of a function and of those inside it."""
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from codes_in(each)


def names_in(function: FunctionType) -> set[str]:
    return {name for code in codes_in(function.__code__) for name in code.co_names}


def constants_in(function: FunctionType) -> set[Any]:
    constants = (each for code in codes_in(function.__code__) for each in code.co_consts)
    return {each for each in constants if isinstance(each, str | int)}


def named_by(function: FunctionType, view: type) -> Iterator[Any]:
    """Yield the objects that a function names: globals, members of modules, for a view its methods."""
    names = names_in(function)
    for name in names:
        value = function.__globals__.get(name)
        members = value if isinstance(value, ModuleType) else None
        yield from [getattr(members, each, None) for each in names] if members else [value]
        if function.__module__.startswith("tournaments.api."):
            yield inspect.getattr_static(view, name, None)


def followed(found: Any) -> Iterator[FunctionType]:
    """Yield the functions of ours behind a name: itself, an operation's use case, the methods of a class."""
    if found is machine.apply or not str(getattr(found, "__module__", "")).startswith(OURS):
        return
    if isinstance(found, type) and found in machine.USE_CASES:
        yield from with_decorated(machine.USE_CASES[found])
    elif isinstance(found, type) and not issubclass(found, Model | BaseSerializer | JsonView):
        yield from (each for each in vars(found).values() if isinstance(each, FunctionType))
    else:
        yield from with_decorated(getattr(found, "fget", found))


def reached(view: type, method: str, reads: bool) -> set[FunctionType]:
    """Return every function of ours that a request may run; only one that writes is carried out once."""
    waiting, known = [*functions_of(view, method)], set[FunctionType]()
    while waiting:
        function = waiting.pop()
        if function not in known and not (reads and function.__name__ == "carry_out"):
            known.add(function)
            waiting += [each for found in named_by(function, view) for each in followed(found)]
    return known


def refusals_in(function: FunctionType) -> set[int]:
    """Return the statuses of the refusals that a function makes itself."""
    names, constants = names_in(function), constants_in(function)
    answers = "Answer" in names or function.__module__ == machine.__name__  # others only compare a result
    found = {STATUS_BY_RESULT[each] for each in Result if answers and {"Result", each.name} <= names}
    if "NotPossible" in names:
        found |= {STATUS_BY_CODE[each] for each in STATUS_BY_CODE if each in constants}
    if "Unreadable" in names:
        found |= {each for each in constants if isinstance(each, int)}
    return found & {*ANSWERS}


def statuses_reached(view: type, method: str, reads: bool) -> set[int]:
    """Return the statuses of every refusal that the code of an endpoint can make."""
    return {status for function in reached(view, method, reads) for status in refusals_in(function)}


def endpoints() -> dict[str, tuple[type, str, bool]]:
    """Return the view and the method behind every operation of the description, and whether it reads."""
    found = EndpointEnumerator().get_api_endpoints()
    views = {f"{method} {path}": handler_of(callback, method.lower()) for path, _, method, callback in found}
    return {label: each for label, each in views.items() if label in statuses()}


def handler_of(callback: Any, method: str) -> tuple[type, str, bool]:
    """Return a view and the name of its method, that of an action for a resource; and whether it reads."""
    return callback.cls, getattr(callback, "actions", {}).get(method, method), method == "get"


@cache
def statuses() -> dict[str, set[int]]:
    """Return the statuses that every operation describes."""
    return {
        f"{method.upper()} {path}": {int(status) for status in operation["responses"]}
        for path, methods in description()["paths"].items()
        for method, operation in methods.items()
    }


def test_an_endpoint_describes_every_refusal_that_its_code_can_make() -> None:
    missing = {
        label: statuses_reached(*place) - statuses()[label] - NEVER.get(label, set())
        for label, place in endpoints().items()
    }
    assert {label: found for label, found in missing.items() if found} == {}


def test_the_refusals_of_an_endpoint_are_found() -> None:
    strike, uphold = (
        "DELETE /api/v1/table/deals/{number}/",
        "POST /api/v1/events/{slug}/tables/{public_id}/totals/uphold/",
    )
    assert statuses_reached(*endpoints()[strike]) >= {404, 412, 428}
    assert statuses_reached(*endpoints()[uphold]) >= {412, 422}
