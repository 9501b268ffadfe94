"""The program for phones: its content, its agreement with the server, and its delivery."""

import ast
import builtins
import gzip
import json
from collections.abc import Mapping
from types import ModuleType
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rules import GAMES, get_game
from tests.golden import GOLDEN, differences
from tests.made_up_game.hopfen import GAME as HOPFEN
from tournaments.phone.modules import NotOnThePhone, modules_for
from tournaments.phone.program import brython, brython_address, program, worker_address
from tournaments.phone.trimming import trim

PRISDORF = "fipsen-prisdorf"
MOST_BYTES = 700_000


class Phone:
    """Run the trimmed modules of a game alone, without other imports."""

    def __init__(self, key: str) -> None:
        self.trees = modules_for(get_game(key))
        self.loaded: dict[str, ModuleType] = {}
        self.builtins = {**vars(builtins), "__import__": self.bring}

    def bring(
        self, name: str, globals: Any = None, locals: Any = None, names: Any = (), level: int = 0
    ) -> Any:
        module = self.load(name)
        for each in names or ():
            if f"{name}.{each}" in self.trees:
                self.load(f"{name}.{each}")
        return module if names else self.load(name.split(".")[0])

    def load(self, name: str) -> ModuleType:
        parent, _, last = name.rpartition(".")
        if parent:
            self.load(parent)
        if name not in self.loaded:
            module = self.loaded[name] = ModuleType(name)
            vars(module)["__builtins__"] = self.builtins
            exec(compile(self.trees[name], name, "exec"), vars(module))
            if parent:
                setattr(self.loaded[parent], last, module)
        return self.loaded[name]

    def answer(self, question: Mapping[str, Any]) -> Any:
        return self.load("scoring.phone.phone").Phone({}, ".").answer(question)


def golden(key: str, kind: str) -> list[dict[str, Any]]:
    path = GOLDEN / f"{key}.{kind}.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines() if line] if path.exists() else []


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_the_trimmed_modules_say_what_the_whole_ones_say(key: str) -> None:
    phone = Phone(key)
    asks = {"score": "score_sheet", "auction": "check_auction"}
    wrong = [
        line
        for kind, ask in asks.items()
        for case in golden(key, kind)
        for line in differences(phone.answer({"ask": ask, "request": case["in"]}), case["out"])
    ]
    assert wrong == []


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_a_program_holds_its_own_game_and_no_rules_page(key: str) -> None:
    names = set(modules_for(get_game(key)))
    assert not [name for name in names if name.endswith("prose") and name != "rules.prose"]
    assert len({name.split(".")[1] for name in names if name.count(".")} & {"rifki", "flunk", "frepe"}) <= 1


def test_a_game_that_is_not_in_rules_stays_on_the_server() -> None:
    with pytest.raises(NotOnThePhone):
        modules_for(HOPFEN)


def test_trimming_takes_types_and_documentation() -> None:
    head = '"""What it is."""\nfrom typing import Any\n\n'
    source = head + 'def f(x: Any) -> Any:\n    """Same."""\n    y: int = x\n    return y\n'
    assert ast.unparse(trim(source)) == "def f(x):\n    y = x\n    return y"


def test_a_trimmed_class_names_its_fields() -> None:
    assert ast.unparse(trim("class A:\n    x: int\n    y: int = 1\n")).splitlines() == [
        "class A:",
        "    __match_args__ = ('x', 'y')",
        "    y = 1",
    ]


def test_everything_together_is_small() -> None:
    sizes = [len(program(game.key, "ja").compressed) for game in GAMES]
    assert len(brython().compressed) + max(sizes) < MOST_BYTES


def test_the_same_sources_make_the_same_program() -> None:
    before = program(PRISDORF, "de")
    program.cache_clear()
    modules_for.cache_clear()
    assert program(PRISDORF, "de") == before


def test_a_program_brings_the_words_of_its_language() -> None:
    german, english = program(PRISDORF, "de").text.decode(), program(PRISDORF, "en").text.decode()
    assert "Karo" in german and "Karo" not in english
    assert '"decimal_mark":","' in german and '"decimal_mark":"."' in english


def test_a_page_learns_what_to_keep(client: Client) -> None:
    answer = client.get("/phone/rifki/files.json", headers={"Accept-Language": "ja"})
    worker = worker_address("rifki", "ja")
    assert answer.json() == {"worker": worker, "files": [worker, brython_address()]}
    assert answer["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("place", [0, 1], ids=["worker", "python"])
def test_a_script_is_kept_for_ever(client: Client, place: int) -> None:
    address = client.get(f"/phone/{PRISDORF}/files.json").json()["files"][place]
    answer = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert "immutable" in answer["Cache-Control"] and answer["Content-Type"].startswith("text/javascript")
    assert gzip.decompress(answer.content) == client.get(address).content


def test_only_the_worker_may_evaluate(client: Client) -> None:
    worker, python = client.get(worker_address(PRISDORF, "en")), client.get(brython_address())
    assert "script-src 'self' 'unsafe-eval'" in worker["Content-Security-Policy"]
    assert "unsafe-eval" not in python["Content-Security-Policy"]


def test_an_old_address_leads_to_the_new_program(client: Client) -> None:
    answer = client.get(reverse("phone_worker", args=[PRISDORF, "en", "0" * 16]))
    assert (answer.status_code, answer["Location"]) == (302, worker_address(PRISDORF, "en"))


@pytest.mark.parametrize("path", ["watten/files.json", "watten/en-0.js", "rifki/xx-0.js"])
def test_a_module_that_is_not_there_is_not_found(client: Client, path: str) -> None:
    assert client.get(f"/phone/{path}").status_code == 404


def test_scripts_are_only_read(client: Client) -> None:
    assert client.post(brython_address()).status_code == 405
