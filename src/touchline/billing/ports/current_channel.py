"""What billing must know of the channel it sells for, and of its viewers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from touchline.shared.ids import AccountId, ChannelId


@dataclass(frozen=True)
class ViewerProfile:
    """A viewer as a receipt and a payment provider need to know them; `language` the one they read."""

    email: str
    name: str
    language: str


@dataclass(frozen=True)
class BillingSettings:
    """The channel as a receipt names it; `site` is its address without a slash at the end, `domains` are all
    its names, `accent` its colour `#rrggbb` (empty where it has none)."""

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
    """Tells the language of the present transaction's channel."""

    def language(self) -> str:
        """The channel's own language: the fallback of every text."""
        ...


class CurrentChannel(ChannelLanguage, Protocol):
    """Tells about the channel of the present transaction, and its viewers."""

    def billing_settings(self) -> BillingSettings:
        """The channel as a seller."""
        ...

    def viewer_profile(self, account_id: AccountId) -> ViewerProfile | None:
        """The viewer; None once the account is closed."""
        ...
