"""Schemathesis sends every endpoint valid and invalid requests by its description, and compares the answers.

Checked: no server error; every status, content type, header and body of an answer is described; what the
description forbids is refused.
"""

import logging
import os
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.tournaments.access_roles import Visitor, all_visitors
from tests.tournaments.access_world import Evening, make_evening, two_clubs

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

INPUTS = int(os.environ.get("HOSTILE_INPUTS", "3000"))
CHECKS = [
    not_a_server_error, status_code_conformance, content_type_conformance, response_headers_conformance,
    response_schema_conformance, negative_data_rejection,
]  # fmt: skip
PER_OPERATION = max(6, INPUTS // 500)  # of valid requests, and of invalid ones
EACH = settings(max_examples=PER_OPERATION, database=None, suppress_health_check=list(HealthCheck))
django_application = get_wsgi_application()


def application(environ: Any, start_response: Any) -> Iterable[bytes]:
    """Return the whole application; no change of a request stays."""
    if environ["PATH_INFO"] == "/api/v1/schema/":
        return django_application(environ, start_response)
    with transaction.atomic():
        answer = [b"".join(django_application(environ, start_response))]
        transaction.set_rollback(True)
    return answer


DESCRIPTION = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", application)
OPERATIONS = {each.ok().label: each.ok() for each in DESCRIPTION.get_all_operations()}
Hall = tuple[Evening, dict[str, Visitor]]
AT_TABLE, OWNER = "program with the link", "program of the owner"


@pytest.fixture(scope="module")
def hall(lasting: None) -> Hall:
    """Return our event, a program with the link of its table, and one of the club's owner."""
    ours, theirs = (make_evening(club, is_published=True) for club in two_clubs())
    return ours, {each.name: each for each in all_visitors(ours, theirs) if each.name in (AT_TABLE, OWNER)}


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
    return any("personalToken" in each for each in OPERATIONS[label].definition.raw.get("security", ()))


ANY_TEXT = ("GET /api/v1/games/{key}/",)  # no address of theirs is malformed
ALLOWED = [(label, GenerationMode.POSITIVE) for label in OPERATIONS]
NOT_ALLOWED = [
    (label, GenerationMode.NEGATIVE)
    for label, each in OPERATIONS.items()
    if (each.body or each.query or each.path_parameters) and label not in ANY_TEXT
]


@pytest.mark.parametrize(("label", "mode"), ALLOWED + NOT_ALLOWED)
def test_every_answer_is_described(label: str, mode: GenerationMode, hall: Hall) -> None:
    evening, programs = hall
    program = programs[OWNER if asks_for_a_token(label) else AT_TABLE]
    is_allowed = mode == GenerationMode.POSITIVE
    given_places = (
        {"path_parameters": places(label, evening)} if is_allowed and places(label, evening) else {}
    )

    @EACH
    @given(case=OPERATIONS[label].as_strategy(generation_mode=mode, **given_places))
    def ask(case: Any) -> None:
        case.call_and_validate(checks=CHECKS, headers={**program.headers, "Accept-Encoding": "identity"})

    ask()
