#!/usr/bin/env python3
"""The command line for clubs: `python3 run.py COMMAND`.

Needs only Python 3.11 or newer: if the environment in `.venv` is missing or stale, it installs it with pip as
configured on this machine (release/installing.py), and then runs the command. In an installed wheel it is the
command `stichtag`, and pip has installed what it needs; in a bundle it is the program. It reports progress on
standard error; standard output belongs to the command. It knows nothing about cards.
"""

import argparse
import contextlib
import errno
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent
IS_BUNDLE = hasattr(sys, "frozen")  # made by `run.py bundle`: has its Python in it
IS_CHECKOUT = __package__ != "stichtag" and not IS_BUNDLE  # the package of the wheel
NAME = "python3 run.py" if IS_CHECKOUT else "stichtag"
if IS_CHECKOUT:
    from release import installing
PYTHON = installing.PYTHON if IS_CHECKOUT else Path(sys.executable)
OLDEST = (3, 11)
HTTP, HIGH = 80, 8000  # ports: addresses without a number have the first, for which some systems want rights
LOOPBACK = ("127.0.0.1", "localhost", "::1")
# Hosts that listen everywhere: their family, an address of documentation (RFC 5737, 3849), our own one.
EVERYWHERE = {
    "0.0.0.0": (socket.AF_INET, "192.0.2.1", "127.0.0.1"),
    "::": (socket.AF_INET6, "2001:db8::1", "::1"),
}
LET_IN = "phones-let-in"  # a file in the data: an owner let phones in (server/hall.py)
ABOUT_MIGRATIONS = {"help", "migrate", "makemigrations", "showmigrations", "sqlmigrate", "squashmigrations"}
NOT_MIGRATED_FIRST = ABOUT_MIGRATIONS | {"backup", "restore"}
FOR_DEVELOPERS = """
  setup              only make the environment
  test [...]         the whole suite; --quick: what needs a minute; --changed: what your changes touch
  bench [name]       the benchmarks
  soak               the long run
  mutants [area]     faults put in one by one: do the tests notice?
  documents [name]   write the documents that are made from the code
  new_game KEY       begin a new game
  lock [--check]     the lock files, or whether every platform can install them
  bundle             one folder for this platform that needs neither Python nor the internet
  release --check    what a release needs"""
USAGE = f"""\
commands:
  demo               a club night with real play in it, on a database of its own
  serve              the program itself
  manage ...         any management command{FOR_DEVELOPERS if IS_CHECKOUT else ""}

demo and serve take --port (8000; with --host 0.0.0.0 80, if it is free), --host (127.0.0.1, until an owner
lets phones in on the page /phones/; 0.0.0.0 lets them in), --https (a certificate of our own; plain HTTP is
then on the next port) and --open (the browser, when it answers)."""

WHAT_TO_DO = "Free some space there or give this user the right to write; DATA_DIR names another folder."
SETUP = "Install the packages that the program needs, and start nothing."
MODULES = {
    "test": "pytest",
    "bench": "benchmarks",
    "soak": "benchmarks.soak",
    "mutants": "tests.mutants",
    "documents": "tests.documents",
    "new_game": "tests.new_game",
    "lock": "release.lock",
    "bundle": "release.bundle",
    "release": "release.check",
}
MOST_WORKERS = 4  # each starts its own servers and a browser
Environment = dict[str, str]


def say(*lines: str) -> None:
    print(*lines, sep="\n", file=sys.stderr, flush=True)


def refusal_of_version(version: tuple[int, ...]) -> str | None:
    """Return a sentence if the Python version is too old, else None."""
    if tuple(version[:2]) >= OLDEST:
        return None
    return f"Stichtag needs Python 3.11 or newer; this is Python {version[0]}.{version[1]}."


def refusal_of_disk(error: OSError) -> str | None:
    """Return a sentence for a failed read or write (a full disk names no file); None for other errors."""
    where = error.filename or ("The disk" if error.errno == errno.ENOSPC else None)
    return f"{where}: {error.strerror}. {WHAT_TO_DO}" if where else None


# Environments of the commands


