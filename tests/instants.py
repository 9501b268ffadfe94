"""Find where a test in a browser reads a page at once, although what it reads may still be on its way.

After a click a page asks its server, renders anew or leads to another; a busy machine takes its time for it.
So between an act and a look stands a wait: `expect`, `expect_navigation`, `wait_until`, `send` of the hands.
And what `expect` can say is no assertion, which looks once: `expect` looks until it is so.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from tests.sources import nodes_of

ACTS = {"click", "tap", "press", "drag_to", "open_row", "save"}
STATES = {  # of which `expect` says to_be_visible, to_have_count, to_have_text, to_have_url ...
    *("is_visible", "is_hidden", "is_checked", "is_enabled", "is_disabled", "is_editable", "count", "url"),
    *("inner_text", "all_inner_texts", "text_content", "all_text_contents", "get_attribute", "input_value"),
}
LEAVING = {"goto", "reload"}  # take with them what an act began
LOOKS = {*STATES, *LEAVING, "all", "evaluate", "content", "title"}
WAITS = {"expect", "wait_until", "wait_for_url", "wait_for_selector", "wait_for_function", *LEAVING}
# Of a block, at its end.
WAITING = {"expect_navigation", "expect_request", "expect_response", "expect_download"}
DEEPEST = 4  # helper of a helper

Trees = Mapping[str, ast.Module]  # by the name of the file
Helpers = Mapping[str, ast.FunctionDef]


class Step(NamedTuple):
    """What a test does with a page: an act, a look or a wait."""

    kind: str
    line: int
    words: str


def helpers_of(name: str, trees: Trees) -> Helpers:
    """Return the functions that a file calls by their names: its own, imported ones, methods of the hands."""
    found = dict(functions_in(trees["hands.py"]))
    for each in trees[name].body:
        match each:
            case ast.ImportFrom(module=str(module)) if (source := f"{module.rpartition('.')[2]}.py") in trees:
                theirs = functions_in(trees[source])
                found |= {alias.name: theirs[alias.name] for alias in each.names if alias.name in theirs}
    return found | functions_in(trees[name])


@cache
def functions_in(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    """Return functions and methods by name."""
    return {each.name: each for each in nodes_of(tree) if isinstance(each, ast.FunctionDef)}


def looks_too_early(function: ast.FunctionDef, helpers: Helpers) -> Iterator[Step]:
    """Yield the looks of a function that come right after an act."""
    before = None
    for step in steps_in(function.body, helpers, 0):
        if step.kind == "look" and before is not None and before.kind == "act":
            yield step
        else:
            before = step


def steps_in(nodes: Iterable[ast.AST], helpers: Helpers, depth: int) -> Iterator[Step]:
    """Yield the steps in the order in which they are taken, those of helpers at the line of the call."""
    for node in nodes:
        match node:
            case ast.FunctionDef() | ast.Lambda():
                continue  # called later
            case ast.With(items=items, body=body):
                yield from steps_in(body, helpers, depth)
                if any(name_of(item.context_expr) in WAITING for item in items):
                    yield Step("wait", node.lineno, "with")
            case ast.Call() if name_of(node) in {"expect", "wait_until"}:
                yield Step("wait", node.lineno, name_of(node))
            case ast.Call():
                yield from steps_in(ast.iter_child_nodes(node), helpers, depth)
                yield from steps_of_call(node, name_of(node), helpers, depth)
            case ast.Attribute(attr="url", value=ast.Name(id="page" | "ada" | "desk" | "phone")):
                yield Step("look", node.lineno, "url")
            case _:
                yield from steps_in(ast.iter_child_nodes(node), helpers, depth)


def steps_of_call(call: ast.Call, name: str, helpers: Helpers, depth: int) -> Iterator[Step]:
    """Yield the steps of a call without those of its arguments."""
    is_method = isinstance(call.func, ast.Attribute)
    if is_method and name in LOOKS:
        yield Step("look", call.lineno, name)
    if is_method and name in WAITS:
        yield Step("wait", call.lineno, name)
    elif is_method and name in ACTS:
        yield Step("act", call.lineno, name)
    elif name in helpers and depth < DEEPEST:
        for step in steps_in(helpers[name].body, helpers, depth + 1):
            yield step._replace(line=call.lineno, words=f"{name}, {step.words}")


def name_of(node: ast.AST) -> str:
    """Return the last name of what is called."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)):
            return name
    return ""


def asserted_states(tree: ast.Module) -> Iterator[Step]:
    """Yield the assertions of what `expect` can say."""
    for each in nodes_of(tree):
        if isinstance(each, ast.Assert):
            for node in ast.walk(each.test):
                match node:
                    case ast.Call(func=ast.Attribute(attr=name), args=given) if name in STATES:
                        if name != "count" or not given:  # a text or a list counts something
                            yield Step("look", node.lineno, name)
