"""One clean input stream for ffmpeg: video as encoded, and each audio track as continuous AAC stereo.

ffmpeg then gets one clock without jumps, and audio without gaps that starts and ends with the video. A source
without audio gets silence.
"""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, islice, repeat
from typing import Any

import av
import av.error

from adapters.video.audio.aac_encoder import AUDIO_BITRATE
from adapters.video.audio.track_encoder import AudioTrackEncoder
from adapters.video.ffmpeg_process import FfmpegFailedError
from adapters.video.source.analysis import SourceAnalysis
from adapters.video.source.demuxing import TimedPacket, read_packets
from adapters.video.source.probe import MediaSource, find_main_video, open_source
from adapters.video.timing.segment_clock import TICKS_PER_SECOND

_MIN_TIMESCALE = 48_000
_MATROSKA_CODECS = frozenset({"prores"})
_DECODED_CODECS = frozenset({"dnxhd"})
"""Codecs that neither NUT nor Matroska supports. Their video is passed on decoded."""
_AUDIO_TIMEOUT = 8 * TICKS_PER_SECOND
"""Audio that arrives this much later than the video counts as missing."""


class CleanStreamPipe:
    """Pipe to which a separate thread writes the clean stream. Use it as a context manager.

    `reader` is the end that ffmpeg reads. An error in reading the source is raised when the context ends. A
    closed pipe is not an error, because ffmpeg reports its own failures.
    """

    def __init__(
        self,
        source: MediaSource,
        analysis: SourceAnalysis,
        frame_rate: Fraction | None = None,
        gains: Sequence[float] = (),
    ) -> None:
        self._source, self._analysis, self._frame_rate, self._gains = source, analysis, frame_rate, gains
        self.reader, self._writer = os.pipe()
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="feed", daemon=True)

    def __enter__(self) -> CleanStreamPipe:
        return self

    def start(self) -> None:
        """Start to write. Call this once ffmpeg runs, because a process should have one thread when it
        forks."""
        self._thread.start()

    def __exit__(self, track_class: object, *_: object) -> None:
        os.close(self.reader)
        if self._thread.ident is None:
            os.close(self._writer)
            return
        self._thread.join()
        if self._error is not None and track_class in (None, FfmpegFailedError):
            raise self._error

    def _run(self) -> None:
        try:
            self._write()
        except OSError as error:
            if error.errno != errno.EPIPE:
                self._error = error
        except av.error.FFmpegError as error:
            self._error = FfmpegFailedError(str(error))
        except BaseException as error:
            self._error = error
        finally:
            os.close(self._writer)

    def _write(self) -> None:
        with av.open(f"pipe:{self._writer}", "w", format=pipe_format(self._source)) as container:
            write_clean_stream(container, self._source, self._analysis, self._frame_rate, gains=self._gains)


def pipe_format(source: MediaSource) -> str:
    """Return the container format of the clean stream.

    NUT keeps timestamps exactly. Matroska rounds them to milliseconds, but supports some codecs that NUT does
    not.
    """
    return "matroska" if source.codec in _MATROSKA_CODECS else "nut"


