"""Looking at some key pictures of a source: their size, format, color, and whether they are interlaced."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import av
import av.error

from adapters.video.clock import CLOCK
from adapters.video.color import Color
from adapters.video.demuxing import TimedPacket
from adapters.video.probe import Source, shown_size

_EVERY = 10 * CLOCK
_START_CODES = (b"\0\0\1", b"\0\0\0\1")
_SETS = {"h264": (0x1F, 0, frozenset({7, 8})), "hevc": (0x3F, 1, frozenset({32, 33, 34}))}
"""By codec: mask and shift of a unit's type, and the types of parameter sets."""
_SEARCHED = 2_000


class KeyPictures:
    """Decodes a key picture where the parameter sets are new, and one every ten seconds."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._sets: set[bytes] = set()
        self._next = 0
        self._decoder: Any = None
        self._run = -1
        self._forms: set[tuple[int, int, Fraction, str]] = set()
        self.sizes: set[tuple[int, int]] = set()
        self.interlaced = False
        self.color = Color()

    @property
    def is_one_encoding(self) -> bool:
        """Whether one set of parameters goes for all pictures, as far as they say it themselves."""
        return len(self._sets) <= 1

    @property
    def is_even(self) -> bool:
        """Whether all of them have the same size, shape of pixels and format."""
        return len(self._forms) <= 1

    def look_at(self, timed: TimedPacket) -> None:
        """Decode a key picture if something new may be in it."""
        sets = _parameter_sets(timed.packet)
        is_new = bool(sets) and sets not in self._sets
        if timed.run == self._run and not is_new and timed.pts < self._next:
            return
        self._sets.add(sets)
        self._next = timed.pts + _EVERY
        if timed.run != self._run or is_new:
            self._run, self._decoder = timed.run, _new_decoder(timed.packet.stream)
        picture = _decode(self._decoder, timed.packet)
        if picture is not None:
            self._note(picture, timed.packet.stream)

    def _note(self, picture: Any, stream: Any) -> None:
        stretch = self._decoder.sample_aspect_ratio or stream.sample_aspect_ratio or Fraction(0)
        form = (picture.width, picture.height, stretch, picture.format.name)
        if form not in self._forms:
            self._forms.add(form)
            self.sizes.add(shown_size(picture.width, picture.height, stretch, self._source.rotation))
        self.interlaced = self.interlaced or bool(picture.interlaced_frame)
        color = Color.of_picture(picture, stream.codec_context)
        if color.is_hdr or not self.color.is_hdr:
            self.color = color


def _new_decoder(stream: Any) -> Any:
    known = stream.codec_context
    decoder: Any = av.CodecContext.create(known.codec.name, "r")
    if known.extradata:
        decoder.extradata = known.extradata
    decoder.thread_count = 1
    return decoder


def _decode(decoder: Any, packet: Any) -> Any:
    """The picture of one packet; None where it cannot be decoded alone."""
    try:
        pictures = [*decoder.decode(packet), *decoder.decode(None)]
        decoder.flush_buffers()
    except av.error.FFmpegError:
        return None
    return next(iter(pictures), None)


def _parameter_sets(packet: Any) -> bytes:
    """The parameter sets in front of a picture, where its codec and format have them there."""
    kinds = _SETS.get(packet.stream.codec_context.name)
    head = bytes(memoryview(packet)[:_SEARCHED]) if kinds else b""
    if kinds is None or not head.startswith(_START_CODES):
        return b""
    mask, shift, wanted = kinds
    units = [unit for unit in head.split(b"\0\0\1")[1:] if unit]
    return b"".join(unit.rstrip(b"\0") for unit in units if unit[0] >> shift & mask in wanted)
