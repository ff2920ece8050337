"""An operator adds a video file."""

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

PROCESS_MEDIA = "catalog.process_media"
MEDIA_QUEUE = "media"
JOB_TIMEOUT_SECONDS = 24 * 3600


@dataclass(frozen=True)
class VideoUpload:
    """A file for one or more events or library items; with `replace` their other videos are taken off."""

    channel_id: ChannelId
    path: Path
    owners: tuple[MediaOwner, ...]
    captions: tuple[CaptionFile, ...] = ()
    name: str = ""
    replace: bool = False


class AddMedia:
    """Keeps the file, queues the work, and ties the asset to its owners; it is listed once it is ready.

    The same bytes in a channel are the same asset: they are not worked on twice.
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
        """The fingerprint of the file, once its bytes are where the job looks for them.

        It takes as long as a film is large: for those who must do it before their transaction.
        """
        sha256 = compute_fingerprint(file.path, file.captions)
        self._sources.store(file.channel_id, sha256, file.path, file.captions)
        return sha256

    def __call__(self, file: VideoUpload, stored_sha256: str | None = None) -> Asset:
        """The asset, queued, under way or ready; `stored_sha256` is the answer of `store_source`, if that
        was done."""
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
    """Ask for the job; once for each attempt, so that a dead worker's job does not stand in the way."""
    jobs.enqueue(
        PROCESS_MEDIA,
        asset.channel_id,
        asset.id,
        queue=MEDIA_QUEUE,
        unique=f"media-{asset.id}-{asset.attempts}",
        timeout=JOB_TIMEOUT_SECONDS,
    )
