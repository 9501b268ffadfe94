"""OpenAPI descriptions of a table's endpoints for its organisers."""

from typing import Any

from rest_framework import serializers as s

from tournaments.api.http.schema_of_programs import NOT_THERE, READS, problem, refusal_at, writing
from tournaments.api.tables import schema

TAG = "tables"
OWN = (400, 404, 503)  # told in the form of problem details only
REFUSED, PROBLEM = 400, "application/problem+json"


class AbandonedShape(s.Serializer[Any]):
    """Whether a table stopped before its last deal."""

    is_abandoned = s.BooleanField()


def of_event(description: dict[str, Any]) -> dict[str, Any]:
    """Return the description of a table's endpoint as the one for its organisers."""
    refusals = {**READS, **NOT_THERE, **refusal_at(400, "The request cannot be read, or its key is missing.")}
    own = {status: answer for status, answer in description["responses"].items() if status not in OWN}
    medias = {status: answer for status, answer in own.items() if isinstance(status, tuple)}
    answers = {status: answer for status, answer in own.items() if status not in medias}
    same = medias | {(status, "application/json"): answer for status, answer in answers.items() if answer}
    empty = {status: None for status, answer in answers.items() if answer is None}
    also = {(status, PROBLEM): problem("Refused.") for status in answers if status >= REFUSED}
    return {
        **description,
        "operation_id": f"event_{description['operation_id']}",
        "tags": [TAG],
        "responses": {**refusals, **also, **same, **empty},
    }


SHEET = of_event(schema.TABLE)
STREAM = of_event(schema.STREAM)
PREVIEW = of_event(schema.PREVIEW)
RECORD = of_event(schema.RECORD)
CORRECT = of_event(schema.CORRECT)
STRIKE = of_event(schema.STRIKE)
INSERT = of_event(schema.INSERT)
FIRST_DEALER = of_event(schema.FIRST_DEALER)
SETTLE = of_event(schema.SETTLE)
ABANDON = writing("abandon_table", TAG, AbandonedShape)
RESUME = writing("resume_table", TAG, AbandonedShape)
