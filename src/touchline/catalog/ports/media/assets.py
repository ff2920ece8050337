"""Keeping assets and the media rows of events and library items."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from touchline.catalog.domain.media.assets import Asset, MediaItem, MediaOwner, OwnerKind
from touchline.shared.ids import AssetId, ChannelId

T = TypeVar("T")


class Assets(Protocol):
    """The assets of the channel, in the present transaction."""

    def get(self, asset_id: AssetId) -> Asset | None:
        """One asset."""
        ...

    def get_by_source(self, sha256: str) -> Asset | None:
        """The asset that was made, or is being made, from these bytes."""
        ...

    def add(self, sha256: str, name: str) -> Asset:
        """A queued asset for a source; the one that is there where somebody else was first."""
        ...

    def save(self, asset: Asset) -> None:
        """Keep its changes."""
        ...

    def list_all(self) -> Sequence[Asset]:
        """Every asset of the channel, the newest first."""
        ...


class MediaItems(Protocol):
    """The media of events and library items, in the present transaction. Each call is one query or two."""

    def list_for_owners(self, owner_kind: OwnerKind, ids: Sequence[int]) -> Mapping[int, Sequence[MediaItem]]:
        """What can be shown now, in order: rows with an address, and rows whose asset is ready."""
        ...

    def attach(self, owner: MediaOwner, asset_id: AssetId, name: str) -> None:
        """Give an owner the rows of a video (VOD, thumbnails, poster); one that it has already stays."""
        ...

    def detach_others(self, owner: MediaOwner, asset_id: AssetId) -> None:
        """Take every other video's rows from an owner."""
        ...

    def detach(self, owner: MediaOwner, asset_id: AssetId) -> None:
        """Take one video's rows from an owner."""
        ...

    def list_owners(self, asset_id: AssetId) -> Sequence[MediaOwner]:
        """Who shows this asset."""
        ...

    def replace_external(self, owner: MediaOwner, rows: Sequence[MediaItem]) -> None:
        """Replace the owner's rows that have an address (pictures, embeds, previews); videos stay, and what
        comes in live."""
        ...

    def save_live(self, owner: MediaOwner, key: str, start_ts: int) -> None:
        """Give an owner the live stream that comes in here, or keep the one that it has up to date."""
        ...

    def remove_live(self, owner: MediaOwner) -> None:
        """Take the live stream that came in here from an owner."""
        ...


class MediaOwners(Protocol):
    """Finds what an operator means."""

    def find(self, kind: OwnerKind, text: str) -> MediaOwner | None:
        """The event or library item with this key or id, also a withdrawn one."""
        ...


class FolderOwners(Protocol):
    """Finds what a folder of the storage belongs to, in the present transaction."""

    def list_by_folder(self, folder: str) -> Sequence[MediaOwner]:
        """The events and library items whose medium is kept in this folder (`assets/…` or `live/…`)."""
        ...


class AssetStore(Protocol):
    """Changes an asset in a transaction of its own, for work that takes longer than a transaction may."""

    def update(self, channel_id: ChannelId, asset_id: AssetId, operation: Callable[[Asset], T]) -> T:
        """Load, let `act` change it, keep and commit; whoever else would change it waits, so `act` is short.

        What `act` raises undoes the transaction and passes through. `NotFoundError` where there is no such
        asset.
        """
        ...

    def list_pending(self) -> Sequence[Asset]:
        """The assets of all channels on which work is left to do."""
        ...
