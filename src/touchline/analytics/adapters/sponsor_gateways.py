"""Gateways of sponsors to other contexts."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from touchline.analytics.domain.sponsors.ad_choice import AdPreroll, AdSponsor, AdTarget
from touchline.analytics.ports.sponsors import SponsorDetails
from touchline.catalog.facade import CatalogFacade
from touchline.channel.facade import ChannelFacade
from touchline.shared.ids import EventId
from touchline.shared.principal import Principal


class SponsorsGateway:
    """`Sponsors` backed by the facade of context channel."""

    def __init__(self, channel: ChannelFacade) -> None:
        self._channel = channel

    def list_sponsors(self, language: str) -> Sequence[SponsorDetails]:
        """Return the sponsors."""
        return [
            SponsorDetails(
                item.key,
                item.name,
                item.logo,
                item.url,
                item.email,
                item.daily_cap,
                item.is_archived,
                item.prerolls,
            )
            for item in self._channel.sponsors.list_sponsors(language)
        ]

    def list_prerolls(self) -> Sequence[AdPreroll]:
        """Return the pre-rolls. One of a sponsor that the channel does not have does not play."""
        return [
            AdPreroll(
                id=preroll.id,
                key=preroll.key,
                sponsor=AdSponsor(sponsor.key, sponsor.daily_cap, sponsor.archived) if sponsor else None,
                weight=preroll.weight,
                location_id=preroll.location_id,
                category_ids=tuple(preroll.category_ids),
                for_live=preroll.for_live,
                for_vod=preroll.for_vod,
            )
            for preroll, sponsor in self._channel.sponsors.list_prerolls()
            if sponsor or not preroll.sponsor
        ]

    def get_suppress_minutes(self) -> int:
        """Return the setting of the channel."""
        return self._channel.sponsors.get_suppress_minutes()

    def get_site(self) -> tuple[str, str]:
        """Return the name and the address of the site."""
        details = self._channel.get_current()
        return details.name, details.site_url


class AdTargetsGateway:
    """`AdTargets` backed by the facade of context catalog."""

    def __init__(self, catalog: CatalogFacade) -> None:
        self._catalog = catalog

    def get(self, principal: Principal, event_id: int) -> AdTarget | None:
        """Return an event that the viewer may watch."""
        target = self._catalog.footage.get_ad_target(principal, EventId(event_id))
        if target is None:
            return None
        return AdTarget(event_id, target.location_id, target.category_id, target.is_live, target.preroll_keys)

    def list_public(self, event_ids: Collection[int], language: str) -> Collection[int]:
        """Return those of the events that the channel shows to everybody."""
        return self._catalog.list_event_pictures(event_ids, language) if event_ids else ()
