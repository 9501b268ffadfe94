"""Impossible numbers in addresses, queries and forms are refused, and nothing breaks."""

import re

import pytest
from django.urls import get_resolver

from tests.processes import ROOT
from tests.tournaments.everywhere import all_patterns
from tests.tournaments.visitors import ada
from tournaments.wording.whole_numbers import MOST, WholeField, signed_number, whole_number

FAR_TOO_LARGE = {"20 digits": "9" * 20, "5,000 digits": "9" * 5000, "5,000 wide digits": "９" * 5000}


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        pytest.param("0", 0, id="nothing"),
        pytest.param(" 42 ", 42, id="between spaces"),
        pytest.param("４２", 42, id="full-width, as a Japanese keyboard types"),
        pytest.param(str(MOST), MOST, id="the largest"),
        pytest.param(str(MOST + 1), None, id="one more than the largest"),
        pytest.param("-1", None, id="below zero"),
        pytest.param("1.0", None, id="a fraction"),
        pytest.param("²", None, id="an exponent"),
        pytest.param("", None, id="empty"),
    ],
)
def test_a_whole_number_is_a_short_run_of_digits(typed, number):
    assert whole_number(typed) == number


@pytest.mark.parametrize("sign", ["-", "−", "–", "－"])
def test_every_minus_sign_that_people_type_is_one(sign):
    assert (signed_number(f"{sign}5"), signed_number("+5"), signed_number(f"{sign}{sign}5")) == (-5, 5, None)


def test_a_form_refuses_what_no_column_holds():
    with pytest.raises(Exception, match="999999999"):
        WholeField().clean("9" * 20)


def numbered_addresses(number):
    """Yield every address with whole numbers in it, each of them this number."""
    values = {"str": "x", "uuid": "00000000-0000-0000-0000-000000000000", "any_slug": "x"}
    for pattern in all_patterns(get_resolver("tournaments.urls").url_patterns):
        route = str(pattern.pattern)
        if "<whole:" in route:
            filled = re.sub(r"<whole:\w+>", number, route)
            yield "/" + re.sub(r"<(\w+):\w+>", lambda found: values[found[1]], filled)


@pytest.mark.django_db
@pytest.mark.parametrize("number", ["9" * 20, "9" * 5000], ids=["20 digits", "5,000 digits"])
def test_an_address_with_such_a_number_does_not_exist(number):
    client = ada()
    statuses = [client.get(url).status_code for url in numbered_addresses(number)]
    assert (set(statuses), len(statuses) > 30) == ({404}, True)


@pytest.mark.django_db
@pytest.mark.parametrize("number", FAR_TOO_LARGE.values(), ids=FAR_TOO_LARGE)
@pytest.mark.parametrize(
    "page",
    [
        "organise/certificates.pdf?places={}",
        "organise/check-in/?added={}",
        "organise/check-in/?name={}",
        "organise/rounds/1/swaps/?one={}",
        "charts/?player={}",
        "seats/?name={}",
        "embed/?lines={}",
        "wall/?page={}",
        "organise/tables/{table}/type/check/?line={}:1&deals={}",
        "organise/tables/{table}/type/foot/?total-0={}&deals={}",
    ],
)
def test_a_query_with_such_a_number_is_answered(page, number, table_at_hand):
    table = table_at_hand
    address = page.replace("{table}", str(table.public_id)).replace("{}", number)
    assert ada().get(f"/events/{table.round.event.slug}/{address}").status_code in (200, 422)


@pytest.mark.django_db
@pytest.mark.parametrize("number", FAR_TOO_LARGE.values(), ids=FAR_TOO_LARGE)
@pytest.mark.parametrize(
    ("page", "fields"),
    [
        ("organise/rounds/1/abandon/", "table"),
        ("organise/rounds/1/clock/", "minutes revision"),
        ("organise/rounds/1/swap/", "one two revision"),
        ("organise/rounds/1/close/", "revision"),
        ("organise/rulings/", "number points round revision"),
        ("organise/settings/", "deals_4 capacity places planned_rounds fee_cents round_minutes"),
        ("organise/draw/", "rounds"),
        ("organise/draw/constraints/", "entrant other table number"),
        ("organise/publish/", "revision"),
        ("organise/cash/pay/", "number amount entrant"),
        ("organise/cash/close/", "counted"),
        ("organise/tables/{table}/extra/", "minutes"),
        ("organise/tables/{table}/rule/", "deal points_0"),
        ("organise/tables/{table}/seat-changes/", "seat_0 number first_dealer revision"),
        ("organise/tables/{table}/seat-changes/swap/", "one two from_one from_two which"),
        ("organise/tables/{table}/seat-changes/replace/", "goes comes number"),
        ("organise/tables/{table}/type/", "revision lines"),
        ("organise/tables/{table}/type/save/", "number revision row conflict line key"),
    ],
)
def test_a_form_with_such_a_number_is_answered(page, fields, number, table_at_hand):
    table = table_at_hand
    address = f"/events/{table.round.event.slug}/{page.replace('{table}', str(table.public_id))}"
    acts = {"organise/rounds/1/clock/": {"act": "start"}}.get(page, {})
    answer = ada().post(address, {**dict.fromkeys(fields.split(), number), **acts})
    assert answer.status_code < 500 and answer.status_code != 404


@pytest.mark.django_db
@pytest.mark.parametrize("lines", ["1" * 301, "1\n" * 501], ids=["a line too long", "too many lines"])
def test_more_than_a_sheet_holds_is_refused_and_stays_on_the_page(lines, table_at_hand):
    table = table_at_hand
    address = f"/events/{table.round.event.slug}/organise/tables/{table.public_id}/type/"
    answer = ada().post(address, {"lines": lines})
    assert answer.status_code == 409
    assert "A sheet has at most 500 lines of 300 characters" in answer.content.decode()
    assert lines.strip() in answer.content.decode()


@pytest.mark.django_db
def test_a_series_with_an_event_of_such_a_number_is_answered(table_at_hand):
    address = f"/clubs/{table_at_hand.round.event.club.slug}/new-series/"
    many = {"name": "Season", "events": ["9" * 20, "9" * 5000], "points": "9" * 900, "best": "9" * 20}
    assert ada().post(address, many).status_code in (200, 422)


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/api/v1/table/deals/"])
def test_a_body_that_says_such_a_length_is_refused(client, address):
    answer = client.generic("POST", address, b"{}", "application/json", CONTENT_LENGTH="9" * 5000)
    assert answer.status_code in (401, 413)


def test_forms_and_addresses_read_whole_numbers_in_one_way():
    files = [path for path in (ROOT / "tournaments").glob("**/*.py") if path.parent.name != "shapes"]
    raw = re.compile(r"forms\.IntegerField\(\s*(?!\))|<int:")
    names = [path.name for path in files if raw.search(path.read_text())]
    assert names == []