def write_clean_stream(
    container: Any,
    source: MediaSource,
    analysis: SourceAnalysis,
    frame_rate: Fraction | None = None,
    audio_bitrate: int = AUDIO_BITRATE,
    min_audio_tracks: int = 1,
    labels: Sequence[tuple[str, str]] = (),
    gains: Sequence[float] = (),
) -> None:
    """Write a source to a container: video as encoded, and each audio track as continuous AAC stereo.

    With `frame_rate`, every frame is exactly on the grid of that constant rate. If the source has fewer than
    `min_audio_tracks` audio tracks, the rest are silent. `labels` are the titles and languages (BCP 47 or
    "") of the audio tracks, `gains` their gains in dB.
    """
    with open_source(source.parts[0]) as first:
        track_class = _DecodedVideoTrack if source.codec in _DECODED_CODECS else _VideoTrack
        video_track = track_class(container, find_main_video(first), analysis, frame_rate)
        track_count = max(min_audio_tracks, len(source.audio_streams))
        audio_encoders = [
            AudioTrackEncoder(container, analysis, audio_bitrate, gain)
            for gain in islice(chain(gains, repeat(0.0)), track_count)
        ]
        for audio_encoder, (title, language) in zip(audio_encoders, labels, strict=False):
            audio_encoder.label(title, language)
        for timed_packet in read_packets(source.parts, max_gap=source.max_gap):
            if timed_packet.audio_index is None:
                _mux(container, video_track.write(timed_packet))
                for audio_encoder in audio_encoders:
                    _mux(container, audio_encoder.fill(timed_packet.dts - _AUDIO_TIMEOUT))
            elif timed_packet.audio_index < len(audio_encoders):
                _mux(container, audio_encoders[timed_packet.audio_index].add(timed_packet))
        for audio_encoder in audio_encoders:
            _mux(container, audio_encoder.finish())


def _mux(container: Any, packets: Iterator[Any]) -> None:
    for packet in packets:
        container.mux_one(packet)


class _VideoTrack:
    """Video with timestamps from the start of the stream. With a constant `frame_rate`, they are exactly on
    its grid.
    """

    def __init__(
        self, container: Any, template: Any, analysis: SourceAnalysis, frame_rate: Fraction | None
    ) -> None:
        self._analysis = analysis
        self._last_dts: int | None = None
        self._time_base = Fraction(1, TICKS_PER_SECOND) if frame_rate is None else 1 / frame_rate
        self._ticks_per_frame = 1
        while frame_rate is not None and self._time_base > Fraction(1, _MIN_TIMESCALE):
            self._time_base, self._ticks_per_frame = self._time_base / 2, self._ticks_per_frame * 2
        self._frame_rate = frame_rate
        self._stream = self._add_stream(container, template)
        self._stream.time_base = self._time_base

    def _add_stream(self, container: Any, template: Any) -> Any:
        return container.add_stream_from_template(template, opaque=True)

    def write(self, timed_packet: TimedPacket) -> Iterator[Any]:
        """Yield the packet to write."""
        packet = timed_packet.packet
        packet.stream, packet.time_base = self._stream, self._time_base
        grid_offset = self._analysis.grid.offset_at(timed_packet.pts)
        dts, pts = (
            self._to_output_time(timed_packet.dts + grid_offset),
            self._to_output_time(timed_packet.pts + grid_offset),
        )
        if self._last_dts is not None and dts <= self._last_dts:
            dts = self._last_dts + 1
        self._last_dts = packet.dts = dts
        packet.pts = max(pts, dts)
        packet.duration = 0 if self._frame_rate is None else self._ticks_per_frame
        yield packet

    def _to_output_time(self, timestamp: int) -> int:
        if self._frame_rate is None:
            return timestamp - self._analysis.start + self._analysis.hidden_lead
        return (
            round((timestamp - self._analysis.start) * self._frame_rate / TICKS_PER_SECOND)
            * self._ticks_per_frame
        )


class _DecodedVideoTrack(_VideoTrack):
    """Video of an intra-only codec, as raw frames."""

    def _add_stream(self, container: Any, template: Any) -> Any:
        stream = container.add_stream("rawvideo", rate=self._analysis.frame_rate)
        stream.pix_fmt = "yuv420p"
        stream.width, stream.height = template.codec_context.width, template.codec_context.height
        return stream

    def write(self, timed_packet: TimedPacket) -> Iterator[Any]:
        """Yield the frames of a packet."""
        for frame in timed_packet.packet.decode():
            raw_frame = frame.reformat(self._stream.width, self._stream.height, "yuv420p")
            raw_frame.pts, raw_frame.time_base = (
                self._to_output_time(timed_packet.pts + self._analysis.grid.offset_at(timed_packet.pts)),
                self._time_base,
            )
            yield from self._stream.codec_context.encode(raw_frame)
