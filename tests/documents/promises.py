"""docs/api-v1.json, the promises of version 1 in a short form, and how a new description breaks them.

Additions are allowed. A program that was written for the released description goes on working: it sends
what it sent before, and reads what it read before.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.utils.translation import override
from drf_spectacular.generators import SchemaGenerator

FILE = Path(__file__).resolve().parent.parent.parent / "docs" / "api-v1.json"
Shape = Mapping[str, Any]
METHODS = ("get", "post", "put", "patch", "delete")
TOP = ("maximum", "maxLength", "maxItems")  # what is sent may become longer, never shorter
BOTTOM = ("minimum", "minLength", "minItems")
KEPT = ("pattern", "format", "contentMediaType")  # what is sent must stay allowed
OF_A_SHAPE = (
    "$ref", "type", "enum", "properties", "required", "items", "additionalProperties", "oneOf", "allOf",
    *TOP, *BOTTOM, *KEPT,
)  # fmt: skip
NOTHING: Shape = {"type": "null"}
PLAIN = ("Problem", "Refusal")  # the shapes of most refusals: promised once, not for each status


class PromiseBroken(Exception):
    """Something that version 1 promised is taken away."""


def document() -> str:
    """Return the promises of the API as it is now. Raises PromiseBroken if one made before is not kept."""
    return renewed(FILE)


def renewed(file: Path) -> str:
    """Return the promises of today, with all in a file that was written before. Raises PromiseBroken."""
    with override("en"):
        new = released_form(SchemaGenerator().get_schema(public=True))
    broken = broken_promises(json.loads(file.read_text(encoding="utf-8")), new) if file.exists() else []
    if broken:
        raise PromiseBroken("Version 1 only grows; this takes something away:\n" + "\n".join(broken))
    return as_text(new)


def released_form(description: Mapping[str, Any]) -> dict[str, Any]:
    """Return the promises of an OpenAPI description, without its sentences and examples."""
    operations = {
        f"{method.upper()} {path}": operation_form(operation)
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
        if method in METHODS
    }
    shapes = {name: shape_form(shape) for name, shape in description["components"]["schemas"].items()}
    return {"operations": operations, "shapes": shapes}


def as_text(form: Mapping[str, Any]) -> str:
    """Return the promises as JSON, one operation or shape on each line."""
    return (
        "{" + ", ".join(f"{json.dumps(part)}: {lines_of(entries)}" for part, entries in form.items()) + "}\n"
    )


def lines_of(entries: Mapping[str, Any]) -> str:
    """Return an object as JSON, one member on each line."""
    lines = [f"{json.dumps(name)}: {json.dumps(entries[name], sort_keys=True)}" for name in sorted(entries)]
    return "{\n" + ",\n".join(lines) + "\n}"


def operation_form(operation: Mapping[str, Any]) -> dict[str, Any]:
    """Return the promises of one operation."""
    body = operation.get("requestBody", {})
    return {
        "name": operation["operationId"],
        "ways": sorted({name for each in operation.get("security", [{}]) for name in each or ("none",)}),
        "parameters": {
            f"{each['in']} {each['name']}": {
                "required": each.get("required", False), "shape": shape_form(each["schema"]),
            }
            for each in operation.get("parameters", ())
        },
        "body": {"required": body.get("required", False), "shapes": media_form(body)},
        "answers": {
            status: form
            for status, answer in operation["responses"].items()
            if not is_plain(form := media_form(answer), status)
        },
    }  # fmt: skip


def is_plain(form: Mapping[str, Shape], status: str) -> bool:
    """Return whether an answer is a refusal with the fields of every refusal."""
    return status >= "4" and all(shape.get("$ref") in PLAIN for shape in form.values())


def media_form(part: Mapping[str, Any]) -> dict[str, Any]:
    """Return the shape for each media type."""
    return {media: shape_form(each.get("schema", {})) for media, each in part.get("content", {}).items()}


def shape_form(shape: Any) -> Any:
    """Return a shape without its sentences."""
    if not isinstance(shape, Mapping):
        return shape
    form = {name: shape[name] for name in OF_A_SHAPE if name in shape}
    if "$ref" in form:
        form["$ref"] = form["$ref"].rpartition("/")[2]
    if "properties" in form:
        form["properties"] = {name: shape_form(each) for name, each in form["properties"].items()}
    for name in {"items", "additionalProperties"} & form.keys():
        form[name] = shape_form(form[name])
    for name in {"oneOf", "allOf"} & form.keys():
        form[name] = [shape_form(each) for each in form[name]]
    return form


def broken_promises(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each promise of the old form that the new one does not keep."""
    comparison = Comparison(old["shapes"], new["shapes"])
    plain = [{"$ref": name} for name in PLAIN if name in old["shapes"]]
    found = [reason for shape in plain for reason in comparison.poorer(shape, shape, shape["$ref"])]
    for name, before in old["operations"].items():
        after = new["operations"].get(name)
        reasons = comparison.of_operations(before, after) if after else iter(["is gone"])
        found += [f"{name}: {reason}" for reason in reasons]
    return found


