"""Rows that are there once, whoever comes first."""

from typing import Any

from sqlalchemy import Insert, literal
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from touchline.platform.db.base import Base, ChannelScoped
from touchline.platform.db.session import current_channel_id


def insert_if_absent(session: Session, table: type[Base], **values: Any) -> bool:
    """Insert a row; False where a unique column stood against it, and nothing has changed.

    Unlike a failed INSERT it leaves the transaction whole. The row gets the present channel's id.
    """
    if issubclass(table, ChannelScoped):
        values["channel_id"] = current_channel_id()
    dialect = sqlite if session.get_bind().dialect.name == "sqlite" else postgresql
    statement: Insert = dialect.insert(table).values(**values).on_conflict_do_nothing()
    # The count of rows says nothing where SQLAlchemy asks for the new id by itself, as it does on PostgreSQL.
    return session.execute(statement.returning(literal(1))).first() is not None
