"""Cutting files out of segments (port `touchline.clips.ports.cutting.Cutter`) with PyAV, without another
process.

In renditions made by Touchline, the first frame is encoded and restarts its GOP (`restart_gop`). All frames
after it are copied. In other renditions, frames are copied from the first keyframe of the range on, and the
frames before it are encoded. Copied frames can end at any point where no frame decoded so far is shown later.
So at the end nothing is encoded, or only the few frames up to the one that a B-frame refers to. If the range
spans several runs, all of it is encoded.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any

import av.error

from adapters.video.audio.aac_encoder import AacEncoder
from adapters.video.cutting import encoded_audio
from adapters.video.cutting.concatenation import concatenate_segments
from adapters.video.cutting.copied_audio import find_copyable_audio
from adapters.video.cutting.frame_range import FrameRange, find_frame_range
from adapters.video.cutting.mp4_writer import (
    add_audio_stream,
    add_copied_stream,
    add_encoded_video_stream,
    mux,
    open_mp4,
)
from adapters.video.cutting.segment_index import (
    DAMAGED_MESSAGE,
    build_segment_index,
    open_segment,
    read_packets,
)
from adapters.video.cutting.smart_cut import SmartCut, plan_smart_cut
from adapters.video.cutting.text_tracks import (
    add_text_stream,
    count_samples,
    disable_text_tracks,
    read_embedded_captions,
)
from adapters.video.cutting.transcoding import FrameEncoder, create_encoder, decode_frames
from adapters.video.h264.parameter_sets import ParameterSets
from adapters.video.thumbnails import write_poster
from adapters.video.timing.segment_clock import TICKS_PER_SECOND
from touchline.clips.domain.captions import RunCaptions
from touchline.clips.ports.cutting import (
    AudioTrackSegments,
    CutRefusedError,
    CutResult,
    OnProgress,
    TextTrack,
)

_TICKS_PER_MS = TICKS_PER_SECOND // 1000
_PROGRESS_INTERVAL_FRAMES = 25
_MAX_AUDIO_PACKETS_PER_SECOND = 100
"""More than any audio codec produces. The estimate reserves space for the index at the front of the file."""

PacketStream = tuple[Any, Iterator[Any]]


class FfmpegCutter:
    """Stateless cutter that uses the ffmpeg libraries (port `Cutter`)."""

    def cut(
        self,
        runs: Sequence[Sequence[Path]],
        start_ms: int,
        duration_ms: int,
        into: Path,
        on_progress: OnProgress,
        text_tracks: Sequence[TextTrack] = (),
    ) -> CutResult:
        """Find the frames of the range, then write them."""
        start_pts, end_pts = start_ms * _TICKS_PER_MS, (start_ms + duration_ms) * _TICKS_PER_MS
        on_progress(0.0)
        index = build_segment_index(runs, start_pts, end_pts, lambda: on_progress(0.0))
        smart_cut = plan_smart_cut(find_frame_range(index, start_pts, end_pts))
        frame_range = smart_cut.frame_range
        with open_mp4(into, _estimate_packets(frame_range) + count_samples(text_tracks)) as file:
            with open_segment(_template_segment(frame_range)) as source:
                video, copied_share = _video_stream(file, smart_cut, source)
                audio = _audio_stream(file, frame_range, source) if frame_range.index.has_audio else None
                texts = [add_text_stream(file, track) for track in text_tracks]
            others = [*([audio] if audio else []), *((it.stream, it.make_packets()) for it in texts)]
            mux(file, video, others, _progress_reporter(on_progress, frame_range.stop - frame_range.start))
            width, height = video[0].width, video[0].height
        disable_text_tracks(into)
        on_progress(1.0)
        return CutResult(
            round((frame_range.end_pts - frame_range.start_pts) / _TICKS_PER_MS),
            width,
            height,
            into.stat().st_size,
            copied_share,
        )

    def extract_frame(self, segment: Path, offset_ms: int, into: Path) -> None:
        """Decode the segment up to the frame and write the frame. Raises `CutRefusedError`."""
        try:
            with open_segment(segment) as container:
                write_poster(container, Fraction(offset_ms + 1 if offset_ms else 0, 1000), into)
        except (av.error.InvalidDataError, StopIteration) as error:
            raise CutRefusedError(DAMAGED_MESSAGE) from error

    def concatenate(
        self,
        segments: Sequence[Path],
        into: Path,
        on_progress: OnProgress,
        audio_tracks: Sequence[AudioTrackSegments] = (),
        text_tracks: Sequence[TextTrack] = (),
    ) -> CutResult:
        """Copy the segments packet by packet."""
        return concatenate_segments(segments, into, on_progress, audio_tracks, text_tracks)

    def read_embedded_captions(self, runs: Sequence[Sequence[Path]]) -> Sequence[RunCaptions]:
        """Decode the captions without decoding a frame."""
        return read_embedded_captions(runs)


def _estimate_packets(frame_range: FrameRange) -> int:
    """Return an upper estimate of the number of video and audio packets."""
    return (
        frame_range.stop
        - frame_range.start
        + _MAX_AUDIO_PACKETS_PER_SECOND
        * (frame_range.end_pts - frame_range.start_pts + TICKS_PER_SECOND)
        // TICKS_PER_SECOND
    )


def _template_segment(frame_range: FrameRange) -> Path:
    """Return the segment whose streams match the copied packets."""
    position = frame_range.copy_start if frame_range.copy_start < frame_range.copy_stop else frame_range.start
    return frame_range.index.segments[frame_range.index.frames[position].segment].path


def _video_stream(file: Any, smart_cut: SmartCut, source: Any) -> tuple[PacketStream, float]:
    """Return the video stream with its packets, and the share of copied frames."""
    frame_range = smart_cut.frame_range
    if frame_range.copy_start == frame_range.copy_stop:
        video = _encode_all(file, frame_range)
    else:
        video = _encode_partly(file, smart_cut, source.streams.video[0])
    stream, video_packets = video
    return (stream, _set_dts(frame_range, video_packets)), (
        frame_range.copy_stop - frame_range.copy_start
    ) / (frame_range.stop - frame_range.start)


def _encode_all(file: Any, frame_range: FrameRange) -> PacketStream:
    frames = decode_frames(frame_range.index, frame_range.start, frame_range.stop)
    first = next(frames)
    stream = add_encoded_video_stream(file, frame_range.frame_rate)
    encoder = FrameEncoder(frame_range, first, stream.codec_context)
    return stream, _encode_frames(encoder, frame_range, frame_range.start, chain([first], frames))


def _encode_partly(file: Any, smart_cut: SmartCut, template: Any) -> PacketStream:
    """Return the video stream with the copied frames, and with the encoded frames before and after them."""
    frame_range = smart_cut.frame_range
    if frame_range.copy_start == frame_range.start and frame_range.copy_stop == frame_range.stop:
        return add_copied_stream(file, template), _copy_frames(smart_cut)
    if smart_cut.idr_frame is not None:
        encoder = FrameEncoder(frame_range, smart_cut.idr_frame, create_encoder(), high_quality=True)
        first_frame_packets = _encode_frames(
            encoder, frame_range, frame_range.start, iter((smart_cut.idr_frame,))
        )
        return add_copied_stream(file, template), chain(first_frame_packets, _copy_frames(smart_cut))
    template_frame = next(
        decode_frames(frame_range.index, frame_range.copy_start, frame_range.copy_start + 1)
    )
    parameter_set_id, parameter_sets = _fit_parameter_sets(frame_range, template_frame)

    def encode_edge(first: int, stop: int) -> Iterator[Any]:
        if first < stop:
            encoder = FrameEncoder(frame_range, template_frame, create_encoder(), parameter_set_id)
            yield from _encode_frames(
                encoder, frame_range, first, decode_frames(frame_range.index, first, stop)
            )

    stream = add_copied_stream(file, template, parameter_sets)
    return stream, chain(
        encode_edge(frame_range.start, frame_range.copy_start),
        _copy_frames(smart_cut),
        encode_edge(frame_range.copy_stop, frame_range.stop),
    )


def _fit_parameter_sets(frame_range: FrameRange, template_frame: Any) -> tuple[int, ParameterSets | None]:
    """Return the ID of the parameter sets of encoded frames, and all parameter sets if there are two.

    Renditions made by Touchline have the same parameter sets as the encoder. For other renditions, the
    encoder's parameter sets get an ID of their own. The same applies if exactly one frame precedes the copied
    frames, because two consecutive IDR frames must differ.
    """
    copied_parameter_sets = frame_range.index.frames[frame_range.copy_start].parameter_sets
    assert copied_parameter_sets is not None
    if (
        FrameEncoder(frame_range, template_frame, create_encoder()).parameter_sets == copied_parameter_sets
        and frame_range.copy_start - frame_range.start != 1
    ):
        return 0, None
    parameter_set_id = copied_parameter_sets.next_free_id
    return parameter_set_id, copied_parameter_sets.merge(
        FrameEncoder(frame_range, template_frame, create_encoder(), parameter_set_id).parameter_sets
    )


def _encode_frames(
    encoder: FrameEncoder, frame_range: FrameRange, first: int, frames: Iterator[Any]
) -> Iterator[Any]:
    for number, frame in enumerate(frames, first):
        yield from encoder.encode(
            frame,
            frame_range.index.frames[number].pts - frame_range.start_pts,
            frame_range.frame_duration(number),
        )
    yield from encoder.finish()


def _copy_frames(smart_cut: SmartCut) -> Iterator[Any]:
    """Yield the copied frames in decoding order. The range from the first to the last copied frame holds the
    same frames in that order.
    """
    frame_range = smart_cut.frame_range
    frames = frame_range.index.frames[frame_range.copy_start : frame_range.copy_stop]
    frame_numbers = {frame.pts: number for number, frame in enumerate(frames, frame_range.copy_start)}
    for segment in frame_range.index.segments[frames[0].segment : frames[-1].segment + 1]:
        for order, packet in enumerate(read_packets(segment, "video"), segment.first_order):
            if frame_range.copy_start <= order < frame_range.copy_stop:
                packet = smart_cut.rewrite_packet(order, packet)
                packet.duration = frame_range.frame_duration(frame_numbers[packet.pts])
                packet.pts -= frame_range.start_pts
                yield packet


def _set_dts(frame_range: FrameRange, video_packets: Iterator[Any]) -> Iterator[Any]:
    delay = frame_range.reorder_delay
    for number, packet in enumerate(video_packets, frame_range.start):
        packet.dts = frame_range.compute_dts(number, delay) - frame_range.start_pts
        yield packet


def _audio_stream(file: Any, frame_range: FrameRange, source: Any) -> PacketStream:
    copyable_audio = find_copyable_audio(
        frame_range.index,
        frame_range.index.get_run(frame_range.index.frames[frame_range.start]),
        frame_range.start_pts,
        frame_range.end_pts,
    )
    if (
        copyable_audio
        and frame_range.index.get_run(frame_range.index.frames[frame_range.stop - 1])
        == copyable_audio.audio_packets[0].run
    ):
        return add_copied_stream(file, source.streams.audio[0]), copyable_audio.mux_packets()
    stream = add_audio_stream(file)
    encoder = AacEncoder(stream.codec_context, padding=True)
    return stream, encoded_audio.encode_audio(
        frame_range.index, frame_range.start_pts, frame_range.end_pts, encoder
    )


def _progress_reporter(on_progress: OnProgress, frame_count: int) -> Callable[[int], None]:
    def report(written: int) -> None:
        if written % _PROGRESS_INTERVAL_FRAMES == 0:
            on_progress(written / frame_count)

    return report
