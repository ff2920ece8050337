"""Inserts that create a row only once, even under concurrency."""

from typing import Any

from sqlalchemy import Insert, literal
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from touchline.platform.db.base import Base, ChannelScoped
from touchline.platform.db.session import current_channel_id


def insert_if_absent(session: Session, table: type[Base], **values: Any) -> bool:
    """Insert a row. Return False, with nothing changed, if a unique column already has the value.

    Unlike a failed INSERT, the conflict leaves the transaction usable. The row gets the current channel's id.
    """
    if issubclass(table, ChannelScoped):
        values["channel_id"] = current_channel_id()
    dialect = sqlite if session.get_bind().dialect.name == "sqlite" else postgresql
    statement: Insert = dialect.insert(table).values(**values).on_conflict_do_nothing()
    # The row count is not reliable where SQLAlchemy fetches the new id itself, as on PostgreSQL
    return session.execute(statement.returning(literal(1))).first() is not None
