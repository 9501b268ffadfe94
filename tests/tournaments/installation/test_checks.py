"""The packages `rules` and `scoring` must come from this project."""

from types import ModuleType

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError

from tournaments.serving import checks


def test_this_project_uses_its_own_rules_and_scoring() -> None:
    assert checks.check_own_rooms(None) == []


@pytest.fixture
def rules_from_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    stranger = ModuleType("rules")
    stranger.__path__ = ["/elsewhere/rules"]
    monkeypatch.setattr(checks, "rules", stranger)


def test_rules_from_elsewhere_are_an_error(rules_from_elsewhere: None) -> None:
    assert [error.id for error in checks.check_own_rooms(None)] == ["stichtag.E001"]


def test_the_server_does_not_start_with_rules_from_elsewhere(rules_from_elsewhere: None) -> None:
    with pytest.raises(SystemCheckError, match="not from this project"):
        call_command("serve", skip_checks=False)
