"""Offer repository in SQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from touchline.billing.adapters.sql.tables import OfferColumns, PackageRow, SubscriptionRow
from touchline.billing.domain.offers.offer_availability import OfferAvailability
from touchline.billing.domain.offers.offers import (
    Capability,
    Feature,
    Offer,
    Package,
    PackageType,
    Price,
    Subscription,
)
from touchline.billing.domain.offers.price_choices import PriceChoice
from touchline.billing.domain.renewals.off_season import OffSeason
from touchline.shared.ids import PackageId, SubscriptionId
from touchline.shared.money import Money

Row = TypeVar("Row", PackageRow, SubscriptionRow)


class SqlOffers:
    """Implements `Offers` in the current transaction, with one query per read."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_packages(self, *, withdrawn: bool = False) -> Sequence[Package]:
        """Return all packages on sale, or all withdrawn ones, highest weight first."""
        return [_to_package(row) for row in self._list(PackageRow, withdrawn)]

    def get_package(self, package_id: int) -> Package | None:
        """Return one package that is on sale; None if there is none."""
        row = self._get(PackageRow, package_id)
        return _to_package(row) if row else None

    def list_subscriptions(self, *, withdrawn: bool = False) -> Sequence[Subscription]:
        """Return all subscriptions on sale, or all withdrawn ones, highest weight first."""
        return [_to_subscription(row) for row in self._list(SubscriptionRow, withdrawn)]

    def get_subscription(self, subscription_id: int) -> Subscription | None:
        """Return one subscription that is on sale; None if there is none."""
        row = self._get(SubscriptionRow, subscription_id)
        return _to_subscription(row) if row else None

    def replace_packages(self, packages: Sequence[Package]) -> None:
        """Store these packages by key, and withdraw all others."""
        self._replace(PackageRow, [_package_columns(package) for package in packages])

    def replace_subscriptions(self, subscriptions: Sequence[Subscription]) -> None:
        """Store these subscriptions by key, and withdraw all others."""
        self._replace(
            SubscriptionRow, [_subscription_columns(subscription) for subscription in subscriptions]
        )

    def _list(self, table: type[Row], withdrawn: bool) -> Sequence[Row]:
        statement = select(table).where(table.withdrawn.is_(withdrawn))
        return self._session().scalars(statement.order_by(table.weight.desc(), table.id)).all()

    def _get(self, table: type[Row], row_id: int) -> Row | None:
        return self._session().scalar(select(table).where(table.id == row_id, table.withdrawn.is_(False)))

    def _replace(self, table: type[Row], entries: Sequence[dict[str, Any]]) -> None:
        session = self._session()
        existing = {row.key: row for row in session.scalars(select(table))}
        for columns in entries:
            row = existing.pop(columns["key"], None)
            if row is None:
                session.add(table(**columns, withdrawn=False))
                continue
            for name, value in (columns | {"withdrawn": False}).items():
                setattr(row, name, value)
        for row in existing.values():
            row.withdrawn = True
        session.flush()


def _offer_columns(offer: Offer) -> dict[str, Any]:
    return {
        "key": offer.key,
        "name": offer.name,
        "description": offer.description,
        "base_minor": offer.price.base.minor,
        "fee_minor": offer.price.fee.minor,
        "currency": offer.price.base.currency,
        "offer": offer.offer,
        "period": offer.period,
        "capabilities": [capability.value for capability in offer.capabilities],
        "weight": offer.weight,
        "limits": {feature.value: limit for feature, limit in offer.limits.items()},
        "features": list(offer.features),
        "recommended": offer.recommended,
        "availability": offer.availability.to_dict(),
    }


def _package_columns(package: Package) -> dict[str, Any]:
    return _offer_columns(package) | {
        "type": package.type.value,
        "categories": list(package.categories),
        "category_ids": list(package.category_ids),
        "is_team_pass": package.is_team_pass,
        "days": package.days,
        "until": package.until,
        "price_choice": _serialize_price_choice(package.price_choice),
        "receipt_note": package.receipt_note,
    }


def _serialize_price_choice(choice: PriceChoice | None) -> dict[str, Any] | None:
    if choice is None:
        return None
    return {
        "minimum": choice.minimum.minor,
        "maximum": choice.maximum.minor,
        "suggested": [amount.minor for amount in choice.suggested],
    }


def _to_price_choice(row: PackageRow) -> PriceChoice | None:
    if row.price_choice is None:
        return None
    return PriceChoice(
        Money(row.price_choice["minimum"], row.currency),
        Money(row.price_choice["maximum"], row.currency),
        tuple(Money(minor, row.currency) for minor in row.price_choice["suggested"]),
    )


def _subscription_columns(subscription: Subscription) -> dict[str, Any]:
    off_season = subscription.off_season
    return _offer_columns(subscription) | {
        "trial_period": subscription.trial_period,
        "off_season": [off_season.starts, off_season.ends] if off_season else None,
    }


def _offer_fields(row: OfferColumns) -> dict[str, Any]:
    return {
        "key": row.key,
        "name": row.name,
        "description": row.description,
        "price": Price(Money(row.base_minor, row.currency), Money(row.fee_minor, row.currency)),
        "offer": row.offer,
        "period": row.period,
        "capabilities": tuple(Capability(name) for name in row.capabilities),
        "weight": row.weight,
        "limits": {Feature(name): limit for name, limit in row.limits.items()},
        "features": tuple(row.features),
        "recommended": row.recommended,
        "availability": OfferAvailability.from_dict(row.availability),
    }


def _to_package(row: PackageRow) -> Package:
    return Package(
        id=PackageId(row.id),
        type=PackageType(row.type),
        categories=tuple(row.categories),
        category_ids=tuple(row.category_ids),
        is_team_pass=row.is_team_pass,
        days=row.days,
        until=row.until,
        price_choice=_to_price_choice(row),
        receipt_note=row.receipt_note,
        **_offer_fields(row),
    )


def _to_subscription(row: SubscriptionRow) -> Subscription:
    return Subscription(
        id=SubscriptionId(row.id),
        trial_period=row.trial_period,
        off_season=OffSeason(*row.off_season) if row.off_season else None,
        **_offer_fields(row),
    )
