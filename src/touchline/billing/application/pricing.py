"""What a purchase is of: the product, what it opens, and its price, as they are on sale now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from touchline.billing.application.purchases import (
    NO_TEAM,
    NO_TRIAL,
    NotForSale,
    NoTrial,
    NotSelected,
    Purchase,
)
from touchline.billing.domain.coverage import CoveredEvent, why_free
from touchline.billing.domain.offers import Capability, Package, PackageType, Price, Subscription
from touchline.billing.domain.orders import Grant, Kind, Product
from touchline.billing.domain.terms import Term, term_of
from touchline.billing.ports.channel_facts import ChannelFacts
from touchline.billing.ports.offers import Offers
from touchline.billing.ports.shelf import EventOnSale, Shelf, Team
from touchline.shared.errors import NotFound
from touchline.shared.text import LocalText


@dataclass(frozen=True)
class Priced:
    """A product with its price and what an order for it opens; `trial_days` where a trial is asked for.
    `event` or `team` is the one that was chosen."""

    product: Product
    grant: Grant
    price: Price
    trial_days: int = 0
    event: CoveredEvent | None = None
    team: Team | None = None


class Pricing:
    """Finds what is asked for among the offers and events of the present channel; `NotFound` where it is not
    on sale, `NotSelected` where too little was chosen, `NotForSale` for an event that is free.

    Whether it may be sold now, and to this viewer, is decided by `SaleCheck`.
    """

    def __init__(self, offers: Offers, shelf: Shelf, channel: ChannelFacts) -> None:
        self._offers = offers
        self._shelf = shelf
        self._channel = channel

    def __call__(self, purchase: Purchase, country: str | None = None, *, for_quote: bool = False) -> Priced:
        """Return the product of a purchase for a buyer in `country`. `for_quote`: a price is all that is
        wanted, so an event needs no `package_id` and a team pass no team (api.md, `GET /apply_coupon`)."""
        if purchase.id is None:
            raise NotSelected
        if purchase.kind is Kind.EVENT:
            return self._event(purchase.id, purchase.package_id, country, for_quote=for_quote)
        if purchase.kind is Kind.PACKAGE:
            return self._package(purchase.id, purchase.participant_id, for_quote=for_quote)
        return self._subscription(purchase.id, trial=purchase.trial)

    def of_event(self, event: EventOnSale) -> Priced | None:
        """Return an event as it is sold by itself; None where it is not."""
        sold_by = self._offers.package(event.package_id) if event.package_id else None
        if sold_by is None:
            return None
        capabilities = sold_by.capabilities
        if Capability.WATCH not in capabilities:
            capabilities = (Capability.WATCH, *capabilities)
        product = Product(
            kind=Kind.EVENT,
            id=event.id,
            name=event.name,
            package_id=sold_by.id,
            event_category_id=event.covered.category_id,
        )
        term = self._term(sold_by, not_before=event.covered.starts_at)
        grant = Grant(capabilities=capabilities, event_id=event.id, limits=sold_by.limits, term=term)
        return Priced(product, grant, event.price, event=event.covered)

    def of_package(self, package: Package, team: Team | None) -> Priced:
        """Return a package for everybody, or a team pass for one team."""
        product = Product(
            kind=Kind.PACKAGE,
            id=package.id,
            name=package.name,
            period=package.period,
            event_category_id=package.category_ids[0] if len(package.category_ids) == 1 else None,
            participant_id=team.id if team else None,
            participant_name=_team_name(package, team) if team else None,
        )
        grant = Grant(
            capabilities=package.capabilities,
            category_ids=package.category_ids,
            participant_id=product.participant_id,
            limits=package.limits,
            term=self._term(package),
        )
        return Priced(product, grant, package.price, team=team)

    def of_subscription(self, subscription: Subscription, trial_days: int = 0) -> Priced:
        """Return a subscription, paid at once or after a trial."""
        product = Product(
            kind=Kind.SUBSCRIPTION,
            id=subscription.id,
            name=subscription.name,
            period=subscription.period or subscription.offer,
        )
        grant = Grant(capabilities=subscription.capabilities, limits=subscription.limits)
        return Priced(product, grant, subscription.price, trial_days)

    def _event(
        self, event_id: int, package_id: int | None, country: str | None, *, for_quote: bool
    ) -> Priced:
        event = self._shelf.event(event_id, country)
        if event is None:
            raise NotFound
        if reason := why_free(event.covered):
            raise NotForSale(reason)
        priced = self.of_event(event)
        if priced is None:
            raise NotFound
        if package_id != priced.product.package_id and not (for_quote and package_id is None):
            raise NotSelected
        return priced

    def _package(self, package_id: int, participant_id: int | None, *, for_quote: bool) -> Priced:
        package = self._offers.package(package_id)
        if package is None or package.type is PackageType.EVENT:
            raise NotFound
        needs_team = package.for_team and not (for_quote and participant_id is None)
        return self.of_package(package, self._team(participant_id) if needs_team else None)

    def _subscription(self, subscription_id: int, *, trial: bool) -> Priced:
        subscription = self._offers.subscription(subscription_id)
        if subscription is None:
            raise NotFound
        if trial and not subscription.trial_period:
            raise NoTrial(NO_TRIAL)
        return self.of_subscription(subscription, subscription.trial_period if trial else 0)

    def _team(self, participant_id: int | None) -> Team:
        if participant_id is None:
            raise NotSelected(NO_TEAM)
        team = self._shelf.team(participant_id)
        if team is None:
            raise NotFound
        return team

    def _term(self, package: Package, not_before: datetime | None = None) -> Term:
        time_zone = self._channel.shop().time_zone
        return term_of(package.days, package.until, time_zone, not_before=not_before)


def _team_name(package: Package, team: Team) -> LocalText:
    """Return the team's name; with its category where the package does not name one category itself."""
    return team.name if len(package.category_ids) == 1 else team.full_name or team.name
