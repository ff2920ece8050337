"""The context of a catalog request: the viewer, the channel and the time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from touchline.catalog.application.scoring.sport_lookup import SportLookup
from touchline.catalog.application.serializer import CatalogSerializer
from touchline.catalog.domain.access import Viewer
from touchline.catalog.ports.current_channel import ChannelDetails, CurrentChannel
from touchline.catalog.ports.score_settings import ScoreSettings
from touchline.catalog.ports.scoring.sports import Sports
from touchline.catalog.ports.site_urls import SiteUrls
from touchline.shared.clock import Clock
from touchline.shared.geo import EVERYWHERE, UNKNOWN_COUNTRY, GeoRule
from touchline.shared.principal import Principal


@dataclass(frozen=True)
class RequestContext:
    """One request: the principal, the channel's details, the current time and the serializer."""

    principal: Principal
    channel: ChannelDetails
    now: datetime
    serializer: CatalogSerializer
    score_settings: ScoreSettings

    @cached_property
    def hides_scores(self) -> bool:
        """Whether the caller hides scores and outcomes: as the request asks, or else as the viewer chose.

        At most one query.
        """
        principal = self.principal
        if principal.hides_scores is not None:
            return principal.hides_scores
        return principal.is_logged_in and self.score_settings.hides_scores(principal.viewer_id)

    @property
    def viewer(self) -> Viewer:
        """The viewer, for the access rule."""
        return Viewer(is_logged_in=self.principal.is_logged_in, country=self.principal.country)

    def get_region(self, rule: GeoRule = EVERYWHERE) -> str | None:
        """Return the country for which a playable URL is valid, or None if no rule depends on countries."""
        if not (self.channel.geo.is_set or self.channel.blackouts or rule.is_set):
            return None
        return self.principal.country or UNKNOWN_COUNTRY


class RequestContextFactory:
    """Creates request contexts."""

    def __init__(
        self,
        current_channel: CurrentChannel,
        urls: SiteUrls,
        sports: Sports,
        score_settings: ScoreSettings,
        clock: Clock,
    ) -> None:
        self._current_channel = current_channel
        self._urls = urls
        self._sports = sports
        self._score_settings = score_settings
        self._clock = clock

    def create(self, principal: Principal) -> RequestContext:
        """Create the context of a principal's request at the current time."""
        channel = self._current_channel.get_details()
        serializer = self._build_serializer(channel, principal.language)
        return RequestContext(principal, channel, self._clock.now(), serializer, self._score_settings)

    def create_serializer(self, language: str) -> CatalogSerializer:
        """Create a serializer for responses that are the same for every viewer."""
        return self._build_serializer(self._current_channel.get_details(), language)

    def _build_serializer(self, channel: ChannelDetails, language: str) -> CatalogSerializer:
        return CatalogSerializer(
            language, channel.language, self._urls, SportLookup(self._sports), channel.time_zone
        )

    def get_time(self) -> datetime:
        """Return the current time."""
        return self._clock.now()

    def get_time_zone(self) -> str:
        """Return the channel's time zone (IANA)."""
        return self._current_channel.get_details().time_zone
