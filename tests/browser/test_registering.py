"""An entrant registers on a phone and withdraws."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hands import press
from tests.processes import manage

AN_EVENT = """
from tests.builders import an_event
print(an_event(is_registration_open=True).slug)
"""


@pytest.fixture(scope="module")
def slug(installation: dict[str, str]) -> str:
    """Return an event that takes registrations."""
    return manage(installation, "shell", "-v", "0", "-c", AN_EVENT).strip()


def test_a_registered_entrant_can_withdraw(phone: Page, slug: str) -> None:
    phone.goto(f"/events/{slug}/register/")
    phone.fill("input[name=name]", "Ludwig Lieberknecht")
    press(phone, "Register")
    expect(phone.get_by_text("You have a place.")).to_be_visible()
    press(phone, "Withdraw my registration")
    expect(phone.get_by_role("heading", name="Withdrawn")).to_be_visible()
