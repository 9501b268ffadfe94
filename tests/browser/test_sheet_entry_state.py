"""The grid's pure modules: events and state, state and view. One page, no event."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.hands import open_phone
from tests.browser.sheet_entry_cases import CASES, ONE, a_sheet, typed, wanted

TEXTS = {
    "all_saved": "stored",
    "saving": "saving",
    "waiting": "{count} wait",
    "offline": "offline",
    "needs_you": "{number} needs you",
    "counted_one": "one deal",
    "counted": "{count}",
    "counted_of": "{count} of {expected}",
}
RUN = """async ([texts, cases, isLocked]) => {
    const { mayLeave, newState, nextWanted, questionOf, step } =
        await import("/static/tournaments/sheet_entry_state.js");
    const { viewOf } = await import("/static/tournaments/sheet_entry_view.js");
    const { readTexts } = await import("/static/tournaments/i18n.js");
    const template = document.createElement("template");
    const textOf = (name) => `<i data-text="${name}">${texts[name]}</i>`;
    template.innerHTML = Object.keys(texts).map(textOf).join("");
    readTexts(template);
    return cases.map(([sheet, events, ask]) => {
        const state = events.reduce(step, newState(sheet, {}, isLocked));
        const leaves = [0, 1, 2, 3].map((number) => mayLeave(state, number));
        const next = nextWanted(state);
        const question = questionOf(state);
        const known = Object.assign({ next, leaves, question, view: viewOf(state) }, state);
        const answers = ask.map((path) => path.split(".").reduce((one, name) => one[name], known));
        return answers.map((each) => (each === undefined ? null : each));
    });
}"""
PURE = """async (cases) => {
    const { newState, step } = await import("/static/tournaments/sheet_entry_state.js");
    const frozen = (value) => {
        if (value && typeof value === "object") Object.values(Object.freeze(value)).forEach(frozen);
        return value;
    };
    const frozenStep = (state, event) => frozen(step(state, frozen(event)));
    const opened = (sheet) => frozen(newState(frozen(sheet), frozen({}), false));
    cases.forEach(([sheet, events]) => events.reduce(frozenStep, opened(sheet)));
    return cases.length;
}"""


@pytest.fixture(scope="module")
def page(browser: Browser, site: str) -> Iterator[Page]:
    page = open_phone(browser, site, rules=False)
    page.goto("/games/")
    yield page
    page.context.close()


def test_every_case_of_the_table(page: Page) -> None:
    asked = [[sheet, events, list(wanted)] for sheet, events, wanted in CASES.values()]
    told = page.evaluate(RUN, [TEXTS, asked, False])
    found = {
        phrase: dict(zip(wanted, answers, strict=True))
        for (phrase, (*_, wanted)), answers in zip(CASES.items(), told, strict=True)
    }
    assert found == {phrase: wanted for phrase, (*_, wanted) in CASES.items()}


def test_no_event_changes_the_state_it_is_handed(page: Page) -> None:
    assert page.evaluate(PURE, [[sheet, events] for sheet, events, _ in CASES.values()]) == len(CASES)


def test_a_locked_sheet_shows_its_rows_and_sends_nothing(page: Page) -> None:
    events = [typed(2, "12c"), wanted(2)]
    asked = ["view.rows.length", "view.rows.0.isLocked", "next", "mode"]
    assert page.evaluate(RUN, [TEXTS, [[a_sheet(ONE), events, asked]], True]) == [[2, True, None, "locked"]]