class Comparison:
    """Two descriptions, each with its own shapes; names of shapes are no promise."""

    def __init__(self, old: Mapping[str, Shape], new: Mapping[str, Shape]) -> None:
        self.old, self.new = old, new

    def of_operations(self, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
        """Yield what an operation takes away."""
        if old["name"] != new["name"]:
            yield f"is called {new['name']} instead of {old['name']}"
        yield from (f"no longer takes {way}" for way in old["ways"] if way not in new["ways"])
        yield from self.of_parameters(old["parameters"], new["parameters"])
        yield from self.of_bodies(old["body"], new["body"])
        yield from self.of_answers(old["answers"], new["answers"])

    def of_parameters(self, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
        """Yield parameters that are gone, newly required, or narrower."""
        yield from (f"{name} is gone" for name in old if name not in new)
        for name, each in new.items():
            before = old.get(name, {"required": False})
            if each["required"] and not before["required"]:
                yield f"{name} is newly required"
            if name in old:
                yield from self.narrower(before["shape"], each["shape"], name)

    def of_bodies(self, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
        """Yield how less may be sent."""
        if new["required"] and not old["required"]:
            yield "a body is newly required"
        for media, shape in old["shapes"].items():
            if media in new["shapes"]:
                yield from self.narrower(shape, new["shapes"][media], "body")
            else:
                yield f"a body of {media} is gone"

    def of_answers(self, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
        """Yield how less is answered; another success is for what could not be asked before, as a dry run."""
        yield from (f"the answer {status} is gone" for status in old if status not in new)
        for status in old.keys() & new.keys():
            for media, shape in old[status].items():
                if media in new[status]:
                    yield from self.poorer(shape, new[status][media], status)
                else:
                    yield f"the answer {status} in {media} is gone"

    def narrower(self, old: Shape, new: Shape, place: str) -> Iterator[str]:
        """Yield how a shape that is sent takes less than before."""
        old, new = resolved(old, self.old), resolved(new, self.new)
        yield from (f"{place} no longer takes {kind}" for kind in sorted(lost(old, new, "type")))
        yield from (f"{place} no longer takes {value}" for value in sorted(lost(old, new, "enum")))
        yield from (f"{place} has another {word}" for word in narrower_limits(old, new))
        before, after = old.get("properties", {}), new.get("properties", {})
        newly = set(new.get("required", ())) - set(old.get("required", ()))
        yield from (f"{place}.{name} is newly required" for name in sorted(newly))
        yield from (f"{place}.{name} is gone" for name in before if name not in after)
        for name in before.keys() & after.keys():
            yield from self.narrower(before[name], after[name], f"{place}.{name}")
        for inner in inner_shapes(old, new):
            yield from self.narrower(old[inner], new[inner], f"{place}[]")

    def poorer(self, old: Shape, new: Shape, place: str) -> Iterator[str]:
        """Yield each way in which an answered shape has less than before, or another type."""
        old, new = resolved(old, self.old), resolved(new, self.new)
        yield from (f"{place} may be {kind}" for kind in sorted(lost(new, old, "type")))
        before, after = old.get("properties", {}), new.get("properties", {})
        yield from (f"{place}.{name} is gone" for name in before if name not in after)
        optional = (set(old.get("required", ())) - set(new.get("required", ()))) & after.keys()
        yield from (f"{place}.{name} may be missing" for name in sorted(optional))
        for name in before.keys() & after.keys():
            yield from self.poorer(before[name], after[name], f"{place}.{name}")
        for inner in inner_shapes(old, new):
            yield from self.poorer(old[inner], new[inner], f"{place}[]")


def resolved(shape: Shape, shapes: Mapping[str, Shape]) -> Shape:
    """Return a shape without a reference; “or null” becomes one more type."""
    if "$ref" in shape:
        return resolved(shapes[shape["$ref"]], shapes)
    if "allOf" in shape:
        (only,) = shape["allOf"]
        return resolved(only, shapes)
    if "oneOf" in shape:
        real = [resolved(each, shapes) for each in shape["oneOf"] if each != NOTHING]
        found = real[0] if len(real) == 1 else {}
        return {**found, "type": [*types(found), "null"]} if "type" in found else found
    return shape


def types(shape: Shape) -> list[str]:
    """Return the JSON types of a shape; empty if it may be anything."""
    kind = shape.get("type", [])
    return [kind] if isinstance(kind, str) else list(kind)


def lost(old: Shape, new: Shape, word: str) -> set[str]:
    """Return the types or keywords that the new shape excludes; a shape without any excludes none."""
    before, after = ({str(each) for each in values_of(shape, word)} for shape in (old, new))
    if not after:
        return set()
    if not before:
        return {"anything"}
    return before - after - ({"integer"} if "number" in after else set())


def values_of(shape: Shape, word: str) -> list[Any]:
    """Return the types or the keywords of a shape; none if it may be anything."""
    return types(shape) if word == "type" else list(shape.get(word, ()))


def narrower_limits(old: Shape, new: Shape) -> Iterator[str]:
    """Yield the limits of what is sent that exclude what was allowed."""
    yield from (word for word in TOP if word in new and new[word] < old.get(word, float("inf")))
    yield from (word for word in BOTTOM if word in new and new[word] > old.get(word, float("-inf")))
    yield from (word for word in KEPT if word in new and new[word] != old.get(word))


def inner_shapes(old: Shape, new: Shape) -> Iterator[str]:
    """Yield where both shapes have a shape of their items or of their further fields."""
    for name in ("items", "additionalProperties"):
        if isinstance(old.get(name), Mapping) and isinstance(new.get(name), Mapping):
            yield name
