"""Offers on sale, for the API and the startup bundle."""

from __future__ import annotations

from datetime import datetime, timedelta

from touchline.billing.application.offers.offer_serializer import OfferSerializer, SerializedOffer
from touchline.billing.domain.offers.offers import Package
from touchline.billing.domain.offers.terms import build_term, get_day_end
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.billing.ports.offers import Offers
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError

DAY = timedelta(days=1)


class OfferQueries:
    """Lists the current channel's packages and subscriptions in a language, highest weight first."""

    def __init__(self, offers: Offers, channel: CurrentChannel, clock: Clock) -> None:
        self._offers = offers
        self._channel = channel
        self._clock = clock

    def list_packages(self, language: str) -> list[SerializedOffer]:
        """Return all packages on sale, without those whose last day is over."""
        serializer = self._build_serializer(language)
        return [
            serializer.serialize_package(package)
            for package in self._offers.list_packages()
            if not self._is_expired(package)
        ]

    def get_next_end(self) -> datetime:
        """Return until when the clock alone does not change the packages on sale.

        This is the next end of a last day, or a day from now without any.
        """
        now = self._clock.now()
        time_zone = self._channel.get_billing_settings().time_zone
        ends = [
            get_day_end(package.until, time_zone) for package in self._offers.list_packages() if package.until
        ]
        return min((end for end in ends if end > now), default=now + DAY)

    def get_package(self, package_id: int, language: str) -> SerializedOffer:
        """Return one package. Raises `NotFoundError` if it is not on sale in this channel."""
        package = self._offers.get_package(package_id)
        if package is None or self._is_expired(package):
            raise NotFoundError
        return self._build_serializer(language).serialize_package(package)

    def list_subscriptions(self, language: str) -> list[SerializedOffer]:
        """Return all subscriptions on sale."""
        serializer = self._build_serializer(language)
        return [
            serializer.serialize_subscription(subscription)
            for subscription in self._offers.list_subscriptions()
        ]

    def get_subscription(self, subscription_id: int, language: str) -> SerializedOffer:
        """Return one subscription. Raises `NotFoundError` if it is not on sale in this channel."""
        subscription = self._offers.get_subscription(subscription_id)
        if subscription is None:
            raise NotFoundError
        return self._build_serializer(language).serialize_subscription(subscription)

    def _is_expired(self, package: Package) -> bool:
        if package.until is None:
            return False
        term = build_term(package.days, package.until, self._channel.get_billing_settings().time_zone)
        return term.is_expired(self._clock.now())

    def _build_serializer(self, language: str) -> OfferSerializer:
        return OfferSerializer(language, self._channel.get_language())
