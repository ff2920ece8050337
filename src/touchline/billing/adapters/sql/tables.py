"""Tables of offers. `key` identifies a row across pack applies; money is in minor units."""

from datetime import date
from typing import Any

from sqlalchemy import JSON, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from touchline.platform.db.base import Base, ChannelScoped, VersionedTable
from touchline.shared.strings.localized import LocalText


class OfferColumns(VersionedTable, ChannelScoped):
    """Columns that packages and subscriptions share. `withdrawn` offers are hidden, never deleted."""

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str]
    withdrawn: Mapped[bool] = mapped_column(default=False)
    name: Mapped[LocalText] = mapped_column(JSON)
    description: Mapped[LocalText | None] = mapped_column(JSON)
    base_minor: Mapped[int]
    fee_minor: Mapped[int]
    currency: Mapped[str]
    offer: Mapped[str | None]
    period: Mapped[str | None]
    capabilities: Mapped[list[str]] = mapped_column(JSON)
    weight: Mapped[int]
    limits: Mapped[dict[str, int]] = mapped_column(JSON)
    features: Mapped[list[LocalText]] = mapped_column(JSON)
    recommended: Mapped[bool]
    availability: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))


class PackageRow(OfferColumns, Base):
    """A package. `category_ids` are the catalog's ids (no foreign key), `categories` their keys.

    Access ends `days` after the purchase (for an event: after its start, if that is later), or at the end of
    the day `until`. `price_choice` holds amounts in minor units.
    """

    __tablename__ = "billing_package"
    __table_args__ = (UniqueConstraint("channel_id", "key"),)

    type: Mapped[str]
    categories: Mapped[list[str]] = mapped_column(JSON)
    category_ids: Mapped[list[int]] = mapped_column(JSON)
    is_team_pass: Mapped[bool]
    days: Mapped[int | None]
    until: Mapped[date | None]
    price_choice: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    receipt_note: Mapped[LocalText | None] = mapped_column(JSON(none_as_null=True))


class SubscriptionRow(OfferColumns, Base):
    """A subscription; `trial_period` is in days, `off_season` the first and last day as `MM-DD`."""

    __tablename__ = "billing_subscription"
    __table_args__ = (UniqueConstraint("channel_id", "key"),)

    trial_period: Mapped[int]
    off_season: Mapped[list[str] | None] = mapped_column(JSON(none_as_null=True))
