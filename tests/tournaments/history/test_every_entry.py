"""Every kind of entry says what it did and what it changed: of events, sheets and clubs, in each language.

The kinds come from the models and the facts from the services, so that a new one without words fails.
"""

import ast
import datetime
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation

from rules import GAMES, get_game
from rules.fields import Kind
from rules.reading import open_table, read_options
from tests.builders import a_record, a_request, a_round, an_event, end_round, write_deal
from tests.golden import golden_cases
from tests.processes import ROOT
from tests.tournaments.evenings import ADA, WHY, entrant
from tournaments.models import (
    ClubChange,
    ClubChangeKind,
    Event,
    EventChange,
    EventChangeKind,
    SheetChange,
    SheetChangeKind,
)
from tournaments.selectors.history.event_log import LogFilter, log_keys, log_lines
from tournaments.services.cash.prizes import set_prizes
from tournaments.services.events.lifecycle import change_event
from tournaments.services.publishing.sign_off import sign_off, undo_sign_off
from tournaments.services.sheets.deals import correct_deal, record_deal, strike_deal
from tournaments.services.standings.decisions import adjust_points, rule_on_deal, undo_decision
from tournaments.wording import history, settings_changed
from tournaments.wording.deals import whole_deal_words
from tournaments.wording.history import Names, club_said, facts_said, kind_said, record_said
from tournaments.wording.settings_changed import setting_words

