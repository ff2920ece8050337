"""The sound of a live stream: one AAC track without a gap, whatever the encoder sends."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import av
import av.error
import numpy as np

from adapters.ingest.buffers import Buffer, Packet
from adapters.ingest.flv import Sound, SoundFormat
from adapters.video.clock import CLOCK
from adapters.video.sound import HERTZ, Samples, SoundTrack

CODEC = "mp4a.40.2"
BITS = 128_000
_FRAME = 1024
_FRAME_TICKS = _FRAME * CLOCK // HERTZ
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
        self._samples: list[Samples] = []
        self._waiting = 0
        self._encoded = 0
        self._encoder = _new_encoder()

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
        self._encode(self._track.add(_Decodable(packet, self._decoder), at - self._start))

    def fill(self, until: int) -> None:
        """Silence up to an instant."""
        self._encode(self._track.fill(until - self._start))

    def finish(self, end: int) -> None:
        """No more comes: the track lasts until `end`."""
        self._encode(self._track.finish(end - self._start))
        if self._waiting:
            rest = np.concatenate(self._samples, axis=1)
            self._push(np.pad(rest, ((0, 0), (0, _FRAME - rest.shape[1]))))
        self._give_out(self._encoder.encode(None))

    def _encode(self, pieces: Iterable[Samples]) -> None:
        for piece in pieces:
            self._samples.append(piece)
            self._waiting += piece.shape[1]
            if self._waiting >= _FRAME:
                joined = np.concatenate(self._samples, axis=1)
                whole = self._waiting - self._waiting % _FRAME
                for at in range(0, whole, _FRAME):
                    self._push(joined[:, at : at + _FRAME])
                self._samples, self._waiting = [joined[:, whole:]], self._waiting - whole

    def _push(self, samples: Samples) -> None:
        frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(samples), format="fltp", layout="stereo")
        frame.sample_rate, frame.pts, frame.time_base = HERTZ, self._encoded, Fraction(1, HERTZ)
        self._encoded += _FRAME
        self._give_out(self._encoder.encode(frame))

    def _give_out(self, packets: Iterable[Any]) -> None:
        """All but the padding that the encoder begins with: it would lie before the first picture."""
        for one in packets:
            if one.pts is not None and one.pts >= 0:
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


def _new_encoder() -> Any:
    encoder: Any = av.CodecContext.create("aac", "w")
    encoder.sample_rate, encoder.layout, encoder.format = HERTZ, "stereo", "fltp"
    encoder.bit_rate, encoder.time_base = BITS, Fraction(1, HERTZ)
    encoder.options = {"aac_coder": "fast"}
    return encoder


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
