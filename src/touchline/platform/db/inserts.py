"""Rows that are there once, whoever comes first."""

from typing import Any

from sqlalchemy import Insert
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from touchline.platform.db.base import Base, ChannelScoped
from touchline.platform.db.session import present_channel


def insert_once(session: Session, table: type[Base], **values: Any) -> bool:
    """Insert a row; False where a unique column stood against it, and nothing has changed.

    Unlike a failed INSERT it leaves the transaction whole. The row gets the present channel's id.
    """
    if issubclass(table, ChannelScoped):
        values["channel_id"] = present_channel()
    dialect = sqlite if session.get_bind().dialect.name == "sqlite" else postgresql
    statement: Insert = dialect.insert(table).values(**values).on_conflict_do_nothing()
    return int(session.execute(statement).rowcount) == 1  # type: ignore[attr-defined]
