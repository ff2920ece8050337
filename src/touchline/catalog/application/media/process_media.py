"""The job that makes a stream from an asset's source."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict

from touchline.catalog.application.media.add_media import enqueue_processing, enqueue_trim
from touchline.catalog.application.media.asset_store import AssetStore
from touchline.catalog.application.media.media_sources import MediaSources
from touchline.catalog.domain.media.assets import Asset, LeaseLostError, StoredPackage
from touchline.catalog.events import CaptionsChanged
from touchline.catalog.ports.events.events import StreamStates
from touchline.catalog.ports.media.assets import MediaItems
from touchline.catalog.ports.media.rendition_settings import DefaultRenditions, RenditionSettings
from touchline.catalog.ports.media.storage import Storage, StorageFullError, StoredFileNotFoundError
from touchline.catalog.ports.media.video_packager import ProgressCallback, VideoPackager, VideoRefusedError
from touchline.shared.clock import Clock
from touchline.shared.events import DomainEvent
from touchline.shared.ids import AssetId, ChannelId, EventId
from touchline.shared.tasks.attempts import Attempt, noop
from touchline.shared.tasks.jobs import Jobs

_SOURCE_MISSING = "The added file no longer exists. Add it again."


class ProcessMedia:
    """Job: create the package in a workspace, publish it with one move, and list it in one transaction.

    The job is idempotent and can be killed at any time: an attempt changes the asset only while it holds the
    lease. The next attempt deletes a package that was published but not listed.
    """

    def __init__(
        self,
        asset_store: AssetStore,
        media_items: MediaItems,
        stream_states: StreamStates,
        storage: Storage,
        sources: MediaSources,
        video: VideoPackager,
        clock: Clock,
        pause: Callable[[float], None] = time.sleep,
        renditions: RenditionSettings | None = None,
        on_finished: Callable[[Asset], None] = noop,
        announce: Callable[[DomainEvent], None] = noop,
    ) -> None:
        self._asset_store = asset_store
        self._media_items = media_items
        self._stream_states = stream_states
        self._storage = storage
        self._sources = sources
        self._packager = video
        self._clock = clock
        self._pause = pause
        self._renditions = renditions or DefaultRenditions()
        self._on_finished = on_finished
        self._announce = announce

    def __call__(
        self, channel_id: ChannelId, asset_id: AssetId, on_progress: ProgressCallback = lambda _share: None
    ) -> None:
        """Process the asset until it is ready or failed. Do nothing if it is finished or another worker has
        it.
        """
        attempt = Attempt[Asset](
            lambda act: self._asset_store.update(channel_id, asset_id, act),
            self._clock,
            on_progress,
            self._pause,
        )
        attempt.run(
            lambda asset: self._package(asset, attempt),
            _get_failure_message,
            on_finished=self._finish,
        )

    def _package(self, asset: Asset, attempt: Attempt[Asset]) -> None:
        self._storage.clean_up(f"{asset.id}-")
        self._storage.remove(f"assets/{asset.id}-")
        name = f"{asset.id}-{attempt.lease}"
        folder = f"assets/{name}"
        renditions_to_create = self._renditions.get_recording_renditions(asset.channel_id)
        with self._sources.open_files(asset) as (video, captions), self._storage.workspace(name) as workspace:
            package = self._packager.package(
                *(video, captions, workspace, attempt.report_progress, renditions_to_create),
                loudness=self._renditions.get_loudness(asset.channel_id),
            )
            self._storage.publish(workspace, folder)
        stored_package = StoredPackage(folder=folder, **asdict(package))
        try:
            attempt.update(lambda ours: self._mark_ready(ours, attempt.lease, stored_package))
        except LeaseLostError:
            self._storage.remove(folder)
            raise

    def _finish(self, asset: Asset) -> None:
        self._sources.delete(asset)
        self._on_finished(asset)

    def _mark_ready(self, asset: Asset, lease: str, stored_package: StoredPackage) -> None:
        """Mark the asset ready and its events as recorded, in one transaction."""
        asset.mark_ready(lease, stored_package)
        for owner in self._media_items.list_owners(asset.id):
            if owner.kind == "event":
                self._stream_states.set_recorded(EventId(owner.id), True)
                if stored_package.has_captions or asset.clock_anchors:
                    self._announce(CaptionsChanged(asset.channel_id, owner.id))


def _get_failure_message(error: Exception) -> str:
    """Return the error message if the source file or the disk is at fault, otherwise ""."""
    if isinstance(error, StoredFileNotFoundError):
        return _SOURCE_MISSING
    return str(error) if isinstance(error, VideoRefusedError | StorageFullError) else ""


class RecoverMedia:
    """Queues the work of dead workers again. A worker runs this when it starts and once a day."""

    def __init__(self, asset_store: AssetStore, jobs: Jobs) -> None:
        self._asset_store = asset_store
        self._jobs = jobs

    def __call__(self) -> int:
        """Queue all pending assets and trims, and return their number. The job skips assets whose worker is
        alive.
        """
        pending, trims = self._asset_store.list_pending(), self._asset_store.list_pending_trims()
        for asset in pending:
            enqueue_processing(self._jobs, asset)
        for asset in trims:
            enqueue_trim(self._jobs, asset)
        return len(pending) + len(trims)
