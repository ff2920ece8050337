"""Who may read the file of an SQLite database: its owner."""

import os
import stat
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from touchline.platform.db.copies import copy_out, put_back
from touchline.platform.db.session import Database


def test_a_new_file_and_those_beside_it_are_their_owners_alone(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/new.sqlite")
    with database.engine.begin() as connection:
        connection.execute(text("CREATE TABLE one (id INTEGER)"))
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    database.close()
    assert modes == dict.fromkeys(("new.sqlite", "new.sqlite-wal", "new.sqlite-shm"), 0o600)


def test_a_file_that_is_there_keeps_the_mode_that_its_operator_chose(tmp_path: Path) -> None:
    file = tmp_path / "shared.sqlite"
    os.close(os.open(file, os.O_CREAT, 0o640))
    file.chmod(0o640)
    database = Database(f"sqlite:///{file}")
    with database.engine.begin() as connection:
        connection.execute(text("CREATE TABLE one (id INTEGER)"))
    database.close()
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_what_is_restored_is_its_owners_alone(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/new.sqlite")
    copy = tmp_path / "copy.sqlite"
    copy_out(database, copy)
    copy.chmod(0o644)
    put_back(database, copy)
    assert stat.S_IMODE((tmp_path / "new.sqlite").stat().st_mode) == 0o600
    database.close()


def test_where_no_file_can_be_made_sqlite_says_why(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/nowhere/new.sqlite")
    with pytest.raises(OperationalError, match="unable to open database file"):
        database.engine.connect()
    database.close()
