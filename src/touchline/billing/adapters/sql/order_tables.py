"""Tables for purchases: orders, the ledger, promo codes, customers, trials. Money is in minor units."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column

from touchline.platform.db.base import Base, ChannelScoped, VersionedTable


class OrderRow(VersionedTable, ChannelScoped, Base):
    """One order.

    `slot` is set while the order is pending or grants access, so that no second order can be placed for the
    same product. `product` and `grant` are as they were when the order was placed.
    """

    __tablename__ = "billing_order"
    __table_args__ = (
        UniqueConstraint("channel_id", "account_id", "slot"),
        UniqueConstraint("channel_id", "account_id", "key"),
        Index("ix_billing_order_of_account", "channel_id", "account_id", "id"),
        Index("ix_billing_order_of_code", "channel_id", "promo_code"),
        Index("ix_billing_order_of_card", "channel_id", "card_last4"),
        Index("ix_billing_order_of_product", "channel_id", "kind", "product_id", "id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    uuid: Mapped[str] = mapped_column(unique=True)
    account_id: Mapped[int | None]
    key: Mapped[str | None]
    slot: Mapped[str | None]
    kind: Mapped[str]
    product_id: Mapped[int]
    product: Mapped[dict[str, Any]] = mapped_column(JSON)
    grant: Mapped[dict[str, Any]] = mapped_column(JSON)
    status: Mapped[str]
    currency: Mapped[str]
    base_minor: Mapped[int]
    fee_minor: Mapped[int]
    discount_minor: Mapped[int]
    promo_code: Mapped[str | None]
    trial_days: Mapped[int]
    country: Mapped[str | None]
    card: Mapped[str | None]
    payment_ref: Mapped[str | None] = mapped_column(index=True)
    client_secret: Mapped[str | None]
    failure_code: Mapped[str | None]
    failure_message: Mapped[str | None]
    created_at: Mapped[datetime]
    attempt_until: Mapped[datetime | None]
    starts_at: Mapped[datetime | None]
    expires_at: Mapped[datetime | None]
    past_due_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]
    auto_renewal: Mapped[str | None]
    requested_auto_renewal: Mapped[bool | None] = mapped_column("renew_wanted")
    next_check_at: Mapped[datetime | None] = mapped_column("look_at", index=True)
    reminded_for: Mapped[datetime | None]
    version: Mapped[int]
    product_status: Mapped[str] = mapped_column(default="available", server_default="available")
    product_starts_at: Mapped[datetime | None]
    refund_due: Mapped[bool] = mapped_column(default=False, server_default=false())
    card_last4: Mapped[str | None]
    voucher_count: Mapped[int] = mapped_column(default=0, server_default="0")


class TransactionRow(ChannelScoped, Base):
    """One ledger transaction.

    `ref` is the provider's id, unique for each movement. `tax` is a list of `[name, percent, minor]`, added
    later if the transaction is not `taxed`. `fee_minor` is the provider's fee, unknown until it is set.
    `share_month` is the month of the closed revenue share statements that have the line, such as `2026-11`.
    """

    __tablename__ = "billing_transaction"
    __table_args__ = (
        UniqueConstraint("channel_id", "movement", "ref"),
        Index("ix_billing_transaction_of_order", "channel_id", "order_id"),
        Index("ix_billing_transaction_of_share", "channel_id", "share_month", "at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    order_id: Mapped[int] = mapped_column(ForeignKey("billing_order.id"))
    movement: Mapped[str]
    status: Mapped[str]
    amount_minor: Mapped[int]
    currency: Mapped[str]
    ref: Mapped[str]
    at: Mapped[datetime] = mapped_column(index=True)
    label: Mapped[str | None]
    tax: Mapped[list[list[Any]]] = mapped_column(JSON)
    taxed: Mapped[bool]
    note: Mapped[str | None]
    fee_minor: Mapped[int | None]
    share_month: Mapped[str | None] = mapped_column(String(7))


class CouponRow(ChannelScoped, Base):
    """A promo code in uppercase. `percent` is a decimal as text."""

    __tablename__ = "billing_coupon"
    __table_args__ = (UniqueConstraint("channel_id", "code"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str]
    percent: Mapped[str | None]
    amount_minor: Mapped[int | None]
    currency: Mapped[str | None]
    products: Mapped[list[str]] = mapped_column(JSON)
    most: Mapped[int | None]
    most_each: Mapped[int | None]
    starts_at: Mapped[datetime | None]
    ends_at: Mapped[datetime | None]
    stopped: Mapped[bool]
    of_pack: Mapped[bool]
    account_id: Mapped[int | None]


class CustomerRow(ChannelScoped, Base):
    """A viewer's customer id at the payment provider.

    `leaving` is set from the closing of the account until the provider has erased the customer.
    """

    __tablename__ = "billing_customer"
    __table_args__ = (UniqueConstraint("channel_id", "account_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int]
    customer: Mapped[str]
    leaving: Mapped[bool]


class TrialRow(ChannelScoped, Base):
    """A digest of a person or card that used a free trial with the order `uuid`. It is anonymous and kept
    forever.
    """

    __tablename__ = "billing_trial"
    __table_args__ = (UniqueConstraint("channel_id", "mark"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    mark: Mapped[str]
    uuid: Mapped[str] = mapped_column(index=True)
    used_at: Mapped[datetime]


class WebhookEventRow(Base):
    """A processed webhook event; each is handled once. Belongs to no channel."""

    __tablename__ = "billing_notice"

    id: Mapped[str] = mapped_column(primary_key=True)
    kind: Mapped[str]
    heard_at: Mapped[datetime] = mapped_column(index=True)


class WebhookCursorRow(Base):
    """The instant up to which missed webhook events were read, in a single row. Belongs to no channel."""

    __tablename__ = "billing_caught_up"

    id: Mapped[int] = mapped_column(primary_key=True)
    until: Mapped[datetime]
