"""The channel's offers for operators: what each opens, whether it is sold, and who holds it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from touchline.billing.domain.checkout.orders import ProductKind
from touchline.billing.domain.offers.offers import Package, Subscription
from touchline.billing.domain.offers.terms import build_term
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.billing.ports.offers import Offers
from touchline.billing.ports.order_reports import HolderCount, OfferRef, OrderQuery, OrderReports, Validity
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError

SoldOffer = Package | Subscription


class OfferState(StrEnum):
    """Whether an offer is sold. An `ended` one is past its last day, a `withdrawn` one was removed."""

    ON_SALE = "on_sale"
    ENDED = "ended"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True)
class OfferStatus:
    """An offer with its state, and its holders by the price at which they bought it."""

    offer: SoldOffer
    state: OfferState
    counts: Sequence[HolderCount]


class OfferOverview:
    """Query of all offers of the current channel, and of the orders that hold one."""

    def __init__(
        self,
        offers: Offers,
        order_reports: OrderReports,
        channel: CurrentChannel,
        clock: Clock,
        grace: timedelta,
    ) -> None:
        self._offers = offers
        self._order_reports = order_reports
        self._channel = channel
        self._clock = clock
        self._grace = grace

    def __call__(self) -> list[OfferStatus]:
        """Return packages, then subscriptions: those in the document, then withdrawn ones that have holders.

        The number of queries does not depend on the number of offers.
        """
        counts: dict[OfferRef, list[HolderCount]] = {}
        for count in self._order_reports.count_holders(self._get_validity()):
            counts.setdefault(count.offer, []).append(count)
        statuses = [
            OfferStatus(offer, self._get_state(offer), counts.get(get_ref(offer), ()))
            for offer in self._list(withdrawn=False)
        ]
        return statuses + [
            OfferStatus(offer, OfferState.WITHDRAWN, counts[get_ref(offer)])
            for offer in self._list(withdrawn=True)
            if get_ref(offer) in counts
        ]

    def find_holders(self, kind: str, key: str) -> OrderQuery:
        """Return the filter of the orders that hold an offer now, withdrawn ones included.

        Raises `NotFoundError`.
        """
        for offer in [*self._list(withdrawn=False), *self._list(withdrawn=True)]:
            if offer.key == key and get_ref(offer).kind == kind:
                return OrderQuery(offer=get_ref(offer), validity=self._get_validity())
        raise NotFoundError

    def _list(self, *, withdrawn: bool) -> list[SoldOffer]:
        offers = self._offers
        return [
            *offers.list_packages(withdrawn=withdrawn),
            *offers.list_subscriptions(withdrawn=withdrawn),
        ]

    def _get_validity(self) -> Validity:
        return Validity(self._clock.now(), self._grace)

    def _get_state(self, offer: SoldOffer) -> OfferState:
        if isinstance(offer, Package) and offer.until is not None:
            term = build_term(offer.days, offer.until, self._channel.get_billing_settings().time_zone)
            return OfferState.ENDED if term.is_expired(self._clock.now()) else OfferState.ON_SALE
        return OfferState.ON_SALE


def get_ref(offer: SoldOffer) -> OfferRef:
    """Return the kind and ID of an offer."""
    kind = ProductKind.PACKAGE if isinstance(offer, Package) else ProductKind.SUBSCRIPTION
    return OfferRef(kind, offer.id)
