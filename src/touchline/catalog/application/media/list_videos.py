"""The videos and uploads of an event or library item, for operators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from touchline.catalog.domain.media.assets import Asset, MediaOwner, OwnerKind
from touchline.catalog.domain.media.uploads import Upload
from touchline.catalog.ports.media.assets import Assets, MediaOwners
from touchline.catalog.ports.media.recordings import Recording, Recordings
from touchline.catalog.ports.media.uploads import Uploads
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import AssetId


@dataclass(frozen=True)
class OwnerVideos:
    """The recording of an owner, its assets, and the uploads that are no asset yet.

    `retryable` are the uploads that are still stored, by the id of their asset.
    """

    recording: Recording
    assets: Sequence[Asset]
    uploads: Sequence[Upload]
    retryable: Mapping[AssetId, Upload]


class ListVideos:
    """Finds owners, and lists their videos and uploads."""

    def __init__(self, owners: MediaOwners, recordings: Recordings, assets: Assets, uploads: Uploads) -> None:
        self._owners = owners
        self._recordings = recordings
        self._assets = assets
        self._uploads = uploads

    def find_owner(self, kind: OwnerKind, text: str) -> MediaOwner:
        """Return the event or library item with a key or id. Raises `NotFoundError`."""
        owner = self._owners.find(kind, text)
        if owner is None:
            raise NotFoundError
        return owner

    def __call__(self, owner: MediaOwner) -> OwnerVideos:
        """Return the videos and uploads, with four or five queries."""
        uploads = self._uploads.list_for_owner(owner)
        return OwnerVideos(
            self._recordings.get(owner),
            self._assets.list_for_owner(owner),
            [upload for upload in uploads if upload.asset_id is None],
            {upload.asset_id: upload for upload in uploads if upload.asset_id is not None},
        )
