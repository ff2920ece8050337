"""The migrations create the tables of the code, on SQLite and on PostgreSQL."""

from datetime import UTC, datetime
from typing import Any

import pytest
from alembic import op
from sqlalchemy import Engine, MetaData, Table, inspect, select, text
from sqlalchemy.orm import Session

from touchline.catalog.adapters.sql.events.taxonomy_tables import GroupRow
from touchline.catalog.adapters.sql.search.search_index import SqlSearchIndex, matches_words
from touchline.catalog.adapters.sql.search.search_tables import SearchWordRow
from touchline.catalog.domain.search_vocabulary import SearchField
from touchline.platform.db import migrations


def test_there_is_one_head() -> None:
    assert len(migrations.list_heads()) == 1


def test_migrations_and_models_agree(empty_database: Engine) -> None:
    migrations.upgrade(empty_database)
    assert migrations.current_revision(empty_database) == migrations.list_heads()[0]
    assert migrations.diff_schema(empty_database) == []


def test_migrating_twice_changes_nothing(empty_database: Engine) -> None:
    migrations.upgrade(empty_database)
    migrations.upgrade(empty_database)
    found = MetaData()
    found.reflect(empty_database)
    assert "channel" in found.tables


def test_existing_rows_are_searchable_after_migration(empty_database: Engine) -> None:
    migrations.upgrade_to(empty_database, "0009")
    with empty_database.begin() as connection:
        values = {"channel_id": 1, "key": "cedar", "withdrawn": False, "colors": "[]", "properties": "{}"}
        texts = {"name": '{"en": "Élan"}', "short_name": "{}", "nickname": '{"en": "Timber"}'}
        rest = {"sort_name": "elan", "city": "Ridge", "state": ""}
        group = values | texts | rest
        names = ", ".join(group)
        marks = ", ".join(f":{name}" for name in group)
        connection.execute(text(f"INSERT INTO catalog_group ({names}) VALUES ({marks})"), group)  # noqa: S608
    migrations.upgrade(empty_database)
    with Session(empty_database, info={"channel_id": 1, "unscoped": False}) as session:
        index = SqlSearchIndex(lambda: session)
        for query in ("elan", "timbre", "cedar ridge"):
            meanings = index.find_matches(SearchField.GROUP, query)
            assert session.scalars(select(GroupRow.id).where(*matches_words(GroupRow.id, meanings))).all()


def test_names_with_an_okina_are_found_with_an_apostrophe(empty_database: Engine) -> None:
    migrations.upgrade_to(empty_database, "0031")
    older = MetaData()
    older.reflect(empty_database)
    groups, entries = (older.tables[name] for name in ("catalog_group", "catalog_search_entry"))
    with empty_database.begin() as connection:
        for number, name in ((1, "kapi\u02bbolani high"), (2, "ka high")):
            group = build_row(groups, id=number, channel_id=1, key=f"{number}", withdrawn=False, search=name)
            connection.execute(groups.insert().values(group | {"sort_name": name}))
        for argument in ("kapi\u02bbolani", "high", "ka"):
            filed = {"channel_id": 1, "field": "group", "word": argument}
            connection.execute(older.tables["catalog_search_word"].insert().values(filed))
        for word_id, item_id in ((1, 1), (2, 1), (2, 2), (3, 2)):
            filed = {"word_id": word_id, "thing_id": item_id, "channel_id": 1}
            connection.execute(entries.insert().values(filed))
    migrations.upgrade(empty_database)
    with Session(empty_database, info={"channel_id": 1, "unscoped": False}) as session:
        index = SqlSearchIndex(lambda: session)
        for query in ("Kapi\u02bbolani", "kapi'olani", "kapi\u2019olani high", "kapiolani"):
            meanings = index.find_matches(SearchField.GROUP, query)
            found = session.scalars(select(GroupRow.id).where(*matches_words(GroupRow.id, meanings))).all()
            assert found == [1], query
        assert session.scalar(select(GroupRow.search)) == "kapi olani high kapiolani"
        assert "kapi\u02bbolani" not in session.scalars(select(SearchWordRow.word)).all()


def test_altering_a_table_loses_no_rows(empty_database: Engine) -> None:
    migrations.upgrade_to(empty_database, "0006")
    older = MetaData()
    older.reflect(empty_database)
    with empty_database.begin() as connection:
        for name in ("catalog_event", "catalog_participant"):
            connection.execute(older.tables[name].insert().values(build_row(older.tables[name], id=1)))
        sides = older.tables["catalog_event_side"]
        side = build_row(sides, event_id=1, participant_id=1)
        connection.execute(sides.insert().values(side))
    migrations.upgrade(empty_database)
    with empty_database.connect() as connection:
        assert connection.execute(select(sides.c.event_id, sides.c.participant_id)).all() == [(1, 1)]


def test_existing_accounts_get_pseudonyms(empty_database: Engine) -> None:
    migrations.upgrade_to(empty_database, "0016")
    older = MetaData()
    older.reflect(empty_database)
    account = older.tables["account"]
    with empty_database.begin() as connection:
        for number, closed in ((1, None), (2, None), (3, datetime(2026, 11, 1, tzinfo=UTC))):
            person = build_row(account, id=number, channel_id=7, email_key=f"{number}", closed_at=closed)
            connection.execute(account.insert().values(person))
    migrations.upgrade(empty_database)
    with empty_database.connect() as connection:
        found = connection.execute(text("SELECT account_id, channel_id, person FROM analytics_people")).all()
    assert sorted((row.account_id, row.channel_id, len(row.person)) for row in found) == [
        (1, 7, 16),
        (2, 7, 16),
    ]
    assert len({row.person for row in found}) == 2


def test_ids_of_an_existing_outbox_are_not_reused(empty_database: Engine) -> None:
    migrations.upgrade_to(empty_database, "0021")
    older = MetaData()
    older.reflect(empty_database)
    outbox = older.tables["outbox"]
    row = build_row(outbox)
    with empty_database.begin() as connection:
        for _ in range(3):
            connection.execute(outbox.insert().values({name: row[name] for name in row if name != "id"}))
    migrations.upgrade(empty_database)
    with empty_database.begin() as connection:
        connection.execute(outbox.delete().where(outbox.c.id == 3))
        connection.execute(outbox.insert().values({name: row[name] for name in row if name != "id"}))
        assert connection.scalars(select(outbox.c.id).order_by(outbox.c.id)).all() == [1, 2, 4]


def build_row(table: Table, **given: Any) -> dict[str, Any]:
    """Return a row with a value in every required column."""
    values = {bool: False, int: 1, str: "a", object: {}, datetime: datetime(2026, 11, 21, tzinfo=UTC)}
    needed = (column for column in table.columns if not column.nullable and column.name not in given)
    return given | {column.name: values[column.type.python_type] for column in needed}


def test_a_failed_migration_is_rolled_back_and_can_be_retried(
    empty_database: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    create = op.create_table

    def raise_after_create(name: str, *columns: Any, **options: Any) -> Any:
        if name == "billing_package":
            raise RuntimeError("interrupted")
        return create(name, *columns, **options)

    with monkeypatch.context() as patch, pytest.raises(RuntimeError, match="interrupted"):
        patch.setattr(op, "create_table", raise_after_create)
        migrations.upgrade(empty_database)
    assert (
        inspect(empty_database).get_table_names(),
        migrations.current_revision(empty_database),
    ) == ([], None)
    migrations.upgrade(empty_database)
    assert migrations.current_revision(empty_database) == migrations.list_heads()[0]
