"""An operator adds a video file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from touchline.catalog.application.media_sources import Sources, fingerprint
from touchline.catalog.domain.media import Asset, AssetState, Owner
from touchline.catalog.ports.events import StreamStates
from touchline.catalog.ports.media import Assets, MediaRows
from touchline.catalog.ports.video import Captions
from touchline.shared.ids import ChannelId, EventId
from touchline.shared.jobs import Jobs
from touchline.shared.printable import printable_name

PROCESS_MEDIA = "catalog.process_media"
MEDIA_QUEUE = "media"
LONGEST_JOB = 24 * 3600


@dataclass(frozen=True)
class VideoFile:
    """A file for one or more events or library items; with `replace` their other videos are taken off."""

    channel_id: ChannelId
    path: Path
    owners: tuple[Owner, ...]
    captions: tuple[Captions, ...] = ()
    name: str = ""
    replace: bool = False


class AddMedia:
    """Keeps the file, queues the work, and ties the asset to its owners; it is listed once it is ready.

    The same bytes in a channel are the same asset: they are not worked on twice.
    """

    def __init__(
        self, assets: Assets, rows: MediaRows, sources: Sources, streams: StreamStates, jobs: Jobs
    ) -> None:
        self._assets = assets
        self._rows = rows
        self._sources = sources
        self._streams = streams
        self._jobs = jobs

    def keep(self, file: VideoFile) -> str:
        """The fingerprint of the file, once its bytes are where the job looks for them.

        It takes as long as a film is large: for those who must do it before their transaction.
        """
        sha256 = fingerprint(file.path, file.captions)
        self._sources.keep(file.channel_id, sha256, file.path, file.captions)
        return sha256

    def __call__(self, file: VideoFile, kept: str | None = None) -> Asset:
        """The asset, queued, under way or ready; `kept` is the answer of `keep`, if that was done."""
        sha256 = kept or fingerprint(file.path, file.captions)
        asset = self._assets.by_source(sha256)
        if asset is None or asset.state is AssetState.FAILED:
            if kept is None:
                self._sources.keep(file.channel_id, sha256, file.path, file.captions)
            asset = asset or self._assets.add(sha256, printable_name(file.name or file.path.name))
            asset.try_again()
            self._assets.save(asset)
            queue_work(self._jobs, asset)
        for owner in file.owners:
            self._tie(owner, asset, file)
        return asset

    def _tie(self, owner: Owner, asset: Asset, file: VideoFile) -> None:
        self._rows.attach(owner, asset.id, printable_name(file.name or file.path.stem))
        if file.replace:
            self._rows.detach_others(owner, asset.id)
        ready = asset.state is AssetState.READY
        if owner.kind == "event" and (ready or file.replace):
            self._streams.set_recorded(EventId(owner.id), ready)


def queue_work(jobs: Jobs, asset: Asset) -> None:
    """Ask for the job; once for each attempt, so that a dead worker's job does not stand in the way."""
    jobs.enqueue(
        PROCESS_MEDIA,
        asset.channel_id,
        asset.id,
        queue=MEDIA_QUEUE,
        unique=f"media-{asset.id}-{asset.attempts}",
        timeout=LONGEST_JOB,
    )
