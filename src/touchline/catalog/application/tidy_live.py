"""What is done once a day about live streams: what is not needed any more goes, what was left is begun."""

from __future__ import annotations

from datetime import timedelta

from touchline.catalog.application.live_changes import ask_for_recording
from touchline.catalog.domain.live import LiveState, LiveStream
from touchline.catalog.domain.media import LIVE_ROOM, AssetState, Owner
from touchline.catalog.ports.live import LiveLedger
from touchline.catalog.ports.media import Assets, MediaRows
from touchline.catalog.ports.storage import Storage
from touchline.shared.clock import Clock
from touchline.shared.jobs import Jobs

KEPT = timedelta(hours=36)
"""So long after its end what was streamed is kept beside its recording: a game that is broken off can be
reopened on the next day. Addresses that were given out last six hours."""


class TidyLive:
    """Removes what was sent where a recording stands in its place, and folders of streams that began anew;
    asks again for recordings that were not made."""

    def __init__(
        self,
        ledger: LiveLedger,
        tests: LiveLedger,
        assets: Assets,
        rows: MediaRows,
        storage: Storage,
        jobs: Jobs,
        clock: Clock,
    ) -> None:
        self._ledger = ledger
        self._tests = tests
        self._assets = assets
        self._rows = rows
        self._storage = storage
        self._jobs = jobs
        self._clock = clock

    def __call__(self) -> None:
        """All channels, each stream in a transaction of its own."""
        streams = self._ledger.all()
        for stream in streams:
            if stream.wants_recording:
                ask_for_recording(self._jobs, stream)
            else:
                self._ledger.change(stream.channel_id, stream.id, self._take_off)
        known = [*self._ledger.all(), *self._tests.all()]
        self._remove_strangers({stream.folder for stream in known})

    def _take_off(self, stream: LiveStream) -> None:
        """Let the recording take the stream's place for good; the folder then belongs to nothing."""
        asset = self._assets.get(stream.asset_id) if stream.asset_id is not None else None
        ready = asset is not None and asset.state is AssetState.READY
        over = stream.finished_at is not None and self._clock.now() >= stream.finished_at + KEPT
        if stream.state is LiveState.FINISHED and ready and over:
            self._rows.take_off_live(Owner("event", stream.event_id))
            stream.folder = ""

    def _remove_strangers(self, known: set[str]) -> None:
        found = {"/".join(key.split("/")[:2]) for key in self._storage.list(LIVE_ROOM)}
        for folder in sorted(found - known):
            self._storage.remove(f"{folder}/")
