"""The examples of docs/api.md for a shell and for a spreadsheet."""

import re
import shutil
import subprocess
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest
from django.core.handlers.wsgi import WSGIHandler

from tests.builders import a_table, an_event, write_deal
from tests.missing import miss
from tests.processes import PATIENCE, ROOT
from tournaments.services.standings.computation import compute_event_standings

pytestmark = pytest.mark.django_db

TEXT = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
SHELL = re.search(r"```sh\n(.*?)```", TEXT, re.DOTALL)[1]
SHEET = re.search(r"`https://cards.example(/api/v1/[^`]*format=csv)`", TEXT)[1]


class Quiet(WSGIRequestHandler):
    def log_message(self, *said):
        pass


@pytest.fixture
def event():
    event = an_event(slug="autumn")
    write_deal(a_table(event=event))
    compute_event_standings(event_id=event.pk)
    return event


def test_the_lines_for_a_shell_print_the_leaders(event):
    if not shutil.which("curl"):
        miss("curl")
    with make_server("127.0.0.1", 0, WSGIHandler(), handler_class=Quiet) as server:
        server.timeout = 0.02
        env = {"API": f"http://127.0.0.1:{server.server_port}/api/v1", "PATH": "/usr/bin:/bin"}
        shell = subprocess.Popen(["sh", "-c", SHELL], env=env, stdout=subprocess.PIPE, text=True)
        while shell.poll() is None:
            server.handle_request()  # in this thread, and so in the transaction of the test
        output, _ = shell.communicate(timeout=PATIENCE)
    assert output.splitlines() == ["\ufeffrank,name,total", "1,Ben,2", "2,Ada,0", "2,Cleo,0"]


def test_the_address_for_a_spreadsheet_is_the_file_of_the_page(event, client):
    by_api, file = client.get(SHEET), client.get("/events/autumn/standings.csv")
    assert by_api.content == file.content and by_api["Content-Type"] == file["Content-Type"]
