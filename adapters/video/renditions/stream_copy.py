"""Decision whether the top rendition can copy the source's frames.

Copying requires cuts at the same timestamps as in the encoded renditions. The source must be H.264 that every
browser plays, with a constant frame rate, frames in presentation order, and a keyframe at each segment start.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adapters.video.renditions.ladder import RenditionSpec, frames_per_segment
from adapters.video.source.analysis import SourceAnalysis
from adapters.video.source.probe import MediaSource, find_main_video, open_source
from adapters.video.timing.segment_clock import TICKS_PER_SECOND

_PROFILES = frozenset({"Baseline", "Constrained Baseline", "Main", "High", "Constrained High"})
_LEVEL_1B, _MAX_LEVEL = 9, 52
_JITTER = 0.25
_SLACK_US = 10
"""Microseconds by which each cut is early, because timestamps in a segment are rounded to 1/90,000 s."""
_MAX_BITRATE_RATIO = 2


def segment_seconds(frame_rate: Fraction, segment_frames: int) -> Fraction:
    """Return the `hls_time`, in whole microseconds, at which ffmpeg cuts every `segment_frames` frames.

    ffmpeg cuts at the first keyframe past n times this duration. The slack adds up, but only after weeks does
    it reach the previous keyframe, one GOP earlier.
    """
    return Fraction(int(segment_frames / frame_rate * 1_000_000) - _SLACK_US, 1_000_000)


def can_copy(source: MediaSource, analysis: SourceAnalysis, top_rendition: RenditionSpec) -> bool:
    """Return whether the source's frames fit the top rendition and the keyframe grid."""
    seconds = len(analysis.frame_pts) / float(analysis.frame_rate)
    return (
        analysis.has_uniform_format
        and analysis.has_single_encoding
        and analysis.has_timestamps
        and not analysis.has_hidden_frames
        and not analysis.is_interlaced
        and not source.rotation
        and source.sample_aspect_ratio in (0, 1)
        and analysis.size == source.coded_size == (top_rendition.width, top_rendition.height)
        and not analysis.freeze_seconds
        and analysis.start == analysis.frame_pts.min()
        and analysis.video_bytes * 8 / seconds <= top_rendition.max_bitrate * _MAX_BITRATE_RATIO
        and not analysis.color.build_filters()
        and _is_widely_playable(source)
        and is_on_grid(
            analysis.frame_pts,
            analysis.keyframe_flags,
            analysis.frame_rate,
            frames_per_segment(analysis.frame_rate),
        )
    )


def _is_widely_playable(source: MediaSource) -> bool:
    with open_source(source.parts[0]) as container:
        codec: Any = find_main_video(container).codec_context
        if codec.name != "h264" or codec.pix_fmt != "yuv420p" or codec.profile not in _PROFILES:
            return False
        # Chromium does not know the codec string of level 1b in High profile (`avc1.640009`).
        if codec.level == _LEVEL_1B or (codec.level or 0) > _MAX_LEVEL:
            return False
        return bool(codec.width % 2 == codec.height % 2 == 0)


def is_on_grid(
    frame_pts: NDArray[np.int64], keyframe_flags: NDArray[np.bool_], frame_rate: Fraction, segment_frames: int
) -> bool:
    """Return whether frames can be cut every `segment_frames` frames, and only there.

    `frame_pts` has the PTS of each frame in ticks, in file order. `keyframe_flags` marks the keyframes.
    """
    frame_numbers = np.arange(len(frame_pts))
    timestamps = frame_pts - frame_pts[0]
    frame = TICKS_PER_SECOND / float(frame_rate)
    is_constant = bool(np.all(np.abs(timestamps - frame_numbers * frame) < _JITTER * frame))
    numbers = np.flatnonzero(keyframe_flags).tolist()
    return (
        is_constant
        and bool(keyframe_flags[0])
        and _find_cuts(numbers, frame_rate, segment_frames) == [*range(0, len(frame_pts), segment_frames)]
    )


def _find_cuts(keyframe_flags: Sequence[int], frame_rate: Fraction, segment_frames: int) -> list[int]:
    """Return the frames at which ffmpeg would cut: the first keyframe past each n × hls_time."""
    step, cuts = segment_seconds(frame_rate, segment_frames), [0]
    for number in keyframe_flags:
        if number / frame_rate >= step * len(cuts):
            cuts.append(number)
    return cuts
