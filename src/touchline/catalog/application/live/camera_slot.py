"""Lets a phone camera claim an encoder slot of a stream."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from touchline.catalog.application.live.camera_feed import CameraFeed, CameraServices
from touchline.catalog.application.live.encoder_session import EncoderSession
from touchline.catalog.domain.media.encoder_slots import EncoderSlot
from touchline.catalog.domain.media.live_streams import LiveState, LiveStream
from touchline.catalog.ports.media.ingest import IngestSession, IngestSessionState

Sessions = Mapping[EncoderSlot, EncoderSession]


class CameraSlot:
    """The slot that a phone camera claims: the first one whose encoder is not connected.

    Without `services` no phone can be the camera.
    """

    def __init__(self, services: CameraServices | None, stream: LiveStream) -> None:
        self._feed = CameraFeed(services, stream) if services is not None else None
        self._slot: EncoderSlot | None = None

    def has_video(self) -> bool:
        """Return whether a phone is the camera, or has sent video that nobody has read."""
        return self._feed is not None and self._feed.find_video()

    def find_slot(self, stream: LiveStream, sessions: Sessions) -> EncoderSlot | None:
        """Return the slot to claim now. None if no phone has sent video, or if all encoders are connected."""
        if self._slot is not None or not self.has_video():
            return None
        for slot in stream.slots:
            session = sessions.get(slot)
            if session is None or session.state is IngestSessionState.WAITING:
                return slot
        return None

    def claim(
        self, slot: EncoderSlot, folder: Path, renditions: Sequence[str], *, exactly: bool
    ) -> IngestSession:
        """Start to receive the phone's video in a slot. The arguments are as in the port `Ingest`."""
        assert self._feed is not None
        ingest_session = self._feed.open(folder, renditions, exactly=exactly)
        self._slot = slot
        return ingest_session

    def feed(self, stream: LiveStream) -> None:
        """Give new chunks to the receiver."""
        if self._feed is not None:
            self._feed.feed(is_ending=stream.state is LiveState.ENDING)

    def mark_published(self, sessions: Sessions, on_air: EncoderSlot, published_count: int) -> None:
        """Record how far the phone's video is published. `published_count` counts its segments on air.

        What a phone sends while another encoder is on air is not used.
        """
        session = sessions.get(self._slot) if self._slot is not None else None
        if session is None or self._feed is None:
            return
        self._feed.mark_published(published_count if session.slot is on_air else session.clock.count)

    def release(self, slot: EncoderSlot) -> None:
        """Free a slot whose session has ended, if the phone had it."""
        if slot is self._slot and self._feed is not None:
            self._slot = None
            self._feed.close()
