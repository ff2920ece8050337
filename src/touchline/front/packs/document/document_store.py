"""Reads and writes the whole document of the current channel: the parts of all contexts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from touchline.billing.facade import BillingFacade
from touchline.catalog.facade import CATALOG_SECTIONS, CatalogFacade
from touchline.channel.domain.document.revisions import ValueFormat
from touchline.channel.facade import ChannelFacade
from touchline.engagement.facade import EngagementFacade
from touchline.front.packs.document.contents import SECTIONS, Content
from touchline.front.packs.document.event_scope import Changes, find_concerned_events
from touchline.front.packs.layout import ContextName, stem
from touchline.front.packs.pack import get_part, join_offers, join_parts
from touchline.front.packs.part_types import EventKeys, IdsByKey, PackPart
from touchline.front.packs.schemas.context import ActivePackContext, PackContext
from touchline.shared.clock import Clock

REFERENCE_KINDS = ("event", "category", "participant", "group", "location")
CONTEXT_NAMES: tuple[ContextName, ...] = ("channel", "catalog", "billing", "engagement")
EMPTY_PARTS: Mapping[str, PackPart] = {name: {} for name in CONTEXT_NAMES}


@dataclass(frozen=True)
class Excerpt:
    """The parts of the document with the events `event_keys` only, or with all events if it is None."""

    parts: Mapping[str, PackPart]
    event_keys: EventKeys = None


def get_format(content: Content) -> ValueFormat:
    """Return the format of the values of a document."""
    channel = content["channel"]
    return ValueFormat(
        channel["language"], tuple(channel["languages"]), channel["currency"], channel["time_zone"]
    )


def _get_language(content: Content) -> dict[str, str]:
    return {"language": content["channel"]["language"]}


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

    def read_parts(self, event_keys: EventKeys = None) -> dict[str, PackPart]:
        """Return the parts of the document by context, with all events or only these."""
        return {
            "channel": self._channel.export_pack(),
            "catalog": self._catalog.export_pack(event_keys),
            "billing": self._billing.export_pack(),
            "engagement": self._engagement.export_pack(),
        }

    def read_excerpt(self, changes: Changes) -> Excerpt:
        """Return the document with the events that a change of entries concerns."""
        parts = self.read_parts(event_keys=())
        content = join_parts(parts)
        with ActivePackContext(self.create_context(content)):
            event_keys = find_concerned_events(self._catalog, content, changes)
        parts["catalog"] |= self._catalog.export_pack(event_keys, ["events"])
        return Excerpt(parts, event_keys)

    def read_section(self, name: str, event_keys: EventKeys = ()) -> Content:
        """Return a content with the entries of one section and of `channel`."""
        content = self._channel.export_pack()
        file = stem(SECTIONS[name].file)
        if file in CATALOG_SECTIONS:
            content |= self._catalog.export_pack(event_keys, [file])
        elif file not in content:
            content |= join_offers(self._billing.export_pack()) | self._engagement.export_pack()
        return content

    def write(self, content: Content) -> None:
        """Replace the document. The content is checked already."""
        self._catalog.apply_pack(get_part(content, "catalog") | _get_language(content))
        ids = self._list_ids(None)
        self._billing.apply_pack(get_part(content, "billing"), ids)
        self._channel.apply_pack(get_part(content, "channel"), ids)
        self._engagement.apply_pack(get_part(content, "engagement"))

    def write_excerpt(self, before: Excerpt, content: Content) -> dict[str, PackPart]:
        """Write what differs between an excerpt and the content. Return the parts as they are stored then."""
        parts = dict(before.parts)
        changed = {name for name in CONTEXT_NAMES if get_part(content, name) != parts[name]}
        if "catalog" in changed or before.event_keys is None:
            parts["catalog"] = self._write_catalog(before, content)
        ids = self._list_ids(before.event_keys)
        if "billing" in changed:
            self._billing.apply_pack(get_part(content, "billing"), ids)
            parts["billing"] = self._billing.export_pack()
        if "channel" in changed:
            self._channel.apply_pack(get_part(content, "channel"), ids)
            parts["channel"] = self._channel.export_pack()
        if "engagement" in changed:
            self._engagement.apply_pack(get_part(content, "engagement"))
            parts["engagement"] = self._engagement.export_pack()
        return parts

    def _write_catalog(self, before: Excerpt, content: Content) -> PackPart:
        """Write the events and the changed sections of the catalog, and return its part."""
        part, keys = before.parts["catalog"], before.event_keys
        changed = {name for name in part if part[name] != content[name]} | {"events"}
        if "groups" in changed:
            changed.add("participants")  # found by the names of their group
        unchanged = () if keys is None else part.keys() - changed
        self._catalog.apply_pack(get_part(content, "catalog") | _get_language(content), keys, unchanged)
        return part | self._catalog.export_pack(keys, changed)

    def _list_ids(self, event_keys: EventKeys) -> IdsByKey:
        return {
            kind: self._catalog.list_ids_by_key(kind, event_keys if kind == "event" else None)
            for kind in REFERENCE_KINDS
        }

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
