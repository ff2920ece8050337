"""What the catalogue must know of the channel it stands in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol
from zoneinfo import ZoneInfo

from touchline.shared.defaults import CURRENCY, LANGUAGE
from touchline.shared.geo import EVERYWHERE, GeoRule


@dataclass(frozen=True)
class ChannelDetails:
    """`time_zone` is an IANA name, `currency` ISO 4217, `language` the one to fall back to,
    `languages` all that it offers, `domain` the one in the UIDs of its calendars (it stays when domains
    change), `site_url` the base URL that links to it have, `name` what the channel is called."""

    time_zone: str = "UTC"
    currency: str = CURRENCY
    language: str = LANGUAGE
    languages: tuple[str, ...] = ()
    domain: str = "localhost"
    site_url: str = "https://localhost"
    name: str = ""
    geo: GeoRule = EVERYWHERE

    @property
    def zone_info(self) -> ZoneInfo:
        """The zone that the channel's days are counted in."""
        return ZoneInfo(self.time_zone)


class CurrentChannel(Protocol):
    """Tells about the channel of the present transaction."""

    def get_details(self) -> ChannelDetails:
        """The facts as of this transaction; one query at most."""
        ...
