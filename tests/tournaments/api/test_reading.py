"""Any input to a table: a clear 4xx, nothing stored, never a 5xx."""

import itertools
import json
import math
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rest_framework.serializers import ValidationError

from tests.builders import a_record
from tests.tournaments.phones import TABLE
from tournaments.api.http.bodies import Points
from tournaments.api.http.errors import Unreadable
from tournaments.api.http.reading import read_json
from tournaments.models import Deal

pytestmark = pytest.mark.django_db

QUICK = settings(
    max_examples=80,
    suppress_health_check=[*settings().suppress_health_check, HealthCheck.function_scoped_fixture],
)
RECORD = json.dumps(a_record())


keys = itertools.count()


@pytest.fixture
def written(phone):
    """Return a table with one deal; it stays the same from one example to the next."""
    phone.record()
    return phone


def send_raw(phone, body, *, content_type="application/json", path="deals/", method="POST", **headers):
    return phone.client.generic(
        method,
        TABLE + path,
        body,
        content_type,
        headers={"Idempotency-Key": f"raw-{next(keys)}", "If-Match": '"1"'} | headers,
    )


@pytest.mark.parametrize("body", [
    pytest.param("", id="nothing"),
    pytest.param("{", id="half an object"),
    pytest.param("[]", id="a list"),
    pytest.param("null", id="null"),
    pytest.param('"x"', id="a text"),
    pytest.param(b'{"number": 1, "record": {"trump": "\xff"}}', id="bad UTF-8"),
    pytest.param('{"number": 1}'.encode("utf-16"), id="UTF-16"),
    pytest.param('{"number": NaN}', id="NaN"),
    pytest.param('{"number": -Infinity}', id="Infinity"),
    pytest.param('{"number": 1e999}', id="a number beyond floats"),
    pytest.param('{"number": 1, "record": {"bid": 9223372036854775808}}', id="beyond 64 bits"),
    pytest.param('{"number": ' + "9" * 5000 + "}", id="5000 digits"),
    pytest.param('{"number": 1, "number": 2}', id="a key twice"),
    pytest.param('{"number": 1, "record": {"trump": "\\ud800"}}', id="a lone surrogate"),
    pytest.param('{"number": 1, "record": {"\\udfff": 1}}', id="a lone surrogate as a key"),
    pytest.param('{"number": 1, "record": {"trump": "\\u0000"}}', id="NUL"),
    pytest.param("[" * 50_000, id="unbounded nesting"),
    pytest.param('{"record": ' * 30 + "1" + "}" * 30, id="deep nesting"),
    pytest.param('{"number": true, "record": {}}', id="true as a number"),
    pytest.param('{"number": 1.0, "record": {}}', id="a fraction as a number"),
    pytest.param('{"number": "1", "record": {}}', id="a text as a number"),
    pytest.param('{"number": -1, "record": {}}', id="a number below zero"),
    pytest.param('{"number": 2147483648, "record": {}}', id="a number no sheet has"),
    pytest.param('{"number": 1, "record": {"bid": 1' + "0" * 400 + "}}", id="four hundred digits"),
    pytest.param('{"number": 1, "record": {"bid": 1' + "0" * 9000 + "}}", id="nine thousand digits"),
    pytest.param('{"record": {}}', id="no number"),
])  # fmt: skip
def test_a_body_that_cannot_be_read_is_a_400(phone, body):
    response = send_raw(phone, body)
    assert (response.status_code, response.json()["code"]) == (400, "bad_request")
    assert response.json()["message"]
    assert not Deal.objects.exists()


