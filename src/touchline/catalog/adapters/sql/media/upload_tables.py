"""Table of resumable uploads."""

from datetime import datetime

from sqlalchemy import BigInteger, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from touchline.platform.db.base import Base, ChannelScoped


class UploadRow(ChannelScoped, Base):
    """A file that an operator sends in parts."""

    __tablename__ = "upload"
    __table_args__ = (
        Index("ix_upload_owner", "owner_kind", "owner_id"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    owner_kind: Mapped[str] = mapped_column(String(20))
    owner_id: Mapped[int]
    file_name: Mapped[str] = mapped_column(String(255))
    size: Mapped[int] = mapped_column(BigInteger)
    offset: Mapped[int] = mapped_column(BigInteger, default=0)
    replace: Mapped[bool]
    client_metadata: Mapped[str] = mapped_column(default="")
    state: Mapped[str] = mapped_column(String(20))
    failure_message: Mapped[str] = mapped_column(default="")
    attempts: Mapped[int] = mapped_column(default=0)
    asset_id: Mapped[int | None] = mapped_column(index=True)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime] = mapped_column(index=True)
