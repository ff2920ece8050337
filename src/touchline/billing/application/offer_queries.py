"""What is on sale, as the API and the start-up bundle answer it."""

from __future__ import annotations

from touchline.billing.application.offer_answers import Answer, Teller
from touchline.billing.domain.offers import Package
from touchline.billing.domain.terms import term_of
from touchline.billing.ports.channel_facts import ChannelFacts
from touchline.billing.ports.offers import Offers
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFound


class OfferQueries:
    """Packages and subscriptions of the present channel, in a language; the heaviest first."""

    def __init__(self, offers: Offers, channel: ChannelFacts, clock: Clock) -> None:
        self._offers = offers
        self._channel = channel
        self._clock = clock

    def packages(self, language: str) -> list[Answer]:
        """All packages on sale; not those whose last day is over."""
        teller = self._teller(language)
        return [teller.package(package) for package in self._offers.packages() if not self._is_over(package)]

    def package(self, package_id: int, language: str) -> Answer:
        """One package; `NotFound` when it is not on sale in this channel."""
        package = self._offers.package(package_id)
        if package is None or self._is_over(package):
            raise NotFound
        return self._teller(language).package(package)

    def subscriptions(self, language: str) -> list[Answer]:
        """All subscriptions on sale."""
        teller = self._teller(language)
        return [teller.subscription(one) for one in self._offers.subscriptions()]

    def subscription(self, subscription_id: int, language: str) -> Answer:
        """One subscription; `NotFound` when it is not on sale in this channel."""
        subscription = self._offers.subscription(subscription_id)
        if subscription is None:
            raise NotFound
        return self._teller(language).subscription(subscription)

    def _is_over(self, package: Package) -> bool:
        if package.until is None:
            return False
        term = term_of(package.days, package.until, self._channel.shop().time_zone)
        return term.is_over(self._clock.now())

    def _teller(self, language: str) -> Teller:
        return Teller(language, self._channel.language())
