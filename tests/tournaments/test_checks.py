"""Our rooms are ours."""

from types import ModuleType

import pytest

from tournaments import checks


def test_this_project_uses_its_own_rules_and_scoring() -> None:
    assert checks.check_own_rooms(None) == []


def test_rules_from_elsewhere_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    stranger = ModuleType("rules")
    stranger.__path__ = ["/elsewhere/rules"]
    monkeypatch.setattr(checks, "rules", stranger)
    assert [error.id for error in checks.check_own_rooms(None)] == ["stichtag.E001"]
