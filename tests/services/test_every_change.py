"""After every change, incrementally stored rows equal newly stored ones, as bytes, on both databases."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.processes import environment, manage
from tests.services.every_change import evening

SCRIPT = "from tests.services.every_change import print_standings; print_standings()"


@pytest.mark.django_db
def test_the_rows_after_every_change_are_the_same_bytes_on_sqlite_and_on_postgresql(
    new_database: Callable[[str], str], tmp_path: Path
) -> None:
    server = environment(tmp_path, DATABASE_URL=new_database("every_change"))
    on_postgres = manage(server, "shell", "-v", "0", "-c", SCRIPT).splitlines()
    changed, anew = list(evening(is_emptied=False)), list(evening(is_emptied=True))
    assert changed == anew and len(set(changed)) == len(changed) > 10
    assert on_postgres == [*changed, *anew]
