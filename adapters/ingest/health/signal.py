"""Measurements of decoded video and audio: sound level, silence, black picture, and a preview."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

import av
import av.error
import numpy as np
from av.video.reformatter import VideoReformatter

from adapters.ingest.media.h264 import CodedFrame, create_decoder, to_av_packet
from adapters.video.audio.gapless_audio import Samples
from adapters.video.timing.segment_clock import TICKS_PER_SECOND

PREVIEW_SIZE = 480
"""The longer side of the preview in pixels."""
_PREVIEW_INTERVAL = TICKS_PER_SECOND * 95 // 100
_KEYFRAME_INTERVAL = TICKS_PER_SECOND * 3 // 2
"""If no rendition has decoded a frame for this time, keyframes are decoded for the preview alone."""
_SILENCE_DB = -60.0
_MIN_DB = -120.0
_BLACK_LUMA = 26
"""Luma from 0 to 255 up to which a pixel is black."""
_BLACK_SHARE = 0.98
_JPEG_QUALITY = 6
_MAX_STEP_SECONDS = 2.0
_TIME_BASE = Fraction(1, TICKS_PER_SECOND)


class SignalMeter:
    """Measures decoded frames and samples. `preview` is the latest picture as JPEG."""

    def __init__(self) -> None:
        self.level_db: float | None = None
        self.peak_db: float | None = None
        self.silent_seconds = self.black_seconds = 0.0
        self.width = self.height = 0
        self.preview = b""
        self._squares = np.zeros(2)
        self._samples, self._peak = 0, 0.0
        self._last_pts: int | None = None
        self._black_since: int | None = None
        self._scaler = VideoReformatter()
        self._jpeg_encoder: Any = None

    def measure(self, chunks: Iterable[Samples]) -> Iterator[Samples]:
        """Yield the chunks unchanged, and measure them."""
        for chunk in chunks:
            if chunk.shape[1]:
                self._squares += np.einsum("ij,ij->i", chunk, chunk)
                self._peak = max(self._peak, float(chunk.max()), -float(chunk.min()))
                self._samples += chunk.shape[1]
            yield chunk

    def update_sound(self, seconds: float) -> None:
        """Close the measurement of the last seconds. Call it once a second."""
        self.level_db = self.peak_db = None
        if self._samples:
            self.level_db = _to_db(math.sqrt(float(self._squares.max()) / self._samples))
            self.peak_db = _to_db(self._peak)
        is_silent = self.peak_db is None or self.peak_db < _SILENCE_DB
        self.silent_seconds = self.silent_seconds + min(seconds, _MAX_STEP_SECONDS) if is_silent else 0.0
        self._squares, self._samples, self._peak = np.zeros(2), 0, 0.0

    def add_frame(self, frame: Any) -> None:
        """Measure a decoded frame, at most one in a second of the stream."""
        if self._last_pts is not None and frame.pts < self._last_pts + _PREVIEW_INTERVAL:
            return
        self._last_pts = frame.pts
        self.width, self.height = frame.width, frame.height
        scale = min(1.0, PREVIEW_SIZE / max(frame.width, frame.height))
        width, height = (max(2, round(side * scale / 2) * 2) for side in (frame.width, frame.height))
        picture = self._scaler.reformat(frame, width, height, "yuvj420p", interpolation="AREA")
        self._measure_black(picture, frame.pts)
        self.preview = self._encode(picture) or self.preview

    def add_keyframe(self, coded_frame: CodedFrame) -> None:
        """Decode a keyframe, unless the decoder of the renditions delivers frames already."""
        if self._last_pts is not None and coded_frame.pts < self._last_pts + _KEYFRAME_INTERVAL:
            return
        decoder = create_decoder()
        try:
            frames = [*decoder.decode(to_av_packet(coded_frame)), *decoder.decode(None)]
        except av.error.FFmpegError:
            return
        for frame in frames[:1]:
            frame.pts = coded_frame.pts
            self.add_frame(frame)

    def _measure_black(self, picture: Any, pts: int) -> None:
        plane = picture.planes[0]
        luma = np.frombuffer(plane, np.uint8).reshape(-1, plane.line_size)[:, : picture.width]
        if float(np.mean(luma <= _BLACK_LUMA)) < _BLACK_SHARE:
            self._black_since, self.black_seconds = None, 0.0
            return
        self._black_since = pts if self._black_since is None else self._black_since
        self.black_seconds = (pts - self._black_since) / TICKS_PER_SECOND

    def _encode(self, picture: Any) -> bytes:
        encoder = self._jpeg_encoder
        if encoder is None or (encoder.width, encoder.height) != (picture.width, picture.height):
            encoder = av.CodecContext.create("mjpeg", "w")
            encoder.width, encoder.height, encoder.pix_fmt = picture.width, picture.height, "yuvj420p"
            encoder.time_base, encoder.thread_count = _TIME_BASE, 1
            encoder.qmin = encoder.qmax = _JPEG_QUALITY
            self._jpeg_encoder = encoder
        picture.pts, picture.time_base = self._last_pts, _TIME_BASE
        try:
            return b"".join(bytes(packet) for packet in encoder.encode(picture))
        except av.error.FFmpegError:
            self._jpeg_encoder = None
            return b""


def _to_db(amplitude: float) -> float:
    """Return an amplitude (1 is full scale) in dB."""
    return round(max(_MIN_DB, 20 * math.log10(amplitude)), 1) if amplitude > 0 else _MIN_DB
