"""Whether a viewer may buy something. Offers, quotes, purchases and trials all ask here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from touchline.billing.application.pricing import Priced, Pricing
from touchline.billing.application.purchases import AlreadyBought, NotForSale, Purchase
from touchline.billing.domain.coverage import Refusal, Supply, why_not_sold
from touchline.billing.domain.coverage_held import is_covered
from touchline.billing.domain.orders import Order
from touchline.billing.domain.recognition import already, item_of
from touchline.billing.domain.terms import FOR_GOOD, Term
from touchline.billing.ports.orders import Orders
from touchline.billing.ports.shelf import Shelf
from touchline.shared.clock import Clock
from touchline.shared.principal import Principal


class SaleCheck:
    """Prices a purchase, or refuses it before anything is paid (`domain.coverage`)."""

    def __init__(
        self, pricing: Pricing, shelf: Shelf, orders: Orders, clock: Clock, grace: timedelta
    ) -> None:
        self._pricing = pricing
        self._shelf = shelf
        self._orders = orders
        self._clock = clock
        self._grace = grace

    def __call__(self, purchase: Purchase, principal: Principal, *, for_quote: bool = False) -> Priced:
        """Return what is bought. `AlreadyBought` where the viewer holds it, `NotForSale` where it would open
        nothing for them, and what `Pricing` refuses."""
        priced = self._pricing(purchase, principal.country, for_quote=for_quote)
        held = self._orders.paid(principal.viewer)
        if self._is_bought(priced, held):
            raise AlreadyBought(priced.product.kind)
        reason = self.reason(priced, self._supply_of(priced, principal.country))
        if reason is None and self._is_covered(priced, held):
            reason = Refusal.ALREADY_COVERED
        if reason is not None:
            raise NotForSale(reason)
        return priced

    def for_gift(self, purchase: Purchase, until: datetime | None) -> Priced:
        """Return what an operator gives, until an instant or as long as the offer says. It must open
        something some day, wherever the viewer is; whether it is over already is left to the caller."""
        priced = self._pricing(purchase)
        if until is not None:
            priced = replace(priced, grant=replace(priced.grant, term=Term(until=until)))
        some_day = replace(priced, grant=replace(priced.grant, term=FOR_GOOD))
        reason = self.reason(some_day, self._supply_of(priced, None))
        if reason not in (None, Refusal.GEO_BLOCKED):
            raise NotForSale(reason)
        return priced

    def reason(self, priced: Priced, supply: Supply) -> Refusal | None:
        """Return why it is sold to nobody who has this supply; None where it is."""
        return why_not_sold(priced.grant, supply, self._clock.now())

    def is_held(self, priced: Priced, held: Sequence[Order]) -> bool:
        """Return whether these orders make it needless: by itself, or by something that covers it."""
        return self._is_bought(priced, held) or self._is_covered(priced, held)

    def _is_bought(self, priced: Priced, held: Sequence[Order]) -> bool:
        return already(item_of(priced.product, priced.grant), held, self._clock.now(), self._grace)

    def _is_covered(self, priced: Priced, held: Sequence[Order]) -> bool:
        now = self._clock.now()
        return is_covered(priced.product, priced.grant, held, now, self._grace, event=priced.event)

    def _supply_of(self, priced: Priced, country: str | None) -> Supply:
        if priced.event is not None:
            return Supply(events=(priced.event,))
        grant, team = priced.grant, priced.team
        supply = self._shelf.supply(country, grant.category_ids, grant.participant_id)
        return replace(supply, team_category_ids=team.category_ids) if team else supply
