"""The channel scope (house.md, laws): every query of a bound session stays in its channel."""

from collections.abc import Iterator

import pytest
from sqlalchemy import ForeignKey, MetaData, delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import DeclarativeBase, Mapped, aliased, mapped_column, relationship

from touchline.platform.db.base import ChannelScoped
from touchline.platform.db.session import Database, NoTransactionError, bind_channel, current_session


class Notes(DeclarativeBase):
    """The base class of the tables that only this test uses."""

    metadata = MetaData()


class Folder(ChannelScoped, Notes):
    """A row of a channel."""

    __tablename__ = "scope_folder"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    notes: Mapped[list["Note"]] = relationship(order_by="Note.id")


class Note(ChannelScoped, Notes):
    """A child row of a channel's folder."""

    __tablename__ = "scope_note"
    id: Mapped[int] = mapped_column(primary_key=True)
    folder_id: Mapped[int] = mapped_column(ForeignKey("scope_folder.id"))
    text: Mapped[str]


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """Yield a database with two channels, 1 and 2, each with one folder and one note."""
    database = Database(database_url)
    Notes.metadata.create_all(database.engine)
    for channel_id in (1, 2):
        with database.transaction(channel_id) as session:
            folder = Folder(name=f"of {channel_id}")
            folder.notes.append(Note(text=f"of {channel_id}"))
            session.add(folder)
    yield database
    Notes.metadata.drop_all(database.engine)
    database.close()


def create_other_folder(database: Database) -> int:
    """Return the id of channel 2's folder."""
    with database.transaction(2) as session:
        return session.scalars(select(Folder.id)).one()


def test_selects_return_rows_of_the_channel(database: Database) -> None:
    with database.transaction(1) as session:
        assert session.scalars(select(Folder.name)).all() == ["of 1"]
        assert session.scalar(select(func.count()).select_from(Folder)) == 1
        assert session.scalar(select(func.count(Folder.id))) == 1


def test_the_id_of_another_channel_is_not_found(database: Database) -> None:
    other = create_other_folder(database)
    with database.transaction(1) as session:
        assert session.get(Folder, other) is None
        assert session.scalar(select(Folder).where(Folder.id == other)) is None


def test_joins_aliases_and_subqueries_stay_in_the_channel(database: Database) -> None:
    again = aliased(Note)
    with database.transaction(1) as session:
        joined = select(Folder.name, Note.text).join(Note, Note.folder_id > 0)
        assert session.execute(joined).all() == [("of 1", "of 1")]
        assert session.scalars(select(again.text)).all() == ["of 1"]
        subquery = select(Folder.name).where(Folder.id.in_(select(Note.folder_id)))
        assert session.scalars(subquery).all() == ["of 1"]


def test_updates_and_deletes_stay_in_the_channel(database: Database) -> None:
    with database.transaction(1) as session:
        session.execute(update(Note).values(text="changed"))
        session.execute(delete(Note).where(Note.text == "of 2"))
    with database.transaction(2) as session:
        assert session.scalars(select(Note.text)).all() == ["of 2"]


def test_new_rows_get_the_channel_and_cannot_be_added_to_another(database: Database) -> None:
    with database.transaction(1) as session:
        folder = Folder(name="new")
        session.add(folder)
        session.flush()
        assert folder.channel_id == 1
    with pytest.raises(RuntimeError, match="outside its channel"), database.transaction(1) as session:
        session.add(Folder(name="new", channel_id=2))


def test_a_transaction_without_a_channel_sees_nothing_and_one_for_all_sees_all(database: Database) -> None:
    with database.transaction(None) as session:
        assert session.scalars(select(Folder)).all() == []
    with database.transaction(None, unscoped=True) as session:
        assert len(session.scalars(select(Folder)).all()) == 2


def test_a_transaction_can_be_bound_once(database: Database) -> None:
    with database.transaction(None, unscoped=True) as session:
        bind_channel(2)
        assert session.scalars(select(Folder.name)).all() == ["of 2"]
        with pytest.raises(RuntimeError, match="another channel"):
            bind_channel(1)


def test_relationships_are_loaded_within_the_channel(database: Database) -> None:
    with database.transaction(1) as session:
        folder_id = session.scalars(select(Folder.id)).one()
    with database.transaction(2) as session:
        session.add(Note(folder_id=folder_id, text="astray"))
    with database.transaction(1) as session:
        folder = session.scalars(select(Folder)).one()
        assert [note.text for note in folder.notes] == ["of 1"]


def test_there_is_no_session_outside_of_a_transaction() -> None:
    with pytest.raises(NoTransactionError):
        current_session()


def test_an_error_does_not_name_the_values_of_its_statement(database: Database) -> None:
    with pytest.raises(IntegrityError) as error, database.transaction(1) as session:
        session.add(Note(folder_id=99, text="pi_7_secret_8"))
    assert "scope_note" in str(error.value)
    assert "secret" not in str(error.value)


def test_an_error_rolls_everything_back(database: Database) -> None:
    with pytest.raises(ZeroDivisionError), database.transaction(1) as session:
        session.add(Folder(name="gone"))
        session.flush()
        raise ZeroDivisionError
    with database.transaction(1) as session:
        assert session.scalars(select(Folder.name)).all() == ["of 1"]
