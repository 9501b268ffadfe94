"""Pages of earlier versions stay open on phones for days: what they send is taken, what they read is there.

`tests/data/pages/VERSION.jsonl` has the requests of a table's page of that version in their order, recorded
in a browser, with the shapes of the answers that it got. A file is never changed; a release adds one.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.builders import a_table
from tests.processes import ROOT
from tournaments.models import Deal, Table
from tournaments.services.sheets.table_links import token_of

pytestmark = pytest.mark.django_db

RECORDINGS = sorted((ROOT / "tests" / "data" / "pages").glob("*.jsonl"))
TYPES = {"text": str, "number": (int, float), "bool": bool}


@pytest.mark.parametrize("file", RECORDINGS, ids=lambda file: file.stem)
def test_a_page_of_an_earlier_version_writes_corrects_and_reads_as_it_did(file: Path) -> None:
    table = a_table()
    page = Client(enforce_csrf_checks=True)
    page.get(f"/t/{token_of(table.links.get())}", follow=True)
    for line in file.read_text(encoding="utf-8").splitlines():
        request = json.loads(line)
        answer = sent(page, table, request)
        assert answer.status_code == request["status"], (request["path"], answer.content)
        if request["answer"] is not None:
            assert list(missing(request["answer"], answer.json())) == [], request["path"]
    assert Deal.objects.filter(table=table, number__isnull=False).count() == 2


def sent(page: Client, table: Table, told: dict[str, Any]) -> Any:
    """Send a recorded request with the names that table, row and browser have here."""
    here = {"TABLE": str(table.public_id), "CSRF": page.cookies["csrftoken"].value}
    if told["body"] and "row" in told["body"]:
        told["body"]["row"] = table.deals.get(number=int(told["path"].split("/")[-2])).pk
    body = None if told["body"] is None else json.dumps(told["body"])
    return page.generic(
        told["method"],
        told["path"].replace("TABLE", here["TABLE"]),
        body or "",
        content_type=told["headers"].get("content-type", "application/octet-stream"),
        headers={name: here.get(value, value) for name, value in told["headers"].items()},
    )


def missing(shape: Any, found: Any, place: str = "") -> Iterator[str]:
    """Yield where an answer lacks a value that a page of before reads, or has one of another type."""
    if isinstance(shape, dict):
        for name, inner in shape.items():
            if not isinstance(found, dict) or name not in found:
                yield f"{place}.{name}"
            else:
                yield from missing(inner, found[name], f"{place}.{name}")
    elif isinstance(shape, list):
        if not isinstance(found, list):
            yield place
        elif shape and found:
            yield from missing(shape[0], found[0], f"{place}[0]")
    elif shape != "any" and not isinstance(found, TYPES[shape]):
        yield place
