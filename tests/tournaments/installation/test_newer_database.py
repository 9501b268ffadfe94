"""A database of a newer version: an older program says so, does not start, and is not ready."""

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

import manage
from tournaments.selectors.installation.health import OK, readiness
from tournaments.storage.database_file import Unusable, is_newer
from tournaments.storage.trouble import Trouble

pytestmark = pytest.mark.django_db


def test_a_database_of_this_version_is_used():
    assert not is_newer() and readiness()["migrations"] == OK


def test_a_database_of_a_newer_version_is_refused():
    MigrationRecorder(connection).record_applied("tournaments", "9999_from_the_future")
    assert readiness()["migrations"] == Trouble.NEWER.text
    with pytest.raises(Unusable, match="newer version of Stichtag"):
        manage.check_database()


def test_migrations_of_another_package_are_its_own_affair():
    MigrationRecorder(connection).record_applied("account", "9999_of_a_newer_allauth")
    assert not is_newer()
