"""Schemathesis sends every endpoint valid and invalid requests by its description, and compares the answers.

Checked: no server error; every status, content type, header and body of an answer is described; what the
description forbids is refused. Every run sends valid requests to a third of the endpoints, and invalid ones
to a third. The date says which, and is the seed of all (tests/sweeps.py).
"""

import json
import logging
import os
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from django.db import transaction
from hypothesis import HealthCheck, given, seed, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.builders import a_club
from tests.processes import ROOT
from tests.sweeps import day, sweep
from tests.tournaments.access_roles import Visitor, visitors_of
from tests.tournaments.access_world import Evening, make_evening
from tests.tournaments.api.described import description

pytestmark = pytest.mark.django_db

INPUTS = int(os.environ.get("HOSTILE_INPUTS", "2000"))
CHECKS = [
    not_a_server_error, status_code_conformance, content_type_conformance, response_headers_conformance,
    response_schema_conformance, negative_data_rejection,
]  # fmt: skip
PER_OPERATION = max(4, INPUTS // 500)  # of valid requests, and of invalid ones
EACH = settings(max_examples=PER_OPERATION, database=None, suppress_health_check=list(HealthCheck))
django_application = get_wsgi_application()


def application(environ: Any, start_response: Any) -> Iterable[bytes]:
    """Return the whole application; no change of a request stays."""
    with transaction.atomic():
        answer = [b"".join(django_application(environ, start_response))]
        transaction.set_rollback(True)
    return answer


# What is released lists the endpoints: their description takes seconds, and every worker lists the tests.
LISTED = json.loads((ROOT / "docs" / "api-v1.json").read_text(encoding="utf-8"))["operations"]
Hall = tuple[Evening, dict[str, Visitor]]
AT_TABLE, OWNER = "program with the link", "program of the owner"


@cache
def operations() -> dict[str, Any]:
    """Return the operations of the description, by method and path."""
    described = schemathesis.openapi.from_dict(description())
    described.app = application
    described.config.generation.update(with_security_parameters=False)  # every request of ours has its token
    return {each.ok().label: each.ok() for each in described.get_all_operations()}


@pytest.fixture(scope="module")
def hall(lasting: None) -> Hall:
    """Return our event, a program with the link of its table, and one of the club's owner."""
    ours = make_evening(a_club(), is_published=True)
    return ours, {each.name: each for each in visitors_of(ours) if each.name in (AT_TABLE, OWNER)}


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Do not log thousands of refusals."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def places(label: str, evening: Evening) -> dict[str, Any]:
    """Return the placeholders of an existing object in the address of an endpoint."""
    slug = evening.series.slug if "/series/" in label else evening.event.slug
    if "/clubs/" in label:
        slug = evening.event.club.slug
    values = {"number": 1, "key": evening.event.game, **evening.ids, "slug": slug}
    return {name: value for name, value in values.items() if f"{{{name}}}" in label}


def asks_for_a_token(label: str) -> bool:
    """Return whether the endpoint is one for programs of a person."""
    return any("personalToken" in each for each in operations()[label].definition.raw.get("security", ()))


ANY_TEXT = {"path slug", "path key"}  # places of an address of which none is malformed
SPOILABLE = [
    label
    for label, each in LISTED.items()
    if each["body"]["shapes"]
    or any(name.startswith(("path", "query")) for name in each["parameters"].keys() - ANY_TEXT)
]


def test_every_endpoint_is_listed() -> None:
    # `python3 run.py documents promises` adds what is new.
    assert sorted(operations()) == sorted(LISTED)


@pytest.mark.parametrize("label", sweep(LISTED, sample=len(LISTED) // 3 + 1))
def test_every_answer_is_described(label: str, hall: Hall) -> None:
    given_places = places(label, hall[0])
    send(label, GenerationMode.POSITIVE, hall, **({"path_parameters": given_places} if given_places else {}))


@pytest.mark.parametrize("label", sweep(SPOILABLE, sample=len(SPOILABLE) // 3 + 1))
def test_a_body_that_the_description_forbids_is_refused(label: str, hall: Hall) -> None:
    send(label, GenerationMode.NEGATIVE, hall)


def send(label: str, mode: GenerationMode, hall: Hall, **places: Any) -> None:
    """Send requests of this kind, and check every answer."""
    program = hall[1][OWNER if asks_for_a_token(label) else AT_TABLE]

    @seed(day())
    @EACH
    @given(case=operations()[label].as_strategy(generation_mode=mode, **places))
    def ask(case: Any) -> None:
        case.call_and_validate(checks=CHECKS, headers={**program.headers, "Accept-Encoding": "identity"})

    ask()