def test_a_body_that_is_too_large_is_a_413(phone):
    response = send_raw(phone, json.dumps({"number": 1, "record": {"x": "y" * 70_000}}))
    assert (response.status_code, response.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", "", "x/\x00"])
def test_json_is_read_whatever_it_calls_itself(phone, content_type):
    response = send_raw(phone, f'{{"number": 1, "record": {RECORD}}}', content_type=content_type)
    assert response.status_code == 201


def test_a_form_is_not_json(phone):
    response = send_raw(phone, "--x--", content_type="multipart/form-data; boundary=x")
    assert response.status_code == 400


@pytest.mark.parametrize("body", [{"first_dealer": True}, {"first_dealer": "1"}, {}, {"first_dealer": -1}])
def test_a_first_dealer_is_a_whole_number(phone, body):
    response = phone.send("put", "first_dealer/", body)
    assert (response.status_code, response.json()["code"]) == (400, "bad_request")


@pytest.mark.parametrize("accept", ["text/html", "image/png", "nonsense", "*/*"])
def test_the_answer_is_json_whatever_is_accepted(phone, accept):
    response = phone.get(Accept=accept)
    assert (response.status_code, response.headers["Content-Type"]) == (200, "application/json")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
FIELDS = [
    "contract",
    "declarer",
    "bid",
    "announced",
    "trump",
    "took_skat",
    "durch",
    "tricks",
    "dealer",
    "held_options",
]
WORDS = st.sampled_from(["tricks", "kieker", "siebener", "passed", "S", "D", "ruten", "no", "announced"])
RECORDS = st.dictionaries(st.sampled_from(FIELDS), JSON | WORDS | st.integers(-1, 6), max_size=8)
PLACES = [("POST", "deals/"), ("PUT", "deals/1/"), ("POST", "deals/1/insert/"), ("PUT", "first_dealer/"),
          ("DELETE", "deals/1/"), ("POST", "conflicts/1/")]  # fmt: skip


@QUICK
@given(place=st.sampled_from(PLACES), body=st.binary(max_size=60) | JSON.map(json.dumps))
def test_no_body_is_a_server_error(written, place, body):
    method, path = place
    response = send_raw(written, body, method=method, path=path)
    assert response.status_code < 500
    assert response.status_code < 300 or response.json()["code"]


@QUICK
@given(place=st.sampled_from(PLACES[:3]), number=JSON | st.just(1), record=RECORDS | JSON)
def test_no_record_is_a_server_error(written, place, number, record):
    method, path = place
    response = send_raw(written, json.dumps({"number": number, "record": record}), method=method, path=path)
    assert response.status_code < 500
    assert written.get().status_code == 200


@QUICK
@given(record=RECORDS, number=st.integers(0, 3))
def test_no_preview_is_a_server_error(written, record, number):
    query = {"number": number, "record": json.dumps(record)}
    assert written.client.get(f"{TABLE}preview/", query).status_code < 500


@settings(max_examples=200)
@given(JSON)
def test_anything_read_can_be_stored_and_told_again(value):
    try:
        document = read_json(json.dumps(value))
    except Unreadable:
        return
    assert "\x00" not in json.dumps(document, ensure_ascii=False, allow_nan=False).encode().decode()


UNSTORABLE = [0x0, 0xD800, 0xDABC, 0xDBFF, 0xDC00, 0xDEAD, 0xDFFF]  # NUL, and halves of characters
STORABLE = [0x1, 0x1F, 0x7F, 0x202E, 0xD7FF, 0xE000, 0xFFFD, 0xFFFF, 0x10000, 0x10FFFF]
SPOTS = {
    "a text": lambda text: text,
    "in the midst of a text": lambda text: f"a{text}b",
    "in a list": lambda text: [1, [text]],
    "in an object": lambda text: {"a": {"b": [text]}},
    "a name": lambda text: {text: 1},
    "a name within": lambda text: [{"a": {f"{text}x": None}}],
}


@pytest.mark.parametrize("spot", SPOTS.values(), ids=SPOTS)
@pytest.mark.parametrize("code", [*UNSTORABLE, *STORABLE], ids=hex)
def test_a_character_is_refused_wherever_it_stands_or_nowhere(code, spot):
    value = spot(chr(code))
    if code in STORABLE:
        assert read_json(json.dumps(value)) == value
    else:
        with pytest.raises(Unreadable, match="invalid character"):
            read_json(json.dumps(value))


# Points

POINTS = Points()
SPELLED = (
    st.integers()
    | st.floats(-1e300, 1e300)
    | st.just(math.inf)
    | st.just(math.nan)
    | st.booleans()
    | st.none()
    | st.text(max_size=5)
    | st.lists(st.integers())
)


@given(SPELLED | st.integers(-100, 100).map(lambda halves: halves / 2))
def test_points_are_whole_numbers_and_halves_and_nothing_else(sent):
    is_number = isinstance(sent, int | float) and not isinstance(sent, bool)
    try:
        taken = POINTS.to_internal_value(sent)
    except ValidationError:
        assert not is_number or not math.isfinite(sent) or (2 * Fraction(sent)).denominator != 1
    else:
        assert is_number and taken == sent and (2 * Fraction(taken)).denominator == 1
        assert isinstance(taken, int) is (Fraction(sent).denominator == 1)
