"""Serializes library items: details, the viewer's access and media."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from touchline.catalog.application.events.event_names import format_full_title
from touchline.catalog.application.request_context import RequestContext
from touchline.catalog.application.serializer import JsonObject
from touchline.catalog.application.timestamps import format_instant
from touchline.catalog.domain.access import Access, Entitlement
from touchline.catalog.domain.library import LibraryCategory, LibraryItem
from touchline.catalog.domain.media.assets import PUBLIC_TYPES
from touchline.catalog.ports.entitlements import Entitlements
from touchline.catalog.ports.media.media_links import MediaLinkBuilder
from touchline.catalog.ports.site_urls import SiteUrls
from touchline.shared.ids import LibraryItemId


class LibrarySerializer:
    """Serializes a list of library items with a fixed number of queries."""

    def __init__(self, media_links: MediaLinkBuilder, entitlements: Entitlements, urls: SiteUrls) -> None:
        self._link_builder = media_links
        self._entitlements = entitlements
        self._urls = urls

    def serialize_list(self, items: Sequence[LibraryItem], context: RequestContext) -> list[JsonObject]:
        """Serialize the rows of a list, with public media only."""
        return self._serialize_items(items, context, types=PUBLIC_TYPES)

    def serialize(self, item: LibraryItem, context: RequestContext) -> JsonObject:
        """Serialize one item with all its fields."""
        return self._serialize_items([item], context, types=None)[0]

    def check_access(self, item: LibraryItem, context: RequestContext) -> Access:
        """Return the viewer's access to one item without loading its media. At most one query."""
        return _check_access(item, context, self._load_entitlements([item], context))

    def serialize_category(self, category: LibraryCategory, context: RequestContext) -> JsonObject:
        """Serialize a category of the library."""
        return {
            "id": category.id,
            "name": context.serializer.localize(category.name),
            "alias": category.key,
            "weight": category.weight,
        }

    def _serialize_items(
        self, items: Sequence[LibraryItem], context: RequestContext, *, types: frozenset[int] | None
    ) -> list[JsonObject]:
        media_links = (
            self._link_builder.list_for_owners("library_item", [item.id for item in items]) if items else {}
        )
        entitlements = self._load_entitlements(items, context)
        payloads = []
        for item in items:
            access = _check_access(item, context, entitlements)
            rows = [row for row in media_links.get(item.id, ()) if types is None or row.type in types]
            links = self._link_builder.build_links(
                rows,
                can_play=access.can_play,
                principal=context.principal,
                region=context.get_region(item.region_rule),
                until=item.get_playback_end(
                    context.now, context.principal.country, context.channel.blackouts
                ),
                audio_only=access.audio_only,
            )
            payloads.append(self._serialize_row(item, context, access, links))
        return payloads

    def _serialize_row(
        self, item: LibraryItem, context: RequestContext, access: Access, links: list[JsonObject]
    ) -> JsonObject:
        return {
            "id": item.id,
            "title": context.serializer.localize(item.title),
            "full_title": format_full_title(
                item, context.serializer.language, context.serializer.fallback, context.serializer.time_zone
            ),
            "description": context.serializer.localize(item.description),
            "author": context.serializer.localize(item.author),
            "date": format_instant(item.date),
            "duration": int(item.duration.total_seconds()),
            "categories": [self.serialize_category(category, context) for category in item.categories],
            "type": item.pass_type.value,
            "pass_type": item.pass_type.value,
            "has_access": access.is_granted,
            "access_reason": access.reason.value,
            "available_at": format_instant(access.available_at) if access.available_at else None,
            "available_until": format_instant(item.available_until) if item.available_until else None,
            "has_video": item.has_video,
            "is_audio_only": access.audio_only,
            "recording_state": item.recording_state.value or None,
            "assets": self._serialize_assets(item),
            "media": links,
        }

    def _serialize_assets(self, item: LibraryItem) -> list[JsonObject]:
        paths = (("image", item.image), ("preview", item.preview))
        return [{"type": kind, "path": self._urls.get_image_url(path)} for kind, path in paths if path]

    def _load_entitlements(
        self, items: Sequence[LibraryItem], context: RequestContext
    ) -> Mapping[LibraryItemId, Entitlement]:
        account_id = context.principal.account_id
        paid = [item.id for item in items if item.pass_type.costs_money]
        if account_id is None or not paid:
            return {}
        return self._entitlements.get_for_library_items(account_id, paid)


def _check_access(
    item: LibraryItem, context: RequestContext, entitlements: Mapping[LibraryItemId, Entitlement]
) -> Access:
    return item.check_access(
        context.viewer,
        context.now,
        channel_geo=context.channel.geo,
        entitlement=entitlements.get(item.id),
        channel_blackouts=context.channel.blackouts,
    )
