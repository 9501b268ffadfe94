"""The ten lines that docs/api.md opens with, sent as they stand there."""

import re
import shlex
from string import Template

import pytest
from django.test import Client

from tests.builders import a_club, a_user
from tests.processes import ROOT
from tournaments.models import DrawStatus, Event
from tournaments.services.clubs.tokens import create_token
from tournaments.services.draw.search import carry_out_draw

pytestmark = pytest.mark.django_db

TEXT = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
LINES = re.search(r"```\n(curl .*?)```", TEXT, re.DOTALL)[1].splitlines()
ACCEPTED = (200, 201, 202)


def send(line, **words):
    """Return the answer to a line, as curl would send it."""
    parts = shlex.split(Template(line).safe_substitute(words))
    headers = dict(parts[at + 1].split(": ", 1) for at, part in enumerate(parts) if part == "-H")
    address = next(part for part in parts if part.startswith("/api/"))
    if "-d" not in parts:
        return Client(headers=headers).get(address)
    body = parts[parts.index("-d") + 1]
    return Client(headers=headers).post(address, body, content_type="application/x-www-form-urlencoded")


def test_the_ten_lines_are_an_evening():
    a_club(name="Kartenrunde")
    _, secret = create_token(user=a_user(), name="docs", scopes=["read", "write", "direct"])
    assert len(LINES) == 10
    table, text = "", []
    for line in LINES:
        answer = send(line, API="/api/v1", TOKEN=secret, TABLE=table)
        assert answer.status_code in ACCEPTED, (line, answer.content)
        text.append(answer)
        for event in Event.objects.all():
            for draw in event.draws.filter(status=DrawStatus.SEARCHING):
                carry_out_draw(draw_id=draw.pk)
        if "rounds/1/open" in line:
            table = answer.json()["tables"][0]["id"]
    assert text[3].json()["status"] == "done"
    assert {each["total"] for each in text[8].json()["rows"]} == {2, 0}
    assert text[9]["Content-Type"] == "application/zip"
