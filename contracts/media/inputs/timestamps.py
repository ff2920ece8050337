"""Timestamps that jump, have gaps, or continue for hours."""

from __future__ import annotations

from contracts.media.cases import ExpectedOutput, MediaCase, make_video
from contracts.media.generated_videos import AAC, H264, VideoSpec
from contracts.media.inputs.audio import make_concatenated

_VIDEO_PART = VideoSpec(seconds=5)
_KEYFRAME_OPTIONS = (*H264, "-bf", "0", "-g", "20", "-keyint_min", "20", "-sc_threshold", "0", *AAC)

CASES = (
    MediaCase(
        "ts: an hour's jump",
        make_concatenated(_VIDEO_PART, _VIDEO_PART, offsets=(0, 3605)),
        ExpectedOutput(10, flash_count=10),
    ),
    MediaCase(
        "ts: an hour back",
        make_concatenated(_VIDEO_PART, _VIDEO_PART, offsets=(3600, 0)),
        ExpectedOutput(10, flash_count=10),
    ),
    MediaCase(
        "ts: gap of 20 s",
        make_concatenated(_VIDEO_PART, _VIDEO_PART, offsets=(0, 25)),
        ExpectedOutput(30, flash_count=10, audio_ranges=((0, 5), (25, 30))),
    ),
    MediaCase(
        "ts: gap of 2 s",
        make_concatenated(_VIDEO_PART, _VIDEO_PART, offsets=(0, 7)),
        ExpectedOutput(12, flash_count=10, audio_ranges=((0, 5), (7, 12))),
    ),
    MediaCase(
        "one second",
        make_video("film.mp4", VideoSpec(seconds=1), *_KEYFRAME_OPTIONS),
        ExpectedOutput(1, flash_count=1),
    ),
    MediaCase(
        "longer than 2:13:20",
        make_video("film.mp4", VideoSpec(seconds=8100, size="64x48", frame_rate="10"), *_KEYFRAME_OPTIONS),
        ExpectedOutput(8100, (64, 48), 10, flash_count=8100, is_copied=True),
    ),
)
