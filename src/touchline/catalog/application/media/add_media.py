"""Use case: an operator adds a video file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from touchline.catalog.application.media.media_sources import MediaSources, compute_fingerprint
from touchline.catalog.domain.media.assets import Asset, AssetState, MediaOwner
from touchline.catalog.ports.events.events import StreamStates
from touchline.catalog.ports.media.assets import Assets, MediaItems
from touchline.catalog.ports.media.video_packager import CaptionFile
from touchline.shared.ids import ChannelId, EventId
from touchline.shared.strings.printable import printable_name
from touchline.shared.tasks.jobs import Jobs

TRIM_MEDIA = "catalog.trim_media"
PROCESS_MEDIA = "catalog.process_media"
MEDIA_QUEUE = "media"
JOB_TIMEOUT_SECONDS = 24 * 3600


@dataclass(frozen=True)
class VideoUpload:
    """A video file for one or more events or library items. `replace` detaches their other videos."""

    channel_id: ChannelId
    path: Path
    owners: tuple[MediaOwner, ...]
    captions: tuple[CaptionFile, ...] = ()
    name: str = ""
    replace: bool = False


class AddMedia:
    """Stores the file, queues the processing job and attaches the asset to its owners.

    The asset is listed once it is ready. Identical files in a channel share one asset and are processed once.
    """

    def __init__(
        self,
        assets: Assets,
        media_items: MediaItems,
        sources: MediaSources,
        stream_states: StreamStates,
        jobs: Jobs,
    ) -> None:
        self._assets = assets
        self._media_items = media_items
        self._sources = sources
        self._stream_states = stream_states
        self._jobs = jobs

    def store_source(self, file: VideoUpload) -> str:
        """Store the file where the job finds it and return its fingerprint.

        The time grows with the file size. Callers can do this before they open a transaction.
        """
        sha256 = compute_fingerprint(file.path, file.captions)
        self._sources.store(file.channel_id, sha256, file.path, file.captions)
        return sha256

    def __call__(self, file: VideoUpload, stored_sha256: str | None = None) -> Asset:
        """Return the asset: queued, processing or ready. `stored_sha256` is the result of `store_source`, if
        called.
        """
        sha256 = stored_sha256 or compute_fingerprint(file.path, file.captions)
        asset = self._assets.get_by_source(sha256)
        if asset is None or asset.state is AssetState.FAILED:
            if stored_sha256 is None:
                self._sources.store(file.channel_id, sha256, file.path, file.captions)
            asset = asset or self._assets.add(sha256, printable_name(file.name or file.path.name))
            asset.restart()
            self._assets.save(asset)
            enqueue_processing(self._jobs, asset)
        for owner in file.owners:
            self._attach(owner, asset, file)
        return asset

    def _attach(self, owner: MediaOwner, asset: Asset, file: VideoUpload) -> None:
        self._media_items.attach(owner, asset.id, printable_name(file.name or file.path.stem))
        if file.replace:
            self._media_items.detach_others(owner, asset.id)
        ready = asset.state is AssetState.READY
        if owner.kind == "event" and (ready or file.replace):
            self._stream_states.set_recorded(EventId(owner.id), ready)


def enqueue_processing(jobs: Jobs, asset: Asset) -> None:
    """Queue the processing job, once per attempt, so that a dead worker's job does not block a new one."""
    jobs.enqueue(
        PROCESS_MEDIA,
        asset.channel_id,
        asset.id,
        queue=MEDIA_QUEUE,
        unique=f"media-{asset.id}-{asset.attempts}",
        timeout=JOB_TIMEOUT_SECONDS,
    )


def enqueue_trim(jobs: Jobs, asset: Asset) -> None:
    """Queue the job that makes a requested trim."""
    jobs.enqueue(
        TRIM_MEDIA,
        asset.channel_id,
        asset.id,
        queue=MEDIA_QUEUE,
        unique=f"media-trim-{asset.id}-{asset.version}",
        timeout=JOB_TIMEOUT_SECONDS,
    )
