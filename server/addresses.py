"""Facts about a URL that do not depend on the user: its lane, and whether its page is the same for all."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.cookie import parse_cookie
from django.http.request import split_domain_port, validate_host
from django.utils.translation import get_language_from_request

TABLES, ORGANISERS, DOOR, FILES, PUBLIC = "tables", "organisers", "door", "files", "public"
READERS = "readers"  # of what a program sends, while it waits
SCREENS = "screens"  # a lane of the page cache alone: no request names it
OF_TABLES = re.compile(r"/(t|tables|phone|static)/|/api/v1/table/|/worker\.js\Z")
OF_ORGANISERS = re.compile(
    r"/(events|series)/[^/]+/organise/|/api/v1/(clubs|events/[^/]+/(?!standings/)[a-z_]+|series/[^/]+/[a-z]+)/|/(new-club|backup|phones)/"
    r"|/(healthz|readyz|metrics)\Z"
    r"|/clubs/[^/]+/(new-event|new-series|members|webhooks|import-event)/|/clubs/[^/]+/players/\d+/lists/"
)
OF_DOOR = re.compile(r"/(accounts|account|i18n)/")  # where one signs in
OF_FILES = re.compile(
    r".+\.(pdf|xlsx|ods|png|zip)\Z|/events/[^/]+/organise/archive/\Z|/api/v1/events/[^/]+/archive/\Z"
)
OF_READERS = re.compile(r"/api/v1/events/(archive|[^/]+/photos)/\Z")
OF_SCREENS = re.compile(r"/w/[^/]+/")  # the screens of a hall
OF_PHOTOS = re.compile(  # where one photograph of a sheet is sent
    r"/events/[^/]+/organise/rounds/\d+/photos/\Z|/api/v1/events/[^/]+/(rounds/\d+/)?photos/\Z"
)
# URLs with the same page for all anonymous visitors, and the parameters they read; others are ignored.
EVENT, SERIES, API = r"/events/[^/]+/", r"/series/[^/]+/", r"/api/v1/"
ALIKE: dict[str, tuple[str, ...]] = {
    rf"{EVENT}(live/)?|{API}events/([^/]+/)?|/static/.+|/phone/[^/]+\.js": (),
    rf"{API}events/[^/]+/standings/": ("format",),
    rf"{EVENT}wall/(live/)?": ("show", "lines", "lang", "ground", "with", "page"),
    r"/w/[^/]+/(live/)?": ("page", "small"),
    rf"{EVENT}screens/|/w/[^/]+/picture\.png": (),
    rf"{EVENT}embed/": ("theme", "lines", "lang"),
    rf"{EVENT}tables/[^/]+/(live/)?|{EVENT}seats/print/|{EVENT}teams/(live/)?": (),
    rf"{EVENT}standings\.csv": ("competition",),
    rf"{EVENT}[a-z]+\.(csv|xlsx|json|atom|png|ics)|{EVENT}entrants/\d+/(rank/)?": (),
    rf"{EVENT}standings\.pdf": ("lang", "competition"),
    rf"{EVENT}(rounds/\d+|rounds/\d+/sheets|tables/[^/]+/sheet)\.pdf": ("lang",),
    rf"{EVENT}draws/\d+/|/lists/[^/]+/": ("format",),
    rf"{EVENT}charts/": ("player",),
    rf"{SERIES}(standings\.(csv|pdf))?|{API}series/([^/]+/)?": ("format", "category", "lang"),
    r"/games/([^/]+/)?": (),
    r"/help/([^/]+/)?": ("game",),
    r"/(clubs/[^/]+/(series/)?)?": ("name", "page"),
    r"/clubs/[^/]+/players/": ("game", "name", "page"),
    r"/clubs/[^/]+/players/\d+/": ("game", "page"),
}
PARAMETERS = [(re.compile(pattern), names) for pattern, names in ALIKE.items()]
OF_STANDINGS = re.compile(rf"{API}events/[^/]+/standings/")
AS_CSV = "format=csv"  # what a header asks for, as a query
LONGEST_QUERY = 200  # no link of ours is longer
LONGEST_HEADER = 200  # of a language or host header, which is cached as received
USUAL_PORTS = {"", "80", "443"}
MESSAGES = "messages"  # a cookie with a message for this browser about its last action
HELPER = f"{settings.COOKIE_PREFIX}helper_"


class Key(NamedTuple):
    """Everything the public page depends on."""

    path: str
    query: str
    language: str
    host: str
    is_secure: bool


def lane_of(path: str, *, is_known: bool = False) -> str:
    """Return the lane of a URL: files have their own, known people another than strangers.

    Strangers wait at the door for what needs a login, and for the login itself. What is read while a program
    waits takes no organiser's turn.
    """
    if OF_TABLES.match(path):
        return TABLES
    if not is_known and (OF_ORGANISERS.match(path) or OF_DOOR.match(path)):
        return DOOR
    if OF_FILES.match(path):
        return FILES
    if not is_known:
        return PUBLIC
    return READERS if OF_READERS.match(path) else ORGANISERS


def key_of(path: str, query: bytes, scheme: str, headers: Mapping[bytes, bytes]) -> Key | None:
    """Return the cache key that equal requests share; None if the response depends on the user."""
    names = parameters_of(path)
    if names is None or len(query) > LONGEST_QUERY:
        return None
    if b"authorization" in headers and path.startswith("/api/"):
        return None
    host, cookies = text_of(headers, b"host"), cookies_of(text_of(headers, b"cookie"))
    if not is_own_host(host) or any(map(says_who_asks, cookies)):
        return None
    parameters = known_query(query.decode("latin-1"), names) if query else ""
    if not parameters and OF_STANDINGS.fullmatch(path) and wants_csv(text_of(headers, b"accept")):
        parameters = AS_CSV
    forwarded = text_of(headers, b"x-forwarded-proto") or scheme
    language = language_of(cookies, text_of(headers, b"accept-language"))
    return Key(path, parameters, language, host, settings.HTTPS and forwarded == "https")


@lru_cache(maxsize=200)
def wants_csv(accept: str) -> bool:
    """Return whether a program would rather read CSV than JSON."""
    request = HttpRequest()
    request.META["HTTP_ACCEPT"] = accept or "*/*"
    return request.get_preferred_type(["application/json", "text/csv"]) == "text/csv"


def text_of(headers: Mapping[bytes, bytes], name: bytes) -> str:
    return headers.get(name, b"").decode("latin-1")


@lru_cache(maxsize=2000)
def known_parameters(path: str) -> tuple[str, ...] | None:
    return next((names for pattern, names in PARAMETERS if pattern.fullmatch(path)), None)


def parameters_of(path: str) -> tuple[str, ...] | None:
    """Return the parameters this URL reads; None if anonymous visitors may get different pages."""
    return known_parameters(path) if len(path) <= LONGEST_QUERY else None


def known_query(query: str, names: tuple[str, ...]) -> str:
    """Return the parameters a URL reads, sorted by name; the order of equal names is kept."""
    pairs = [(name, value) for name, value in parse_qsl(query) if name in names]
    return urlencode(sorted(pairs, key=lambda pair: pair[0]))


def cookies_of(header: str) -> dict[str, str]:
    return parse_cookie(header) if header else {}


def says_who_asks(cookie: str) -> bool:
    """Return whether a cookie may change the page its owner sees; any other cookie is ignored."""
    return cookie in (settings.SESSION_COOKIE_NAME, MESSAGES) or cookie.startswith(HELPER)


def language_of(cookies: Mapping[str, str], accepted: str) -> str:
    """Return the reader's language; a long header is not cached."""
    chosen = cookies.get(settings.LANGUAGE_COOKIE_NAME, "")
    find = short_language if len(chosen) + len(accepted) <= LONGEST_HEADER else find_language
    return find(chosen, accepted)


