"""Port to the current channel and its viewers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from touchline.shared.defaults import CONTACT_DAYS
from touchline.shared.ids import AccountId, ChannelId, SessionId


@dataclass(frozen=True)
class ChannelDetails:
    """Details of the current channel.

    `time_zone` is an IANA name. `contact_days` is the number of business days in which the channel reviews
    requests.
    """

    id: ChannelId
    name: str
    language: str
    time_zone: str
    contact_days: int = CONTACT_DAYS


class Channels(Protocol):
    """All channels of the installation."""

    def list_ids_by_slug(self) -> dict[str, ChannelId]:
        """Return the id of every channel by slug. Needs a transaction that sees all channels."""
        ...


class CurrentChannel(Protocol):
    """The channel of the current transaction."""

    def get_details(self) -> ChannelDetails:
        """Return the channel's current details."""
        ...

    def get_language(self, account_id: AccountId) -> str | None:
        """Return the viewer's language, one of the channel's; None once the account is closed."""
        ...

    def can_manage_streams(self, account_id: AccountId) -> bool:
        """Return whether the account belongs to an operator who may manage live streams now."""
        ...

    def list_active_sessions(self, account_id: AccountId) -> frozenset[SessionId]:
        """Return the viewer's sessions that have neither ended nor expired."""
        ...