E, S, C = EventChangeKind, SheetChangeKind, ClubChangeKind
NAMES = Names(
    {1: "Ada (1)", 2: "Ben (2)"},
    {1: "2 / 1"},
    {1: "Ada (1)", 9: "Ida"},
    {
        ("ruling", 1): {"table": 1, "number": 3, "points": [0, 0]},
        ("adjustment", 1): {"entrant": 2, "points": -5},
    },
    "fipsen-prisdorf",
)
SEATS = {
    "from": 3,
    "before": [{"first_dealer": 0, "seats": [[1, 1]]}],
    "after": [{"first_dealer": 0, "seats": [[2, 1]]}],
}
FACTS: dict[str, list[dict[str, Any]]] = {
    E.SEED_COMMITTED: [{"draw": 1, "numbers": [1, 2], "seed_hash": "ab"}],
    E.DRAWN: [{"draw": 1, "mode": "random", "numbers": [1, 2], "steps": 9}],
    E.DRAW_DISCARDED: [{"draw": 1}, {"draw": 0, "round": 2}, {"draw": 1, "refused": True}],
    E.SWAPPED: [{"draw": 1, "round": 2, "one": 1, "two": 5, "repeats": -1}],
    E.ROUND_RELEASED: [{"round": 2}],
    E.ROUND_CLOSED: [{"round": 2, "missing": ["3", "4"]}],
    E.ROUND_REOPENED: [{"round": 2}],
    E.LINK_RENEWED: [{"round": 1, "table": 2, "link": 7, "generation": 2}],
    E.LINK_REVOKED: [{"round": 1, "table": 2, "link": 7, "generation": 2}],
    E.ENTERED: [{"entrants": [1, 2]}, *({"entrant": 1, **each} for each in (
        {"waits": True}, {"waits": False}, {"moved_up": True}, {"shares": True}, {"shares": False},
        {"fee_class": "late"}, {"fee_class": "-"}))],
    E.WITHDRAWN: [{"entrant": 1}, {"entrants": [1], "list": 5}],
    E.CHECKED_IN: [{"entrant": 1}, {"entrant": 1, "phone": "123456"}],
    E.CHECKED_OUT: [{"entrants": [1, 2]}],
    E.PIN_RENEWED: [{"entrant": 1}],
    E.LEFT: [{"entrant": 1, "after": 2, "rule": "keeps"}, {"entrants": [1], "after": 0}],
    E.PAID: [{"what": "fee", "cents": 500, "entrant": 1}, {"what": "fee", "cents": -500, "back": 3},
             {"counted": 500, "expected": 600}],
    E.ADJUSTED: [{"entrant": 2, "points": -5, "round": 1}],
    E.RULED: [{"table": 1, "deal": 4, "number": 3, "points": [0, 0]}],
    E.TAKEN_BACK: [{"ruling": 1}, {"adjustment": 1}],
    E.RESEATED: [{"round": 1, "table": 2, **SEATS, "rested": [2]}],
    E.BROKEN_OFF: [{"round": 1, "table": 2, "deals": 4, "is_broken_off": each} for each in (True, False)],
    E.CLOCK: [
        *({"round": 1, "minutes": 60, "done": f"{each}_clock"} for each in ("start", "pause", "reset")),
        {"round": 1, "minutes": 65, "done": "extend_clock", "by_minutes": 5},
        {"round": 1, "minutes": 65, "done": "announce_last_deal"},
        {"round": 1, "minutes": 65, "done": "announce_last_deal", "is_last": False},
        {"round": 1, "table": 2, "done": "extend_table", "extra_minutes": 5},
        {"round": 1, "minutes": 65, "done": "keep_minutes", "seconds": -259200},
    ],
    E.HELPER: [{"link": 1, "role": "scorer", "is_let_in": each} for each in (True, False)],
    E.SETTINGS: [
        {"changed": ["prizes", "planned_rounds"], "values": {"planned_rounds": [3, 1]}},
        *({"changed": ["teams"], "done": f"{each}_team", "team": 3, "entrants": [1, 2]} for each in (
            "form", "change", "dissolve")),
        {"changed": ["teams"], "done": "form_teams", "teams": 4, "entrants": [1, 2]},
        *({"changed": ["competitions"], "done": f"{each}_competition", "competition": 2} for each in (
            "add", "remove")),
        {"changed": ["competitions"], "done": "change_competition", "competition": 2,
         "fields": ["name", "rule", "fee_cents", "fee_classes", "prizes", "shares"]},
        {"changed": ["competitions"], "done": "set_entries", "competition": 2, "entrants": [1]},
    ],
    E.SIGNED_OFF: [{"is_signed_off": True, "photos": 3}, {"is_signed_off": False}],
    E.PUBLISHED: [{"list": 2, "stage": "final", "digest": "ab"}],
    E.FORGOTTEN: [{"player": 1}],
    E.MERGED: [{"entrant": 1, "player": 1, "other": 9}],
    E.UNMERGED: [{"entrant": 1, "player": 1, "other": 9}],
    E.CANCELLED: [{}],
    E.UNCANCELLED: [{}],
    E.LISTED: [{"is_unlisted": True}, {"is_unlisted": False}],
    E.HALL: [
        {"done": "put_banner", "minutes": 10},
        *({"done": each} for each in ("take_down", "set_timetable", "open_door", "close_door")),
        *({"done": each} for each in ("set_wifi", "remove_wifi")),
        {"done": "move_timetable", "by_minutes": 15},
        {"done": "draw_name", "entrant": 1},
    ],
    E.EVENT_CLOSED: [{}],
    E.EVENT_REOPENED: [{}],
}  # fmt: skip
RECORDS: dict[str, dict[str, Any] | None] = {  # of entries of sheets that are about no deal
    S.FIRST_DEALER: {"first_dealer": 2},
    S.RESEATED: SEATS,
    S.COMPARED: {"part": 1, "totals": [12, None, -4], "deals": 16},
    S.UPHELD: {"part": 1, "totals": [12, 0, -4], "deals": None},
    S.TYPED_TWICE: {"part": 1, "rows": 16, "differed": [3, 9]},
    S.SIGNED: None,
}
OF_DEALS = {S.RECORDED, S.CORRECTED, S.STRUCK, S.INSERTED, S.CONFIRMED, S.SETTLED}
OF_CLUBS: dict[str, dict[str, Any]] = {
    **{kind: {"invitation": 1, "role": "scorer"} for kind in (C.INVITED, C.UNINVITED, C.JOINED)},
    **{kind: {"merge": 1, "player": 1, "other": 9} for kind in (C.MERGED, C.UNMERGED)},
    C.RENAMED: {"before": "Ada", "after": "Ida"},
    C.EVENT_DELETED: {"name": "Ada", "slug": "x", "date": "2026-11-26"},
}
# Facts for programs and for the proof of a draw; the words of `DONE` tell the flags.
SILENT = {
    "seed_hash", "digest", "steps", "link", "generation", "deal", "rested", "after", "before", "from",
    "waits", "moved_up", "shares", "fee_class", "is_let_in", "is_unlisted", "is_broken_off", "is_signed_off",
    "is_last", "competitions", "refused", "done", "changed", "values",
}  # fmt: skip
KEPT = {"PIN", "Wi", "Fi", "Ada", "Ben", "Ida", "Trüffel"}  # Latin words that stand in every language
LATIN = re.compile(r"[A-Za-zÄÖÜäöüß_]{2,}")


