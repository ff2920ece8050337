"""Units of work over a real database: commit, rollback, channel filter, and what waits for the commit."""

from collections.abc import Iterator

import pytest
from sqlalchemy import MetaData, select
from sqlalchemy.exc import OperationalError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolIsEmpty
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from touchline.platform.db.base import ChannelScoped
from touchline.platform.db.session import Database, after_commit, current_session, in_transaction
from touchline.platform.db.unit_of_work import SqlUnitOfWorkFactory
from touchline.shared.ids import ChannelId
from touchline.shared.unit_of_work import UnitOfWorkFactory

FIRST, SECOND = ChannelId(1), ChannelId(2)


class Tables(DeclarativeBase):
    """The base class of the table that only this test uses."""

    metadata = MetaData()


class Task(ChannelScoped, Tables):
    """A row of a channel."""

    __tablename__ = "unit_of_work_task"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]


@pytest.fixture
def uow(database_url: str) -> Iterator[UnitOfWorkFactory]:
    """Yield a factory over a database with an empty table."""
    database = Database(database_url)
    Tables.metadata.create_all(database.engine)
    yield SqlUnitOfWorkFactory(database)
    Tables.metadata.drop_all(database.engine)
    database.close()


def add(name: str) -> None:
    """Add a task in the current transaction."""
    current_session().add(Task(name=name))


def list_names(uow: UnitOfWorkFactory, channel_id: ChannelId | None = None) -> list[str]:
    """Return the names of the tasks, in one channel or in all."""
    with uow(channel_id) if channel_id else uow.all_channels():
        return list(current_session().scalars(select(Task.name).order_by(Task.id)))


def test_a_unit_of_work_commits_at_the_end(uow: UnitOfWorkFactory) -> None:
    with uow(FIRST):
        add("first")
        assert in_transaction()
    assert not in_transaction()
    assert list_names(uow) == ["first"]


def test_an_error_rolls_back_and_propagates(uow: UnitOfWorkFactory) -> None:
    with pytest.raises(LookupError), uow(FIRST):
        add("first")
        raise LookupError
    assert not in_transaction()
    assert list_names(uow) == []


def test_each_block_is_a_separate_transaction(uow: UnitOfWorkFactory) -> None:
    with uow(FIRST):
        add("first")
    with pytest.raises(LookupError), uow(FIRST):
        add("second")
        raise LookupError
    assert list_names(uow) == ["first"]


def test_a_unit_of_work_sees_its_channel_or_all(uow: UnitOfWorkFactory) -> None:
    with uow(FIRST):
        add("first")
    with uow(SECOND):
        add("second")
    assert [list_names(uow, FIRST), list_names(uow, SECOND)] == [["first"], ["second"]]
    assert list_names(uow) == ["first", "second"]


def test_callbacks_run_after_the_commit_and_not_after_a_rollback(uow: UnitOfWorkFactory) -> None:
    committed: list[list[str]] = []
    with uow(FIRST):
        add("first")
        after_commit(lambda: committed.append(list_names(uow)))
        assert committed == []
    with pytest.raises(LookupError), uow(FIRST):
        after_commit(lambda: committed.append(["rolled back"]))
        raise LookupError
    assert committed == [["first"]]


@pytest.fixture
def translating_uow(database_url: str) -> Iterator[UnitOfWorkFactory]:
    """Yield a factory whose units of work raise `TimeoutError` if the database is unavailable."""
    database = Database(database_url)
    yield SqlUnitOfWorkFactory(database, TimeoutError)
    database.close()


def test_an_unavailable_database_raises_the_error_of_the_factory(translating_uow: UnitOfWorkFactory) -> None:
    with pytest.raises(TimeoutError) as raised, translating_uow.all_channels():
        raise PoolIsEmpty
    assert isinstance(raised.value.__cause__, PoolIsEmpty)


@pytest.mark.parametrize("error", [ProgrammingError, OperationalError], ids=["nonsense", "operation"])
def test_an_internal_error_is_not_translated(
    translating_uow: UnitOfWorkFactory, error: type[ProgrammingError | OperationalError]
) -> None:
    with pytest.raises(error), translating_uow(FIRST):
        raise error("SELECT", {}, Exception("broken"))
