"""The first page an organiser meets."""

from playwright.sync_api import Page


def test_the_login_page_fits_a_phone(phone: Page) -> None:
    phone.goto("/accounts/login/")
    assert phone.locator("input[type=password]").is_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_wrong_password_is_refused_beside_the_form(desk: Page) -> None:
    desk.goto("/accounts/login/")
    desk.fill("input[name=login]", "nobody")
    desk.fill("input[name=password]", "wrong")
    desk.locator("form:has(input[type=password]) [type=submit]").click()
    assert desk.locator(".errorlist, [role=alert]").first.is_visible()