def find_language(chosen: str, accepted: str) -> str:
    request = HttpRequest()
    request.COOKIES = {settings.LANGUAGE_COOKIE_NAME: chosen} if chosen else {}
    request.META["HTTP_ACCEPT_LANGUAGE"] = accepted
    return get_language_from_request(request)


short_language = lru_cache(maxsize=1000)(find_language)


def is_own_host(host: str) -> bool:
    """Return whether this host and port are this server's; another port would need a page of its own."""
    return len(host) <= LONGEST_HEADER and is_known_host(host)


@lru_cache(maxsize=500)
def is_known_host(host: str) -> bool:
    domain, _ = split_domain_port(host)
    port = urlsplit(f"//{host}").netloc.removeprefix(domain).removeprefix(":")
    return bool(domain) and port in own_ports() and validate_host(domain, settings.ALLOWED_HOSTS)


def own_ports() -> set[str]:
    """Return the ports of this server; `serve` adds its own."""
    return {*USUAL_PORTS, str(urlsplit(settings.PUBLIC_URL).port or ""), *SERVED_PORTS}


SERVED_PORTS: set[str] = set()


def path_of(raw: bytes) -> str:
    """Decode a path; invalid UTF-8 becomes replacement characters, which match no URL."""
    return unquote(raw.decode("latin-1"))
