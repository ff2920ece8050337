"""The encoded renditions of a live stream. The source is decoded once and scaled for each rendition."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import av
import av.error
from av.video.frame import PictureType
from av.video.reformatter import VideoReformatter

from adapters.ingest.media.h264 import CodedFrame, VideoFormat, create_decoder, insert_captions, to_av_packet
from adapters.ingest.media.packet_buffers import MediaPacket, PacketBuffer
from adapters.video.timing.segment_clock import TICKS_PER_SECOND
from touchline.catalog.domain.media.renditions import SHORT_SIDES, RenditionName

MAX_BITRATES = {"1080p": 4_500_000, "720p": 2_500_000, "480p": 1_200_000, "360p": 700_000}
"""Maximum video bitrate of a rendition, in bits per second."""
_ASPECT_RATIO = Fraction(16, 9)
_MIN_FRAME_DURATION = TICKS_PER_SECOND * 3 // 100
"""Minimum time between frames. Above about 30 frames per second, every other frame is dropped."""
_FRAME_RATE = 30
_MIN_BITRATE = 20_000
_MAX_SOURCE_SHARE = 0.6
"""A rendition takes at most this share of the source's bitrate."""
_BITRATE_CHANGE_RATIO = 0.75
_MAX_GOP_FRAMES = "9999"


@dataclass(frozen=True, slots=True)
class FrameSize:
    """Width and height in pixels, both even."""

    width: int
    height: int


def fit_rendition(name: str, source_format: VideoFormat) -> FrameSize:
    """Return the size of a rendition: square pixels, never larger than the source."""
    shorter, longer = sorted((source_format.display_width, source_format.height))
    limit = SHORT_SIDES[RenditionName(name)]
    scale = min(Fraction(1), Fraction(limit, shorter), Fraction(limit) * _ASPECT_RATIO / longer)
    width, height = (
        max(2, round(side * scale / 2) * 2) for side in (source_format.display_width, source_format.height)
    )
    return FrameSize(width, height)


class RenditionEncoder:
    """Encodes the frames of one rendition into `packets`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.packets = PacketBuffer()
        self.size = FrameSize(0, 0)
        self.max_bitrate = MAX_BITRATES[name]
        self.codec = ""
        self._encoder: Any = None
        self._scaler = VideoReformatter()
        self._needs_new_encoder = False
        self._captions: deque[tuple[int, bytes]] = deque()

    def open(self, size: FrameSize) -> None:
        """Start encoding frames of this size, after flushing earlier frames."""
        self.flush()
        self.size, self.codec = size, ""

    def limit_bitrate(self, source_bitrate: int) -> None:
        """Limit the bitrate to a share of the source's bits per second, from the next keyframe on."""
        max_bitrate = min(MAX_BITRATES[self.name], max(_MIN_BITRATE, int(source_bitrate * _MAX_SOURCE_SHARE)))
        if (
            not self.max_bitrate * _BITRATE_CHANGE_RATIO
            < max_bitrate
            < self.max_bitrate / _BITRATE_CHANGE_RATIO
        ):
            self.max_bitrate, self._needs_new_encoder = max_bitrate, True

    def add_captions(self, pts: int, captions: bytes) -> None:
        """Add captions that the source frame carries at `pts`."""
        self._captions.append((pts, captions))

    def encode(self, frame: Any, *, is_keyframe: bool) -> None:
        """Scale and encode a decoded frame."""
        video_frame = self._scaler.reformat(frame, self.size.width, self.size.height, "yuv420p")
        video_frame.pts, video_frame.time_base = frame.pts, Fraction(1, TICKS_PER_SECOND)
        video_frame.pict_type = PictureType.I if is_keyframe else PictureType.NONE
        if self._needs_new_encoder and is_keyframe:
            self.flush()
        if self._encoder is None:
            self._encoder, self._needs_new_encoder = _create_encoder(self.size, self.max_bitrate), False
        self._emit(self._encoder.encode(video_frame))

    def flush(self) -> None:
        """Output the frames that the encoder still holds."""
        if self._encoder is not None:
            self._emit(self._encoder.encode(None))
            self._encoder = None

    def _emit(self, packets: Sequence[Any]) -> None:
        for encoded in packets:
            data = bytes(encoded)
            if encoded.is_keyframe and not self.codec:
                offset = data.find(b"\0\0\1\x67") + 4
                self.codec = f"avc1.{data[offset : offset + 3].hex()}"
            caption_units = []
            while self._captions and self._captions[0][0] <= encoded.pts:
                caption_units.append(self._captions.popleft()[1])
            data = insert_captions(data, b"".join(caption_units))
            self.packets.add(MediaPacket(encoded.pts, encoded.pts, data, encoded.is_keyframe))


