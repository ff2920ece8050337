"""The job that makes a stream of an asset's source."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict

from touchline.catalog.application.add_media import queue_work
from touchline.catalog.application.media_sources import Sources
from touchline.catalog.domain.media import Asset, LeaseLost, Made
from touchline.catalog.ports.events import StreamStates
from touchline.catalog.ports.media import Ledger, MediaRows
from touchline.catalog.ports.renditions import DefaultRenditions, RenditionSettings
from touchline.catalog.ports.storage import NoSuchFile, Storage, StorageFull
from touchline.catalog.ports.video import OnProgress, Video, VideoRefused
from touchline.shared.attempts import Attempt
from touchline.shared.clock import Clock
from touchline.shared.ids import AssetId, ChannelId, EventId
from touchline.shared.jobs import Jobs

_SOURCE_GONE = "The file that was added is no longer there. Add it again."


class ProcessMedia:
    """Makes the package in a workspace, publishes it by one move, and lists it by one transaction.

    It may run twice and be killed anywhere: an attempt changes the asset only while it holds the lease, and
    what it published without coming to list it is thrown away by the next.
    """

    def __init__(
        self,
        ledger: Ledger,
        rows: MediaRows,
        streams: StreamStates,
        storage: Storage,
        sources: Sources,
        video: Video,
        clock: Clock,
        pause: Callable[[float], None] = time.sleep,
        renditions: RenditionSettings | None = None,
    ) -> None:
        self._ledger = ledger
        self._rows = rows
        self._streams = streams
        self._storage = storage
        self._sources = sources
        self._video = video
        self._clock = clock
        self._pause = pause
        self._renditions = renditions or DefaultRenditions()

    def __call__(
        self, channel_id: ChannelId, asset_id: AssetId, on_progress: OnProgress = lambda _share: None
    ) -> None:
        """Bring the asset to ready or failed, unless it is so already or somebody else is at it."""
        attempt = Attempt[Asset](
            lambda act: self._ledger.change(channel_id, asset_id, act), self._clock, on_progress, self._pause
        )
        attempt.run(
            lambda asset: self._make(asset, attempt),
            _reason,
            settled=self._sources.forget,
        )

    def _make(self, asset: Asset, attempt: Attempt[Asset]) -> None:
        self._storage.tidy(f"{asset.id}-")
        self._storage.remove(f"assets/{asset.id}-")
        name = f"{asset.id}-{attempt.lease}"
        folder = f"assets/{name}"
        wanted = self._renditions.recordings(asset.channel_id)
        with self._sources.of(asset) as (video, captions), self._storage.workspace(name) as workspace:
            package = self._video.package(video, captions, workspace, attempt.note, wanted)
            self._storage.publish(workspace, folder)
        made = Made(folder=folder, **asdict(package))
        try:
            attempt.change(lambda ours: self._list(ours, attempt.lease, made))
        except LeaseLost:
            self._storage.remove(folder)
            raise

    def _list(self, asset: Asset, lease: str, made: Made) -> None:
        """In one transaction: ready, and the events that show it have their recording."""
        asset.finish(lease, made)
        for owner in self._rows.owners_of(asset.id):
            if owner.kind == "event":
                self._streams.set_recorded(EventId(owner.id), True)


def _reason(error: Exception) -> str:
    """The sentence for what is the file's fault, or the disk's."""
    if isinstance(error, NoSuchFile):
        return _SOURCE_GONE
    return str(error) if isinstance(error, VideoRefused | StorageFull) else ""


class RecoverMedia:
    """Queues the work again that dead workers left; a worker does this when it starts and once a day."""

    def __init__(self, ledger: Ledger, jobs: Jobs) -> None:
        self._ledger = ledger
        self._jobs = jobs

    def __call__(self) -> int:
        """How many assets wait for work now. Those whose worker lives are left to it by the job."""
        waiting = self._ledger.unsettled()
        for asset in waiting:
            queue_work(self._jobs, asset)
        return len(waiting)
