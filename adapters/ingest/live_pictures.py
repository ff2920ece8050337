"""The encoded renditions of a live stream: the source is decoded once and scaled for each."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import av
import av.error
from av.video.frame import PictureType
from av.video.reformatter import VideoReformatter

from adapters.ingest.buffers import Buffer, Packet
from adapters.ingest.h264 import Coded, Shape, new_decoder, packet, with_captions
from adapters.video.clock import CLOCK
from touchline.catalog.domain.renditions import SHORTER_SIDES, RenditionName

MOST_BITS = {"1080p": 4_500_000, "720p": 2_500_000, "480p": 1_200_000, "360p": 700_000}
"""Bits a second that the pictures of a rendition may take."""
_RATIO = Fraction(16, 9)
_LEAST_STEP = CLOCK * 3 // 100
"""Of more than about 30 pictures a second every other is left out."""
_FRAMES_A_SECOND = 30
_LEAST_BITS = 20_000
_SHARE = 0.6
"""A rendition takes at most this share of the source's bits."""
_ENOUGH_CHANGE = 0.75
_LONGEST_GROUP = "9999"


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height in pixels, both even."""

    width: int
    height: int


def fit(name: str, shape: Shape) -> Size:
    """The size of a rendition of a source: square pixels, never larger than the source."""
    shorter, longer = sorted((shape.shown_width, shape.height))
    limit = SHORTER_SIDES[RenditionName(name)]
    scale = min(Fraction(1), Fraction(limit, shorter), Fraction(limit) * _RATIO / longer)
    width, height = (max(2, round(side * scale / 2) * 2) for side in (shape.shown_width, shape.height))
    return Size(width, height)


class EncodedPictures:
    """The pictures of one rendition, in `packets`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.packets = Buffer()
        self.size = Size(0, 0)
        self.bits = MOST_BITS[name]
        self.codec = ""
        self._encoder: Any = None
        self._scaler = VideoReformatter()
        self._is_stale = False
        self._captions: deque[tuple[int, bytes]] = deque()

    def open(self, size: Size) -> None:
        """Begin a group of pictures of this size; the one before is ended."""
        self.flush()
        self.size, self.codec = size, ""

    def limit(self, source_bits: int) -> None:
        """Stay below a source of so many bits a second, from the next key picture on."""
        bits = min(MOST_BITS[self.name], max(_LEAST_BITS, int(source_bits * _SHARE)))
        if not self.bits * _ENOUGH_CHANGE < bits < self.bits / _ENOUGH_CHANGE:
            self.bits, self._is_stale = bits, True

    def note(self, at: int, captions: bytes) -> None:
        """Captions that the source's picture carries at an instant."""
        self._captions.append((at, captions))

    def encode(self, frame: Any, *, is_key: bool) -> None:
        """Scale and encode a decoded picture."""
        picture = self._scaler.reformat(frame, self.size.width, self.size.height, "yuv420p")
        picture.pts, picture.time_base = frame.pts, Fraction(1, CLOCK)
        picture.pict_type = PictureType.I if is_key else PictureType.NONE
        if self._is_stale and is_key:
            self.flush()
        if self._encoder is None:
            self._encoder, self._is_stale = _new_encoder(self.size, self.bits), False
        self._give_out(self._encoder.encode(picture))

    def flush(self) -> None:
        """Give out what the encoder still holds."""
        if self._encoder is not None:
            self._give_out(self._encoder.encode(None))
            self._encoder = None

    def _give_out(self, packets: Sequence[Any]) -> None:
        for one in packets:
            data = bytes(one)
            if one.is_keyframe and not self.codec:
                at = data.find(b"\0\0\1\x67") + 4
                self.codec = f"avc1.{data[at : at + 3].hex()}"
            found = []
            while self._captions and self._captions[0][0] <= one.pts:
                found.append(self._captions.popleft()[1])
            data = with_captions(data, b"".join(found))
            self.packets.add(Packet(one.pts, one.pts, data, one.is_keyframe))


class Ladder:
    """All encoded renditions of a stream."""

    def __init__(self, names: Sequence[str]) -> None:
        self.renditions = [EncodedPictures(name) for name in names]
        self._decoder: Any = None
        self._keys: deque[int] = deque()
        self._last: int | None = None

    def open(self, shape: Shape) -> None:
        """Pictures of another shape follow."""
        self._drain()
        for rendition in self.renditions:
            rendition.open(fit(rendition.name, shape))
        self._decoder = new_decoder()

    def limit(self, source_bits: int) -> None:
        """Keep every rendition below the source's bits a second."""
        for rendition in self.renditions:
            rendition.limit(source_bits)

    def cut(self, at: int) -> None:
        """A segment begins at this instant, so with a key picture."""
        self._keys.append(at)

    def add(self, picture: Coded) -> None:
        """Take up a picture of the source; one that cannot be decoded is left out."""
        if not self.renditions or self._decoder is None:
            return
        if picture.captions:
            for rendition in self.renditions:
                rendition.note(picture.at, picture.captions)
        self._encode(self._decode(packet(picture)))

    def finish(self) -> None:
        """No more comes."""
        self._drain()
        for rendition in self.renditions:
            rendition.flush()

    def _drain(self) -> None:
        if self._decoder is not None:
            self._encode(self._decode(None))
            self._decoder = None

    def _decode(self, coded: Any) -> list[Any]:
        try:
            return list(self._decoder.decode(coded))
        except av.error.FFmpegError:
            return []

    def _encode(self, frames: Sequence[Any]) -> None:
        for frame in frames:
            if frame.pts is None:
                continue
            is_key = False
            while self._keys and frame.pts >= self._keys[0]:
                self._keys.popleft()
                is_key = True
            if not is_key and self._last is not None and frame.pts < self._last + _LEAST_STEP:
                continue
            if self._last is not None and frame.pts <= self._last:
                continue
            self._last = frame.pts
            for rendition in self.renditions:
                rendition.encode(frame, is_key=is_key)


def _new_encoder(size: Size, bits: int) -> Any:
    encoder: Any = av.CodecContext.create("libx264", "w")
    encoder.width, encoder.height, encoder.pix_fmt = size.width, size.height, "yuv420p"
    encoder.time_base, encoder.framerate = Fraction(1, CLOCK), Fraction(_FRAMES_A_SECOND)
    encoder.thread_count = 1
    encoder.options = {
        **{"preset": "superfast", "profile": "main", "bf": "0", "g": _LONGEST_GROUP, "sc_threshold": "0"},
        **{"crf": "26", "maxrate": str(bits), "bufsize": str(bits), "a53cc": "0"},
    }
    return encoder
