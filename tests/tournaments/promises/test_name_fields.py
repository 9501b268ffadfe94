"""No phone corrects a name: each field for names begins words with capitals and keeps what is typed."""

from html.parser import HTMLParser

import pytest

from tests.tournaments.access_roles import all_visitors
from tests.tournaments.access_rules import NOBODY, all_addresses, rule_of
from tests.tournaments.access_world import address_of, make_evening, two_clubs
from tests.tournaments.asking import ask

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
OF_NAMES = {
    "name",
    "names",
    "partner",
    "reading",
    "partner_reading",
    "team",
    "home_club",
    "place",
    "event_name",
}
WRITTEN = {"text", "search", None}
READERS = ("owner", "anonymous")
WANTED = {"autocapitalize": "words", "autocorrect": "off", "spellcheck": "false"}


class Fields(HTMLParser):
    """The fields of a page in which a name is written."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[dict[str, str | None]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        field = dict(attrs)
        is_written = tag == "textarea" or (tag == "input" and field.get("type") in WRITTEN)
        if is_written and field.get("name") in OF_NAMES:
            self.found.append(field)


def test_every_field_for_names_has_capitals_and_no_correction():
    ours, theirs = (make_evening(club, is_published=True) for club in two_clubs())
    type(ours.event).objects.filter(pk=ours.event.pk).update(is_registration_open=True)
    readers = [each for each in all_visitors(ours, theirs) if each.name in READERS]
    seen, wrong = set(), []
    for name, pattern in all_addresses():
        rule = rule_of(name)
        if rule is None or rule.read == NOBODY or name.startswith("api"):
            continue
        address = address_of(name, pattern, ours, {})
        for reader in readers:
            response = ask(reader, "GET", address).response
            if response.status_code == 200 and response["Content-Type"].startswith("text/html"):
                fields = Fields(response.content.decode()).found
                seen |= {str(field["name"]) for field in fields}
                wrong += [(name, field) for field in fields if not field.items() >= WANTED.items()]
    assert wrong == []
    assert seen >= {"name", "names", "team", "home_club"}
