"""H9: the public page of an event with 100 players, compared with nginx serving the same bytes.

`wrk` requests on loopback, on the same machine: nginx's file, the product's own server (`manage.py serve`:
the cached page, and 304 for a known page), and nginx with a micro-cache before that server; in turns. Goals:
the cached page at least 0.25 of nginx from disk, the micro-cache at least 0.9 of it, 304 at least as fast as
200. nginx and wrk come from the system; if one is missing, its rows are left out.
"""

import os
import re
import shutil
import subprocess
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command

from benchmarks.entry import server
from benchmarks.frame import Figure, Goal, Report, Say, Times
from benchmarks.standings import stored_event
from tests.processes import answers, free_port, running, wait_until
from tournaments.models import User
from tournaments.services.clubs.lifecycle import create_club
from tournaments.services.events.lifecycle import change_event

PLAYERS, ROUNDS = 100, 2
RUNS = 5
SECONDS = 2
CONNECTIONS = 16
DISK, MICRO, SNAPSHOT, KNOWN = "nginx from disk", "micro-cache", "snapshot", "304"
# Without tcp_nopush: with it, a kept-alive page slightly longer than a segment waits 40 ms for an
# acknowledgement. Without proxy_cache_use_stale, as docs/operations.md says: once a second all wait for the
# new page.
NGINX = """\
daemon off; pid nginx.pid; error_log stderr error; worker_processes auto;
events {{ worker_connections 512; }}
http {{
  access_log off; default_type text/html; sendfile on; keepalive_requests 1000000;
  client_body_temp_path body; proxy_temp_path proxy;
  fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  proxy_cache_path cache keys_zone=pages:1m use_temp_path=off; open_file_cache max=100;
  upstream stichtag {{ server 127.0.0.1:{behind}; keepalive 8; }}
  server {{
    listen 127.0.0.1:{port};
    location = /page.html {{ root .; }}
    location / {{
      proxy_pass http://stichtag; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Host 127.0.0.1:{behind}; proxy_cache pages; proxy_cache_lock on;
    }}
  }}
}}
"""

Way = tuple[str, Mapping[str, str]]  # address and headers


def measure(say: Say) -> Report:
    """Seed, serve, send."""
    if shutil.which("wrk") is None:
        return Report([], {"missing": "wrk, which asks; nothing was measured"})
    slug = seeded_slug()
    with server() as port, nginx(port, slug) as proxy:
        ways = ways_of(slug, port, proxy)
        facts = facts_of(ways)
        rates: dict[str, list[float]] = {label: [] for label in ways}
        for run in range(RUNS):
            say(f"run {run + 1} of {RUNS}")
            for label, way in ways.items():
                rates[label].append(requests_per_second(way))
    times = {label: Times(label, tuple(1 / rate for rate in own)) for label, own in rates.items()}
    per_second = {f"{label}, requests per second": round(1 / each.median) for label, each in times.items()}
    return Report(figures_of(times), {**facts, **per_second})


def seeded_slug() -> str:
    """Return a published event with all its rounds played."""
    call_command("migrate", run_syncdb=True, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    club = create_club(name="Benchmark", owner=User.objects.create(username="benchmark"))
    event = stored_event(club, PLAYERS, rounds=ROUNDS)
    return change_event(event=event, options=event.options, is_published=True).slug


@contextmanager
def nginx(behind: int, slug: str) -> Iterator[int | None]:
    """Run nginx with the page in a file, and with a cache before the server behind it; yield its port."""
    if shutil.which("nginx") is None:
        yield None
        return
    folder, port = Path(settings.DATA_DIR) / "nginx", free_port()
    folder.mkdir()
    folder.chmod(0o755)
    (folder / "nginx.conf").write_text(NGINX.format(behind=behind, port=port))
    (folder / "page.html").write_bytes(body_of((f"http://127.0.0.1:{behind}/events/{slug}/", {})))
    command = ["nginx", "-p", str(folder), "-c", "nginx.conf", "-g", run_as_who_asks()]
    with running(command, dict(os.environ), folder / "log"):
        wait_until(lambda: answers(f"http://127.0.0.1:{port}/page.html"), "nginx answers")
        yield port


def run_as_who_asks() -> str:
    """Return the user directive: nginx as root would switch to a user who may not read our folder."""
    return "user root;" if os.name != "nt" and os.geteuid() == 0 else ""


def ways_of(slug: str, port: int, proxy: int | None) -> dict[str, Way]:
    """Return the addresses to request, by the name of their measurement."""
    own, page = f"http://127.0.0.1:{port}", f"/events/{slug}/"
    with urllib.request.urlopen(own + page) as answer:
        known = {"If-None-Match": answer.headers["ETag"]}
    ways: dict[str, Way] = {
        SNAPSHOT: (own + page, {}),
        KNOWN: (own + page, known),
    }
    if proxy is None:
        return ways
    nginx, cached = f"http://127.0.0.1:{proxy}/page.html", f"http://127.0.0.1:{proxy}{page}"
    return {DISK: (nginx, {}), MICRO: (cached, {}), **ways}


def requests_per_second(way: Way) -> float:
    """Return wrk's rate. Raises RuntimeError for an answer that is no success."""
    address, headers = way
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "--timeout", "30s", address]
    command += [part for name, value in headers.items() for part in ("-H", f"{name}: {value}")]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in output or "Socket errors" in output:
        raise RuntimeError(output)
    match = re.search(r"Requests/sec:\s+([\d.]+)", output)
    assert match, output
    return float(match[1])


def body_of(way: Way) -> bytes:
    """Return the bytes of an answer."""
    address, headers = way
    with urllib.request.urlopen(urllib.request.Request(address, headers=dict(headers))) as answer:
        return bytes(answer.read())


def figures_of(times: dict[str, Times]) -> list[Figure]:
    """Compare rates: the ratio of two rates is the inverse ratio of the times."""
    snapshot, known = times[SNAPSHOT], times[KNOWN]
    ours = [Figure("rate of 304 / rate of the snapshot", snapshot, known, Goal(at_least=1))]
    if DISK not in times:
        return ours
    disk, micro = times[DISK], times[MICRO]
    return [
        Figure("rate of the snapshot / rate of nginx from disk", disk, snapshot, Goal(at_least=0.25)),
        Figure("rate of the micro-cache / rate of nginx from disk", disk, micro, Goal(at_least=0.9)),
        *ours,
    ]


def facts_of(ways: Mapping[str, Way]) -> dict[str, Any]:
    """Report whether all serve the same, and its size."""
    bodies = {body_of(way) for label, way in ways.items() if label != KNOWN}
    facts: dict[str, Any] = {"bytes": len(next(iter(bodies))), "same bytes in every way": len(bodies) == 1}
    return facts if DISK in ways else {"missing": "nginx; its rows are left out", **facts}
