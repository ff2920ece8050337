"""The startup bundle: all data that the web app needs to start, in one response (api.md, "Keys and
start-up").
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from touchline.billing.facade import BillingFacade
from touchline.catalog.facade import CatalogFacade
from touchline.channel.facade import ChannelFacade


class GetBootstrapData:
    """Query for the startup bundle of the current transaction's channel."""

    def __init__(self, channel: ChannelFacade, catalog: CatalogFacade, billing: BillingFacade) -> None:
        self._channel = channel
        self._catalog = catalog
        self._billing = billing

    def get_next_change(self) -> datetime:
        """Return until when the clock alone does not change the bundle."""
        return self._billing.get_next_package_end()

    def __call__(self, language: str) -> dict[str, Any]:
        """Return the bundle in one language. It is the same for every viewer."""
        return {
            **self._channel.get_startup_data(language),
            **self._catalog.get_startup_data(language),
            "packages": self._billing.list_packages(language),
            "subscriptions": self._billing.list_subscriptions(language),
        }
