"""The sound of a live stream: one AAC track without a gap, whatever the encoder sends."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import av
import av.error

from adapters.ingest.buffers import Buffer, Packet
from adapters.ingest.flv import Sound, SoundFormat
from adapters.video.aac import FRAME, AacEncoder
from adapters.video.clock import CLOCK
from adapters.video.sound import HERTZ, SoundTrack

CODEC = "mp4a.40.2"
_FRAME_TICKS = FRAME * CLOCK // HERTZ
AHEAD = 4 * _FRAME_TICKS
"""The encoder gives out a frame when it has this much sound behind its beginning, in ticks."""
_HEADER = 7
_RATE_INDEX, _CHANNELS, _PROFILE = 3, 2, 1


class LiveSound:
    """Packets of AAC at 48 kHz from the instant 0 of a timeline on, in `packets`. `start` is added to their
    instants. Instants are in ticks of 1/90,000 s."""

    def __init__(self, start: int) -> None:
        self.packets = Buffer()
        self.packets.reached = start
        self._start = start
        self._track = SoundTrack()
        self._decoder: Any = None
        self._format: SoundFormat | None = None
        self._encoder = AacEncoder(av.CodecContext.create("aac", "w"))

    def next_start(self, at: int) -> int:
        """Where a frame of this row would begin at an instant or right after it."""
        return self._start - (self._start - at) // _FRAME_TICKS * _FRAME_TICKS

    @property
    def end(self) -> int:
        """Up to where there is sound."""
        return self._start + self._track.end

    def add(self, sound: Sound, at: int) -> None:
        """Take up a packet that sounds from `at` on; of what cannot be decoded silence is made later."""
        if sound.format != self._format:
            self._format, self._decoder = sound.format, _new_decoder(sound.format)
        packet = av.Packet(sound.data)
        packet.pts, packet.time_base = sound.dts, Fraction(1, 1000)
        pieces = self._track.add(_Decodable(packet, self._decoder), at - self._start)
        self._give_out(self._encoder.add(pieces))

    def begin_run(self) -> None:
        """What comes next is put exactly in its place, without a soft correction."""
        self._track.begin_run()

    def fill(self, until: int) -> None:
        """Silence up to an instant."""
        self._give_out(self._encoder.add(self._track.fill(until - self._start)))

    def finish(self, end: int) -> None:
        """No more comes: the track lasts until `end`."""
        self._give_out(self._encoder.add(self._track.finish(end - self._start)))
        self._give_out(self._encoder.finish())

    def _give_out(self, packets: Iterable[Any]) -> None:
        for one in packets:
            at = self._start + one.pts * CLOCK // HERTZ
            self.packets.add(Packet(at, at, _with_header(bytes(one))))
            self.packets.reached = at + _FRAME_TICKS


class _Decodable:
    """A packet as `SoundTrack` wants it."""

    def __init__(self, packet: Any, decoder: Any) -> None:
        self._packet, self._decoder = packet, decoder
        self.pts = packet.pts

    def decode(self) -> list[Any]:
        """Its frames; none where nobody can decode it."""
        return list(self._decoder.decode(self._packet)) if self._decoder is not None else []


def _new_decoder(form: SoundFormat) -> Any:
    try:
        decoder: Any = av.CodecContext.create(form.codec, "r")
        if form.configuration:
            decoder.extradata = form.configuration
        if form.rate:
            decoder.sample_rate = form.rate
            decoder.layout = "stereo" if form.channels == 2 else "mono"
    except (av.error.FFmpegError, ValueError):
        return None
    return decoder


def _with_header(data: bytes) -> bytes:
    """A frame of AAC with its ADTS header (ISO 13818-7, 6.2)."""
    length = len(data) + _HEADER
    head = bytes(
        (
            0xFF,
            0xF1,
            _PROFILE << 6 | _RATE_INDEX << 2 | _CHANNELS >> 2,
            (_CHANNELS & 3) << 6 | length >> 11,
            length >> 3 & 0xFF,
            (length & 7) << 5 | 0x1F,
            0xFC,
        )
    )
    return head + data
