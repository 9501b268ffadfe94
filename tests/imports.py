"""The imports of the project's own files, and whether what each names is there. It imports nothing it checks.

A rebase joins two commits that nobody has run together: one moves a name, the other takes it from its old
module. No line of the two meets, so Git sees no conflict.
"""

import ast
from collections.abc import Iterator, Mapping

from tests.sources import tree_of

Sources = Mapping[str, str]  # the text of each file by its module's name
Found = tuple[int, str, str]  # line, module, name; no name for `import module`


class Imports:
    """The names of all modules, each module read when the first import asks for it."""

    def __init__(self, sources: Sources, packages: set[str]) -> None:
        self.sources = sources
        self.packages = packages
        self.rooms = {module.split(".")[0] for module in sources}
        self.names: dict[str, set[str]] = {}

    def missing(self) -> list[str]:
        """Return every import of a module or name that is not there, with its file and line."""
        return [
            f"{module}, line {line}: {there} has no {name}" if name else f"{module}, line {line}: no {there}"
            for module, source in self.sources.items()
            for line, there, name in imported(source, module, module in self.packages)
            if there.split(".")[0] in self.rooms and not self.has(there, name)
        ]

    def has(self, module: str, name: str) -> bool:
        """Return whether the module is there, and in it the name or a module of this name."""
        if module not in self.sources:
            return False
        return name in {"", "*"} or f"{module}.{name}" in self.sources or name in self.names_in(module)

    def names_in(self, module: str) -> set[str]:
        """Return the names that a module defines or imports at its top."""
        if module not in self.names:
            self.names[module] = set(names_of(tree_of(self.sources[module])))
            stars = imported(self.sources[module], module, module in self.packages)
            for _, there, name in stars:
                if name == "*" and there in self.sources:
                    self.names[module] |= self.names_in(there)
        return self.names[module]


def imported(source: str, module: str, is_package: bool) -> Iterator[Found]:
    """Yield every import of a file, wherever it stands; relative ones are resolved."""
    here = module.split(".")
    for node in statements(tree_of(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = here[: len(here) - node.level + is_package] if node.level else []
            there = ".".join([*above, *filter(None, [node.module])])
            yield from ((node.lineno, there, alias.name) for alias in node.names)


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements inside a node, without the expressions that most of a tree consists of."""
    for part in ("body", "handlers", "orelse", "finalbody", "cases"):
        within = getattr(node, part, None)
        for each in within if isinstance(within, list) else []:
            yield each
            yield from statements(each)


def names_of(node: ast.AST) -> Iterator[str]:
    """Yield the names that a module has once it is imported: what its functions keep inside is left out."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield child.name
        elif isinstance(child, ast.alias):
            yield child.asname or child.name.split(".")[0]
        elif isinstance(child, ast.Name):
            if isinstance(child.ctx, ast.Store):
                yield child.id
        elif not isinstance(child, ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            yield from names_of(child)
