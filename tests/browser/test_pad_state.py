"""The pad's pure modules: events and state, state and view. One page, no event."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from rules import GAMES, get_game
from tests.browser.hands import open_phone
from tests.browser.pad_cases import CASES
from tests.browser.sheets import NAMES, an_empty_sheet
from tests.golden import GOLDEN
from tests.sweeps import ONE_GAME, sweep

# Apply the events of a case to one of the sheets; return what `ask` selects of the state and its view.
RUN = """async ([sheets, cases]) => {
    const { newState, step } = await import("/static/tournaments/pad_state.js");
    const { previewKey, viewOf } = await import("/static/tournaments/pad_view.js");
    const { recordOf } = await import("/static/tournaments/record.js");
    const { readTexts } = await import("/static/tournaments/i18n.js");
    const texts = document.createElement("template");
    texts.innerHTML = '<i data-text="late_kept">kept</i>';
    readTexts(texts);
    return cases.map(([at, events, ask]) => {
        const sheet = sheets[at];
        let state = newState(sheet, "first key");
        events.forEach((event) => {
            const told = event.type === "previewed" ? { of: previewKey(state) }
                : event.type === "auction_told" && !("calls" in event) ? { calls: state.auction.calls } : {};
            const field = sheet.fields.find((each) => each.name === event.field);
            state = step(state, Object.assign({ key: "next key" }, event, told, field ? { field } : {}));
        });
        const view = viewOf(state, 600000);
        const known = Object.assign({}, state, { view, record: recordOf(view.reading) });
        const answers = ask.map((path) => path.split(".").reduce((one, name) => one[name], known));
        return JSON.parse(JSON.stringify(answers));
    });
}"""
SHORT = ("bar.", "save.", "badge.", "contact.", "panel.")  # of the view


@pytest.fixture(scope="module")
def page(browser: Browser, site: str) -> Iterator[Page]:
    page = open_phone(browser, site, rules=False)
    page.goto("/games/")
    yield page
    page.context.close()


def run(page: Page, sheets: list[Any], cases: list[Any]) -> Any:
    """Return the answers of the cases, each the place of its sheet, its events and what it asks."""
    return page.evaluate(RUN, [sheets, cases])


def test_every_case_of_the_table(page: Page) -> None:
    asked = [
        [f"view.{path}" if path.startswith(SHORT) else path for path in wanted]
        for *_, wanted in CASES.values()
    ]
    sheets = [sheet for sheet, *_ in CASES.values()]
    told = run(
        page,
        sheets,
        [
            [at, events, ask]
            for at, ((_, events, _), ask) in enumerate(zip(CASES.values(), asked, strict=True))
        ],
    )
    found = {
        phrase: dict(zip(wanted, answers, strict=True))
        for (phrase, (*_, wanted)), answers in zip(CASES.items(), told, strict=True)
    }
    assert found == {phrase: wanted for phrase, (*_, wanted) in CASES.items()}


def accepted_records(key: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield a game's golden records with a row of points, each with its number of seats."""
    for text in (GOLDEN / f"{key}.score.jsonl").read_text().splitlines():
        case = json.loads(text)
        seats = case["in"].get("seats")
        if case["out"].get("ok") and seats <= len(NAMES):  # as many as have a name here
            yield from ((seats, record) for record in case["in"]["deals"])


def whole(value: Any) -> Any:
    """Return a claim with the number implied for the other side."""
    return {"other_counted": 0, **value} if isinstance(value, dict) else value


def is_kept(value: Any, found: Any) -> bool:
    """Return whether a value is still there; a number that was left out may be the rest that it leaves."""
    if isinstance(value, list) and None in value and isinstance(found, list):
        pairs = zip(value, found, strict=True)
        return all(one is None or one == other for one, other in pairs)
    return bool(value == found)


@pytest.mark.parametrize("key", sweep([game.key for game in GAMES], ONE_GAME))
def test_a_record_that_is_typed_again_keeps_all_that_is_asked(key: str, page: Page) -> None:
    fields = {field.name for field in get_game(key).fields}
    records = list(accepted_records(key))
    sizes = sorted({seats for seats, _ in records})
    cases = []
    for seats, record in records:
        known = {
            name: whole(value) for name, value in record.items() if name in fields and value not in (None, [])
        }
        again = {"type": "type_again", "place": {"kind": "correct", "number": 1}, "record": known}
        cases.append((known, [sizes.index(seats), [again], ["record", "view.shown"]]))
    assert len(cases) > 10
    told = run(page, [an_empty_sheet(key, seats) for seats in sizes], [case for _, case in cases])
    lost = [
        {
            name: (value, found.get(name))
            for name, value in known.items()
            if shown[name] and not is_kept(value, found.get(name))
        }
        for (known, _), (found, shown) in zip(cases, told, strict=True)
    ]
    assert [each for each in lost if each] == []
