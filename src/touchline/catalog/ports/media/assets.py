"""Ports for storing assets and the media of events and library items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from touchline.catalog.domain.media.assets import Asset, MediaItem, MediaOwner, OwnerKind
from touchline.catalog.domain.media.wall_clock import ClockAnchor
from touchline.shared.ids import AssetId


class Assets(Protocol):
    """The assets of the channel, in the current transaction."""

    def get(self, asset_id: AssetId) -> Asset | None:
        """Return an asset; None if there is none."""
        ...

    def get_for_update(self, asset_id: AssetId) -> Asset | None:
        """Return the current state of an asset and lock it; None if there is none."""
        ...

    def get_by_source(self, sha256: str) -> Asset | None:
        """Return the asset made from this source, ready or not; None if there is none."""
        ...

    def add(self, sha256: str, name: str) -> Asset:
        """Return a new queued asset for a source, or the existing one if another process added it first."""
        ...

    def save(self, asset: Asset) -> None:
        """Save the changes to an asset."""
        ...

    def save_clock_anchors(self, asset_id: AssetId, anchors: Sequence[ClockAnchor]) -> None:
        """Save when the full length of an asset was live. An unknown asset is ignored."""
        ...

    def list_all(self) -> Sequence[Asset]:
        """Return every asset of the channel, newest first."""
        ...

    def list_for_owner(self, owner: MediaOwner) -> Sequence[Asset]:
        """Return the assets of an owner, ready or not, shown or taken down, in the order of their media."""
        ...

    def list_pending(self) -> Sequence[Asset]:
        """Return the assets of all channels that are not processed yet. Needs a transaction that sees all
        channels.
        """
        ...

    def list_pending_trims(self) -> Sequence[Asset]:
        """Return the assets of all channels whose trim is not done. Needs a transaction that sees all
        channels.
        """
        ...

    def has_folder(self, folder: str) -> bool:
        """Return whether a video of the channel is stored in this folder, trimmed or at full length."""
        ...


class MediaItems(Protocol):
    """The media of events and library items, in the current transaction. Each call takes one or two
    queries."""

    def list_for_owners(self, owner_kind: OwnerKind, ids: Sequence[int]) -> Mapping[int, Sequence[MediaItem]]:
        """Return the media that can be shown now, in order: rows with a URL, and rows whose asset is
        ready."""
        ...

    def attach(self, owner: MediaOwner, asset_id: AssetId, name: str) -> None:
        """Add the media rows of a video (VOD, thumbnails, poster) to an owner. Existing rows are kept."""
        ...

    def detach_others(self, owner: MediaOwner, asset_id: AssetId) -> None:
        """Remove the media rows of all other videos from an owner."""
        ...

    def detach(self, owner: MediaOwner, asset_id: AssetId) -> None:
        """Remove the media rows of one video from an owner."""
        ...

    def list_owners(self, asset_id: AssetId) -> Sequence[MediaOwner]:
        """Return the owners that show this asset."""
        ...

    def replace_external(self, owner: MediaOwner, rows: Sequence[MediaItem]) -> None:
        """Replace the owner's media rows that have a URL (images, embeds, previews).

        Videos and ingested live streams are kept.
        """
        ...

    def save_live(self, owner: MediaOwner, key: str, start_ts: int) -> None:
        """Add the live stream that is ingested here to an owner, or update the existing one."""
        ...

    def remove_live(self, owner: MediaOwner) -> None:
        """Remove the live stream that was ingested here from an owner."""
        ...


class MediaOwners(Protocol):
    """Lookup of media owners by the text that an operator enters."""

    def find(self, kind: OwnerKind, text: str) -> MediaOwner | None:
        """Return the event or library item with this key or id, including withdrawn ones; None if there is
        none.
        """
        ...


class FolderOwners(Protocol):
    """Lookup of the owners of a storage folder, in the current transaction."""

    def list_by_folder(self, folder: str) -> Sequence[MediaOwner]:
        """Return the events and library items whose media are stored in this folder (`assets/…` or
        `live/…`)."""
        ...
