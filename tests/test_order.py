"""Long test files run first, and a quick run leaves out the slow ones."""

from pathlib import Path

from tests import order
from tests.processes import ROOT

TESTS = ROOT / "tests"


def names_in_order(*names: str, **seconds: float) -> list[str]:
    """Return the stems of these test files in the order in which they run."""
    paths = sorted(TESTS.rglob("test_*.py"))
    known = {order.file_of(path): seconds[path.stem] for path in paths if path.stem in seconds}
    chosen = [path for path in paths if path.stem in names]
    return [path.stem for path in sorted(chosen, key=lambda path: order.place_of(path, known))]


def test_servers_and_browsers_run_first_then_slow_files_and_the_checks_last() -> None:
    names = ("test_quality", "test_bounds", "test_access_matrix", "test_upgrade")
    assert names_in_order(*names) == ["test_upgrade", "test_access_matrix", "test_bounds", "test_quality"]


def test_files_without_a_record_run_first_then_the_longest() -> None:
    names = ("test_wall", "test_pads", "test_draw")
    assert names_in_order(*names, test_wall=3, test_pads=20) == ["test_draw", "test_pads", "test_wall"]


def test_a_slow_file_says_so_itself_or_by_its_folder(tmp_path: Path) -> None:
    slow, quick = tmp_path / "test_slow.py", tmp_path / "test_quick.py"
    slow.write_text("pytestmark = [pytest.mark.django_db, pytest.mark.slow]\n")
    quick.write_text("pytestmark = pytest.mark.django_db\n# pytest.mark.slow is for others\n")
    assert order.is_slow(slow) and not order.is_slow(quick)
    assert order.is_slow(TESTS / "browser" / "test_print.py")


def test_a_new_record_keeps_the_seconds_of_other_files(tmp_path: Path) -> None:
    record = tmp_path / "data" / "seconds.json"
    assert order.known(record) == {}
    order.note(record, {"tests/test_a.py": 1.5, "tests/test_b.py": 2.5})
    order.note(record, {"tests/test_b.py": 3.5})
    assert order.known(record) == {"tests/test_a.py": 1.5, "tests/test_b.py": 3.5}


def test_the_folders_with_servers_and_the_last_file_are_there() -> None:
    names = {path.stem for path in TESTS.rglob("*")}
    assert {*order.WITH_SERVERS, order.LAST} <= names
