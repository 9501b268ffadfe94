"""The first page of an organiser, and the ways to sign in with and without a password."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.hands import open_phone, press, send, sign_in
from tests.processes import manage

PASSWORD = "correct horse battery"
AN_ACCOUNT = """
from tests.builders import a_club
from tournaments.models import Member, User
club = a_club(owner={name!r}, name="Club of " + {name!r})
club.members.update(role="owner")
print(club.slug)
"""
AUTHENTICATOR = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip


def make_owner(installation: dict[str, str], name: str) -> str:
    """Make an account that owns a club; return the address of its club."""
    return manage(installation, "shell", "-v", "0", "-c", AN_ACCOUNT.format(name=name)).strip()


def test_the_login_page_fits_a_phone(phone: Page) -> None:
    phone.goto("/accounts/login/")
    expect(phone.locator("input[type=password]")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_wrong_password_is_refused_beside_the_form(desk: Page) -> None:
    desk.goto("/accounts/login/")
    desk.fill("input[name=login]", "nobody")
    desk.fill("input[name=password]", "wrong")
    desk.locator("form:has(input[type=password]) [type=submit]").click()
    expect(desk.locator(".errorlist, [role=alert]").first).to_be_visible()


def test_a_throttled_login_states_the_waiting_time(phone: Page) -> None:
    for _ in range(6):
        phone.goto("/accounts/login/")
        phone.fill("input[name=login]", "somebody")
        phone.fill("input[name=password]", "wrong")
        with phone.expect_navigation():
            phone.locator("form:has(input[type=password]) [type=submit]").click()
    alert = phone.get_by_role("alert")
    expect(alert).to_have_text(re.compile(r"Wait (1 minute|\d+ seconds), then try again\."))
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_passkey_is_added_and_lets_in_without_a_password(
    browser: Browser, site: str, installation: dict[str, str]
) -> None:
    make_owner(installation, "paula")
    page = open_phone(browser, site.replace("127.0.0.1", "localhost"), rules=False)
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    sign_in(page, "paula", PASSWORD)
    press(page, "paula")
    press(page, "Your passkeys")
    press(page, "Add a passkey")
    page.fill("input[name=password]", PASSWORD)
    press(page, "Confirm")
    page.fill("input[name=name]", "My phone")
    page.check("input[name=passwordless]")
    page.click("#mfa_webauthn_add")
    expect(page.get_by_role("heading", name="Recovery Codes")).to_be_visible()
    send(page, "Log out")
    page.goto("/accounts/login/")
    press(page, "Log in with a passkey")
    expect(page.get_by_role("link", name="paula", exact=True)).to_be_visible()
    page.context.close()


def test_an_owners_link_leads_to_a_new_password(
    browser: Browser, site: str, installation: dict[str, str]
) -> None:
    slug = make_owner(installation, "olga")
    page = open_phone(browser, site, rules=False)
    sign_in(page, "olga", PASSWORD)
    page.goto(f"/clubs/{slug}/members/")
    send(page, "Create a link for a new password")
    link = page.locator(".address").inner_text()
    page.goto(link.replace(site, ""))
    expect(page).to_have_url(f"{site}/new-password/")
    page.fill("input[name=new_password1]", "Hedewig sticht um neun")
    page.fill("input[name=new_password2]", "Hedewig sticht um neun")
    press(page, "Set the new password")
    expect(page.get_by_text("Your new password is set.")).to_be_visible()
    sign_in(page, "olga", "Hedewig sticht um neun")
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    page.context.close()
