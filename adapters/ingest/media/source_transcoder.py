"""Encodes the source again as H.264, where browsers cannot play what the encoder sends, or not upright."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import av
import av.error
from av.video.frame import PictureType
from av.video.reformatter import VideoReformatter

from adapters.ingest.media.annex_b import split_units
from adapters.ingest.media.frame_turner import FrameTurner
from adapters.ingest.media.h264 import CodedFrame, get_sample_aspect_ratio, insert_captions
from adapters.video.timing.segment_clock import TICKS_PER_SECOND

VIDEO_NAMES = {
    "hevc": "H.265 (HEVC)",
    "av1": "AV1",
    "vp9": "VP9",
    "mpeg1video": "MPEG-1",
    "mpeg2video": "MPEG-2",
    "mpeg4": "MPEG-4",
}
"""Video codecs that are encoded again, with their names for the operator."""
_DECODERS = {"av1": "libdav1d"}
"""Decoders with another name than the codec. The decoder `av1` needs hardware."""
KEYFRAME_INTERVAL = 2 * TICKS_PER_SECOND
MAX_KEYFRAME_INTERVAL = 4 * TICKS_PER_SECOND
"""Distance of keyframes where those of the source are further apart, if its keyframes stay keyframes."""
_MAX_BITRATES = ((360, 1_500_000), (480, 2_500_000), (720, 5_000_000), (1080, 8_000_000))
"""The maximum bitrate in bits per second of a frame whose shorter side has up to so many pixels."""
_LARGEST_BITRATE = 16_000_000
_TIME_BASE = Fraction(1, TICKS_PER_SECOND)
_SPS = 7
_THREADS = 2


class SourceTranscoder:
    """Decodes the frames of one codec, and encodes them as H.264 with a keyframe every 2 s.

    `configuration` is that of the decoder, empty if the frames contain it. With `turn` (filters as ffmpeg
    writes them) the frames are turned, and keyframes stay keyframes. Frames come out in the order in which
    they are shown, with the timestamps of the input in ticks of 1/90,000 s.
    """

    def __init__(self, codec: str, configuration: bytes = b"", turn: str = "") -> None:
        self.format = codec, configuration, turn
        self._turner = FrameTurner(turn) if turn else None
        self._decoder: Any = None
        self._encoder: Any = None
        self._scaler = VideoReformatter()
        self._size = (0, 0)
        self._keyframe_interval = MAX_KEYFRAME_INTERVAL if turn else KEYFRAME_INTERVAL
        self._first_pts = self._last_pts = 0
        self._next_keyframe = 0
        self._captions: deque[tuple[int, bytes]] = deque()
        self._sps: tuple[bytes, ...] = ()

    @property
    def has_started(self) -> bool:
        """Return whether frames were added since the last `finish`."""
        return self._decoder is not None

    def add(self, data: bytes, pts: int, dts: int, captions: bytes = b"") -> list[CodedFrame]:
        """Add a coded frame, and return the frames that are ready. The first one must be a keyframe."""
        if self._decoder is None:
            self._decoder = self._create_decoder()
            self._first_pts, self._last_pts = pts, pts - 1
        packet: Any = av.Packet(data)
        packet.pts, packet.dts, packet.time_base = pts, dts, _TIME_BASE
        if captions:
            self._captions.append((pts, captions))
        return self._encode(self._decode(packet))

    def finish(self) -> list[CodedFrame]:
        """Return the frames that are left. `add` may follow, with a keyframe."""
        if self._decoder is None:
            return []
        frames = self._encode(self._decode(None))
        self._decoder = None
        return frames + self._flush()

    def _create_decoder(self) -> Any:
        codec, configuration, _ = self.format
        decoder: Any = av.CodecContext.create(_DECODERS.get(codec, codec), "r")
        decoder.thread_count = 1
        if configuration:
            decoder.extradata = configuration
        return decoder

    def _decode(self, packet: Any) -> list[Any]:
        try:
            return list(self._decoder.decode(packet))
        except av.error.FFmpegError:
            return []

    def _encode(self, frames: Sequence[Any]) -> list[CodedFrame]:
        result = []
        for frame in frames:
            # frames before the first keyframe lack the frames that they refer to
            if frame.pts is None or frame.pts < self._first_pts or frame.pts <= self._last_pts:
                continue
            self._last_pts = frame.pts
            is_keyframe = frame.pts >= self._next_keyframe
            if self._turner is not None:
                is_keyframe = bool(frame.key_frame) or is_keyframe
                frame = self._turner.turn(frame)
            if (frame.width, frame.height) != self._size:
                result += self._flush()
                self._size = frame.width, frame.height
            if self._encoder is None:
                self._encoder, is_keyframe = _create_encoder(frame), True
            width, height = (side - side % 2 for side in self._size)
            converted = self._scaler.reformat(frame, width, height, "yuv420p")
            converted.pts, converted.time_base = frame.pts, _TIME_BASE
            if is_keyframe:
                self._next_keyframe = frame.pts + self._keyframe_interval
            converted.pict_type = PictureType.I if is_keyframe else PictureType.NONE
            result += self._to_coded_frames(self._encoder.encode(converted))
        return result

    def _flush(self) -> list[CodedFrame]:
        if self._encoder is None:
            return []
        frames = self._to_coded_frames(self._encoder.encode(None))
        self._encoder = None
        return frames

    def _to_coded_frames(self, packets: Sequence[Any]) -> list[CodedFrame]:
        frames = []
        for packet in packets:
            data, captions = bytes(packet), b""
            while self._captions and self._captions[0][0] <= packet.pts:
                captions += self._captions.popleft()[1]
            if packet.is_keyframe:
                self._sps = tuple(unit for unit in split_units(data) if unit[0] & 31 == _SPS) or self._sps
            data = insert_captions(data, captions)
            frames.append(CodedFrame(packet.pts, packet.pts, packet.is_keyframe, self._sps, data, captions))
        return frames


def _create_encoder(frame: Any) -> Any:
    encoder: Any = av.CodecContext.create("libx264", "w")
    encoder.width, encoder.height = frame.width - frame.width % 2, frame.height - frame.height % 2
    encoder.pix_fmt, encoder.time_base, encoder.framerate = "yuv420p", _TIME_BASE, Fraction(30)
    if ratio := get_sample_aspect_ratio(frame):
        encoder.sample_aspect_ratio = ratio
    encoder.thread_count = _THREADS
    max_bitrate = next(
        (bitrate for side, bitrate in _MAX_BITRATES if min(frame.width, frame.height) <= side),
        _LARGEST_BITRATE,
    )
    encoder.options = {
        **{"preset": "veryfast", "tune": "zerolatency", "profile": "high", "g": "9999", "sc_threshold": "0"},
        **{"crf": "21", "maxrate": str(max_bitrate), "bufsize": str(max_bitrate), "a53cc": "0"},
    }
    return encoder
