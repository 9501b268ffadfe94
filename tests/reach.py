"""Tell which test files a change touches, by the imports of all files. It reads the tree and imports nothing.

- A Python file touches the files of its own room that import it, directly or through others, and the tests
  that import one of them, directly or through their helpers. Other rooms are left to the whole run.
- What Django finds by itself (pages, endpoints, addresses, commands, tags) touches the tests of its subject:
  the folder of the same name in `tests/tournaments/`. What a browser shows touches `tests/browser` too.
- Another file (a template, a style, data, a document) touches what the files touch that name it, or its
  folder.
- A catalogue touches the tests that name a language.
- A file that nobody names and one that sets up everything touch all tests.

The quick tests of the tree itself (`tests/test_*.py`) belong to every change: they read all files.
"""

import subprocess
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from tests.layers import imports, module_of, subject_of
from tests.order import RECORDED, file_of, is_slow, read
from tests.processes import ROOT
from tests.sources import tree_of

ROOMS = (
    "benchmarks",
    "config",
    "marked",
    "release",
    "rules",
    "scoring",
    "seating",
    "server",
    "simulation",
    "tests",
    "tournaments",
)
ALL = ("config/", "requirements", "pyproject.toml", "manage.py", "tests/conftest.py", ".ci/")
DOORS = ("views", "api", "management", "templatetags", "admin.py", "urls.py", "tasks.py", "apps.py")
SHOWN = (
    "templates/",
    "tournaments/static/",
    "tournaments/views/",
    "tournaments/phone/",
    "tournaments/templatetags/",
)
CATALOGUES = "tournaments/locale/"
SHOWN_NAMES = 3
LANGUAGES = ('"de"', '"ja"', "language")


def changed_files(root: Path = ROOT) -> list[str]:
    """Return what differs from the last commit, with new files; if nothing does, the files of that commit."""
    differing = {*lines_of(root, "diff", "--name-only", "HEAD")}
    new = lines_of(root, "ls-files", "--others", "--exclude-standard")
    return sorted(differing.union(new)) or lines_of(root, "show", "--name-only", "--format=", "HEAD")


def lines_of(root: Path, *command: str) -> list[str]:
    """Return the lines of a Git command; a path that Git quotes is left out of nothing."""
    git = ["git", "-c", "core.quotePath=false", *command]
    return subprocess.run(
        git, cwd=root, capture_output=True, encoding="utf-8", check=True
    ).stdout.splitlines()


def touched(changed: Iterable[str], root: Path = ROOT) -> list[str]:
    """Return the test files that these files touch, those with the fewest imports in between first."""
    tree, steps = Tree(root), dict[str, int]()
    for file in changed:
        for test, distance in tree.touched_by(file).items():
            steps[test] = min(distance, steps.get(test, distance))
    return sorted(steps, key=lambda test: (steps[test], test))


def listed(changed: Sequence[str]) -> str:
    """Return the names of a few files: the first three, “and 4 more”."""
    shown, others = changed[:SHOWN_NAMES], changed[SHOWN_NAMES:]
    return ", ".join(shown) + (f" and {len(others)} more" if others else "")


class Tree:
    """The Python files and templates of a tree, and who imports whom."""

    def __init__(self, root: Path) -> None:
        self.kept = read(root / file_of(RECORDED))
        files = [path for room in ROOMS for path in root.glob(f"{room}/**/*.py")]
        self.sources = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in files}
        self.tests = {file for file in self.sources if is_test(file)}
        self.importers: defaultdict[str, set[str]] = defaultdict(set)
        for file, source in self.sources.items():
            for needed in self.needs(file, source):
                self.importers[needed].add(file)
        for path in root.glob("templates/**/*.html"):
            self.sources[path.relative_to(root).as_posix()] = path.read_text(encoding="utf-8")

    def needs(self, file: str, source: str) -> Iterator[str]:
        """Yield the files that a file imports; what a package imports is imported from there."""
        path = Path(file)
        package = f"{module_of(path)}.__init__" if path.stem == "__init__" else module_of(path)
        for _, target in imports(tree_of(source), package):
            parts = target.split(".")
            bases = ("/".join(parts[:count]) for count in range(len(parts), 0, -1))
            files = (each for base in bases for each in (f"{base}.py", f"{base}/__init__.py"))
            yield from filter(None, [next((each for each in files if each in self.sources), None)])

    def touched_by(self, file: str) -> dict[str, int]:
        """Return the test files that a file touches, and the number of imports in between."""
        if file.startswith(ALL):
            return dict.fromkeys(self.tests, 0)
        steps = self.steps_from(file)
        near = {test: steps[test] for test in self.tests & steps.keys()}
        for test in self.tests:
            if file.startswith(SHOWN) and test.startswith("tests/browser/"):
                near.setdefault(test, len(steps))
        for each in steps:
            for test in self.beside(each):
                near.setdefault(test, steps[each] + 1)
        if not near and room_of(file) not in ("benchmarks", "release"):
            return dict.fromkeys(self.tests, 0)
        of_the_tree = (test for test in self.tests if test.count("/") == 1)
        return {test: len(self.tests) for test in of_the_tree if not is_slow(ROOT / test, self.kept)} | near

    def steps_from(self, file: str) -> dict[str, int]:
        """Return all files that need this one, and over how many others."""
        steps, waiting = {file: 0}, deque([file])
        while waiting:
            here = waiting.popleft()
            for other in self.users_of(here, room_of(file)) - steps.keys():
                steps[other] = steps[here] + 1
                waiting.append(other)
        return steps

    def users_of(self, file: str, room: str) -> set[str]:
        """Return who imports a Python file, in this room or among the tests; who names another file."""
        if Path(file).name == "conftest.py":
            return {test for test in self.tests if test.startswith(file.removesuffix("conftest.py"))}
        if file.endswith(".py"):
            users = {each for each in self.importers[file] if room_of(each) in (room, "tests")}
            return users if room == "tests" else {each for each in users if Path(each).name != "conftest.py"}
        if file.startswith(CATALOGUES):
            return {test for test in self.tests if any(each in self.sources[test] for each in LANGUAGES)}
        path = Path(file)
        name = file.removeprefix("templates/").removeprefix("tournaments/static/")
        for words in (name if name != file else path.name, f'"{path.parent.name}"'):
            if users := {each for each, source in self.sources.items() if words in source and each != file}:
                return users
        return set()

    def beside(self, file: str) -> set[str]:
        """Return the tests of the subject of a door; of none for any other file."""
        room, _, rest = file.partition("/")
        if room != "tournaments" or not rest.startswith(DOORS):
            return set()
        folder = subject_of(module_of(Path(file))) or rest.partition("/")[0]
        return {test for test in self.tests if test.startswith(f"tests/tournaments/{folder}/")}


def room_of(file: str) -> str:
    return file.partition("/")[0]


def is_test(file: str) -> bool:
    return file.startswith("tests/") and Path(file).name.startswith("test_")
