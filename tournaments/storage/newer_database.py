"""Whether a newer version of the program wrote the database, whose migrations this one does not know."""

import pkgutil

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from tournaments import migrations

OURS = "tournaments"


def is_newer() -> bool:
    """Return whether migrations of ours are recorded that this program does not have."""
    known = {module.name for module in pkgutil.iter_modules(migrations.__path__)}
    applied = MigrationRecorder(connection).applied_migrations()
    return any(app == OURS and name not in known for app, name in applied)
