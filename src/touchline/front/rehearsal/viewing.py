"""The steps of the viewer: playback of the live stream and of the recording."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from touchline.front.rehearsal import step_messages as messages
from touchline.front.rehearsal.progress import Progress
from touchline.front.rehearsal.rehearsal import StepFailedError, StepMessage
from touchline.front.rehearsal.site_client import SiteClient
from touchline.front.rehearsal.video.measurements import Measurements, UndecodableVideoError, measure
from touchline.front.rehearsal.video.player import Player, Segment
from touchline.shared.clock import Clock

LIVE, RECORDING = 2, 3
"""Media types of the API."""
MAX_SYNC_MS = 40
MAX_MISSING_SECONDS = 1.0
MEDIA_SECONDS = 15
MIN_SEGMENTS = 2
LOAD_SECONDS = 0.4


@dataclass
class _Session:
    """What a player has seen so far. `delays` are the ages of the newest pictures, in seconds."""

    count: int = 0
    delays: list[float] = field(default_factory=list)
    syncs: list[float] = field(default_factory=list)
    first_clock_ms: int | None = None


class Viewing:
    """Plays the event of a rehearsal as its viewer."""

    def __init__(self, progress: Progress, viewer: SiteClient, event_id: int, clock: Clock) -> None:
        self._progress, self._viewer, self._clock = progress, viewer, clock
        self._path = f"/api/events/{event_id}"
        self._live_player: Player | None = None

    def get_event(self) -> Any:
        """Return the event as the viewer sees it."""
        return self._viewer.request("GET", self._path)

    def find_media_url(self, media_type: int) -> str:
        """Return the signed URL of a medium; empty if the viewer gets none."""
        media = self.get_event()["media"]
        return next((item["url"] for item in media if item["type"] == media_type and item["url"]), "")

    def play_live(self, is_over: Callable[[], bool]) -> StepMessage:
        """Play until the encoder has sent enough, then rewind to the start."""
        url = self._progress.wait_until(lambda: self.find_media_url(LIVE), MEDIA_SECONDS)
        if not url:
            raise StepFailedError(messages.NO_PLAYBACK_URL)
        player = self._live_player = Player(self._viewer.download, url)
        session = _Session()
        while not is_over():
            self._play_new_segments(player, session)
            self._progress.wait(LOAD_SECONDS)
        if session.count < MIN_SEGMENTS:
            raise StepFailedError(messages.TOO_FEW_SEGMENTS.with_params(segments=session.count))
        if session.first_clock_ms is None:
            raise StepFailedError(messages.WRONG_PICTURE)
        sync = check_sync(session.syncs)
        first = self._measure(player, player.load().segments[:1])
        if not first.clocks_ms or first.clocks_ms[0] > session.first_clock_ms:
            raise StepFailedError(messages.NO_REWIND)
        delay = round(statistics.median(session.delays), 1)
        return messages.PLAYED.with_params(segments=session.count, delay=delay, sync=sync)

    def is_live_closed(self) -> bool:
        """Return whether the playlist of the live stream has its end. True if none was played."""
        return self._live_player is None or self._live_player.load().is_ended

    def play_recording(self, url: str, sent_seconds: float) -> StepMessage:
        """Play the whole recording, which must be as long as what the encoder sent."""
        player = Player(self._viewer.download, url)
        playlist = player.load()
        found = self._measure(player, playlist.segments)
        if not found.clocks_ms:
            raise StepFailedError(messages.WRONG_PICTURE)
        seconds, sent = round(playlist.seconds, 1), round(sent_seconds, 1)
        if abs(seconds - sent) > MAX_MISSING_SECONDS:
            raise StepFailedError(messages.RECORDING_INCOMPLETE.with_params(seconds=seconds, sent=sent))
        check_sync([found.sync_ms] if found.sync_ms is not None else [])
        return messages.RECORDED.with_params(seconds=seconds, sent=sent)

    def _play_new_segments(self, player: Player, session: _Session) -> None:
        new = player.load().segments[session.count :]
        for segment in new:
            found = self._measure(player, [segment])
            now_ms = self._now_ms()
            session.count += 1
            if not found.clocks_ms:
                continue
            session.first_clock_ms = session.first_clock_ms or found.clocks_ms[0]
            if segment is new[-1]:
                session.delays.append((now_ms - found.clocks_ms[-1]) / 1000)
            if found.sync_ms is not None:
                session.syncs.append(found.sync_ms)

    def _measure(self, player: Player, segments: Sequence[Segment]) -> Measurements:
        try:
            return measure(player.fetch(segments), self._now_ms())
        except UndecodableVideoError:
            raise StepFailedError(messages.WRONG_PICTURE) from None

    def _now_ms(self) -> int:
        return round(self._clock.now().timestamp() * 1000)


def check_sync(distances_ms: Sequence[float]) -> int:
    """Return the largest distance between flash and tone, in milliseconds. Raises `StepFailedError`."""
    if not distances_ms:
        raise StepFailedError(messages.NO_SOUND)
    sync = round(max(distances_ms))
    if sync > MAX_SYNC_MS:
        raise StepFailedError(messages.OUT_OF_SYNC.with_params(sync=sync, limit=MAX_SYNC_MS))
    return sync
