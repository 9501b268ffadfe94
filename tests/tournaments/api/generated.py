"""A generator of Python clients from the OpenAPI description, and what the generated code needs to run.

It knows the description and nothing of us: one dataclass for each shape, one method for each `operationId`,
whose keywords are the described parameters and fields. What is missing or wrong in the description is missing
or wrong in the client.
"""

import json
import keyword
import types
import typing
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any
from urllib.parse import quote, urlencode

Headers = Mapping[str, str]
Transport = Callable[[str, str, Headers, bytes | None], tuple[int, Headers, bytes]]
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
JSON_TYPES = ("application/json", "application/problem+json")
HEAD = "from dataclasses import dataclass\nfrom typing import Any\n"
BY_ITSELF = {"Idempotency-Key": "str(uuid.uuid4())"}  # what a client makes up where the caller gives none


class Refused(Exception):
    """A described refusal."""

    def __init__(self, status: int, problem: Any) -> None:
        super().__init__(status, problem)
        self.status, self.problem = status, problem


class Undescribed(Exception):
    """An answer that the description does not know."""


# Generating


def client_of(description: Mapping[str, Any], transport: Transport, token: str) -> Any:
    """Return a client generated from a description."""
    module = types.ModuleType(__name__)  # dataclasses look their module up
    module.__dict__.update(Base=Base, UNSET=UNSET, uuid=uuid)
    exec(compile(source_of(description), "generated_client", "exec"), module.__dict__)
    return module.Client(transport, token, module.__dict__)


def source_of(description: Mapping[str, Any]) -> str:
    """Return the module."""
    shapes = description["components"]["schemas"]
    parts = [HEAD, *(shape_source(name, shape) for name, shape in shapes.items())]
    parts.append("class Client(Base):\n    pass\n")
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            parts.append("\n".join(f"    {line}" for line in method_lines(path, method, operation, shapes)))
    return "\n".join(parts)


def shape_source(name: str, shape: Mapping[str, Any]) -> str:
    """Return a dataclass, whose optional fields have a default; another name for any other shape."""
    if "properties" not in shape:
        return f"{name} = {type_of(shape)}"
    required = set(shape.get("required", ()))
    lines = ["@dataclass(frozen=True, kw_only=True)", f"class {name}:"]
    for field, each in shape["properties"].items():
        default = "" if field in required else " = None"
        lines.append(f"    {word(field)}: '{type_of(each)}{'' if field in required else ' | None'}'{default}")
    return "\n".join(lines)


def type_of(shape: Mapping[str, Any]) -> str:
    """Return the annotation of a shape."""
    if "$ref" in shape:
        return str(shape["$ref"].rpartition("/")[2])
    if parts := shape.get("oneOf") or shape.get("allOf"):
        return " | ".join(type_of(each) for each in parts)
    kinds = shape.get("type", "any")
    return " | ".join(plain_type(kind, shape) for kind in ([kinds] if isinstance(kinds, str) else kinds))


def plain_type(kind: str, shape: Mapping[str, Any]) -> str:
    """Return the annotation of a JSON type."""
    if kind == "array":
        return f"list[{type_of(shape.get('items', {}))}]"
    return PLAIN.get(kind, "dict[str, Any]" if kind == "object" else "Any")


def method_lines(path: str, method: str, operation: Mapping[str, Any], shapes: Any) -> Iterator[str]:
    """Yield the method of an operation: its parameters and the fields of its body are keywords."""
    parameters = [
        (each["name"], each["in"], each.get("required", False)) for each in operation.get("parameters", ())
    ]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    shape = shapes[body["$ref"].rpartition("/")[2]] if "$ref" in body else body
    needed = set(shape.get("required", ()))
    parameters += [(name, "body", name in needed) for name in shape.get("properties", ())]
    words = {(name, place): word(name) for name, place, _ in parameters}
    taken = [words[name, place] for name, place, _ in parameters if place == "path"]
    words |= {key: f"new_{each}" for key, each in words.items() if key[1] == "body" and each in taken}
    keywords = [
        words[name, place] + ("" if is_required and name not in BY_ITSELF else " = UNSET")
        for name, place, is_required in parameters
    ]
    yield f"def {operation['operationId']}(self{', *, ' if keywords else ''}{', '.join(keywords)}):"
    for name in BY_ITSELF.keys() & {name for name, *_ in parameters}:
        yield f"    {word(name)} = {BY_ITSELF[name]} if {word(name)} is UNSET else {word(name)}"
    sent = {
        place: [name for name, where, _ in parameters if where == place]
        for place in ("path", "query", "header", "body")
    }
    for place, names in sent.items():
        pairs = ", ".join(f"{name!r}: {words[name, place]}" for name in names)
        yield f"    {place} = {{{pairs}}}"
    answers = {status: answer_of(each) for status, each in operation["responses"].items()}
    yield f"    return self.send({method!r}, {path!r}, path, query, header, body, {answers!r})"