def foreign_words(text: str) -> set[str]:
    """Return the Latin words of a Japanese text, except names."""
    return set(LATIN.findall(text)) - KEPT


def in_languages(say: Any) -> dict[str, str]:
    """Return the words by language."""
    words = {}
    for language in ("en", "de", "ja"):
        with translation.override(language):
            words[language] = say()
    return words


def judge(said: dict[str, str]) -> None:
    """Fail unless the words are German in German and Japanese in Japanese."""
    assert foreign_words(said["ja"]) == set(), said
    assert said["en"] != said["de"] or not foreign_words(said["en"]), said


# Events


def test_every_kind_of_entry_has_its_facts_here() -> None:
    assert set(FACTS) == set(E)
    assert set(RECORDS) | OF_DEALS == set(S) and not set(RECORDS) & OF_DEALS
    assert set(OF_CLUBS) == set(C)


@pytest.mark.parametrize(
    ("kind", "facts"), [(kind, facts) for kind, told in FACTS.items() for facts in told], ids=str
)
def test_an_entry_of_an_event_says_what_it_did_in_each_language(kind: str, facts: dict[str, Any]) -> None:
    entry = EventChange(kind=kind, facts=facts)
    judge(in_languages(lambda: kind_said(entry)))
    judge(said := in_languages(lambda: facts_said(entry, NAMES)))
    assert said["en"] or not facts.keys() - SILENT - {"draw"}


def test_entries_of_one_kind_that_did_different_things_differ() -> None:
    alike = []
    for kind, told in FACTS.items():
        said = [
            (kind_said(each), facts_said(each, NAMES))
            for each in (EventChange(kind=kind, facts=f) for f in told)
        ]
        alike += [kind for each in said if said.count(each) > 1]
    assert alike == []


def facts_written() -> Iterator[tuple[str, str]]:
    """Yield file and name of every fact that a service hands to the history of an event."""
    for path in (ROOT / "tournaments" / "services").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for call in (each for each in ast.walk(tree) if isinstance(each, ast.Call)):
            name = getattr(call.func, "id", "")
            if name in ("append_event_entry", "append_for_all"):
                yield from ((path.name, each.arg) for each in call.keywords if each.arg)
        if "append_event_entry" in ast.dump(tree):
            for each in ast.walk(tree):
                if isinstance(each, (ast.Assign, ast.AnnAssign)) and isinstance(each.value, ast.Dict):
                    target = each.target if isinstance(each, ast.AnnAssign) else each.targets[0]
                    if getattr(target, "id", "") in ("facts", "here", "record"):
                        keys = (key for key in each.value.keys if isinstance(key, ast.Constant))
                        yield from ((path.name, str(key.value)) for key in keys)


def test_every_fact_that_a_service_writes_has_words_or_is_known_to_need_none() -> None:
    known = {*history.WORDS, *SILENT, "by", "reason", "part", "totals", "name", "slug", "date"}
    kinds = set(facts_written())
    assert [each for each in sorted(kinds) if each[1] not in known] == []
    assert len(kinds) > 40


def test_every_act_on_a_clock_has_words() -> None:
    source = (ROOT / "tournaments" / "services" / "rounds" / "clock.py").read_text(encoding="utf-8")
    acts = set(re.findall(r"@on_the_clock\ndef (\w+)", source)) | set(re.findall(r'done="(\w+)"', source))
    assert acts == set(history.DONE[E.CLOCK]["done"])


# Settings

FIPSEN = get_game("fipsen-prisdorf")
RULE = next(each for each in FIPSEN.switches if each.kind == Kind.FLAG)
TECHNICAL = {"id", "public_id", "club", "slug", "game", "revision", "head", "signed_off_at", "moving_at"}
PRIZES = {"prizes": [{"places": [1], "share": 400}, {"places": [2, 3], "thing": "…"}], "pot": ["fee"]}
OF_JSON: dict[str, list[Any]] = {
    "options": [{}, {RULE.name: not getattr(FIPSEN.Options(), RULE.name)}],
    "policy": [{"by": "game"}, {"by": "total", "best": 2, "tie_breaks": ["lot"]}],
    "deals_per_table": [{"4": 16}, {"4": 12, "3": 12}],
    "prizes": [{}, PRIZES],
    "fee_classes": [{}, {"guest": 1200, "late": 1500}],
    "lost_deal_money": [{}, {"steps": [[3, 50], [None, 100]], "per": "evening", "passed": 20}],
}
OF_TYPE: dict[str, list[Any]] = {
    "BooleanField": [False, True],
    "DateField": ["2026-11-26", "2026-12-03"],
    "TimeField": [None, "19:30:00"],
}


