"""File permissions of an SQLite database: only its owner may read it."""

import os
import stat
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from touchline.platform.db.backups import dump, restore
from touchline.platform.db.session import Database


def test_new_database_files_are_readable_by_the_owner_only(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/new.sqlite")
    with database.engine.begin() as connection:
        connection.execute(text("CREATE TABLE one (id INTEGER)"))
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    database.close()
    assert modes == dict.fromkeys(("new.sqlite", "new.sqlite-wal", "new.sqlite-shm"), 0o600)


def test_an_existing_file_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "shared.sqlite"
    os.close(os.open(file, os.O_CREAT, 0o640))
    file.chmod(0o640)
    database = Database(f"sqlite:///{file}")
    with database.engine.begin() as connection:
        connection.execute(text("CREATE TABLE one (id INTEGER)"))
    database.close()
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_a_restored_file_is_readable_by_the_owner_only(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/new.sqlite")
    copy = tmp_path / "copy.sqlite"
    dump(database, copy)
    copy.chmod(0o644)
    restore(database, copy)
    assert stat.S_IMODE((tmp_path / "new.sqlite").stat().st_mode) == 0o600
    database.close()


def test_sqlite_reports_why_no_file_can_be_created(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/nowhere/new.sqlite")
    with pytest.raises(OperationalError, match="unable to open database file"):
        database.engine.connect()
    database.close()
