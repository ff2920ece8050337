"""Tables of imports: the rows of the last import of each source, and what names in files mean."""

from typing import Any

from sqlalchemy import JSON, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from touchline.platform.db.base import Base, ChannelScoped


class ImportRowRow(ChannelScoped, Base):
    """A row of the last import of a source. `fields` are the values that the file had."""

    __tablename__ = "import_row"
    __table_args__ = (UniqueConstraint("channel_id", "source", "row_key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    source: Mapped[str] = mapped_column(String(120))
    row_key: Mapped[str] = mapped_column(String(200))
    event_key: Mapped[str] = mapped_column(String(80))
    fields: Mapped[dict[str, Any]] = mapped_column(JSON)


class ImportNameRow(ChannelScoped, Base):
    """What the operator decided about a name in files."""

    __tablename__ = "import_name"
    __table_args__ = (UniqueConstraint("channel_id", "kind", "name", "scope"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    name: Mapped[str] = mapped_column(String(200))
    scope: Mapped[str] = mapped_column(String(80))
    action: Mapped[str] = mapped_column(String(10))
    key: Mapped[str] = mapped_column(String(80))
