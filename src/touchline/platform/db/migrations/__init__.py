"""Migrations of the one database: one line of revisions for all contexts, ONE head.

`upgrade` brings a database up to date; `touchline db revision` writes the next revision from the
difference between the tables in the code and a database that is up to date.
"""

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

from touchline.platform.db.base import Base
from touchline.platform.db.locks import hold

HERE = Path(__file__).parent
LOCK = "touchline.migrations"


def upgrade(engine: Engine) -> None:
    """Bring the database up to date, in one transaction; whoever comes meanwhile waits.

    The lock is also what opens the transaction on SQLite, whose driver opens none for DDL.
    """
    with engine.connect() as connection, _without_cascades(connection), connection.begin():
        hold(connection, LOCK)
        command.upgrade(_config(connection), "head")
        _check_references(connection)


def revision(engine: Engine, message: str, number: str) -> str:
    """Write the next revision; answers the path of the new file."""
    with engine.begin() as connection:
        script = command.revision(_config(connection), message, autogenerate=True, rev_id=number)
    if isinstance(script, list) or script is None:
        raise RuntimeError("Alembic wrote no single revision.")
    path = Path(script.path)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(line for line in lines if "    # ###" not in line))
    return str(path)


def current(engine: Engine) -> str | None:
    """The revision a database is at; None for an empty one."""
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def heads() -> Sequence[str]:
    """The newest revisions; there is to be one."""
    return ScriptDirectory(str(HERE)).get_heads()


def difference(engine: Engine) -> list[Any]:
    """What the tables in the code have that the database has not, or the other way round."""
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, Base.metadata))


@contextmanager
def _without_cascades(connection: Connection) -> Iterator[None]:
    """SQLite changes a table by putting a new one in its place. To drop the old one would delete, by
    cascade, all that refers to it (sqlite.org/lang_altertable.html, section 7)."""
    if connection.dialect.name != "sqlite":
        yield
        return
    _pragma(connection, "foreign_keys=OFF")
    try:
        yield
    finally:
        _pragma(connection, "foreign_keys=ON")


def _pragma(connection: Connection, setting: str) -> None:
    """Outside any transaction, within which SQLite would ignore it."""
    connection.exec_driver_sql(f"PRAGMA {setting}")
    connection.rollback()


def _check_references(connection: Connection) -> None:
    if connection.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise RuntimeError("The migrations left a row that refers to none; nothing was changed.")


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(HERE))
    config.attributes["connection"] = connection
    return config
