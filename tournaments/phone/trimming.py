"""Our sources reduced for the phone: without docstrings, types and rules pages.

Their behaviour is the same. A class lists its annotated fields in `__match_args__`, from which the phone's
dataclasses are made (lean/dataclasses.py).
"""

import ast
from collections.abc import Iterator

LEFT_OUT = {"page", "common_deal", "evenings"}  # arguments that only pages and documents read


def trim(source: str) -> ast.Module:
    """Return the module without the parts a phone does not need."""
    tree = Trimmer().visit(ast.parse(source))
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    tree.body = [part for statement in tree.body if (part := used_part(statement, used))]
    return ast.fix_missing_locations(tree)


class Trimmer(ast.NodeTransformer):
    """Removes annotations, docstrings and the arguments for pages."""

    def visit_Module(self, node: ast.Module) -> ast.AST:
        return without_docstring(self.generic_visit(node))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return without_docstring(self.generic_visit(node))

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        fields = [each.target for each in node.body if isinstance(each, ast.AnnAssign)]
        names = ast.Tuple(
            [ast.Constant(name.id) for name in fields if isinstance(name, ast.Name)], ast.Load()
        )
        without_docstring(self.generic_visit(node))
        if fields:
            node.body.insert(0, ast.Assign([ast.Name("__match_args__", ast.Store())], names))
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        self.generic_visit(node)
        return ast.Assign([node.target], node.value) if node.value else None

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        node.keywords = [each for each in node.keywords if each.arg not in LEFT_OUT]
        return self.generic_visit(node)


def without_docstring(node: ast.AST) -> ast.AST:
    """Return the module, class or function without its docstring."""
    assert isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
    first = node.body[0] if node.body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        node.body = node.body[1:]
    if not node.body and not isinstance(node, ast.Module):
        node.body = [ast.Pass()]
    return node


def used_part(statement: ast.stmt, used: set[str]) -> ast.stmt | None:
    """Return the statement; an import keeps only the names in use."""
    if isinstance(statement, ast.Import | ast.ImportFrom):
        statement.names = [each for each in statement.names if bound_name(each) in used]
        return statement if statement.names else None
    return statement


def bound_name(alias: ast.alias) -> str:
    """Return the name that an import binds."""
    return alias.asname or alias.name.split(".")[0]


def imports_of(tree: ast.Module) -> Iterator[str]:
    """Yield the full names a module imports; the last part may be a name within a module."""
    for statement in tree.body:
        if isinstance(statement, ast.Import):
            yield from (alias.name for alias in statement.names)
        elif isinstance(statement, ast.ImportFrom):
            yield from (f"{statement.module}.{alias.name}" for alias in statement.names)


def texts(tree: ast.Module) -> Iterator[str]:
    """Yield every string constant in a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
