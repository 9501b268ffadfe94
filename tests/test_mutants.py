"""The lists of mutants stay true while the code changes; the trials are `python3 run.py mutants`."""

from pathlib import Path

import pytest

from tests.mutants.lists import AREAS, ROOT, Mutant, load_mutants, read
from tests.mutants.trials import applied

LIST = """
[tests]
"rules/" = ["tests/rules/test_games.py"]
"rules/skat/" = ["tests/rules/test_skat.py"]

[["rules/skat/settle.py"]]
fault = "a lost game costs as much as it wins"
old = '* 2'
new = '* 1'

[["rules/game.py"]]
fault = "nothing is refused"
old = 'return violations'
new = 'return []'
equivalent = "nobody breaks a rule"
"""


@pytest.mark.parametrize("area", AREAS)
def test_each_mutant_fits_the_code_and_names_tests(area: str) -> None:
    mutants = load_mutants([area])
    assert [f"{mutant}: {refusal}" for mutant in mutants for refusal in mutant.refusals(ROOT)] == []
    assert len({(each.file, each.new, each.old) for each in mutants}) == len(mutants)


def test_a_list_is_read_with_the_tests_of_the_nearest_folder() -> None:
    first, second = read("rules", LIST)
    assert str(first) == "rules/skat/settle.py: a lost game costs as much as it wins"
    assert first.tests == ("tests/rules/test_skat.py",)
    assert (second.tests, second.equivalent) == (("tests/rules/test_games.py",), "nobody breaks a rule")


def test_a_mutant_with_an_unknown_word_is_refused() -> None:
    with pytest.raises(ValueError, match="found \\['test'\\]"):
        list(read("rules", LIST + "test = 'tests/rules/test_games.py'"))


def a_mutant(old: str, new: str) -> Mutant:
    return Mutant("rules", "game.py", "a fault", old, new, ("test_game.py",))


@pytest.mark.parametrize(
    ("old", "new", "refusal"),
    [
        pytest.param("3", "4", "found 0 times: 3", id="the code has moved on"),
        pytest.param("1", "4", "found 2 times: 1", id="the text is not unique"),
        pytest.param("= 1 +", "= )", "is no Python with: = )", id="no developer could run it"),
        pytest.param("1 + 1", "1 + 1", "changes nothing", id="no fault"),
    ],
)
def test_a_mutant_that_does_not_fit_is_refused(tmp_path: Path, old: str, new: str, refusal: str) -> None:
    (tmp_path / "game.py").write_text("tricks = 1 + 1\n")
    (tmp_path / "test_game.py").touch()
    (refusals,) = a_mutant(old, new).refusals(tmp_path)
    assert refusal in refusals


def test_a_mutant_leaves_its_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "game.py"
    path.write_text("tricks = 1\n")
    before = path.stat().st_mtime_ns
    with applied(tmp_path, a_mutant("1", "2")):
        assert path.read_text() == "tricks = 2\n"
        assert path.stat().st_mtime_ns != before
    assert (path.read_text(), path.stat().st_mtime_ns) == ("tricks = 1\n", before)
