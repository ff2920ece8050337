"""Repositories of bundles in SQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ColumnElement, String, UniqueConstraint, case, func, or_, select, update
from sqlalchemy.orm import Mapped, Session, mapped_column

from touchline.billing.domain.bundles.bundle_grants import BundleGrant, BundlePeriod
from touchline.billing.domain.bundles.bundles import Bundle
from touchline.billing.domain.checkout.orders import ProductKind
from touchline.billing.domain.offers.offer_availability import OfferAvailability
from touchline.billing.ports.bundles import GrantLocation
from touchline.platform.db.base import Base, ChannelScoped, VersionedTable
from touchline.platform.db.inserts import insert_if_absent
from touchline.platform.db.locks import select_for_update
from touchline.platform.db.session import current_channel_id
from touchline.shared.ids import AccountId, ChannelId, OrderId
from touchline.shared.money import Money

_BUNDLE_COLUMNS = (
    "seller_id", "partner_id", "product_id", "offer_name", "basis_points", "proposed_at", "accepted_at",
    "ended_at", "ended_by", "slot",
)  # fmt: skip


class BundleRow(Base):
    """An agreement between two channels. It belongs to both, so `SqlBundles` filters it by either.

    `slot` is set while the bundle is open, so that no second one can be proposed for the same offer.
    """

    __tablename__ = "billing_bundle"
    __table_args__ = (UniqueConstraint("slot"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    seller_id: Mapped[int] = mapped_column(index=True)
    partner_id: Mapped[int] = mapped_column(index=True)
    kind: Mapped[str] = mapped_column(String(20))
    product_id: Mapped[int]
    offer_name: Mapped[dict[str, Any]] = mapped_column(JSON)
    price_minor: Mapped[int]
    currency: Mapped[str] = mapped_column(String(3))
    basis_points: Mapped[int]
    proposed_at: Mapped[datetime]
    accepted_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]
    ended_by: Mapped[int | None]
    slot: Mapped[str | None] = mapped_column(String(80))


class BundleGrantRow(VersionedTable, ChannelScoped, Base):
    """Access in a channel that an order of another channel gives.

    `address_digest` is a keyed digest of the buyer's verified address. `order_version` is the version of the
    order that the row was derived from.
    """

    __tablename__ = "billing_bundle_grant"
    __table_args__ = (UniqueConstraint("channel_id", "order_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    seller_id: Mapped[int]
    order_id: Mapped[int] = mapped_column(index=True)
    bundle_id: Mapped[int]
    order_version: Mapped[int]
    account_id: Mapped[int | None] = mapped_column(index=True)
    address_digest: Mapped[str | None] = mapped_column(String(64), index=True)
    product_name: Mapped[dict[str, Any]] = mapped_column(JSON)
    capabilities: Mapped[list[str]] = mapped_column(JSON)
    limits: Mapped[dict[str, int]] = mapped_column(JSON)
    since: Mapped[datetime]
    until: Mapped[datetime | None]
    revoked: Mapped[bool]
    used_since: Mapped[datetime | None]
    availability: Mapped[dict[str, Any]] = mapped_column(JSON)


class SqlBundles:
    """Implements `Bundles` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def add(self, bundle: Bundle) -> bool:
        """Add a proposal of the current channel. Return False if its slot is taken."""
        if bundle.seller_id != current_channel_id():
            raise RuntimeError("A bundle is proposed by the channel that sells it.")
        session = self._session()
        if not insert_if_absent(session, BundleRow, **_get_columns(bundle)):
            return False
        bundle.id = session.scalars(select(BundleRow.id).where(BundleRow.slot == bundle.slot)).one()
        return True

    def get_for_update(self, bundle_id: int) -> Bundle | None:
        """Return one bundle, locked for update."""
        statement = select(BundleRow).where(BundleRow.id == bundle_id, _is_visible())
        row = select_for_update(self._session(), statement)
        return _to_bundle(row) if row else None

    def save(self, bundle: Bundle) -> None:
        """Store the status."""
        own_row = update(BundleRow).where(BundleRow.id == bundle.id, _is_visible())
        self._session().execute(own_row.values(**_get_columns(bundle)))

    def list_all(self) -> Sequence[Bundle]:
        """Return the bundles, newest first."""
        statement = select(BundleRow).where(_is_visible()).order_by(BundleRow.id.desc())
        rows = self._session().scalars(statement.execution_options(populate_existing=True))
        return [_to_bundle(row) for row in rows]


