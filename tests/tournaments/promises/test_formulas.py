"""No text that somebody typed is a formula in a file for a spreadsheet, whatever sign it begins with.

A played event with teams, competitions, a series and a published list has such texts in every column that
people fill; every file of a table (CSV, XLSX) is read, by its address, over the API and from a command.
"""

import csv
import io
import json
import re
from collections.abc import Iterator
from itertools import cycle

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import models, transaction
from django.db.utils import Error
from openpyxl import load_workbook

from tests.processes import ROOT
from tests.tournaments.access_rules import all_addresses
from tests.tournaments.access_world import Evening, address_of, make_evening, two_clubs
from tests.tournaments.visitors import signed_in, stranger
from tournaments.models import Player, ShownAs
from tournaments.services.standings.computation import compute_event_standings

pytestmark = pytest.mark.django_db

SIGNS = ("=", "+", "-", "@", "\t=", "\r=", "\n=", "x\r=", " =", "＝")
RUNS = re.compile(r"\s*[=+@＝＋－＠﹦﹢﹣﹫]|\s*-(?!\d+([/.,]\d+)?$)|[\t\r]")
TABLES = re.compile(r"\.(csv|tsv|xlsx|xls|ods)$")
# Not typed by people: keys and digests that addresses, code and signatures rely on.
CODES = {
    "slug", "game", "language", "digest", "key", "prefix", "code", "seed", "ip", "number", "timezone", "kind",
    "theme", "content_type", "url", "path", "part", "fingerprint", "counting", "currency",
}  # fmt: skip


def typed_texts() -> Iterator[tuple[type[models.Model], "models.Field[str, str]"]]:
    """Yield every column with a text that people type."""
    for model in apps.get_app_config("tournaments").get_models():
        for field in model._meta.concrete_fields:
            is_text = isinstance(field, models.CharField | models.TextField) and not field.choices
            if is_text and not field.unique and field.name not in CODES:
                yield model, field


def begin_every_text_with_a_sign() -> set[str]:
    """Begin every text with one of the signs, in turn; return the columns that took them."""
    taken = set()
    for model, field in typed_texts():
        filled = model._base_manager.exclude(**{field.name: ""}).order_by("pk")
        for row, sign in zip(filled.values_list("pk", flat=True), cycle(SIGNS)):
            text = f"{sign}{row}{field.name}"[: field.max_length or None]
            try:
                with transaction.atomic():
                    model._base_manager.filter(pk=row).update(**{field.name: text})
                taken.add(f"{model._meta.model_name}.{field.name}")
            except Error:  # a constraint or the history refuses it
                break
    return taken


def table_addresses(evening: Evening) -> Iterator[tuple[str, str]]:
    """Yield what answers a table: by the ending of its address, or as CSV by the description of the API."""
    for name, pattern in all_addresses():
        if TABLES.search(str(pattern.pattern).rstrip("$")):
            yield name, address_of(name, pattern, evening, {})
    described = json.loads((ROOT / "docs" / "api-v1.json").read_text(encoding="utf-8"))["operations"]
    for operation, promise in described.items():
        if any("text/csv" in answer for answer in promise["answers"].values()):
            path = operation.partition(" ")[2].format(slug=evening.event.slug)
            yield operation, f"{path}?format=csv"
    yield "a competition", f"/events/{evening.event.slug}/standings.csv?competition=1"


def cells_that_run(body: bytes) -> list[str]:
    """Return the cells of a table that a spreadsheet would work out, and those of a workbook."""
    if body.startswith(b"PK"):
        rows = [row for sheet in load_workbook(io.BytesIO(body)) for row in sheet.iter_rows()]
        return [str(cell.value) for row in rows for cell in row if cell.data_type == "f"]
    text = body.decode("utf-8-sig")
    delimiter = ";" if ";" in text.splitlines()[0] else ","
    return [
        cell for row in csv.reader(io.StringIO(text), delimiter=delimiter) for cell in row if RUNS.match(cell)
    ]


def test_no_file_of_a_played_event_has_a_formula_that_somebody_typed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    evening = make_evening(two_clubs()[0], is_published=True)
    slug, owner = evening.event.slug, signed_in(evening.event.club.members.earliest("pk").user)
    evening.event.entrants.update(team="Holm")
    taken = begin_every_text_with_a_sign()
    assert {"player.name", "club.name", "event.name", "entrant.team", "competition.name"} <= taken
    Player.objects.update(categories=["=women"], shown_as=ShownAs.FULL)
    compute_event_standings(event_id=evening.event.pk)
    files = {}
    for name, address in table_addresses(evening):
        for who, language in ((stranger(), "en"), (owner, "de")):
            answer = who.get(address, headers={"Accept-Language": language})
            assert answer.status_code == 200, (name, answer)
            files[f"{name} {language}"] = answer.content
    call_command("standings", slug, "--format", "csv")
    files["command"] = capsys.readouterr().out.encode()
    assert {name: found for name, body in files.items() if (found := cells_that_run(body))} == {}
    assert len(re.findall(rb"'\W+\dname", files["command"])) > len(SIGNS) // 2  # changed names are shown
