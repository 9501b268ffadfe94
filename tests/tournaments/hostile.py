"""Input of a broken phone or an attacker: addresses, queries, headers, forms, JSON, noise."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, cast
from urllib.parse import quote

from django.http import QueryDict
from django.template.backends.django import Template
from django.urls import URLPattern
from hypothesis import strategies as st
from pytest import MonkeyPatch

from tests.builders import a_record
from tests.tournaments.access_roles import Visitor
from tests.tournaments.access_rules import NOBODY, Rule, all_addresses, rule_of
from tests.tournaments.access_world import Evening, address_of
from tests.tournaments.asking import ask

MANY_BYTES = b"x" * 10_000_000
NAMES = (
    "<script>alert(1)</script>", "{{ 7*7 }}{% debug %}", "' OR 1=1 --", "\"><svg onload=x>", 
    "../../etc/passwd",
    "=cmd|' /C calc'!A0", "\u202eevil\u202c", "\u0000", "\ud800", "a\r\nSet-Cookie: x=1", "%00%ff%c0%80",
    "名前" * 200,
    "🂡" * 300, "\ufeffx", "١٢٣", "²", "−1", "1e999", "NaN", "Infinity", "-0", "0x10", "1_000", 
    "9" * 20, "-" + "9" * 20,
    "9" * 5000, "2147483648", "-2147483649", "9223372036854775808", "1.5", "1,5", "",
    " ", "null", "true", "[]", "{}",
)  # fmt: skip
BYTES = (
    b"", b"{", b"\xff\xfe", b'{"number": NaN}', b'{"number": 1, "number": 2}',
    b'{"record": "\\ud800"}', b'"\\u0000"',
    b"[" * 60_000, b'{"a":' * 40 + b"1" + b"}" * 40, b'{"number": ' + b"9" * 5000 + b"}", b"a=%ff%00&b=%zz&c",
    b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\nPK\x03\x04\r\n--x--\r\n',
    b"--x\r\nContent-Disposition: form-data\r\n\r\n", "﻿name;zahl\r\n".encode("utf-16"), 
    "名前".encode("shift-jis"),
)  # fmt: skip
CONTENT_TYPES = (
    "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
    "multipart/form-data",
    "text/plain", "application/json; charset=utf-7", "application/xml", "", "\u00e4", "a/b; charset=nonsense",
)  # fmt: skip
HEADERS = (
    "Accept", "Accept-Language", "If-None-Match", "If-Match", "If-Modified-Since", "Range", "X-Table",
    "X-Device", "X-Unsent",
    "X-Device-Time", "Idempotency-Key", "Authorization", "Cookie", "Referer", "Content-Length",
    "X-Forwarded-For",
    "X-Forwarded-Proto", "User-Agent", "Accept-Encoding", "Content-Encoding", "X-HTTP-Method-Override",
)  # fmt: skip
Names = dict[str, tuple[tuple[str, ...], tuple[str, ...]]]  # of queries and of forms, by address
OF_THE_API = ("number", "record", "calls")  # of its queries
READERS = ("__getitem__", "__contains__", "get", "getlist")  # by which a view reads its input
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(NAMES),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
TEXT = st.sampled_from(NAMES) | st.text(max_size=30) | st.integers().map(str)
RECORD = st.dictionaries(st.sampled_from(sorted(a_record())), JSON, max_size=8).map(
    lambda some: {**a_record(), **some}
)
API_BODY = st.fixed_dictionaries({}, optional={
    "number": JSON | st.integers(-1, 9), "record": RECORD | JSON, "reason": JSON, "row": JSON, "pin": JSON,
    "first_dealer": JSON, "choose": JSON, "calls": JSON,
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Question:
    """One request, without a sender."""

    name: str
    method: str
    address: str
    sent: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Target:
    """An address of ours, its row, and the input names that its view reads."""

    name: str
    rule: Rule
    address: str
    asked: tuple[str, ...]  # of a query
    typed: tuple[str, ...]  # of a form


def targets(evening: Evening, visitor: Visitor, names: Names) -> list[Target]:
    """Return every address of ours as this visitor requests it."""
    return [
        Target(
            name, cast(Rule, rule_of(name)), address_of(name, pattern, evening, visitor.tokens), *names[name]
        )
        for name, pattern in our_addresses()
    ]


def our_addresses() -> Iterator[tuple[str, URLPattern]]:
    """Return names and patterns of the addresses whose views belong to this project."""
    return (each for each in all_addresses() if each[1].callback.__module__.startswith("tournaments."))


def names_of_all(evening: Evening, insider: Visitor) -> Names:
    """Return the query and form names that every view reads, observed with a permitted visitor."""
    fields = {}
    for name, pattern in our_addresses():
        address, rule = address_of(name, pattern, evening, insider.tokens), cast(Rule, rule_of(name))
        asked, typed = (
            names_read(insider, method, address) if rule.of(method) != NOBODY else ("x",)
            for method in ("GET", "POST")
        )  # fmt: skip
        of_the_api = OF_THE_API if name.startswith("api_") else ()
        fields[name] = ((*asked, *of_the_api), (*typed, "file"))
    return fields


def names_read(visitor: Visitor, method: str, address: str) -> tuple[str, ...]:
    """Return the names that the view of an address reads from its input; no template reads any."""
    read: set[str] = set()

    def watched(reader: Callable[..., Any]) -> Callable[..., Any]:
        def run(self: QueryDict, key: str, *more: Any) -> Any:
            read.add(key)
            return reader(self, key, *more)

        return run

    with MonkeyPatch.context() as patch:
        for each in READERS:
            patch.setattr(QueryDict, each, watched(getattr(QueryDict, each)))
        patch.setattr(Template, "render", lambda self, *given, **more: str(self.template.name))
        ask(visitor, method, address, **({"data": {"something": "else"}} if method == "POST" else {}))
    return (*sorted(read - {"csrfmiddlewaretoken"}), "x")


def encoded(text: str) -> str:
    """Return a text in an address; non-Unicode text is sent as broken bytes."""
    return quote(text.encode("utf-8", "surrogatepass"))


def spoiled(address: str) -> st.SearchStrategy[str]:
    """Return the address with one part replaced, or unchanged."""
    parts = address.split("/")
    places = st.sampled_from([at for at, part in enumerate(parts) if part] or [0])
    as_it_is = st.just(address)
    return as_it_is | as_it_is | st.builds(lambda at, text: put(parts, at, text), places, TEXT)


def put(parts: list[str], at: int, text: str) -> str:
    return "/".join([*parts[:at], encoded(text[:200]), *parts[at + 1 :]]) or "/"


@cache
def headers() -> st.SearchStrategy[dict[str, str]]:
    """Return malicious headers, without line breaks, which no server passes on."""
    junk = TEXT.map(
        lambda text: "".join(each for each in text if each.isprintable()).encode().decode("latin-1")[:300]
    )
    return st.dictionaries(st.sampled_from(HEADERS), junk, max_size=2)


@cache
def bodies(is_api: bool, fields: tuple[str, ...]) -> st.SearchStrategy[dict[str, Any]]:
    """Return the body of a request that writes, and its content type."""
    noise = st.fixed_dictionaries({"data": st.sampled_from(BYTES) | st.binary(max_size=60),
                                   "content_type": st.sampled_from(CONTENT_TYPES)})  # fmt: skip
    form = st.dictionaries(st.sampled_from(fields), TEXT | st.lists(TEXT, max_size=3), max_size=9)
    asked = (API_BODY | JSON).map(as_json) if is_api else form.map(lambda typed: {"data": storable(typed)})
    return asked | asked | noise


def as_json(value: Any) -> dict[str, Any]:
    return {"data": json.dumps(value), "content_type": "application/json"}


def storable(typed: Mapping[str, Any]) -> dict[str, Any]:
    """Return a form as a browser could send it: always UTF-8."""

    def clean(text: str) -> str:
        return text.encode("utf-8", "replace").decode()

    return {name: [clean(each) for each in value] if isinstance(value, list) else clean(value)
            for name, value in typed.items()}  # fmt: skip


def questions(evening: Evening, visitor: Visitor, names: Names) -> st.SearchStrategy[Question]:
    """Return requests to every address, with every part slightly malformed."""
    return st.sampled_from(targets(evening, visitor, names)).flatmap(question)


@cache
def question(target: Target) -> st.SearchStrategy[Question]:
    """Return requests to one address."""
    rule, is_api = target.rule, target.name.startswith("api_")
    writing = [each for each in ("POST", "PUT", "DELETE") if rule.of(each) != NOBODY]
    methods = st.sampled_from([*(["GET"] if rule.read != NOBODY else []), *writing])

    def build(method: str, place: str, asked: str, head: dict[str, str], body: dict[str, Any]) -> Question:
        more = body if method != "GET" else {}
        return Question(target.name, method, place + asked, {**more, "headers": head})

    return st.builds(
        build,
        methods,
        spoiled(target.address),
        queries(target.asked),
        headers(),
        bodies(is_api, target.typed),
    )


@cache
def queries(asked: tuple[str, ...]) -> st.SearchStrategy[str]:
    """Return query strings with the names that a view reads."""
    return st.dictionaries(st.sampled_from(asked), TEXT, max_size=3).map(as_query)


def as_query(typed: Mapping[str, str]) -> str:
    """Return the query string of an address."""
    return "?" + "&".join(f"{name}={encoded(text)}" for name, text in typed.items()) if typed else ""


def large_ones(evening: Evening) -> Iterator[Question]:
    """Yield requests of ten megabytes, to a form and to a table."""
    for name, address in (
        ("event", f"/events/{evening.event.slug}/register/"),
        ("api_deals", "/api/v1/table/deals/"),
    ):
        yield Question(name, "POST", address, {"data": MANY_BYTES, "content_type": "application/json"})