def answer_of(answer: Mapping[str, Any]) -> dict[str, str]:
    """Return the annotation for each media type of an answer."""
    return {media: type_of(each.get("schema", {})) for media, each in answer.get("content", {}).items()}


def word(name: str) -> str:
    """Return a name that Python takes."""
    plain = name.replace("-", "_").lower() if "-" in name else name
    return f"{plain}_" if keyword.iskeyword(plain) else plain


# Running

UNSET = object()


class Base:
    """What every generated client does: send, and read answers as the described shapes."""

    def __init__(self, transport: Transport, token: str, known: Mapping[str, Any]) -> None:
        self.transport, self.token, self.known = transport, token, known
        self.etag = ""

    def send(
        self, method: str, path: str, places: Any, query: Any, headers: Any, body: Any, answers: Any
    ) -> Any:
        """Return the answer, as its shape. Raises Refused, Undescribed."""
        address = path.format(**{name: quote(str(each)) for name, each in places.items()})
        query, headers, body = (
            {name: each for name, each in given.items() if each is not UNSET}
            for given in (query, headers, body)
        )
        told = {"Authorization": f"Bearer {self.token}", **headers}
        raw = json.dumps(body).encode() if body or method in ("post", "put", "patch") else None
        status, got, content = self.transport(
            method, address + (f"?{urlencode(query)}" if query else ""), told, raw
        )
        self.etag = got.get("ETag", "")
        if str(status) not in answers:
            raise Undescribed(f"{method} {address}: {status} {content[:200]!r}")
        answer = self.answer(answers[str(status)], got.get("Content-Type", "").partition(";")[0], content)
        if status >= 400:
            raise Refused(status, answer)
        return answer

    def answer(self, medias: Mapping[str, str], media: str, content: bytes) -> Any:
        """Return the content as its media type says."""
        if not medias and not content:
            return None
        if media not in medias:
            raise Undescribed(f"{media} is none of {[*medias]}")
        if media not in JSON_TYPES:
            return content
        return self.read(eval(medias[media], dict(self.known)), json.loads(content), media)

    def read(self, kind: Any, value: Any, place: str) -> Any:
        """Return a JSON value as the annotation says. Raises Undescribed."""
        if kind is Any:
            return value
        options = typing.get_args(kind) if isinstance(kind, types.UnionType) else (kind,)
        for option in options:
            if is_dataclass(option) and isinstance(value, dict):
                return self.read_shape(option, value, place)
            if typing.get_origin(option) is list and isinstance(value, list):
                (inner,) = typing.get_args(option)
                return [self.read(inner, each, f"{place}[]") for each in value]
            if is_plain(option, value):
                return value
        raise Undescribed(f"{place}: {value!r} is no {kind}")

    def read_shape(self, shape: Any, value: Mapping[str, Any], place: str) -> Any:
        """Return an object as its dataclass; keys that it does not know are ignored."""
        hints = typing.get_type_hints(shape, dict(self.known))
        values = {}
        for field in fields(shape):
            if field.name in value:
                values[field.name] = self.read(hints[field.name], value[field.name], f"{place}.{field.name}")
            elif field.default is MISSING:
                raise Undescribed(f"{place}.{field.name} is missing")
        return shape(**values)


def is_plain(kind: Any, value: Any) -> bool:
    """Return whether a value has a plain type; True is no number."""
    if kind in (None, type(None)):
        return value is None
    if typing.get_origin(kind) is dict:
        return isinstance(value, dict)
    if kind is Any:
        return True
    is_number = kind in (int, float) and not isinstance(value, bool)
    return (
        isinstance(value, (int, float) if kind is float else kind)
        if is_number or kind in (str, bool)
        else False
    )
