"""Resolves a purchase to its product, grant and price, as they are on sale now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from touchline.billing.application.bundles.bundle_queries import BundledOffers
from touchline.billing.application.checkout.purchases import (
    NO_TRIAL,
    TEAM_NOT_SELECTED,
    NotForSaleError,
    NotSelectedError,
    PriceChangedError,
    Purchase,
    TrialUnavailableError,
)
from touchline.billing.domain.checkout.orders import Grant, Product, ProductKind
from touchline.billing.domain.coverage import CoveredEvent
from touchline.billing.domain.offers.offers import Capability, Package, PackageType, Price, Subscription
from touchline.billing.domain.offers.price_choices import choose_amount
from touchline.billing.domain.offers.sale_refusals import get_free_reason
from touchline.billing.domain.offers.terms import Term, build_term
from touchline.billing.domain.renewals.off_season import OffSeason
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.billing.ports.offers import Offers
from touchline.billing.ports.sale_catalog import EventOnSale, SaleCatalog, Team
from touchline.shared.errors import NotFoundError
from touchline.shared.money import Money
from touchline.shared.principal import Principal
from touchline.shared.strings.localized import LocalText


@dataclass(frozen=True)
class PricedProduct:
    """A product with its price and the grant of an order for it.

    `trial_days` is set if a trial was requested. `is_price_chosen`: the viewer chose the
    amount. `event` or `team` is the one that was chosen.
    """

    product: Product
    grant: Grant
    price: Price
    trial_days: int = 0
    is_price_chosen: bool = False
    event: CoveredEvent | None = None
    team: Team | None = None


class PricingService:
    """Finds the requested product among the offers and events of the current channel.

    Raises `NotFoundError` if it is not on sale, `NotSelectedError` if the selection is incomplete, and
    `NotForSaleError` for an event that is free.

    `SaleCheck` decides whether it may be sold now, and to this viewer.
    """

    def __init__(
        self,
        offers: Offers,
        sale_catalog: SaleCatalog,
        channel: CurrentChannel,
        bundled_offers: BundledOffers | None = None,
    ) -> None:
        self._bundled_offers = bundled_offers
        self._offers = offers
        self._sale_catalog = sale_catalog
        self._channel = channel

    def __call__(
        self, purchase: Purchase, viewer: Principal | None = None, *, for_quote: bool = False
    ) -> PricedProduct:
        """Return the product of a purchase for a viewer; None for what an operator grants.

        With `for_quote` only a price is needed. Then an event needs no `package_id` and a team pass no team
        (api.md, `GET /apply_coupon`).
        """
        if purchase.id is None:
            raise NotSelectedError
        if purchase.kind is ProductKind.EVENT:
            priced = self._resolve_event(purchase.id, purchase.package_id, viewer, for_quote=for_quote)
            package_id = priced.product.package_id
            package = self._offers.get_package(package_id) if package_id else None
            return _apply_choice(priced, package, purchase)
        if purchase.kind is ProductKind.DONATION:
            return self._resolve_donation(purchase)
        if purchase.kind is ProductKind.PACKAGE:
            priced = self._resolve_package(purchase.id, purchase.participant_id, for_quote=for_quote)
            priced = _apply_choice(priced, self._offers.get_package(purchase.id), purchase)
        else:
            priced = self._resolve_subscription(purchase.id, trial=purchase.is_trial)
            priced = _apply_choice(priced, None, purchase)
        return priced if viewer is None else self.add_bundles([priced])[0]

    def add_bundles(self, products: Iterable[PricedProduct]) -> list[PricedProduct]:
        """Return the products with the other channels that they include now. One query.

        What an operator grants opens no other channel.
        """
        bundles = self._bundled_offers.list_by_offer() if self._bundled_offers else {}
        return [
            replace(priced, grant=replace(priced.grant, bundle=items))
            if (items := bundles.get((priced.product.kind, priced.product.id)))
            else priced
            for priced in products
        ]

    def price_event(self, event: EventOnSale) -> PricedProduct | None:
        """Return an event as it is sold individually; None if it is not."""
        selling_package = self._offers.get_package(event.package_id) if event.package_id else None
        if selling_package is None:
            return None
        capabilities = selling_package.capabilities
        if Capability.WATCH not in capabilities:
            capabilities = (Capability.WATCH, *capabilities)
        product = Product(
            kind=ProductKind.EVENT,
            id=event.id,
            name=event.name,
            package_id=selling_package.id,
            event_category_id=event.coverage.category_id,
        )
        term = self._build_term(selling_package, not_before=event.coverage.starts_at)
        grant = Grant(
            capabilities=capabilities,
            event_id=event.id,
            limits=selling_package.limits,
            term=term,
            availability=selling_package.availability,
        )
        return PricedProduct(product, grant, event.price, event=event.coverage)

    def price_package(self, package: Package, team: Team | None) -> PricedProduct:
        """Return a package for all teams, or a team pass for one team."""
        product = Product(
            kind=ProductKind.PACKAGE,
            id=package.id,
            name=package.name,
            period=package.period,
            event_category_id=package.category_ids[0] if len(package.category_ids) == 1 else None,
            participant_id=team.id if team else None,
            participant_name=_get_team_name(package, team) if team else None,
        )
        grant = Grant(
            capabilities=package.capabilities,
            category_ids=package.category_ids,
            participant_id=product.participant_id,
            limits=package.limits,
            term=self._build_term(package),
            availability=package.availability,
        )
        return PricedProduct(product, grant, package.price, team=team)

    def price_donation(self, package: Package) -> PricedProduct:
        """Return a donation of the amount that the page selects first. It grants nothing."""
        product = Product(
            kind=ProductKind.DONATION,
            id=package.id,
            name=package.name,
            receipt_note=package.receipt_note,
        )
        return PricedProduct(product, Grant(capabilities=()), package.price)

    def price_subscription(self, subscription: Subscription, trial_days: int = 0) -> PricedProduct:
        """Return a subscription, paid at once or after a trial."""
        product = Product(
            kind=ProductKind.SUBSCRIPTION,
            id=subscription.id,
            name=subscription.name,
            period=subscription.period or subscription.offer,
            off_season=self._get_off_season(subscription),
        )
        grant = Grant(
            capabilities=subscription.capabilities,
            limits=subscription.limits,
            availability=subscription.availability,
        )
        return PricedProduct(product, grant, subscription.price, trial_days)

    def _resolve_event(
        self, event_id: int, package_id: int | None, viewer: Principal | None, *, for_quote: bool
    ) -> PricedProduct:
        event = self._sale_catalog.get_event(event_id, viewer)
        if event is None:
            raise NotFoundError
        if reason := get_free_reason(event.coverage):
            raise NotForSaleError(reason)
        priced = self.price_event(event)
        if priced is None:
            raise NotFoundError
        if package_id != priced.product.package_id and not (for_quote and package_id is None):
            raise NotSelectedError
        return priced

    def _resolve_package(
        self, package_id: int, participant_id: int | None, *, for_quote: bool
    ) -> PricedProduct:
        package = self._offers.get_package(package_id)
        if package is None or package.type in (PackageType.EVENT, PackageType.DONATION):
            raise NotFoundError
        needs_team = package.requires_team and not (for_quote and participant_id is None)
        return self.price_package(package, self._get_team(participant_id) if needs_team else None)

    def _resolve_donation(self, purchase: Purchase) -> PricedProduct:
        package = self._offers.get_package(purchase.id or 0)
        if package is None or package.type is not PackageType.DONATION:
            raise NotFoundError
        return _apply_choice(self.price_donation(package), package, purchase)

    def _resolve_subscription(self, subscription_id: int, *, trial: bool) -> PricedProduct:
        subscription = self._offers.get_subscription(subscription_id)
        if subscription is None:
            raise NotFoundError
        if trial and not subscription.trial_period:
            raise TrialUnavailableError(NO_TRIAL)
        return self.price_subscription(subscription, subscription.trial_period if trial else 0)

    def _get_team(self, participant_id: int | None) -> Team:
        if participant_id is None:
            raise NotSelectedError(TEAM_NOT_SELECTED)
        team = self._sale_catalog.get_team(participant_id)
        if team is None:
            raise NotFoundError
        return team

    def _get_off_season(self, subscription: Subscription) -> OffSeason | None:
        if subscription.off_season is None:
            return None
        return replace(subscription.off_season, time_zone=self._channel.get_billing_settings().time_zone)

    def _build_term(self, package: Package, not_before: datetime | None = None) -> Term:
        time_zone = self._channel.get_billing_settings().time_zone
        return build_term(package.days, package.until, time_zone, not_before=not_before)


def _apply_choice(priced: PricedProduct, package: Package | None, purchase: Purchase) -> PricedProduct:
    """Return the product at the amount that the viewer chose, without a service fee.

    Raises `PriceChangedError` for an amount if the product has a fixed price.
    """
    choice = package.price_choice if package else None
    if choice is None:
        if purchase.amount is not None:
            raise PriceChangedError
        return priced
    chosen = choose_amount(choice, purchase.amount, priced.price.total)
    return replace(priced, price=Price(chosen, Money(0, chosen.currency)), is_price_chosen=True)


def _get_team_name(package: Package, team: Team) -> LocalText:
    """Return the team's name, including its category unless the package has exactly one category."""
    return team.name if len(package.category_ids) == 1 else team.full_name or team.name
