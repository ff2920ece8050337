"""What SQLite keeps of a database in memory."""

from pathlib import Path

from sqlalchemy import text

from touchline.platform.db.frugal import be_frugal
from touchline.platform.db.session import Database


def test_each_connection_of_a_frugal_process_keeps_so_much_of_the_file(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'a.sqlite'}")
    be_frugal(database.engine, 200)
    with database.engine.connect() as first, database.engine.connect() as second:
        asked = text("PRAGMA cache_size")
        assert [first.scalar(asked), second.scalar(asked)] == [-200, -200]
    database.close()