class LadderEncoder:
    """All encoded renditions of a stream. `on_frame` sees each decoded frame."""

    def __init__(self, names: Sequence[str], on_frame: Callable[[Any], object] = lambda _frame: None) -> None:
        self.renditions = [RenditionEncoder(name) for name in names]
        self._on_frame = on_frame
        self._decoder: Any = None
        self._keyframe_pts: deque[int] = deque()
        self._last_pts: int | None = None

    def open(self, source_format: VideoFormat) -> None:
        """Start encoding video of another format."""
        self._drain()
        for rendition in self.renditions:
            rendition.open(fit_rendition(rendition.name, source_format))
        self._decoder = create_decoder()

    def limit_bitrate(self, source_bitrate: int) -> None:
        """Keep every rendition below the source's bitrate, in bits per second."""
        for rendition in self.renditions:
            rendition.limit_bitrate(source_bitrate)

    def request_keyframe(self, pts: int) -> None:
        """Start a segment at `pts`, with a keyframe."""
        self._keyframe_pts.append(pts)

    def add(self, video_frame: CodedFrame) -> None:
        """Encode a source frame. Frames that cannot be decoded are dropped."""
        if not self.renditions or self._decoder is None:
            return
        if video_frame.captions:
            for rendition in self.renditions:
                rendition.add_captions(video_frame.pts, video_frame.captions)
        self._encode(self._decode(to_av_packet(video_frame)))

    def finish(self) -> None:
        """Flush all encoders."""
        self._drain()
        for rendition in self.renditions:
            rendition.flush()

    def _drain(self) -> None:
        if self._decoder is not None:
            self._encode(self._decode(None))
            self._decoder = None

    def _decode(self, coded_packet: Any) -> list[Any]:
        try:
            return list(self._decoder.decode(coded_packet))
        except av.error.FFmpegError:
            return []

    def _encode(self, frames: Sequence[Any]) -> None:
        for frame in frames:
            if frame.pts is None:
                continue
            is_keyframe = False
            while self._keyframe_pts and frame.pts >= self._keyframe_pts[0]:
                self._keyframe_pts.popleft()
                is_keyframe = True
            if (
                not is_keyframe
                and self._last_pts is not None
                and frame.pts < self._last_pts + _MIN_FRAME_DURATION
            ):
                continue
            if self._last_pts is not None and frame.pts <= self._last_pts:
                continue
            self._last_pts = frame.pts
            self._on_frame(frame)
            for rendition in self.renditions:
                rendition.encode(frame, is_keyframe=is_keyframe)


def _create_encoder(size: FrameSize, max_bitrate: int) -> Any:
    encoder: Any = av.CodecContext.create("libx264", "w")
    encoder.width, encoder.height, encoder.pix_fmt = size.width, size.height, "yuv420p"
    encoder.time_base, encoder.framerate = Fraction(1, TICKS_PER_SECOND), Fraction(_FRAME_RATE)
    encoder.thread_count = 1
    encoder.options = {
        **{"preset": "superfast", "profile": "main", "bf": "0", "g": _MAX_GOP_FRAMES, "sc_threshold": "0"},
        **{"crf": "26", "maxrate": str(max_bitrate), "bufsize": str(max_bitrate), "a53cc": "0"},
    }
    return encoder
