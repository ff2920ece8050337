"""The offers that open an event, for operators. The rules are those of the viewers' purchase options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from touchline.billing.application.offers.offer_overview import SoldOffer, get_ref
from touchline.billing.application.offers.purchase_options import GrantingProduct, PurchaseOptionQueries
from touchline.billing.domain.checkout.orders import Product, ProductKind
from touchline.billing.domain.coverage import CoveredEvent
from touchline.billing.domain.offers.offers import Price
from touchline.billing.domain.offers.sale_refusals import SaleRefusal, is_sellable
from touchline.billing.ports.catalog_keys import CatalogKeys
from touchline.billing.ports.offers import Offers
from touchline.billing.ports.order_reports import OfferRef
from touchline.billing.ports.sale_catalog import SaleCatalog
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError


class EventOfferState(StrEnum):
    """Whether viewers can buy an offer to watch an event.

    `ended`: its last day is over. `ends_before`: a purchase made now ends before the event starts.
    `team_not_covered`: it is a team pass that the teams of the event are not sold. `unavailable`: the event
    does not take place, or is over without a recording.
    """

    ON_SALE = "on_sale"
    ENDED = "ended"
    ENDS_BEFORE = "ends_before"
    TEAM_NOT_COVERED = "team_not_covered"
    UNAVAILABLE = "unavailable"


@dataclass(frozen=True)
class EventOffer:
    """An offer that opens an event, with its price there.

    An offer of kind `event` sells the event alone. `offer` is then the single-event package.
    """

    kind: ProductKind
    offer: SoldOffer
    price: Price
    state: EventOfferState


@dataclass(frozen=True)
class EventOffers:
    """An event, and the offers that open it. An event that is free has none."""

    event: CoveredEvent
    offers: Sequence[EventOffer]


class GetEventOffers:
    """Query of the offers that open an event, also those that are not sold now, in any region."""

    def __init__(
        self,
        purchase_option_queries: PurchaseOptionQueries,
        offers: Offers,
        sale_catalog: SaleCatalog,
        catalog_keys: CatalogKeys,
        clock: Clock,
    ) -> None:
        self._purchase_option_queries = purchase_option_queries
        self._offers = offers
        self._sale_catalog = sale_catalog
        self._catalog_keys = catalog_keys
        self._clock = clock

    def __call__(self, key: str) -> EventOffers:
        """Return the offers in the order in which viewers see them. A team pass is one offer.

        The number of queries does not depend on the number of offers. Raises `NotFoundError`.
        """
        event_id = self._catalog_keys.get_id("event", key)
        event = self._sale_catalog.get_event(event_id, None) if event_id is not None else None
        if event is None:
            raise NotFoundError
        event = replace(event, coverage=replace(event.coverage, is_blocked=False))
        offers: list[SoldOffer] = [*self._offers.list_packages(), *self._offers.list_subscriptions()]
        offers_by_ref = {get_ref(offer): offer for offer in offers}
        now = self._clock.now()
        found: dict[OfferRef, EventOffer] = {}
        for granting in self._purchase_option_queries.list_granting(event):
            ref = _get_offer_ref(granting.priced.product)
            if ref not in found or granting.refusal is None:
                found[ref] = EventOffer(
                    granting.priced.product.kind,
                    offers_by_ref[ref],
                    granting.priced.price,
                    _get_state(granting, event.coverage, now),
                )
        return EventOffers(event.coverage, list(found.values()))


def _get_offer_ref(product: Product) -> OfferRef:
    if product.package_id is not None:
        return OfferRef(ProductKind.PACKAGE, product.package_id)
    return OfferRef(product.kind, product.id)


def _get_state(granting: GrantingProduct, event: CoveredEvent, now: datetime) -> EventOfferState:
    if granting.refusal is None:
        return EventOfferState.ON_SALE
    if not is_sellable(event):
        return EventOfferState.UNAVAILABLE
    if granting.refusal is SaleRefusal.TEAM_NOT_COVERED:
        return EventOfferState.TEAM_NOT_COVERED
    has_ended = granting.priced.grant.term.is_expired(now)
    return EventOfferState.ENDED if has_ended else EventOfferState.ENDS_BEFORE