class SqlBundleGrants:
    """Implements `BundleGrants` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def put(self, grant: BundleGrant) -> bool:
        """Store the grant of an order, unless the stored one is from a later version."""
        session, values = self._session(), _get_grant_columns(grant)
        if insert_if_absent(session, BundleGrantRow, order_id=grant.order_id, **values):
            return True
        if grant.account_id is None and grant.address_digest is not None:
            # `link` may have found the account of this address since.
            has_same_address = BundleGrantRow.address_digest == grant.address_digest
            values["account_id"] = case((has_same_address, BundleGrantRow.account_id), else_=None)
        statement = update(BundleGrantRow).where(
            BundleGrantRow.order_id == grant.order_id, BundleGrantRow.order_version <= grant.version
        )
        return _count(session, statement.values(**values)) == 1

    def link(self, digest: str, account_id: AccountId) -> int:
        """Give the grants that wait for an address to the account that verified it."""
        statement = update(BundleGrantRow).where(
            BundleGrantRow.address_digest == digest, BundleGrantRow.account_id.is_(None)
        )
        return _count(self._session(), statement.values(account_id=account_id))

    def unlink(self, account_id: AccountId) -> None:
        """Remove an account from its grants. They wait for the address again."""
        statement = update(BundleGrantRow).where(BundleGrantRow.account_id == account_id)
        _count(self._session(), statement.values(account_id=None))

    def list_for_account(self, account_id: AccountId) -> Sequence[BundleGrant]:
        """Return the grants of an account that are not revoked, newest first."""
        statement = select(BundleGrantRow).where(
            BundleGrantRow.account_id == account_id, BundleGrantRow.revoked.is_(False)
        )
        statement = statement.order_by(BundleGrantRow.id.desc())
        rows = self._session().scalars(statement.execution_options(populate_existing=True))
        return [_to_grant(row) for row in rows]

    def count_active(self, now: datetime) -> dict[int, int]:
        """Return how many grants are valid now, by the id of their bundle."""
        statement = select(BundleGrantRow.bundle_id, func.count()).where(
            BundleGrantRow.revoked.is_(False), _is_not_over(now)
        )
        rows = self._session().execute(statement.group_by(BundleGrantRow.bundle_id))
        return {int(bundle_id): int(count) for bundle_id, count in rows}

    def list_locations(self, now: datetime, after: int, limit: int) -> Sequence[GrantLocation]:
        """Return id, selling channel and order of grants of all channels that are not over, by id."""
        columns = (BundleGrantRow.id, BundleGrantRow.seller_id, BundleGrantRow.order_id)
        statement = select(*columns).where(
            BundleGrantRow.id > after, BundleGrantRow.revoked.is_(False), _is_not_over(now)
        )
        rows = self._session().execute(statement.order_by(BundleGrantRow.id).limit(limit))
        return [(row.id, ChannelId(row.seller_id), OrderId(row.order_id)) for row in rows]


def _is_visible() -> ColumnElement[bool]:
    channel_id = current_channel_id()
    return or_(BundleRow.seller_id == channel_id, BundleRow.partner_id == channel_id)


def _is_not_over(now: datetime) -> ColumnElement[bool]:
    return or_(BundleGrantRow.until.is_(None), BundleGrantRow.until > now)


def _count(session: Session, statement: Any) -> int:
    result: Any = session.execute(statement.execution_options(synchronize_session=False))
    return int(result.rowcount)


def _get_columns(bundle: Bundle) -> dict[str, Any]:
    return {name: getattr(bundle, name) for name in _BUNDLE_COLUMNS} | {
        "kind": bundle.kind.value,
        "price_minor": bundle.price.minor,
        "currency": bundle.price.currency,
    }


def _to_bundle(row: BundleRow) -> Bundle:
    values = {name: getattr(row, name) for name in _BUNDLE_COLUMNS if name != "slot"}
    price = Money(row.price_minor, row.currency)
    return Bundle(id=row.id, kind=ProductKind(row.kind), price=price, **values)


def _get_grant_columns(grant: BundleGrant) -> dict[str, Any]:
    return {
        "seller_id": grant.seller_id,
        "bundle_id": grant.bundle_id,
        "order_version": grant.version,
        "account_id": grant.account_id,
        "address_digest": grant.address_digest,
        "product_name": grant.product_name,
        "capabilities": list(grant.capabilities),
        "limits": dict(grant.limits),
        "since": grant.period.since,
        "until": grant.period.until,
        "revoked": grant.period.revoked,
        "used_since": grant.used_since,
        "availability": grant.availability.to_dict(),
    }


def _to_grant(row: BundleGrantRow) -> BundleGrant:
    return BundleGrant(
        seller_id=ChannelId(row.seller_id),
        order_id=OrderId(row.order_id),
        bundle_id=row.bundle_id,
        version=row.order_version,
        period=BundlePeriod(row.since, row.until, row.revoked),
        product_name=row.product_name,
        capabilities=tuple(row.capabilities),
        limits=row.limits,
        account_id=None if row.account_id is None else AccountId(row.account_id),
        address_digest=row.address_digest,
        used_since=row.used_since,
        availability=OfferAvailability.from_dict(row.availability),
    )
