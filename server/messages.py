"""Requests and responses as they travel between processes: plain values with complete bodies."""

from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

Headers = list[tuple[bytes, bytes]]
Scope = dict[str, Any]  # of an HTTP request, as ASGI describes it
Environ = dict[str, Any]  # as WSGI describes it
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

OWN_NAMES = {b"content-type": "CONTENT_TYPE", b"content-length": "CONTENT_LENGTH"}
WITHOUT_BODY = (204, 304)


class Answer(NamedTuple):
    """A complete response."""

    status: int
    headers: Headers
    body: bytes


def environ_of(scope: Scope) -> Environ:
    """Return the WSGI environment of an ASGI scope without the streams, which `answer_of` adds."""
    host, port = scope.get("server") or ("", 0)
    return {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": (scope.get("client") or ("", 0))[0],
        "wsgi.url_scheme": scope["scheme"],
        **header_variables(scope["headers"]),
    }


def header_variables(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Return headers under their WSGI names; one with an underscore could imitate another and is dropped."""
    variables: dict[str, str] = {}
    for name, value in headers:
        if b"_" in name:
            continue
        variable = OWN_NAMES.get(name) or "HTTP_" + name.decode("latin-1").upper().replace("-", "_")
        text = value.decode("latin-1")
        if variable in variables:
            text = variables[variable] + ("; " if name == b"cookie" else ",") + text
        variables[variable] = text
    return variables


def answer_of(application: Application, environ: Environ, body: bytes, errors: Any) -> Answer:
    """Return a WSGI application's response, read completely."""
    streams = {"wsgi.input": BytesIO(body), "wsgi.errors": errors}
    facts = {"wsgi.version": (1, 0), "wsgi.run_once": False}
    facts |= {"wsgi.multithread": True, "wsgi.multiprocess": True}
    heads: list[tuple[str, list[tuple[str, str]]]] = []
    answer = application(
        {**environ, **facts, **streams}, lambda status, headers, *_: heads.append((status, headers))
    )
    try:
        content = b"".join(answer)
    finally:
        getattr(answer, "close", lambda: None)()
    status, headers = heads[0]
    pairs = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    return Answer(int(status[:3]), with_length(int(status[:3]), pairs, content), content)


def with_length(status: int, headers: Headers, body: bytes) -> Headers:
    """Return the headers with a Content-Length."""
    if status in WITHOUT_BODY or any(name == b"content-length" for name, _ in headers):
        return headers
    return [*headers, (b"content-length", str(len(body)).encode())]
