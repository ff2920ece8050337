"""Check whether a viewer may buy something. Offers, quotes, purchases and trials use it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from touchline.billing.application.checkout.purchases import AlreadyBoughtError, NotForSaleError, Purchase
from touchline.billing.application.offers.pricing_service import PricedProduct, PricingService
from touchline.billing.domain.checkout.orders import Order, ProductKind
from touchline.billing.domain.coverage import CoveredEvent, build_sale_item, is_already_bought, is_covered
from touchline.billing.domain.offers.sale_refusals import ContentSupply, SaleRefusal, get_sale_refusal
from touchline.billing.domain.offers.terms import UNLIMITED, Term
from touchline.billing.ports.orders import Orders
from touchline.billing.ports.sale_catalog import SaleCatalog
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.principal import Principal

NO_SUBSCRIPTION_GIFTS = ErrorMessage(
    "errors.no_subscription_gifts", "Subscriptions cannot be given. Choose a pass or a single event."
)


class SaleCheck:
    """Prices a purchase, or refuses it before any payment (`domain.offers.sale_refusals`)."""

    def __init__(
        self,
        pricing_service: PricingService,
        sale_catalog: SaleCatalog,
        orders: Orders,
        clock: Clock,
        grace: timedelta,
    ) -> None:
        self._pricing_service = pricing_service
        self._sale_catalog = sale_catalog
        self._orders = orders
        self._clock = clock
        self._grace = grace

    def __call__(self, purchase: Purchase, principal: Principal, *, for_quote: bool = False) -> PricedProduct:
        """Return the priced product.

        Raises `AlreadyBoughtError` if the viewer has it, `NotForSaleError` if it would grant them no
        access, and the errors of `PricingService`.
        """
        priced = self._pricing_service(purchase, principal, for_quote=for_quote)
        if priced.product.kind is ProductKind.DONATION:
            return priced
        held = self._orders.list_paid(principal.viewer_id)
        if self._is_bought(priced, held):
            raise AlreadyBoughtError(priced.product.kind)
        reason = self.get_refusal(priced, self.get_supply(priced, principal.country))
        if reason is None and self._is_covered(priced, held):
            reason = SaleRefusal.ALREADY_COVERED
        if reason is not None:
            raise NotForSaleError(reason)
        return priced

    def check_gift(self, purchase: Purchase, principal: Principal) -> PricedProduct:
        """Return the priced product of a gift, whether or not its buyer has it.

        Raises `NotForSaleError` if it would grant no access, and `RefusedError` for a subscription.
        """
        if purchase.kind in (ProductKind.SUBSCRIPTION, ProductKind.DONATION):
            raise RefusedError(NO_SUBSCRIPTION_GIFTS)
        priced = self._pricing_service(purchase, principal)
        reason = self.get_refusal(priced, self.get_supply(priced, principal.country))
        if reason is not None:
            raise NotForSaleError(reason)
        return priced

    def find_event(self, event_id: int, viewer: Principal) -> CoveredEvent | None:
        """Return an event as purchases cover it.

        None if it is no longer in the channel, or if it is private and the viewer may not see it.
        """
        event = self._sale_catalog.get_event(event_id, viewer)
        return event.coverage if event else None

    def check_grant(self, purchase: Purchase, until: datetime | None) -> PricedProduct:
        """Return what an operator grants, until an instant or for the offer's own term.

        The product must cover some content, in any region. The caller checks whether it has already ended.
        """
        priced = self._pricing_service(purchase)
        if priced.product.kind is ProductKind.DONATION:
            raise NotFoundError
        if until is not None:
            priced = replace(priced, grant=replace(priced.grant, term=Term(until=until)))
        unlimited = replace(priced, grant=replace(priced.grant, term=UNLIMITED))
        reason = self.get_refusal(unlimited, self.get_supply(priced, None))
        if reason not in (None, SaleRefusal.GEO_BLOCKED):
            raise NotForSaleError(reason)
        return priced

    def get_refusal(self, priced: PricedProduct, supply: ContentSupply) -> SaleRefusal | None:
        """Return why the product cannot be sold to buyers with this supply; None if it can."""
        return get_sale_refusal(priced.grant, supply, self._clock.now())

    def is_owned(self, priced: PricedProduct, held: Sequence[Order]) -> bool:
        """Return whether these orders make the product unnecessary: the same product, or one that covers
        it. A viewer may donate again at any time.
        """
        if priced.product.kind is ProductKind.DONATION:
            return False
        return self._is_bought(priced, held) or self._is_covered(priced, held)

    def _is_bought(self, priced: PricedProduct, held: Sequence[Order]) -> bool:
        return is_already_bought(
            build_sale_item(priced.product, priced.grant), held, self._clock.now(), self._grace
        )

    def _is_covered(self, priced: PricedProduct, held: Sequence[Order]) -> bool:
        now = self._clock.now()
        return is_covered(priced.product, priced.grant, held, now, self._grace, event=priced.event)

    def get_supply(self, priced: PricedProduct, country: str | None) -> ContentSupply:
        """Return what buyers in a country can watch with the product."""
        if priced.event is not None:
            return ContentSupply(events=(priced.event,))
        grant, team = priced.grant, priced.team
        supply = self._sale_catalog.get_supply(country, grant.category_ids, grant.participant_id)
        return replace(supply, team_category_ids=team.category_ids) if team else supply
