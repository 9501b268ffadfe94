"""Classify problems of the database or its disk, by the error codes of SQLite and of the system.

Each one has a sentence for the terminal with what to do, because clubs cannot read tracebacks. The
messages on pages are in `views/pages/errors.py`.
"""

import errno
import sqlite3
from enum import Enum

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError


class Trouble(Enum):
    """A kind of problem; its text tells the person who runs the server what to do."""

    AWAY = (
        "The database does not answer. Start the database server, or correct DATABASE_URL; if the database is"
        " a file, end the other program that has it open."
    )
    FULL = "The disk is full. Free some space there; nothing else is needed."
    UNWRITABLE = (
        "Stichtag cannot write to its folder. Give this user the right to write there, or set DATA_DIR to"
        " another folder; if the disk itself fails, move to another one."
    )
    DAMAGED = (
        "The database file is damaged; starting again does not help. Stop Stichtag and restore the newest"
        " file of the folder backups with “MANAGE restore FILE --replace”; the damaged file is kept aside."
    )
    FOREIGN = (
        "This file is not a database of Stichtag. Move it away, or set DATA_DIR or DATABASE_URL to where"
        " Stichtag's database is."
    )
    EMPTY = (
        "The database file is empty, although Stichtag never leaves it so. Restore the newest file of the"
        " folder backups with “MANAGE restore FILE --replace”, or delete the file to begin with nothing."
    )

    NEWER = (
        "A newer version of Stichtag wrote this database; this older one could damage it. Start the newer"
        " version, or restore a backup of this one."
    )

    @property
    def text(self) -> str:
        """Return the sentence, with management commands as people type them here."""
        return self.value.replace(COMMAND, settings.MANAGE) if COMMAND in self.value else self.value


COMMAND = "MANAGE"
REDIS_AWAY = "Redis does not answer. Start it, or correct REDIS_URL; meanwhile standings come late."
TROUBLE_BY_SQLITE_CODE = {
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_READONLY: Trouble.UNWRITABLE,
    sqlite3.SQLITE_IOERR: Trouble.UNWRITABLE,
    sqlite3.SQLITE_CANTOPEN: Trouble.UNWRITABLE,
    sqlite3.SQLITE_PERM: Trouble.UNWRITABLE,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
}
TROUBLE_BY_ERRNO = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), Trouble.FULL),
    **dict.fromkeys((errno.EROFS, errno.EACCES, errno.EPERM, errno.EIO), Trouble.UNWRITABLE),
    **dict.fromkeys((errno.ENOTDIR, errno.EEXIST), Trouble.UNWRITABLE),  # a file in place of the folder
}
DISK_FULL = "53100"  # of PostgreSQL
PRIMARY_CODE = 0xFF  # SQLite's extended codes have the primary code in their lowest byte


def trouble_of(error: BaseException | None) -> Trouble | None:
    """Return the trouble behind an exception; None if neither the database nor the disk is the cause."""
    if isinstance(error, OSError):
        return TROUBLE_BY_ERRNO.get(error.errno or 0)
    cause = error.__cause__ if isinstance(error, DatabaseError | InterfaceError) else error
    if getattr(cause, "sqlstate", None) == DISK_FULL:
        return Trouble.FULL
    code = getattr(cause, "sqlite_errorcode", 0) & PRIMARY_CODE
    if code == sqlite3.SQLITE_ERROR:  # a statement that SQLite does not understand
        return None
    may_pass = isinstance(error, OperationalError | InterfaceError)
    return TROUBLE_BY_SQLITE_CODE.get(code, Trouble.AWAY if may_pass else None)
