"""Media links for one viewer: playable media are signed for the viewer's session (api.md, "Catalog")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from touchline.catalog.application.timestamps import format_instant
from touchline.catalog.domain.media.assets import PUBLIC_TYPES, MediaItem, MediaType, OwnerKind
from touchline.catalog.ports.media.assets import MediaItems
from touchline.catalog.ports.media.delivery import PUBLIC_SESSION, SignedUrl, TokenScope, UrlSigner
from touchline.catalog.ports.media.video_packager import MASTER, POSTER, STORYBOARD
from touchline.catalog.ports.site_urls import SiteUrls
from touchline.shared.files.media_types import media_type
from touchline.shared.principal import Principal

MediaLink = dict[str, object]
_PLAYLIST_MIME_TYPE, _PAGE_MIME_TYPE = "application/vnd.apple.mpegurl", "text/html"
_ASSET_FILES = {
    MediaType.VOD: (MASTER, _PLAYLIST_MIME_TYPE),
    MediaType.THUMBNAILS: (STORYBOARD, "text/vtt"),
    MediaType.IMAGE: (POSTER, "image/jpeg"),
}
_EMBEDDED_TYPES = frozenset({MediaType.EMBEDDED, MediaType.EMBEDDED_PREVIEW})


class SignedMediaLinks:
    """Finds the media of events and library items and builds links for one viewer (port
    `MediaLinkBuilder`)."""

    def __init__(self, items: MediaItems, signer: UrlSigner, urls: SiteUrls) -> None:
        self._media_items = items
        self._signer = signer
        self._urls = urls

    def list_for_owners(self, owner_kind: OwnerKind, ids: Sequence[int]) -> Mapping[int, Sequence[MediaItem]]:
        """Return the media of each owner that has any, with one query. Assets that are not ready are left
        out.
        """
        return self._media_items.list_for_owners(owner_kind, ids)

    def build_links(
        self,
        items: Sequence[MediaItem],
        *,
        can_play: bool,
        principal: Principal,
        region: str | None = None,
        until: datetime | None = None,
        audio_only: bool = False,
    ) -> list[MediaLink]:
        """Return `{id, type, name, url, mime_type, duration, width, height, start_ts, expires_at}` for each
        item.

        `url` of playable media (types 2 to 5) is None unless the viewer `can_play` them. A signed URL is
        valid until `expires_at`; the player requests a new one before then. If `region` is given, the URL is
        valid only from there. No URL is valid after `until`. `audio_only`: signed URLs open the audio alone,
        and players of other sites and thumbnails are withheld. Durations are in seconds, sizes in pixels,
        instants in UTC.
        """
        scope = TokenScope.AUDIO if audio_only else TokenScope.FOLDER
        return [
            self._build_link(
                item, can_play and not (audio_only and not _has_audio(item)), principal, region, until, scope
            )
            for item in items
        ]

    def build_simulation_link(
        self,
        item: MediaItem,
        starts_at: datetime,
        principal: Principal,
        region: str | None = None,
        *,
        audio_only: bool = False,
    ) -> MediaLink:
        """Return the link of a recording that plays as a simulation. Its URL gives access only to what is
        due.
        """
        signed_url = self._sign_simulation(item, starts_at, principal, region, audio_only=audio_only)
        return {
            **self._build_link(item, False, principal, region, None),
            "type": int(MediaType.LIVE),
            "url": signed_url.url if signed_url else None,
            "start_ts": int(starts_at.timestamp()),
            "expires_at": format_instant(signed_url.expires_at) if signed_url else None,
        }

    def _sign_simulation(
        self,
        item: MediaItem,
        starts_at: datetime,
        principal: Principal,
        region: str | None,
        *,
        audio_only: bool,
    ) -> SignedUrl | None:
        if item.package is None or principal.session_id == PUBLIC_SESSION:
            return None
        return self._signer.sign_simulation(
            f"{item.package.folder}/{MASTER}", principal.session_id, starts_at, region, audio_only=audio_only
        )

    def _build_link(
        self,
        item: MediaItem,
        can_play: bool,
        principal: Principal,
        region: str | None,
        until: datetime | None,
        scope: TokenScope = TokenScope.FOLDER,
    ) -> MediaLink:
        is_public = item.type in PUBLIC_TYPES
        signed_url = self._sign(item, principal, region, until, scope) if is_public or can_play else None
        url = (
            signed_url.url if signed_url else self._get_external_url(item) if is_public or can_play else None
        )
        package = item.package
        return {
            "id": item.id,
            "type": int(item.type),
            "name": item.name,
            "url": url,
            "mime_type": _get_mime_type(item),
            "duration": package.duration_ms / 1000 if package and item.type is MediaType.VOD else None,
            "width": package.width if package else None,
            "height": package.height if package else None,
            "start_ts": item.start_ts,
            "expires_at": format_instant(signed_url.expires_at) if signed_url else None,
        }

    def _sign(
        self,
        item: MediaItem,
        principal: Principal,
        region: str | None,
        until: datetime | None,
        scope: TokenScope,
    ) -> SignedUrl | None:
        """Return a signed URL, or None.

        The URL of a poster is public and valid for that file only. All other URLs are valid for the session
        and for the whole folder of the asset or ingested live stream, or its audio.
        """
        if item.is_ingested and principal.session_id != PUBLIC_SESSION:
            return self._signer.sign(item.url, principal.session_id, scope, region, until=until)
        if item.package is None or item.type not in _ASSET_FILES:
            return None
        path = f"{item.package.folder}/{_ASSET_FILES[item.type][0]}"
        if item.type is MediaType.IMAGE:
            return self._signer.sign(path, PUBLIC_SESSION, TokenScope.FILE)
        if principal.session_id == PUBLIC_SESSION:
            return None
        return self._signer.sign(path, principal.session_id, scope, region, until=until)

    def _get_external_url(self, item: MediaItem) -> str | None:
        return self._urls.get_image_url(item.url) if item.url and not item.is_ingested else None


def _has_audio(item: MediaItem) -> bool:
    """Return whether there is a URL that opens the audio of an item alone."""
    return item.is_ingested or (item.package is not None and item.type is MediaType.VOD)


def _get_mime_type(item: MediaItem) -> str | None:
    if item.package is not None and item.type in _ASSET_FILES:
        return _ASSET_FILES[item.type][1]
    if item.type in _EMBEDDED_TYPES:
        return _PAGE_MIME_TYPE
    return media_type(item.url.partition("?")[0])
