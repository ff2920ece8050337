"""Port for reading the details of the current channel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol
from zoneinfo import ZoneInfo

from touchline.catalog.domain.events.blackouts import Blackout
from touchline.shared.defaults import CURRENCY, LANGUAGE
from touchline.shared.geo import EVERYWHERE, GeoRule
from touchline.shared.ids import ChannelId


@dataclass(frozen=True)
class ChannelDetails:
    """The details of a channel that the catalog needs.

    `time_zone` is an IANA name, `currency` an ISO 4217 code, and `name` the channel's name. `language` is the
    fallback language, `languages` are all those offered. `domain` is used in the UIDs of the channel's
    calendars and does not change when domains change. `site_url` is the base URL for links.
    `blackouts` are those of all the channel's events and library items.
    """

    time_zone: str = "UTC"
    currency: str = CURRENCY
    language: str = LANGUAGE
    languages: tuple[str, ...] = ()
    domain: str = "localhost"
    site_url: str = "https://localhost"
    name: str = ""
    geo: GeoRule = EVERYWHERE
    blackouts: tuple[Blackout, ...] = ()

    @property
    def zone_info(self) -> ZoneInfo:
        """The time zone that defines the channel's days."""
        return ZoneInfo(self.time_zone)


class Channels(Protocol):
    """All channels of the installation."""

    def list_ids_by_slug(self) -> dict[str, ChannelId]:
        """Return the id of every channel by slug. Needs a transaction that sees all channels."""
        ...


class CurrentChannel(Protocol):
    """Access to the details of the channel in the current transaction."""

    def get_details(self) -> ChannelDetails:
        """Return the channel's details in the current transaction, with at most one query."""
        ...
