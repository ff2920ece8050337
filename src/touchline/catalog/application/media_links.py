"""Media as one viewer may see them: what plays is signed for their session (api.md, "Catalogue")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from touchline.catalog.application.moments import instant
from touchline.catalog.domain.media import OPEN_TYPES, MediaRow, MediaType, OwnerKind
from touchline.catalog.ports.addresses import Addresses
from touchline.catalog.ports.delivery import ANYBODY, Scope, SignedAddress, Signs
from touchline.catalog.ports.media import MediaRows
from touchline.catalog.ports.video import MASTER, POSTER, STORYBOARD
from touchline.shared.media_types import media_type
from touchline.shared.principal import Principal

Link = dict[str, object]
_PLAYLIST, _PAGE = "application/vnd.apple.mpegurl", "text/html"
_OF_AN_ASSET = {
    MediaType.VOD: (MASTER, _PLAYLIST),
    MediaType.THUMBNAILS: (STORYBOARD, "text/vtt"),
    MediaType.IMAGE: (POSTER, "image/jpeg"),
}
_EMBEDDED = frozenset({MediaType.EMBEDDED, MediaType.EMBEDDED_PREVIEW})


class MediaLinks:
    """Finds the media of events and library items, and tells them to one viewer (port `Links`)."""

    def __init__(self, rows: MediaRows, signs: Signs, addresses: Addresses) -> None:
        self._rows = rows
        self._signs = signs
        self._addresses = addresses

    def rows_for(self, owner_kind: OwnerKind, ids: Sequence[int]) -> Mapping[int, Sequence[MediaRow]]:
        """The rows of each owner that has any, in one query; none whose asset is not ready."""
        return self._rows.rows_for(owner_kind, ids)

    def links(
        self, rows: Sequence[MediaRow], *, may_play: bool, principal: Principal, region: str | None = None
    ) -> list[Link]:
        """`{id, type, name, url, mime_type, duration, width, height, start_ts, expires_at}` for each row.

        `url` of what plays (types 2 to 5) is None unless the viewer `may_play` it; a signed one is good until
        `expires_at`, before which the player asks again, and from the `region` alone where one is given.
        Seconds, pixels, instants in UTC.
        """
        return [self._link(row, may_play, principal, region) for row in rows]

    def showing(
        self, row: MediaRow, starts_at: datetime, principal: Principal, region: str | None = None
    ) -> Link:
        """A recording as a simulated showing tells it; the address opens what is due, and no more."""
        signed = self._showing(row, starts_at, principal, region)
        return {
            **self._link(row, False, principal, region),
            "type": int(MediaType.LIVE),
            "url": signed.url if signed else None,
            "start_ts": int(starts_at.timestamp()),
            "expires_at": instant(signed.expires_at) if signed else None,
        }

    def _showing(
        self, row: MediaRow, starts_at: datetime, principal: Principal, region: str | None
    ) -> SignedAddress | None:
        if row.made is None or principal.session_id == ANYBODY:
            return None
        return self._signs.showing(f"{row.made.folder}/{MASTER}", principal.session_id, starts_at, region)

    def _link(self, row: MediaRow, may_play: bool, principal: Principal, region: str | None) -> Link:
        open_to_all = row.type in OPEN_TYPES
        signed = self._signed(row, principal, region) if open_to_all or may_play else None
        address = signed.url if signed else self._own_address(row) if open_to_all or may_play else None
        made = row.made
        return {
            "id": row.id,
            "type": int(row.type),
            "name": row.name,
            "url": address,
            "mime_type": _mime_type(row),
            "duration": made.duration_ms / 1000 if made and row.type is MediaType.VOD else None,
            "width": made.width if made else None,
            "height": made.height if made else None,
            "start_ts": row.start_ts,
            "expires_at": instant(signed.expires_at) if signed else None,
        }

    def _signed(self, row: MediaRow, principal: Principal, region: str | None) -> SignedAddress | None:
        """A poster is open to anybody, alone; the rest of an asset, and a live stream that comes in here,
        to this session, all of it."""
        if row.is_ingested and principal.session_id != ANYBODY:
            return self._signs.address(row.url, principal.session_id, Scope.FOLDER, region)
        if row.made is None or row.type not in _OF_AN_ASSET:
            return None
        path = f"{row.made.folder}/{_OF_AN_ASSET[row.type][0]}"
        if row.type is MediaType.IMAGE:
            return self._signs.address(path, ANYBODY, Scope.FILE)
        if principal.session_id == ANYBODY:
            return None
        return self._signs.address(path, principal.session_id, Scope.FOLDER, region)

    def _own_address(self, row: MediaRow) -> str | None:
        return self._addresses.picture(row.url) if row.url and not row.is_ingested else None


def _mime_type(row: MediaRow) -> str | None:
    if row.made is not None and row.type in _OF_AN_ASSET:
        return _OF_AN_ASSET[row.type][1]
    if row.type in _EMBEDDED:
        return _PAGE
    return media_type(row.url.partition("?")[0])
