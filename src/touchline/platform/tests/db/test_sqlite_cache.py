"""The size of SQLite's page cache in memory."""

from pathlib import Path

from sqlalchemy import text

from touchline.platform.db.session import Database
from touchline.platform.db.sqlite_cache import limit_sqlite_cache


def test_the_sqlite_cache_size_is_limited_per_connection(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'a.sqlite'}")
    limit_sqlite_cache(database.engine, 200)
    with database.engine.connect() as first, database.engine.connect() as second:
        pragma = text("PRAGMA cache_size")
        assert [first.scalar(pragma), second.scalar(pragma)] == [-200, -200]
    database.close()
