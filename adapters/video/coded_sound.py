"""One sound of a source as AAC stereo that begins and ends with the stream."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import av
import numpy as np

from adapters.video.clock import CLOCK
from adapters.video.demuxing import TimedPacket
from adapters.video.mp4 import add_sound
from adapters.video.sound import HERTZ, Samples, SoundTrack
from adapters.video.survey import Survey

SOUND_BITS = 128_000
"""Bits a second."""
_PIECE = 1024


class SoundEncoder:
    """Adds an AAC stream to a container and encodes sound for it, without a gap."""

    def __init__(self, out: Any, found: Survey, bits: int = SOUND_BITS) -> None:
        self._stream = add_sound(out)
        self._stream.codec_context.bit_rate = bits
        self._found, self._end = found, found.end - found.begin
        self._track = SoundTrack()
        self._kept: list[Samples] = []
        self._held = 0
        self._place = 0
        self._run = 0
        self._length = round(self._end * HERTZ / CLOCK)

    def add(self, timed: TimedPacket) -> Iterator[Any]:
        """Encode a packet of any codec; give what is complete.

        Sound that hangs over the pictures of its run gives way to the next run.
        """
        if timed.run != self._run:
            self._run = timed.run
            self._track.begin_run()
        begin = self._found.run_begins.get(timed.run + 1)
        until = None if begin is None else begin - self._found.begin
        yield from self._encode(self._track.add(timed.packet, self._placed(timed.pts), until))

    def fill(self, until: int) -> Iterator[Any]:
        """Encode silence where nothing came up to an instant of the source."""
        yield from self._encode(self._track.fill(min(self._placed(until), self._end)))

    def finish(self) -> Iterator[Any]:
        """Encode what is left, up to the end of the stream."""
        yield from self._encode(self._track.finish(self._end))
        if self._held:
            yield from self._coded(np.concatenate(self._kept, axis=1))
        yield from self._packets(None)

    def _placed(self, instant: int) -> int:
        return instant + self._found.grid.move(instant) - self._found.begin

    def _encode(self, pieces: Iterator[Samples]) -> Iterator[Any]:
        for piece in pieces:
            self._kept.append(piece)
            self._held += piece.shape[1]
            if self._held >= _PIECE:
                joined = np.concatenate(self._kept, axis=1)
                whole = self._held - self._held % _PIECE
                self._kept, self._held = [joined[:, whole:]], self._held - whole
                for at in range(0, whole, _PIECE):
                    yield from self._coded(joined[:, at : at + _PIECE])

    def _coded(self, piece: Samples) -> Iterator[Any]:
        """Encode samples, but for those past the end of the stream."""
        first, self._place = self._place, self._place + piece.shape[1]
        piece = piece[:, : max(0, self._length - first)]
        if piece.shape[1]:
            frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(piece), format="fltp", layout="stereo")
            frame.sample_rate, frame.time_base = HERTZ, Fraction(1, HERTZ)
            frame.pts = first
            yield from self._packets(frame)

    def _packets(self, frame: Any) -> Iterator[Any]:
        """The encoder's packets, but for the padding that it puts in front: players would begin with it, and
        their clock would be 21 ms off the pictures."""
        for packet in self._stream.codec_context.encode(frame):
            if packet.pts >= 0:
                packet.stream = self._stream
                yield packet
