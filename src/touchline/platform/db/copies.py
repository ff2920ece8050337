"""A copy of the whole database while it runs, and the way back: SQLite by its own backup, PostgreSQL by
pg_dump and pg_restore."""

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
from touchline.shared.errors import Refused, Unavailable

MOST_SECONDS = 12 * 3600
SECONDS_FOR_A_VERSION = 10
DEBIAN = Path("/usr/lib/postgresql")
_SQLITE_BUSY = 60.0


class NoTool(Refused):
    """A program of PostgreSQL is missing, or too old for the server."""


class CopyFailed(Unavailable):
    """The database could not be copied, or put back; the text has the program's own words."""


def kind(database: Database) -> str:
    """`sqlite` or `postgresql`."""
    return database.engine.dialect.name


def major(database: Database) -> int:
    """The major version of a PostgreSQL server; of SQLite the library's."""
    if kind(database) == "sqlite":
        return sqlite3.sqlite_version_info[0]
    with database.engine.connect() as connection:
        return int((connection.dialect.server_version_info or (0,))[0])


def is_empty(database: Database) -> bool:
    """Whether there is no table in it yet."""
    file = sqlite_file(database)
    if file is not None and not file.exists():
        return True
    return not inspect(database.engine).get_table_names()


def size(database: Database) -> int:
    """Its bytes, about."""
    file = sqlite_file(database)
    if file is not None:
        return file.stat().st_size if file.exists() else 0
    with database.engine.connect() as connection:
        return int(connection.exec_driver_sql("SELECT pg_database_size(current_database())").scalar_one())


def sqlite_file(database: Database) -> Path | None:
    """The file of an SQLite database; None for another kind."""
    name = database.engine.url.database
    return Path(name).resolve() if kind(database) == "sqlite" and name else None


def copy_out(database: Database, target: Path) -> None:
    """Write the whole database as it is at one instant; nobody who uses it waits. `CopyFailed`, `NoTool`."""
    file = sqlite_file(database)
    if file is not None:
        copy_sqlite(file, target)
        return
    options = ["--format=custom", "--no-owner", "--no-privileges", f"--file={target}"]
    _run("pg_dump", major(database), options, database)


def put_back(database: Database, source: Path) -> None:
    """Fill an empty database with a copy, all or nothing. `CopyFailed`, `NoTool`."""
    file = sqlite_file(database)
    if file is not None:
        check_sqlite(source)
        database.close()
        file.parent.mkdir(parents=True, exist_ok=True)
        for rest in ("-wal", "-shm"):
            file.with_name(file.name + rest).unlink(missing_ok=True)
        beside = file.with_name(f"{file.name}.restoring")  # it may be another disk than the source's
        try:
            shutil.move(source, beside)
            beside.chmod(0o600)
            beside.rename(file)
        finally:
            beside.unlink(missing_ok=True)
        return
    options = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", str(source)]
    _run("pg_restore", major(database), options, database)


def can_copy(database: Database) -> None:
    """`NoTool` where a program is missing that a copy needs."""
    if kind(database) == "postgresql":
        tool("pg_dump", major(database))


def can_put_back(database: Database) -> None:
    """`NoTool` where a program is missing that the way back needs."""
    if kind(database) == "postgresql":
        tool("pg_restore", major(database))


def copy_sqlite(source: Path, target: Path) -> None:
    """One step under one snapshot: who writes meanwhile neither waits nor is seen."""
    try:
        with (
            closing(sqlite3.connect(source, timeout=_SQLITE_BUSY)) as there,
            closing(sqlite3.connect(target)) as here,
        ):
            there.backup(here)
            here.execute("PRAGMA journal_mode=DELETE")  # one file, whole without a -wal beside it
    except sqlite3.Error as error:
        raise CopyFailed(f"SQLite could not copy {source.name}: {error}") from None
    check_sqlite(target)


def check_sqlite(file: Path) -> None:
    """`CopyFailed` where SQLite finds the file damaged."""
    try:
        with closing(sqlite3.connect(file)) as connection:
            said = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        said = str(error)
    if said != "ok":
        raise CopyFailed(f"The copy of the database is damaged: {said}")


def tool(name: str, version: int) -> Path:
    """A program of PostgreSQL of the server's major version: what a newer one writes, an older server does
    not read. `NoTool`."""
    found: dict[int, Path] = {}
    for path in _candidates(name):
        number = _version(path)
        if number:
            found.setdefault(number, path)
    if version in found:
        return found[version]
    seen = f"there is {name} {', '.join(map(str, sorted(found)))}" if found else f"there is no {name}"
    raise NoTool(
        f"The server is PostgreSQL {version} and needs {name} {version}; {seen}. On Debian and Ubuntu: "
        f"apt-get install postgresql-client-{version}. It is looked for in PATH and below {DEBIAN}."
    )


def _candidates(name: str) -> list[Path]:
    """Debian's own first: what it puts into PATH is a script that chooses by itself."""
    folders = [*sorted(DEBIAN.glob("*/bin")), *map(Path, os.environ.get("PATH", "").split(os.pathsep))]
    return [folder / name for folder in folders if os.access(folder / name, os.X_OK)]


def _version(program: Path) -> int | None:
    try:
        said = subprocess.run(
            [str(program), "--version"],
            capture_output=True,
            text=True,
            timeout=SECONDS_FOR_A_VERSION,
            check=False,
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    number = re.search(r"\) (\d+)", said)
    return int(number[1]) if number else None


def _run(name: str, server: int, options: list[str], database: Database) -> None:
    """The password goes by the environment: a command line is for everybody to read."""
    program = tool(name, server)
    address, password = _address(database)
    command = [str(program), *options[:-1], f"--dbname={address}", options[-1]]
    try:
        done = subprocess.run(
            command,
            env={**os.environ, "PGPASSWORD": password, "PGCONNECT_TIMEOUT": "10"},
            capture_output=True,
            text=True,
            timeout=MOST_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise CopyFailed(f"{name} took longer than {MOST_SECONDS // 3600} hours and was given up.") from None
    if done.returncode:
        words = done.stderr.strip().splitlines()
        raise CopyFailed(f"{name} failed: {words[0] if words else f'exit code {done.returncode}'}")


def _address(database: Database) -> tuple[str, str]:
    """As TOUCHLINE_DATABASE_URL has it, in libpq's words without the password; and the password."""
    _, named = database.engine.dialect.create_connect_args(database.engine.url)
    password = str(named.pop("password", ""))
    return make_conninfo(**{name: str(value) for name, value in named.items() if name != "context"}), password