def values_of(field: Any) -> list[Any] | None:
    """Return two values of a setting as the history has them; None for a free text."""
    if field.choices:
        return [field.choices[0][0], field.choices[1][0]]
    if field.name == "language":
        return ["de", "ja"]
    if field.get_internal_type() in ("CharField", "TextField"):
        return None
    known = OF_JSON.get(field.name) or OF_TYPE.get(field.get_internal_type())
    return known or [None, 7]


@pytest.mark.parametrize(
    "field",
    [each for each in Event._meta.concrete_fields if each.name not in TECHNICAL],
    ids=lambda each: each.name,
)
def test_every_setting_has_a_label_and_says_its_values_in_each_language(field: Any) -> None:
    values = values_of(field)
    sentences = in_languages(lambda: setting_words(field.name, values, FIPSEN))
    assert foreign_words(sentences["ja"]) - {"Deutsch"} == set(), sentences
    assert sentences["en"] != sentences["de"] or field.name == "name", sentences
    assert values is None or "→" in sentences["en"], sentences


def test_a_setting_of_an_earlier_version_without_values_is_named() -> None:
    entry = EventChange(kind=E.SETTINGS, facts={"changed": ["prizes", "gone_by_now"]})
    with translation.override("de"):
        assert facts_said(entry, NAMES) == "Preise, gone_by_now"


def test_lost_deal_money_that_is_counted_otherwise_is_seen() -> None:
    steps = {"steps": [[3, 50], [None, 100]]}
    sentences = setting_words("lost_deal_money", [steps, {**steps, "per": "evening"}], FIPSEN)
    assert sentences.startswith(
        "Lost-deal money: up to 3: 0.50\xa0€ each, each further one 1.00\xa0€, anew in every list"
    )
    assert sentences.endswith("over the whole evening")


def test_values_that_cannot_be_read_any_more_leave_the_label() -> None:
    assert setting_words("policy", [{"by": "beauty"}, {"by": "luck"}], FIPSEN) == "Ranking"
    assert set(settings_changed.WORDS) <= {each.name for each in Event._meta.concrete_fields}


# Sheets


@pytest.mark.parametrize("kind", RECORDS)
def test_an_entry_of_a_sheet_that_is_about_no_deal_says_what_it_did(kind: str) -> None:
    entry = SheetChange(kind=kind, record=RECORDS[kind])
    judge(in_languages(lambda: kind_said(entry)))
    judge(said := in_languages(lambda: record_said(entry, NAMES)))
    assert bool(said["en"]) == bool(RECORDS[kind])


@pytest.mark.parametrize("kind", sorted(OF_DEALS))
def test_an_entry_about_a_deal_says_what_it_did(kind: str) -> None:
    judge(in_languages(lambda: kind_said(SheetChange(kind=kind))))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_deal_of_every_game_has_content(game: Any) -> None:
    cases = [each.values[0] for each in golden_cases(f"{game.key}.score.jsonl")]
    asked = next(case["in"] for case in cases if case["out"]["ok"] and case["in"]["deals"])
    options = read_options(game, asked.get("options", {}))
    state = open_table(game, options, asked["seats"], asked.get("first_dealer", 0))
    names = ["Ada", "Ben", "Cleo", "Dov", "Emil", "Frieda", "Gustav", "Hanne"][: asked["seats"]]
    for record in asked["deals"]:
        sentences = in_languages(lambda record=record: whole_deal_words(game, state, names, record))
        assert all(sentences.values()), record


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_deals_that_count_otherwise_read_otherwise(game: Any) -> None:
    read: dict[Any, Any] = {}
    for case in (each.values[0] for each in golden_cases(f"{game.key}.score.jsonl")):
        asked, answer = case["in"], case["out"]
        if not answer["ok"] or not asked["deals"]:
            continue
        state = open_table(
            game, read_options(game, asked.get("options") or {}), asked["seats"], asked["first_dealer"]
        )
        names = ["Ada", "Ben", "Cleo", "Dov", "Emil", "Frieda", "Gustav", "Hanne"][: asked["seats"]]
        sentence = whole_deal_words(game, state, names, asked["deals"][0])
        worth = answer["deals"][0]["deltas"]
        assert read.setdefault((repr(state), sentence), worth) == worth, (sentence, asked["deals"][0])


