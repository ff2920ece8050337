"""What engagement must know of the channel and its viewers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol
from zoneinfo import ZoneInfo

from touchline.shared.defaults import CONTACT_DAYS
from touchline.shared.ids import AccountId, ChannelId, SessionId


@dataclass(frozen=True)
class ChannelDetails:
    """The present channel; `time_zone` is IANA, `site` its address without a slash at the end;
    `contact_days` the business days in which it reviews requests."""

    id: ChannelId
    name: str
    language: str
    time_zone: str
    site: str
    contact_days: int = CONTACT_DAYS

    @property
    def zone(self) -> ZoneInfo:
        """Its time zone."""
        return ZoneInfo(self.time_zone)


class CurrentChannel(Protocol):
    """Facts of the channel that the present transaction is bound to."""

    def get_details(self) -> ChannelDetails:
        """The facts as they are."""
        ...

    def get_language(self, account_id: AccountId) -> str | None:
        """A viewer's language, one of the channel's; None once the account is closed."""
        ...

    def list_active_sessions(self, account_id: AccountId) -> frozenset[SessionId]:
        """The sessions in which a viewer is logged in: neither ended nor expired."""
        ...
