"""Migrations of the database: one line of revisions for all contexts, with one head.

`upgrade` brings a database up to date. `touchline databases create-revision` writes the next revision from
the difference between the tables in the code and an up-to-date database.

The previous release still runs while the database is upgraded. So a migration may add anything, but may
remove only what that release no longer uses (ADR 39, docs/how-to/upgrade.md).
"""

import logging
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError

from touchline.platform.db.base import Base
from touchline.platform.db.change_tracking import UNVERSIONED
from touchline.platform.db.locks import acquire_lock
from touchline.shared.errors import UnavailableError

MIGRATIONS_DIR = Path(__file__).parent
LOCK_NAME = "touchline.migrations"
RETIRED: frozenset[str] = frozenset()
"""Tables (`table`) and columns (`table.column`) that this release no longer uses.

The previous release still uses them, so they stay in the database until the next release removes them.
"""
MAX_TRIES, LOCK_TIMEOUT_SECONDS, RETRY_DELAY_SECONDS = 20, 3.0, 1.0
_LOCK_NOT_AVAILABLE = "55P03"
log = logging.getLogger(__name__)


class TableLockedError(UnavailableError):
    """Another transaction locked a table for so long that the upgrade failed."""

    def __init__(self) -> None:
        super().__init__(
            "A table is held by a transaction that does not end; nothing was changed. Find it in "
            "pg_stat_activity, let it end, and run again: touchline databases upgrade"
        )


def upgrade(engine: Engine) -> None:
    """Bring the database up to date in one transaction. Concurrent upgrades wait.

    On PostgreSQL, a table change waits for every transaction that uses the table, and later transactions wait
    for the change. So the upgrade waits only a few seconds for the lock, lets the others proceed, and
    retries. Raises `TableLockedError` if all retries fail.
    """
    for tries_left in reversed(range(MAX_TRIES)):
        try:
            return upgrade_to(engine, "head")
        except OperationalError as error:
            if getattr(error.orig, "sqlstate", None) != _LOCK_NOT_AVAILABLE:
                raise
            if not tries_left:
                raise TableLockedError from None
        log.info("a table is in use; trying again")
        threading.Event().wait(RETRY_DELAY_SECONDS)
    raise TableLockedError


def upgrade_to(engine: Engine, revision: str) -> None:
    """Bring the database to a revision in one transaction.

    The lock also begins the transaction on SQLite, whose driver begins none for DDL.
    """
    unversioned = engine.execution_options(**{UNVERSIONED: True})
    with unversioned.connect() as connection, _without_cascades(connection), connection.begin():
        acquire_lock(connection, LOCK_NAME)
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT_SECONDS * 1000:.0f}ms'")
        command.upgrade(_config(connection), revision)
        _check_foreign_keys(connection)


def create_revision(engine: Engine, message: str, number: str) -> str:
    """Write the next revision and return the path of the new file."""
    with engine.begin() as connection:
        script = command.revision(_config(connection), message, autogenerate=True, rev_id=number)
    if isinstance(script, list) or script is None:
        raise RuntimeError("Alembic wrote no single revision.")
    path = Path(script.path)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(line for line in lines if "    # ###" not in line))
    return str(path)


def current_revision(engine: Engine) -> str | None:
    """Return the revision of a database, or None for an empty one."""
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def list_heads() -> Sequence[str]:
    """List the newest revisions. There should be exactly one."""
    return ScriptDirectory(str(MIGRATIONS_DIR)).get_heads()


def list_revisions() -> Sequence[str]:
    """List all revisions, oldest first."""
    scripts = ScriptDirectory(str(MIGRATIONS_DIR)).walk_revisions()
    return [script.revision for script in reversed(list(scripts))]


def revision_exists(revision: str) -> bool:
    """Return whether this release has a revision. A newer release may have added others."""
    return revision in list_revisions()


def diff_schema(engine: Engine, retired: frozenset[str] = RETIRED) -> list[Any]:
    """Return the differences between the tables in the code and the database. Retired items are ignored."""

    def should_compare(item: Any, name: str | None, kind: str, reflected: bool, _other: object) -> bool:
        table = "" if kind == "table" else f"{item.table.name}."
        foreign_columns = {f"{column.table.name}.{column.name}" for column in getattr(item, "columns", ())}
        is_retired = kind != "table" and bool(foreign_columns & retired)
        return not (reflected and (f"{table}{name}" in retired or is_retired))

    with engine.connect() as connection:
        options = {"compare_type": True, "include_object": should_compare}
        context = MigrationContext.configure(connection, opts=options)
        return list(compare_metadata(context, Base.metadata))


@contextmanager
def _without_cascades(connection: Connection) -> Iterator[None]:
    """Disable foreign keys on SQLite while tables are changed.

    SQLite replaces a changed table with a new one. Dropping the old table would delete all rows that refer to
    it by cascade (sqlite.org/lang_altertable.html, section 7).
    """
    if connection.dialect.name != "sqlite":
        yield
        return
    _pragma(connection, "foreign_keys=OFF")
    try:
        yield
    finally:
        _pragma(connection, "foreign_keys=ON")


def _pragma(connection: Connection, setting: str) -> None:
    """Set a pragma outside a transaction. SQLite would ignore it inside one."""
    connection.exec_driver_sql(f"PRAGMA {setting}")
    connection.rollback()


def _check_foreign_keys(connection: Connection) -> None:
    if connection.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise RuntimeError("The migrations left a row that refers to none; nothing was changed.")


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS_DIR))
    config.attributes["connection"] = connection
    return config
