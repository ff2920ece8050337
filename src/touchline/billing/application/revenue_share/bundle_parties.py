"""The partner channels of bundles as parties of revenue shares."""

from __future__ import annotations

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from touchline.billing.application.revenue_share.ledger_lines import format_month
from touchline.billing.domain.bundles.bundles import Bundle
from touchline.billing.domain.revenue_share.rules import Party, PartyKind, get_channel_key
from touchline.billing.ports.bundles import Bundles, PartnerChannels
from touchline.billing.ports.current_channel import CurrentChannel


class BundleParties:
    """Returns the partner channels of the bundles that the current channel sells or sold."""

    def __init__(
        self, bundles: Bundles, partner_channels: PartnerChannels, current_channel: CurrentChannel
    ) -> None:
        self._bundles = bundles
        self._partner_channels = partner_channels
        self._current_channel = current_channel

    def add_to(self, parties: Sequence[Party]) -> list[Party]:
        """Return the parties with the partner channels. A stored party has the account for payouts."""
        stored_keys = {party.key for party in parties}
        partner_ids = dict.fromkeys(bundle.partner_id for bundle in self._list_accepted())
        return [
            *parties,
            *(
                Party(key=key, name=self._partner_channels.get(partner_id).name, kind=PartyKind.CHANNEL)
                for partner_id in partner_ids
                if (key := get_channel_key(partner_id)) not in stored_keys
            ),
        ]

    def get_first_month(self) -> str | None:
        """Return the month of the first bundle that was accepted."""
        zone = ZoneInfo(self._current_channel.get_billing_settings().time_zone)
        accepted = [bundle.accepted_at for bundle in self._list_accepted() if bundle.accepted_at is not None]
        return format_month(min(accepted), zone) if accepted else None

    def _list_accepted(self) -> list[Bundle]:
        seller_id = self._current_channel.get_billing_settings().id
        return [
            bundle
            for bundle in self._bundles.list_all()
            if bundle.seller_id == seller_id and bundle.accepted_at is not None
        ]
