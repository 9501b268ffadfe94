"""The source of the project as trees, for the tests that read all of it.

Each text is parsed and walked once in a process, whoever asks. All these tests run in one worker
(tests/sharing.py).
"""

import ast
from functools import cache


@cache
def tree_of(source: str) -> ast.Module:
    """Return the tree of a file with this text."""
    return ast.parse(source)


@cache
def nodes_of(tree: ast.AST) -> list[ast.AST]:
    """Return all nodes of a tree as `ast.walk` yields them, itself first."""
    nodes = [tree]
    for node in nodes:  # which grows
        for field in node._fields:
            value = getattr(node, field, None)
            if isinstance(value, ast.AST):
                nodes.append(value)
            elif isinstance(value, list):
                nodes.extend(each for each in value if isinstance(each, ast.AST))
    return nodes
