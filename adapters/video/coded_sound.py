"""One sound of a source as AAC stereo that begins and ends with the stream."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from adapters.video.aac import SOUND_BITS, AacEncoder
from adapters.video.clock import CLOCK
from adapters.video.demuxing import TimedPacket
from adapters.video.mp4 import add_sound
from adapters.video.sound import HERTZ, SoundTrack
from adapters.video.survey import Survey


class SoundEncoder:
    """Adds an AAC stream to a container and encodes sound for it, without a gap."""

    def __init__(self, out: Any, found: Survey, bits: int = SOUND_BITS) -> None:
        self._stream = add_sound(out)
        self._found, self._end = found, found.end - found.begin
        self._lead = round(found.lead * HERTZ / CLOCK)
        length = round(self._end * HERTZ / CLOCK)
        self._encoder = AacEncoder(self._stream.codec_context, bits=bits, most=length)
        self._track = SoundTrack()
        self._run = 0

    def add(self, timed: TimedPacket) -> Iterator[Any]:
        """Encode a packet of any codec; give what is complete.

        Sound that hangs over the pictures of its run gives way to the next run.
        """
        if timed.run != self._run:
            self._run = timed.run
            self._track.begin_run()
        begin = self._found.run_begins.get(timed.run + 1)
        until = None if begin is None else begin - self._found.begin
        pieces = self._track.add(timed.packet, self._placed(timed.pts), until)
        yield from self._of_stream(self._encoder.add(pieces))

    def fill(self, until: int) -> Iterator[Any]:
        """Encode silence where nothing came up to an instant of the source."""
        pieces = self._track.fill(min(self._placed(until), self._end))
        yield from self._of_stream(self._encoder.add(pieces))

    def finish(self) -> Iterator[Any]:
        """Encode what is left, up to the end of the stream."""
        yield from self._of_stream(self._encoder.add(self._track.finish(self._end)))
        yield from self._of_stream(self._encoder.finish())

    def _placed(self, instant: int) -> int:
        return instant + self._found.grid.move(instant) - self._found.begin

    def _of_stream(self, packets: Iterable[Any]) -> Iterator[Any]:
        for packet in packets:
            packet.stream = self._stream
            packet.pts = packet.dts = packet.pts + self._lead
            yield packet
