"""The channel that billing sells for, and its viewers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from touchline.shared.ids import AccountId, ChannelId


@dataclass(frozen=True)
class ViewerProfile:
    """A viewer as receipts and the payment provider need them; `language` is the viewer's own."""

    email: str
    name: str
    language: str


@dataclass(frozen=True)
class BillingSettings:
    """The channel as receipts show it.

    `site` is its URL without a trailing slash, `domains` all its host names, `accent` its color `#rrggbb`
    (empty if it has none).
    """

    id: ChannelId
    slug: str
    name: str
    site: str
    currency: str
    time_zone: str
    language: str
    domains: tuple[str, ...] = ()
    accent: str = ""


class ChannelLanguage(Protocol):
    """The language of the current transaction's channel."""

    def get_language(self) -> str:
        """Return the channel's own language, the fallback of every text."""
        ...


class Channels(Protocol):
    """All channels of the installation."""

    def list_ids_by_slug(self) -> dict[str, ChannelId]:
        """Return the id of every channel by slug. Needs a transaction that sees all channels."""
        ...


class CurrentChannel(ChannelLanguage, Protocol):
    """The channel of the current transaction, and its viewers."""

    def get_billing_settings(self) -> BillingSettings:
        """Return the channel's billing settings."""
        ...

    def get_viewer_profile(self, account_id: AccountId) -> ViewerProfile | None:
        """Return the viewer's profile; None once the account is closed."""
        ...
