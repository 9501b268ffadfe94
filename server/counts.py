"""The counters of a front since its start: refusals by code, and requests that the page cache answered."""

import gzip
import json
import re
from collections import Counter

from server.messages import Answer

PATH = "/metrics"
FIRST_REFUSAL, LONGEST = 400, 64 * 1024  # a longer body is no refusal of ours
CODE = re.compile(r"[a-z][a-z_]{0,59}")  # as it stands in a label, without quotation marks


class Counts:
    """The numbers of one front; they begin with 0 at each start, as Prometheus expects."""

    def __init__(self) -> None:
        self.cached, self.computed = 0, 0
        self.refusals: Counter[tuple[int, str]] = Counter()

    def add(self, answer: Answer, *, is_cached: bool) -> None:
        """Count a response."""
        self.cached += is_cached
        self.computed += not is_cached
        if answer.status >= FIRST_REFUSAL:
            self.refusals[answer.status, code_of(answer)] += 1

    def lines(self) -> list[str]:
        """Return the numbers in the text format of Prometheus."""
        return [
            "# HELP stichtag_page_cache_hits_total Requests that the page cache answered since the start.",
            "# TYPE stichtag_page_cache_hits_total counter",
            f"stichtag_page_cache_hits_total {self.cached}",
            "# HELP stichtag_page_cache_misses_total Requests that a process answered since the start.",
            "# TYPE stichtag_page_cache_misses_total counter",
            f"stichtag_page_cache_misses_total {self.computed}",
            "# HELP stichtag_refusals_total Refused requests since the start, by status and code.",
            "# TYPE stichtag_refusals_total counter",
            *(
                f'stichtag_refusals_total{{status="{status}",code="{code}"}} {number}'
                for (status, code), number in sorted(self.refusals.items())
            ),
        ]


def code_of(answer: Answer) -> str:
    """Return the code of a refusal; nothing for a page."""
    headers = dict(answer.headers)
    if not headers.get(b"content-type", b"").startswith(b"application/json") or len(answer.body) > LONGEST:
        return ""
    try:
        is_packed = headers.get(b"content-encoding") == b"gzip"
        refusal = json.loads(gzip.decompress(answer.body) if is_packed else answer.body)
    except (OSError, ValueError):
        return ""
    code = refusal.get("code", "") if isinstance(refusal, dict) else ""
    return code if isinstance(code, str) and CODE.fullmatch(code) else ""


def with_counts(answer: Answer, counts: Counts) -> Answer:
    """Return the response of `/metrics` with these numbers; a refusal unchanged."""
    if answer.status != 200:
        return answer
    own = [pair for pair in answer.headers if pair[0] not in (b"content-length", b"content-encoding")]
    is_packed = dict(answer.headers).get(b"content-encoding") == b"gzip"
    text = gzip.decompress(answer.body) if is_packed else answer.body
    body = text + "\n".join([*counts.lines(), ""]).encode()
    return Answer(200, [*own, (b"content-length", str(len(body)).encode())], body)