# Clubs


@pytest.mark.parametrize("kind", OF_CLUBS)
def test_an_entry_of_a_club_says_what_it_changed(kind: str) -> None:
    entry = ClubChange(kind=kind, facts=OF_CLUBS[kind])
    judge(in_languages(lambda: str(entry.get_kind_display())))
    judge(said := in_languages(lambda: club_said(entry, {1: "Ada", 9: "Ida"})))
    assert said["en"]


# The log


def logged(event: Event, kind: str = "") -> list[str]:
    """Return the lines of the log, newest first."""
    return [f"{line.kind}: {line.text}" for line in log_lines(event, log_keys(event, LogFilter(kind=kind)))]


@pytest.mark.django_db
def test_an_undone_sign_off_is_called_so() -> None:
    round = a_round()
    write_deal(round.tables.get())
    event = end_round(round).event
    undo_sign_off(event=sign_off(event=event, by=ADA), by=ADA)
    with translation.override("de"):
        assert [line.rstrip(": ") for line in logged(event, "rounds")[:2]] == [
            "Freigabe zurückgenommen",
            "freigegeben",
        ]


@pytest.mark.django_db
def test_deals_of_points_are_logged_with_their_points_before_and_after() -> None:
    table = a_round(an_event(game="points")).tables.get()
    for points, act in (([24, 0, -12, -12], record_deal), ([24, 0, 0, -24], correct_deal)):
        revision = {"revision": 1} if act is correct_deal else {}
        act(table=table, number=1, record={"points": points}, request=a_request(), **revision)
    strike_deal(table=table, number=1, sheet_revision=2, request=a_request())
    struck, corrected, recorded = logged(table.round.event, "deals")
    assert recorded.endswith("row 1, Ada +24, Ben 0, Cleo −12, Emil −12")
    assert corrected.endswith("Cleo −12, Emil −12 → Ada +24, Ben 0, Cleo 0, Emil −24")
    assert struck.endswith("row 1, Ada +24, Ben 0, Cleo 0, Emil −24")


@pytest.mark.django_db
def test_a_correction_of_the_declarer_alone_is_seen() -> None:
    table = a_round().tables.get()
    write_deal(table)
    correct_deal(table=table, number=1, record=a_record(declarer=2), revision=1, request=a_request())
    rest = ", Skat: taken, Declarer's tricks: 2"
    line = logged(table.round.event, "deals")[0]
    assert line.endswith(f"Declarer Ben: 2 ♠{rest} → Declarer Cleo: 2 ♠{rest}")


@pytest.mark.django_db
def test_an_undone_decision_says_which_it_was() -> None:
    table = a_round().tables.get()
    write_deal(table)
    ruling = rule_on_deal(table=table, number=1, points=[0, 0, 0, 0], reason=WHY, by=ADA)
    penalty = adjust_points(entrant=entrant(table.round.event, 2), points=-5, reason=WHY, by=ADA)
    for decision in (ruling, penalty):
        undo_decision(decision=decision, by=ADA)
    assert logged(table.round.event, "rulings")[:2] == [
        "adjustment undone: Ben (2), −5",
        "ruling undone: Round 1, table 1, row 1, 0 / 0 / 0 / 0",
    ]


@pytest.mark.django_db
def test_changed_settings_say_their_values_and_things_and_free_texts_stay_out() -> None:
    event = an_event(prizes={"prizes": [{"places": [1], "cents": 1500}]})
    new = {"fee_cents": 600, "date": datetime.date(2026, 12, 3), "description": "Ask Frieda"}
    change_event(event=event, options={}, by=ADA, **new)
    set_prizes(event=event, key={"prizes": [{"places": [1], "thing": "Ham of Frieda"}]}, by=ADA)
    prizes, settings = logged(event, "settings")
    assert settings.startswith("settings changed: Date: ") and "Fee: 0.00\xa0€ → 6.00\xa0€" in settings
    assert "What players should know" in settings and "Frieda" not in settings
    assert prizes == "settings changed: Prizes: Place 1: 15.00\xa0€ → Place 1: …"
