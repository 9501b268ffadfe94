"""Version 1 only grows: the description of today keeps every promise of the released one."""

import copy
import json

import pytest

from tests.documents.promises import PromiseBroken, as_text, broken_promises, released_form, renewed
from tests.processes import ROOT
from tests.tournaments.api.described import description

FILE = ROOT / "docs" / "api-v1.json"
THING = {
    "type": "object",
    "required": ["name"],
    "properties": {
        "name": {"type": "string", "maxLength": 40},
        "kind": {"type": "string", "enum": ["a", "b"]},
        "note": {"oneOf": [{"type": "string"}, {"type": "null"}]},
        "rows": {"type": "array", "items": {"$ref": "#/components/schemas/Row"}},
    },
}
REFERENCE = {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}
OPERATION = {
    "operationId": "change_thing",
    "security": [{"personalToken": []}, {}],
    "parameters": [
        {"in": "query", "name": "limit", "schema": {"type": "integer", "maximum": 500}},
        {"in": "header", "name": "If-Match", "required": True, "schema": {"type": "string"}},
    ],
    "requestBody": {"content": REFERENCE},
    "responses": {"200": {"content": REFERENCE}, "404": {"content": {}}},
}
DESCRIPTION = {
    "paths": {"/api/v1/thing/": {"patch": OPERATION}},
    "components": {
        "schemas": {"Thing": THING, "Row": {"type": "object", "properties": {"n": {"type": "integer"}}}}
    },
}


@pytest.fixture
def new():
    return copy.deepcopy(DESCRIPTION)


def broken(new):
    return broken_promises(released_form(DESCRIPTION), released_form(new))


def operation(new):
    return new["paths"]["/api/v1/thing/"]["patch"]


def thing(new):
    return new["components"]["schemas"]["Thing"]


ADDITIONS = {
    "an endpoint": lambda new: new["paths"].update({"/api/v1/other/": {"get": OPERATION}}),
    "a field": lambda new: thing(new)["properties"].update(place={"type": "string"}),
    "a parameter": lambda new: operation(new)["parameters"].append(
        {"in": "query", "name": "q", "schema": {"type": "string"}}
    ),
    "a longer text": lambda new: thing(new)["properties"]["name"].update(maxLength=80),
    "a keyword": lambda new: thing(new)["properties"]["kind"]["enum"].append("c"),
    "a media type": lambda new: operation(new)["responses"].update(
        {"200": {"content": {**REFERENCE, "text/csv": {"schema": {"type": "string"}}}}}
    ),
    "another success": lambda new: operation(new)["responses"].update({"202": {"content": REFERENCE}}),
    "another name of a shape": lambda new: (
        new["components"]["schemas"].update(Row2=new["components"]["schemas"]["Row"]),
        thing(new)["properties"]["rows"].update(items={"$ref": "#/components/schemas/Row2"}),
    ),
}
BREAKS = {
    "an endpoint is gone": lambda new: new["paths"].clear(),
    "a name is another": lambda new: operation(new).update(operationId="patch_thing"),
    "a way in is gone": lambda new: operation(new).update(security=[{"personalToken": []}]),
    "a parameter is gone": lambda new: operation(new)["parameters"].pop(0),
    "a parameter is newly required": lambda new: operation(new)["parameters"][0].update(required=True),
    "a parameter is narrower": lambda new: operation(new)["parameters"][0]["schema"].update(maximum=100),
    "a body is newly required": lambda new: operation(new)["requestBody"].update(required=True),
    "a field is gone": lambda new: thing(new)["properties"].pop("note"),
    "a field is newly required": lambda new: thing(new)["required"].append("kind"),
    "a field may be missing": lambda new: thing(new)["required"].clear(),
    "a type is narrower": lambda new: thing(new)["properties"].update(note={"type": "string"}),
    "a type is another": lambda new: thing(new)["properties"].update(name={"type": "integer"}),
    "a text is shorter": lambda new: thing(new)["properties"]["name"].update(maxLength=20),
    "a keyword is gone": lambda new: thing(new)["properties"]["kind"].update(enum=["a"]),
    "an inner field is gone": lambda new: new["components"]["schemas"]["Row"].update(properties={}),
    "an answer is gone": lambda new: operation(new)["responses"].pop("200"),
    "a media type is gone": lambda new: operation(new)["responses"].update({"200": {"content": {}}}),
}


def test_the_api_keeps_what_was_released():
    # `python3 run.py documents promises` adds what is new.
    assert broken_promises(json.loads(FILE.read_text(encoding="utf-8")), released_form(description())) == []


def test_the_same_description_breaks_nothing(new):
    assert broken(new) == []


@pytest.mark.parametrize("name", ADDITIONS)
def test_an_addition_breaks_nothing(new, name):
    ADDITIONS[name](new)
    assert new != DESCRIPTION and broken(new) == []


@pytest.mark.parametrize("name", BREAKS)
def test_a_description_that_takes_something_away_is_found(new, name):
    BREAKS[name](new)
    assert broken(new) != []


def test_the_promises_gain_what_is_new_and_lose_nothing(tmp_path):
    today, file = released_form(description()), tmp_path / "v1.json"
    fewer = {**today, "operations": dict(list(today["operations"].items())[1:])}
    file.write_text(as_text(fewer), encoding="utf-8")
    assert renewed(file) == as_text(today)
    more = {
        **today,
        "operations": {**today["operations"], "GET /gone/": today["operations"]["GET /api/v1/games/"]},
    }
    file.write_text(as_text(more), encoding="utf-8")
    with pytest.raises(PromiseBroken, match=r"GET /gone/: is gone"):
        renewed(file)
