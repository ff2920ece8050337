"""Reads and writes the whole document of the current channel: the parts of all contexts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from zoneinfo import ZoneInfo

from touchline.billing.facade import BillingFacade
from touchline.catalog.facade import CatalogFacade
from touchline.channel.domain.document.revisions import ValueFormat
from touchline.channel.facade import ChannelFacade
from touchline.engagement.facade import EngagementFacade
from touchline.front.packs.document.contents import Content
from touchline.front.packs.pack import get_part
from touchline.front.packs.part_types import IdsByKey, PackPart
from touchline.front.packs.schemas.context import PackContext
from touchline.shared.clock import Clock

REFERENCE_KINDS = ("event", "category", "participant", "group", "location")
EMPTY_PARTS: Mapping[str, PackPart] = {"channel": {}, "catalog": {}, "billing": {}, "engagement": {}}


def get_format(content: Content) -> ValueFormat:
    """Return the format of the values of a document."""
    channel = content["channel"]
    return ValueFormat(
        channel["language"], tuple(channel["languages"]), channel["currency"], channel["time_zone"]
    )


class DocumentStore:
    """The document of the current channel, in the current transaction."""

    def __init__(
        self,
        channel: ChannelFacade,
        catalog: CatalogFacade,
        billing: BillingFacade,
        engagement: EngagementFacade,
        clock: Clock,
    ) -> None:
        self._channel, self._catalog, self._billing = channel, catalog, billing
        self._engagement = engagement
        self._clock = clock

    def read_parts(self) -> dict[str, PackPart]:
        """Return the parts of the document by context."""
        return {
            "channel": self._channel.export_pack(),
            "catalog": self._catalog.export_pack(),
            "billing": self._billing.export_pack(),
            "engagement": self._engagement.export_pack(),
        }

    def write(self, content: Content) -> None:
        """Replace the document. The content is checked already."""
        self._catalog.apply_pack(get_part(content, "catalog") | {"language": content["channel"]["language"]})
        ids: IdsByKey = {kind: self._catalog.list_ids_by_key(kind) for kind in REFERENCE_KINDS}
        self._billing.apply_pack(get_part(content, "billing"), ids)
        self._channel.apply_pack(get_part(content, "channel"), ids)
        self._engagement.apply_pack(get_part(content, "engagement"))

    def create_context(self, content: Content, file_names: Mapping[str, str] | None = None) -> PackContext:
        """Return the context in which entries are read and written. `file_names` names files in a pack."""
        return replace(self.create_format_context(get_format(content)), file_names=file_names or {})

    def create_format_context(self, value_format: ValueFormat) -> PackContext:
        """Return the context of values in a format."""
        return PackContext(
            self._clock.now(),
            value_format.language,
            value_format.languages,
            value_format.currency,
            ZoneInfo(value_format.time_zone),
        )
