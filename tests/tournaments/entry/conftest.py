"""A list of players brought by the command."""

import json
from io import StringIO

import pytest
from django.core.management import call_command


@pytest.fixture
def bring(tmp_path):
    """Run the command on a file of these bytes; return its report and exit status."""

    def run(event, content, name="list.csv", *options):
        path = tmp_path / name
        path.write_bytes(content)
        out = StringIO()
        status: str | int | None = 0
        try:
            call_command("import_players", event.slug, str(path), *options, format="json", stdout=out)
        except SystemExit as end:
            status = end.code
        return json.loads(out.getvalue()), status

    return run
