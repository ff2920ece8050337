"""Backup and restore of the whole database while it is in use.

SQLite uses its own backup API, PostgreSQL uses pg_dump and pg_restore.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from psycopg.conninfo import make_conninfo
from sqlalchemy import inspect

from touchline.platform.db.session import Database
from touchline.shared.errors import RefusedError, UnavailableError

TOOL_TIMEOUT_SECONDS = 12 * 3600
VERSION_TIMEOUT_SECONDS = 10
DEBIAN_POSTGRES_DIR = Path("/usr/lib/postgresql")
_SQLITE_BUSY_SECONDS = 60.0


class MissingToolError(RefusedError):
    """A PostgreSQL program is missing or does not match the server's version."""


class BackupFailedError(UnavailableError):
    """The database could not be backed up or restored. The message contains the program's own output."""


def dialect_name(database: Database) -> str:
    """Return `sqlite` or `postgresql`."""
    return database.engine.dialect.name


def major_version(database: Database) -> int:
    """Return the major version of the PostgreSQL server, or of the SQLite library."""
    if dialect_name(database) == "sqlite":
        return sqlite3.sqlite_version_info[0]
    with database.engine.connect() as connection:
        return int((connection.dialect.server_version_info or (0,))[0])


def is_empty(database: Database) -> bool:
    """Return whether the database has no tables yet."""
    file = sqlite_file(database)
    if file is not None and not file.exists():
        return True
    return not inspect(database.engine).get_table_names()


def size_bytes(database: Database) -> int:
    """Return the approximate size of the database in bytes."""
    file = sqlite_file(database)
    if file is not None:
        return file.stat().st_size if file.exists() else 0
    with database.engine.connect() as connection:
        return int(connection.exec_driver_sql("SELECT pg_database_size(current_database())").scalar_one())


def sqlite_file(database: Database) -> Path | None:
    """Return the file of an SQLite database, or None for other databases."""
    name = database.engine.url.database
    return Path(name).resolve() if dialect_name(database) == "sqlite" and name else None


def dump(database: Database, target: Path) -> None:
    """Write a consistent copy of the whole database without blocking its users.

    Raises `BackupFailedError` or `MissingToolError`.
    """
    file = sqlite_file(database)
    if file is not None:
        backup_sqlite(file, target)
        return
    options = ["--format=custom", "--no-owner", "--no-privileges", f"--file={target}"]
    _run_tool("pg_dump", major_version(database), options, database)


def restore(database: Database, source: Path) -> None:
    """Fill an empty database from a backup, all or nothing.

    Raises `BackupFailedError` or `MissingToolError`.
    """
    file = sqlite_file(database)
    if file is not None:
        check_sqlite(source)
        database.close()
        file.parent.mkdir(parents=True, exist_ok=True)
        for suffix in ("-wal", "-shm"):
            file.with_name(file.name + suffix).unlink(missing_ok=True)
        temporary = file.with_name(f"{file.name}.restoring")  # may be on another disk than the source
        try:
            shutil.move(source, temporary)
            temporary.chmod(0o600)
            temporary.rename(file)
        finally:
            temporary.unlink(missing_ok=True)
        return
    options = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", str(source)]
    _run_tool("pg_restore", major_version(database), options, database)


def check_dump_tool(database: Database) -> None:
    """Raise `MissingToolError` if a program that a backup needs is missing."""
    if dialect_name(database) == "postgresql":
        find_tool("pg_dump", major_version(database))


def check_restore_tool(database: Database) -> None:
    """Raise `MissingToolError` if a program that a restore needs is missing."""
    if dialect_name(database) == "postgresql":
        find_tool("pg_restore", major_version(database))


def backup_sqlite(source: Path, target: Path) -> None:
    """Copy an SQLite database in one step from one snapshot.

    Concurrent writers do not wait, and the copy does not include their changes.
    """
    try:
        with (
            closing(sqlite3.connect(source, timeout=_SQLITE_BUSY_SECONDS)) as source_connection,
            closing(sqlite3.connect(target)) as target_connection,
        ):
            source_connection.backup(target_connection)
            target_connection.execute(
                "PRAGMA journal_mode=DELETE"
            )  # a single complete file, without a -wal file
    except sqlite3.Error as error:
        raise BackupFailedError(f"SQLite could not copy {source.name}: {error}") from None
    check_sqlite(target)


def check_sqlite(file: Path) -> None:
    """Raise `BackupFailedError` if SQLite finds the file damaged."""
    try:
        with closing(sqlite3.connect(file)) as connection:
            output = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        output = str(error)
    if output != "ok":
        raise BackupFailedError(f"The database copy is damaged: {output}")


def find_tool(name: str, version: int) -> Path:
    """Return the path of a PostgreSQL program that has the server's major version.

    An older server cannot read what a newer program writes. Raises `MissingToolError` if there is no match.
    """
    paths_by_version: dict[int, Path] = {}
    for path in _candidates(name):
        tool_version = _tool_version(path)
        if tool_version:
            paths_by_version.setdefault(tool_version, path)
    if version in paths_by_version:
        return paths_by_version[version]
    available = (
        f"found {name} {', '.join(map(str, sorted(paths_by_version)))}"
        if paths_by_version
        else f"{name} was not found"
    )
    raise MissingToolError(
        f"The server is PostgreSQL {version} and needs {name} {version}; {available}. On Debian and Ubuntu: "
        f"apt-get install postgresql-client-{version}. Searched in PATH and "
        f"{DEBIAN_POSTGRES_DIR}."
    )


def _candidates(name: str) -> list[Path]:
    """List possible paths of a program, Debian's version directories first.

    Debian's programs in PATH are scripts that choose a version by themselves.
    """
    folders = [
        *sorted(DEBIAN_POSTGRES_DIR.glob("*/bin")),
        *map(Path, os.environ.get("PATH", "").split(os.pathsep)),
    ]
    return [folder / name for folder in folders if os.access(folder / name, os.X_OK)]


def _tool_version(program: Path) -> int | None:
    try:
        output = subprocess.run(
            [str(program), "--version"],
            capture_output=True,
            text=True,
            timeout=VERSION_TIMEOUT_SECONDS,
            check=False,
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    version_match = re.search(r"\) (\d+)", output)
    return int(version_match[1]) if version_match else None


def _run_tool(name: str, server: int, options: list[str], database: Database) -> None:
    """Run a PostgreSQL program against the database.

    The environment carries the password, because every user can read a command line.
    """
    program = find_tool(name, server)
    conninfo, password = _conninfo(database)
    command = [str(program), *options[:-1], f"--dbname={conninfo}", options[-1]]
    try:
        result = subprocess.run(
            command,
            env={**os.environ, "PGPASSWORD": password, "PGCONNECT_TIMEOUT": "10"},
            capture_output=True,
            text=True,
            timeout=TOOL_TIMEOUT_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise BackupFailedError(
            f"{name} took longer than {TOOL_TIMEOUT_SECONDS // 3600} hours and was stopped."
        ) from None
    if result.returncode:
        error_lines = result.stderr.strip().splitlines()
        raise BackupFailedError(
            f"{name} failed: {error_lines[0] if error_lines else f'exit code {result.returncode}'}"
        )


def _conninfo(database: Database) -> tuple[str, str]:
    """Return the libpq connection string of TOUCHLINE_DATABASE_URL without the password, and the password."""
    _, connect_args = database.engine.dialect.create_connect_args(database.engine.url)
    password = str(connect_args.pop("password", ""))
    return make_conninfo(
        **{name: str(value) for name, value in connect_args.items() if name != "context"}
    ), password
