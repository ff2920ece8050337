"""Tables of the taxonomy. `key` identifies a row each time a channel pack is applied."""

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from touchline.platform.db.base import Base, ChannelScoped, VersionedTable


class PackRow(VersionedTable, ChannelScoped):
    """A row from a channel pack: identified by `key`, hidden once `withdrawn`, never deleted."""

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str]
    withdrawn: Mapped[bool] = mapped_column(default=False)


class MergeableRow(PackRow):
    """A row that can be merged into another. `merged_into_id` is the id of the other one while this one is
    withdrawn.
    """

    merged_into_id: Mapped[int | None]


class CategoryRow(MergeableRow, Base):
    """A category of events."""

    __tablename__ = "catalog_category"
    __table_args__ = (UniqueConstraint("channel_id", "key"),)

    name: Mapped[dict[str, str]] = mapped_column(JSON)
    short_name: Mapped[dict[str, str]] = mapped_column(JSON)
    sport: Mapped[str] = mapped_column(default="")
    gender: Mapped[str]
    image: Mapped[str | None]
    weight: Mapped[int] = mapped_column(default=0)
    clip_tags: Mapped[list[dict[str, str]]] = mapped_column(JSON, default=list)
    blackouts: Mapped[list[dict[str, Any]] | None] = mapped_column(JSON(none_as_null=True))


class LocationRow(MergeableRow, Base):
    """A location. `city_search` and `state_search` are normalized for filters."""

    __tablename__ = "catalog_location"
    __table_args__ = (UniqueConstraint("channel_id", "key"),)

    name: Mapped[dict[str, str]] = mapped_column(JSON)
    sort_name: Mapped[str] = mapped_column(default="")
    city: Mapped[str] = mapped_column(default="")
    state: Mapped[str] = mapped_column(default="")
    country: Mapped[str] = mapped_column(default="")
    time_zone: Mapped[str | None]
    city_search: Mapped[str] = mapped_column(default="")
    state_search: Mapped[str] = mapped_column(default="")


class GroupPropertyRow(PackRow, Base):
    """A property of groups. `choices` is `[{key, name}]`."""

    __tablename__ = "catalog_group_property"
    __table_args__ = (UniqueConstraint("channel_id", "key"),)

    name: Mapped[dict[str, str]] = mapped_column(JSON)
    choices: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    position: Mapped[int] = mapped_column(default=0)


class GroupRow(MergeableRow, Base):
    """A participant group. `properties` maps property keys to value keys."""

    __tablename__ = "catalog_group"
    __table_args__ = (UniqueConstraint("channel_id", "key"),)

    name: Mapped[dict[str, str]] = mapped_column(JSON)
    short_name: Mapped[dict[str, str]] = mapped_column(JSON)
    nickname: Mapped[dict[str, str]] = mapped_column(JSON)
    sort_name: Mapped[str] = mapped_column(default="")
    search: Mapped[str] = mapped_column(default="")
    logo: Mapped[str | None]
    colors: Mapped[list[str]] = mapped_column(JSON)
    city: Mapped[str] = mapped_column(default="")
    state: Mapped[str] = mapped_column(default="")
    properties: Mapped[dict[str, str]] = mapped_column(JSON)


class ParticipantChildRow(VersionedTable, ChannelScoped, Base):
    """A child of a participant that represents several, in order."""

    __tablename__ = "catalog_participant_child"

    parent_id: Mapped[int] = mapped_column(
        ForeignKey("catalog_participant.id", ondelete="CASCADE"), primary_key=True
    )
    child_id: Mapped[int] = mapped_column(
        ForeignKey("catalog_participant.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    position: Mapped[int] = mapped_column(default=0)
    child: Mapped["ParticipantRow"] = relationship(foreign_keys=[child_id])


class ParticipantRow(MergeableRow, Base):
    """A participant. `search` and `sort_name` are normalized (shared/strings/folding.py)."""

    __tablename__ = "catalog_participant"
    __table_args__ = (
        UniqueConstraint("channel_id", "key"),
        Index("ix_catalog_participant_name", "channel_id", "sort_name", "id"),
    )

    name: Mapped[dict[str, str]] = mapped_column(JSON)
    short_name: Mapped[dict[str, str]] = mapped_column(JSON)
    sort_name: Mapped[str] = mapped_column(default="")
    search: Mapped[str] = mapped_column(default="")
    group_id: Mapped[int | None] = mapped_column(ForeignKey("catalog_group.id"), index=True)
    category_id: Mapped[int | None] = mapped_column(ForeignKey("catalog_category.id"), index=True)
    sport: Mapped[str] = mapped_column(default="")
    gender: Mapped[str]
    color: Mapped[str | None]
    color_2: Mapped[str | None]
    image: Mapped[str | None]
    group: Mapped[GroupRow | None] = relationship()
    child_links: Mapped[list[ParticipantChildRow]] = relationship(
        foreign_keys=[ParticipantChildRow.parent_id],
        order_by=ParticipantChildRow.position,
        cascade="all, delete-orphan",
    )
