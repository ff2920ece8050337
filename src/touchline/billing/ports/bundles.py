"""Bundles of several channels, and the access that they give in the current channel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.billing.domain.bundles.bundle_grants import BundleGrant
from touchline.billing.domain.bundles.bundles import Bundle
from touchline.shared.ids import AccountId, ChannelId, OrderId


@dataclass(frozen=True)
class PartnerChannel:
    """What viewers and operators of another channel may see of a channel: what its public site shows.

    `site` is its URL without a trailing slash, `logo` the path of its logo on every site of the deployment.
    """

    id: ChannelId
    slug: str
    name: str
    site: str
    logo: str | None


class PartnerChannels(Protocol):
    """The public data of all channels of the deployment."""

    def get(self, channel_id: ChannelId) -> PartnerChannel:
        """Return a channel. Raises `NotFoundError`."""
        ...

    def find(self, address: str) -> PartnerChannel | None:
        """Return the channel with this short name or domain; None if there is none."""
        ...


class VerifiedAddresses(Protocol):
    """The verified email addresses of the accounts of the current channel."""

    def get_verified_address(self, account_id: AccountId) -> str | None:
        """Return the address of an account if it is verified."""
        ...

    def find_verified_account_id(self, email: str) -> AccountId | None:
        """Return the account that has verified an address; None if there is none."""
        ...


class Bundles(Protocol):
    """The bundles in which the current channel sells or is the partner. No other bundle is visible."""

    def add(self, bundle: Bundle) -> bool:
        """Add a proposal of the current channel. Return False if its slot is taken."""
        ...

    def get_for_update(self, bundle_id: int) -> Bundle | None:
        """Return one bundle, locked for update."""
        ...

    def save(self, bundle: Bundle) -> None:
        """Store the status."""
        ...

    def list_all(self) -> Sequence[Bundle]:
        """Return the bundles, newest first. One query."""
        ...


GrantLocation = tuple[int, ChannelId, OrderId]
"""The id of a grant, with the channel that sold its order."""


class BundleGrants(Protocol):
    """The access in the current channel that orders of other channels give."""

    def put(self, grant: BundleGrant) -> bool:
        """Store the grant of an order. A stored account stays if the address is the same.

        Return False, with nothing changed, if the stored one is from a later version of the order.
        """
        ...

    def link(self, digest: str, account_id: AccountId) -> int:
        """Give the grants that wait for an address to the account that verified it. Return their number."""
        ...

    def unlink(self, account_id: AccountId) -> None:
        """Remove an account from its grants. They wait for the address again."""
        ...

    def list_for_account(self, account_id: AccountId) -> Sequence[BundleGrant]:
        """Return the grants of an account that are not revoked, newest first. One query."""
        ...

    def count_active(self, now: datetime) -> dict[int, int]:
        """Return how many grants are valid now, by the id of their bundle. One query."""
        ...

    def list_locations(self, now: datetime, after: int, limit: int) -> Sequence[GrantLocation]:
        """Return id, selling channel and order of grants of all channels that are not over, by id.

        `after` is the id of the last one of the previous call. Needs a transaction that sees all channels.
        """
        ...
