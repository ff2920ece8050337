"""The job that makes a stream of an asset's source."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import TypeVar

from touchline.catalog.application.add_media import queue_work
from touchline.catalog.application.media_sources import Sources
from touchline.catalog.domain.media import Asset, LeaseLost, Made, NotNow
from touchline.catalog.ports.events import StreamStates
from touchline.catalog.ports.media import Ledger, MediaRows
from touchline.catalog.ports.storage import NoSuchFile, Storage, StorageFull
from touchline.catalog.ports.video import OnProgress, Video, VideoRefused
from touchline.shared.clock import Clock
from touchline.shared.ids import AssetId, ChannelId, EventId
from touchline.shared.jobs import Jobs

T = TypeVar("T")
log = logging.getLogger(__name__)
_BETWEEN_NOTES = timedelta(seconds=2)
_A_MOMENT = 0.2
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
    ) -> None:
        self._ledger = ledger
        self._rows = rows
        self._streams = streams
        self._storage = storage
        self._sources = sources
        self._video = video
        self._clock = clock
        self._pause = pause

    def __call__(
        self, channel_id: ChannelId, asset_id: AssetId, on_progress: OnProgress = lambda _share: None
    ) -> None:
        """Bring the asset to ready or failed, unless it is so already or somebody else is at it."""
        lease = secrets.token_hex(8)
        asset = self._begin(channel_id, asset_id, lease)
        if asset is None:
            return
        if not asset.is_settled:
            attempt = _Attempt(self._ledger, self._clock, asset, lease, on_progress)
            try:
                self._settle(asset, attempt)
            except LeaseLost:
                log.warning("asset %s was taken over by another worker", asset_id)
                return
        self._sources.forget(asset)

    def _settle(self, asset: Asset, attempt: _Attempt) -> None:
        """To ready; to failed where the file is at fault; back into the queue where something else is."""
        try:
            self._make(asset, attempt)
        except (VideoRefused, StorageFull, NoSuchFile) as refused:
            message = _SOURCE_GONE if isinstance(refused, NoSuchFile) else str(refused)
            attempt.change(lambda ours: ours.fail(attempt.lease, message))
        except LeaseLost:
            raise
        except Exception:
            gave_up = attempt.change(lambda ours: ours.give_back(attempt.lease))
            if gave_up:
                self._sources.forget(asset)
            raise

    def _begin(self, channel_id: ChannelId, asset_id: AssetId, lease: str) -> Asset | None:
        """The asset under our lease, once a dead worker's has run out; None where there is nothing to do.

        It comes back failed, without a lease, where this would have been one attempt too many.
        """

        def begin(asset: Asset) -> Asset | None:
            was_settled = asset.is_settled
            asset.begin(lease, self._clock.now())
            return None if was_settled else asset

        for _patience in range(2):
            try:
                return self._ledger.change(channel_id, asset_id, begin)
            except NotNow as busy:
                left = (busy.until - self._clock.now()).total_seconds()
                self._pause(max(0.0, left) + _A_MOMENT)
        return None

    def _make(self, asset: Asset, attempt: _Attempt) -> None:
        self._storage.tidy(f"{asset.id}-")
        self._storage.remove(f"assets/{asset.id}-")
        folder = f"assets/{asset.id}-{attempt.lease}"
        with self._sources.of(asset) as (video, captions), self._storage.workspace(attempt.name) as workspace:
            package = self._video.package(video, captions, workspace, attempt.note)
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


class _Attempt:
    """One worker's hold on an asset: notes progress now and then, which renews the lease."""

    def __init__(
        self, ledger: Ledger, clock: Clock, asset: Asset, lease: str, on_progress: OnProgress
    ) -> None:
        self.lease = lease
        self.name = f"{asset.id}-{lease}"
        self._ledger = ledger
        self._clock = clock
        self._asset = asset
        self._told = on_progress
        self._noted: datetime = clock.now()

    def note(self, share: float) -> None:
        """Note the share that is done; `LeaseLost` where another has taken over."""
        self._told(share)
        now = self._clock.now()
        if now - self._noted >= _BETWEEN_NOTES:
            self._noted = now
            self.change(lambda ours: ours.advance(self.lease, share, now))

    def change(self, act: Callable[[Asset], T]) -> T:
        """Change the asset in a transaction of its own; the answer is that of `act`."""
        return self._ledger.change(self._asset.channel_id, self._asset.id, act)


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