def child_environment(environ: Mapping[str, str]) -> Environment:
    """Return the environment with UTF-8 whatever the locale, so that names and piped JSON survive."""
    return {**environ, "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}


def data_dir(environ: Mapping[str, str]) -> Path:
    """Return the data folder; an installed program has one that its owner finds and no upgrade replaces.

    The home of somebody else, such as ~club, is left as it is: the settings refuse it.
    """
    default = ROOT / "var" if IS_CHECKOUT else Path.home() / "stichtag"
    path = Path(environ.get("DATA_DIR") or default)
    path = path.expanduser() if path.parts[0] == "~" else path
    return path if str(path).startswith("~") else path.resolve()


def separate_environment(environ: Mapping[str, str], name: str) -> Environment:
    """Return an environment apart from the club's data: another folder and database, no broker."""
    inherited = {name: value for name, value in environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    return {**inherited, "DATA_DIR": str(data_dir(environ) / name)}


def serving_environment(environ: Mapping[str, str], host: str, port: int, https: bool = False) -> Environment:
    """Return the server's environment; beyond loopback, with this machine's addresses and one in QR codes."""
    if https:
        environ = {**environ, "HTTPS": "on", "HTTPS_PORT": str(port)}
    if host in LOOPBACK:
        return dict(environ)
    if host == "0.0.0.0" and not environ.get("PUBLIC_URL"):
        environ = {"IN_HALL": "on", **environ}
    lan = lan_address(host) if host in EVERYWHERE else host
    names = map(bracketed, [lan, *LOOPBACK, *own_names()])
    defaults = {"ALLOWED_HOSTS": ",".join(dict.fromkeys(names)), "PUBLIC_URL": base_url(lan, port, https)}
    return {**defaults, **{name: value for name, value in environ.items() if value}}


def lan_address(everywhere: str = "0.0.0.0") -> str:
    """Return this machine's address in the hall; asks the routing table and sends nothing.

    A server on `::` answers on IPv6 only, so its address is one of IPv6.
    """
    family, elsewhere, own = EVERYWHERE[everywhere]
    with socket.socket(family, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect((elsewhere, 9))
        return str(probe.getsockname()[0])
    return own


def own_names() -> list[str]:
    name = socket.gethostname()
    with contextlib.suppress(OSError):
        return [name, f"{name}.local", *socket.gethostbyname_ex(name)[2]]
    return [name, f"{name}.local"]


def base_url(host: str, port: int, https: bool = False) -> str:
    scheme, usual = ("https", 443) if https else ("http", HTTP)
    return f"{scheme}://{bracketed(host)}{'' if port == usual else f':{port}'}"


def bracketed(host: str) -> str:
    """Return a host as an address and its Host header have it."""
    return f"[{host}]" if ":" in host else host


def usual_port(host: str, https: bool) -> int:
    """Return port 80 where phones come in and this user may use it, for short addresses; else 8000."""
    if host in LOOPBACK or https:
        return HIGH
    try:
        bind(host, HTTP)
    except OSError as error:
        say(f"Port {HTTP} is not for this user or taken ({error.strerror}): addresses end in :{HIGH}.")
        return HIGH
    return HTTP


def bind(host: str, port: int) -> None:
    """Raise OSError if this port cannot be served on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if os.name != "nt":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))


def refuse_taken_port(host: str, port: int) -> None:
    try:
        bind(host, port)
    except socket.gaierror as error:
        sys.exit(f"Cannot serve on {host}: {error.strerror}. This computer alone: --host 127.0.0.1")
    except OSError as error:
        sys.exit(f"Cannot serve on {host}:{port}: {error.strerror}. Another port: --port {port + 1}")


# Run the command


def replace_process(command: Sequence[str], environ: Mapping[str, str]) -> None:
    """Replace this process by the command: signals reach it directly and no parent remains."""
    if os.name != "nt":
        sys.stdout.flush()
        os.execve(command[0], list(command), dict(environ))
    with contextlib.suppress(KeyboardInterrupt):
        sys.exit(subprocess.call(list(command), env=dict(environ)))


def manage(*arguments: str) -> list[str]:
    return [str(PYTHON), str(ROOT / "manage.py"), *arguments]


def migrating(environ: Mapping[str, str]) -> Environment:
    """Make `manage.py` migrate the database first in its own process, as starting Django twice is slow."""
    return {**environ, "MIGRATE_FIRST": "on"}


def new_start() -> Environment:
    """Return the setting with which the program starts anew as it was started now, without the browser.

    The environment is that of now, before a command adds to it.
    """
    program = [sys.executable] if IS_BUNDLE else [sys.executable, os.path.abspath(sys.argv[0])]
    command = [*program, *(word for word in sys.argv[1:] if word != "--open")]
    return {"START_AGAIN": json.dumps({"command": command, "environ": dict(os.environ)})}


def serve_forever(environ: Mapping[str, str], host: str, port: int, text: str, opened: str = "") -> None:
    """Serve; when the server answers, it says this text and opens this address in the browser."""
    settings = {"SAY_WHEN_READY": text, "OPEN_WHEN_READY": opened}
    replace_process(manage("serve", "--host", host, "--port", str(port)), {**environ, **settings})


def run_demo(environ: Environment, host: str, port: int, https: bool, is_opened: bool) -> None:
    environ = serving_environment(environ, host, port, https)
    say("Looking for the demo event; the first time it is played, card by card ...")
    command = manage("demo", "--format", "json")
    made = subprocess.run(command, env=migrating(environ), check=True, stdout=subprocess.PIPE, text=True)
    url = environ.get("PUBLIC_URL") or base_url(host, port, https)
    text = announcement(json.loads(made.stdout), url, data_dir(environ), phones_line(environ, host, url))
    serve_forever(environ, host, port, text, f"{url}/" if is_opened else "")


def announcement(demo: Mapping[str, Any], url: str, folder: Path, phones: str = "") -> str:
    """Say where to look first. The last table is one still in play."""
    login, tables = demo["login"], demo["tables"]
    return (
        f"\n  Public page   {url}/events/{demo['event']}/"
        f"\n  Organiser     {url}/accounts/login/   name {login['username']}   password {login['password']}"
        f"\n  A table       {url}{tables[-1]['path']}"
        f"{phones}"
        f"\n  Data          {folder}"
        "\n\n  Ctrl-C ends it.\n"
    )


def run_serve(environ: Environment, host: str, port: int, https: bool, is_opened: bool) -> None:
    environ = serving_environment(environ, host, port, https)
    url = environ.get("PUBLIC_URL") or base_url(host, port, https)
    phones = phones_line(environ, host, url)
    text = f"\n  Stichtag      {url}/{phones}\n  Data          {data_dir(environ)}\n\n  Ctrl-C ends it.\n"
    serve_forever(environ, host, port, text, f"{url}/" if is_opened else "")


def phones_line(environ: Mapping[str, str], host: str, url: str) -> str:
    """Return the line that says how phones get in; empty where they do."""
    if host not in LOOPBACK:
        return ""
    way = f"{url}/phones/" if "START_AGAIN" in environ else "--host 0.0.0.0"
    return f"\n  Phones        {way} lets them in"


def run_manage(environ: Environment, arguments: Sequence[str]) -> None:
    looks_only = not arguments or arguments[0] in NOT_MIGRATED_FIRST
    replace_process(manage(*arguments), environ if looks_only else migrating(environ))


def run_module(environ: Environment, module: str, arguments: Sequence[str]) -> None:
    """Run a module of the tests in the project's folder with separate data.

    Whatever the shell says, compiled tests are kept: without them every process compiles all 340 test files.
    """
    os.chdir(ROOT)
    environ = separate_environment(environ, "test")
    environ.pop("PYTHONDONTWRITEBYTECODE", None)
    replace_process(running(module, *arguments), environ)


def running(module: str, *arguments: str) -> list[str]:
    return [str(PYTHON), "-m", "release.quietly", module, *arguments]


def explain(environ: Environment, command: Sequence[str]) -> None:
    """Let a command explain itself. It loads the settings, which make a data folder: one that is deleted."""
    with tempfile.TemporaryDirectory() as folder:
        environ = {**separate_environment(environ, "help"), "DATA_DIR": folder}
        sys.exit(subprocess.call(command, cwd=ROOT, env=environ))


def port(typed: str) -> int:
    """Read the number of a port. Raises ValueError."""
    if not 0 < int(typed) < 65_536:
        raise ValueError
    return int(typed)


class Address(NamedTuple):
    """Where a command serves; without a named host, an owner decides whether phones get in."""

    host: str
    port: int
    https: bool
    is_opened: bool
    is_decided: bool


def read_address(command: str, arguments: Sequence[str], environ: Mapping[str, str]) -> Address:
    """Read the options; without `--host`, phones get in if an owner let them in and no proxy is before us."""
    parser = argparse.ArgumentParser(prog=f"{NAME} {command}")
    parser.add_argument("--host", help="127.0.0.1, until an owner lets phones in; 0.0.0.0 lets them in")
    parser.add_argument("--port", type=port, help=f"{HIGH}; where phones come in, {HTTP} if it is free")
    parser.add_argument("--https", action="store_true", help="encrypted; plain HTTP is on the next port")
    parser.add_argument("--open", action="store_true", help="open the browser when it answers")
    options = parser.parse_args(arguments)
    is_decided = bool(options.host or environ.get("PUBLIC_URL"))
    let_in = not is_decided and (data_dir(environ) / LET_IN).exists()
    host = options.host or ("0.0.0.0" if let_in else "127.0.0.1")
    # An address that was noted stays when phones are let in.
    number = options.port or (usual_port(host, options.https) if is_decided else HIGH)
    return Address(host, number, options.https, options.open, is_decided)


def side_by_side(arguments: Sequence[str]) -> list[str]:
    """Run test files on several cores, unless the caller wants to watch (-s, --pdb) or sets a number (-n).

    A file is run by one process, and they start in the order of tests/conftest.py.
    """
    if any(each.startswith(("-s", "--pdb")) for each in arguments):
        return list(arguments)
    cores = os.cpu_count() or 1
    waiting = 0 if "--quick" in arguments else 1  # servers and browsers: a third of the time is waiting
    return [
        "-n",
        str(min(cores + waiting, MOST_WORKERS)),
        "--dist",
        "loadfile",
        "--no-loadscope-reorder",
        *arguments,
    ]


def is_ready() -> bool:
    """Return whether all packages are installed."""
    return not IS_CHECKOUT or all(map(installing.is_fresh, (installing.RUNTIME, installing.DEVELOPMENT)))


def ensure_packages(*, with_tests: bool = False) -> None:
    """Install what is missing or stale in a checkout."""
    if IS_CHECKOUT:
        own = (installing.RUNTIME, installing.DEVELOPMENT) if with_tests else (installing.RUNTIME,)
        installing.ensure_environment(*own)


def main(command: str, arguments: Sequence[str]) -> None:
    """Run a command; with --help it only explains itself, as far as that needs no package to be installed."""
    environ = child_environment(os.environ)
    environ["DATA_DIR"] = str(data_dir(environ))
    overview = f"{NAME} COMMAND\n\n{USAGE}\n\nData: {environ['DATA_DIR']}"
    is_module = IS_CHECKOUT and command in MODULES
    asks = not {"-h", "--help"}.isdisjoint(arguments)
    match command:
        case "setup":
            argparse.ArgumentParser(prog=f"{NAME} setup", description=SETUP).parse_args(arguments)
            ensure_packages()
        case "demo" | "serve":
            serve(command, arguments, environ)
        case "-h" | "--help" | "help":
            print(overview)
        case _ if asks and not is_ready():
            print(overview)
        case "manage" if asks:
            explain(environ, manage(*arguments))
        case _ if asks and is_module:
            explain(environ, running(MODULES[command], *arguments))
        case "manage":
            ensure_packages()
            run_manage(environ, arguments)
        case _ if is_module:
            ensure_packages(with_tests=True)
            run_module(environ, MODULES[command], side_by_side(arguments) if command == "test" else arguments)
        case _:
            sys.exit(overview)


def serve(command: str, arguments: Sequence[str], environ: Environment) -> None:
    """Serve the club's own events, or the demo, at the address that was typed."""
    environ = separate_environment(environ, "demo") if command == "demo" else environ
    host, port, https, is_opened, is_decided = read_address(command, arguments, environ)
    for each in (port, port + 1) if https else (port,):
        refuse_taken_port(host, each)
    ensure_packages()
    environ |= {} if is_decided else new_start()
    (run_demo if command == "demo" else run_serve)(environ, host, port, https, is_opened)


def start() -> None:
    """Run the command that was typed."""
    if sentence := refusal_of_version(sys.version_info[:2]):
        sys.exit(sentence)
    # SIGTERM must also end the running step: subprocess.run kills its child when an exception passes.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        main(sys.argv[1] if sys.argv[1:] else "", sys.argv[2:])
    except KeyboardInterrupt:
        sys.exit(130)
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
    except OSError as error:
        if (sentence := refusal_of_disk(error)) is None:
            raise
        sys.exit(sentence)


if __name__ == "__main__":
    start()
