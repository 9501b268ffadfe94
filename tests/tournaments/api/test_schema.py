"""The API's own description: complete, without warnings, and its documents load from no other host."""

import re

import pytest
import schemathesis
from django.test import Client

from tests.tournaments.api.described import description


def operations():
    return {
        operation["operationId"]: operation
        for path in description()["paths"].values()
        for operation in path.values()
    }


def test_the_description_is_valid_and_without_warnings():
    """Django's command would take ten times as long to validate it."""
    assert description()["openapi"].startswith("3.1")
    schemathesis.openapi.from_dict(description()).validate()
    with pytest.raises(ValueError, match="title"):
        schemathesis.openapi.from_dict({**description(), "info": {"version": "1"}}).validate()


def test_every_endpoint_is_described():
    assert {
        "events", "event", "standings", "table", "preview_deal", "record_deal", "correct_deal", "strike_deal",
        "insert_deal", "set_first_dealer", "settle_conflict",
    } <= set(operations())  # fmt: skip


def test_every_request_that_writes_asks_for_a_key():
    for path, operation in operations().items():
        if "table" in operation["tags"] and "409" in operation["responses"] and path != "preview_deal":
            assert "Idempotency-Key" in [each["name"] for each in operation["parameters"]], path


def test_the_table_is_opened_by_its_link():
    assert operations()["table"]["security"] == [{"tableToken": []}, {"tablePage": []}]
    assert set(description()["components"]["securitySchemes"]) >= {"tableToken", "tablePage"}


def test_recording_has_an_example():
    body = operations()["record_deal"]["requestBody"]["content"]["application/json"]
    assert next(iter(body["examples"].values()))["value"]["record"]["bid"] == 2


def test_every_body_has_an_example():
    contents = {
        (name, media): content
        for name, operation in operations().items()
        for media, content in operation.get("requestBody", {}).get("content", {}).items()
    }
    assert [key for key, content in contents.items() if "examples" not in content] == []
    assert len(contents) > 60


def test_the_tags_stand_in_the_order_of_an_evening():
    tags = [tag["name"] for tag in description()["tags"]]
    assert tags[0] == "clubs" and tags.index("draws") < tags.index("rounds") < tags.index("publishing")
    assert {tag for each in operations().values() for tag in each["tags"]} == set(tags)


def test_the_documents_come_from_here_and_keep_the_policy():
    page = Client().get("/api/v1/docs/")
    html = page.content.decode()
    assert page.status_code == 200
    assert not re.search(r"(src|href)=\"(https?:)?//", html)
    assert 'class="api-brand" href="/"' in html and "tournaments/api_docs" in html
    assert "<style" not in html and not re.search(r"<script(?![^>]*\bsrc=)", html)


def test_the_schema_is_served():
    assert Client().get("/api/v1/schema/").status_code == 200
