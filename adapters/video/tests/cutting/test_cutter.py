"""Tests that clips start and end on the requested frames, with audio in sync."""

import random
from fractions import Fraction
from pathlib import Path

import av
import pytest

from adapters.video.cutting.cutter import FfmpegCutter
from adapters.video.tests import numbered_video
from adapters.video.tests.conftest import H264, CutFrames, MakeSegments
from adapters.video.tests.numbered_video import max_tick_error

SYNC_TOLERANCE = 0.008
"""Seconds. Less than half a frame at the highest frame rate."""


def has_frame(number: int) -> bool:
    """Return whether the live stream's variable frame rate keeps a frame."""
    return number % 7 > 1 or number % 60 == 0


def expected_copied_frames(first: int, stop: int) -> int:
    """Return the number of copied frames: all but the first, which restarts its GOP unless it is a
    keyframe."""
    return stop - first - (first % 50 > 0)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("seed", range(5))
def test_fifty_clips_at_random_frames_start_and_end_exactly_there(
    cut_frames: CutFrames, make_segments: MakeSegments, seed: int
) -> None:
    runs, rate, dice = [make_segments("25", 20)], Fraction(25), random.Random(seed)  # noqa: S311
    for _ in range(10):
        first = dice.randrange(480)
        stop = min(500, first + dice.randrange(1, 120))
        output, result = cut_frames(runs, rate, first, stop)
        assert result.frame_numbers == list(range(first, stop))
        assert max_tick_error(result.tick_times, first / 25, stop / 25) < SYNC_TOLERANCE
        assert result.frame_times == pytest.approx([number / 25 for number in range(stop - first)], abs=1e-4)
        assert output.duration_ms == (stop - first) * 40
        assert result.duration == pytest.approx((stop - first) / 25, abs=1e-4)
        assert result.audio_duration == pytest.approx((stop - first) / 25, abs=1e-4)
        assert output.copied_share == pytest.approx(expected_copied_frames(first, stop) / (stop - first))


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("rate", ["30000/1001", "50"])
def test_clips_are_frame_accurate_at_odd_frame_rates(
    cut_frames: CutFrames, make_segments: MakeSegments, rate: str
) -> None:
    runs, frame_rate, dice = [make_segments(rate, 10)], Fraction(rate), random.Random(7)  # noqa: S311
    for _ in range(6):
        first = dice.randrange(int(6 * frame_rate))
        stop = first + dice.randrange(20, int(4 * frame_rate))
        output, result = cut_frames(runs, frame_rate, first, stop)
        assert result.frame_numbers == list(range(first, stop))
        assert (
            max_tick_error(result.tick_times, float(first / frame_rate), float(stop / frame_rate))
            < SYNC_TOLERANCE
        )
        assert output.duration_ms == pytest.approx(float((stop - first) * 1000 / frame_rate), abs=1)


def test_a_stream_of_a_third_party_encoder_is_cut_at_its_own_timestamps(
    cut_frames: CutFrames, live_segments: list[Path]
) -> None:
    dice, shares = random.Random(8), []  # noqa: S311
    for _ in range(6):
        first = dice.choice([number for number in range(240) if has_frame(number)])
        stop = dice.choice([number for number in range(first + 40, first + 120) if has_frame(number)])
        output, result = cut_frames([live_segments], Fraction(30), first, stop)
        kept_frames = [number for number in range(first, stop) if has_frame(number)]
        assert result.frame_numbers == kept_frames
        assert result.frame_times == pytest.approx(
            [(number - first) / 30 for number in kept_frames], abs=0.002
        )
        assert max_tick_error(result.tick_times, first / 30, stop / 30) < SYNC_TOLERANCE
        assert result.duration == pytest.approx((stop - first) / 30, abs=0.002)
        shares.append(output.copied_share)
    assert sum(shares) / len(shares) > 0.3


@pytest.fixture(scope="session")
def copyable_segments(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return segments from another encoder: a keyframe every second, and no references to later frames."""
    folder = tmp_path_factory.mktemp("copyable")
    options = (*H264, "-bf", "0", "-g", "25", "-output_ts_offset", "10")
    numbered_video.draw_video(
        folder / "i.m3u8",
        8,
        Fraction(25),
        *options,
        *numbered_video.AAC,
        *numbered_video.hls_options(folder, 2),
    )
    return numbered_video.list_segments(folder)


@pytest.mark.parametrize(
    ("first", "stop", "copied"), [(30, 110, 60), (49, 110, 60), (50, 110, 60), (26, 49, 0), (150, 200, 50)]
)
def test_frames_of_a_third_party_encoder_are_copied(
    cut_frames: CutFrames, copyable_segments: list[Path], first: int, stop: int, copied: int
) -> None:
    output, result = cut_frames([copyable_segments], Fraction(25), first, stop)
    assert result.frame_numbers == list(range(first, stop))
    assert max_tick_error(result.tick_times, first / 25, stop / 25) < SYNC_TOLERANCE
    assert output.copied_share == pytest.approx(copied / (stop - first))


def test_frames_after_an_encoder_change_are_copied(
    cut_frames: CutFrames, copyable_segments: list[Path], tmp_path: Path
) -> None:
    encoder_options = (*H264, "-bf", "0", "-g", "25", "-qp", "30", "-output_ts_offset", "14")
    options = (*encoder_options, *numbered_video.AAC, *numbered_video.hls_options(tmp_path / "changed", 2))
    numbered_video.draw_video(tmp_path / "changed" / "i.m3u8", 4, Fraction(25), *options, first=100)
    run = copyable_segments[:2] + numbered_video.list_segments(tmp_path / "changed")
    output, result = cut_frames([run], Fraction(25), 60, 130)
    assert (result.frame_numbers, output.copied_share) == (list(range(60, 130)), 30 / 70)
    assert max_tick_error(result.tick_times, 60 / 25, 130 / 25) < SYNC_TOLERANCE


@pytest.mark.parametrize(("first", "parameter_set_count"), [(98, 1), (99, 2), (100, 1)])
def test_two_consecutive_idr_frames_have_different_parameter_sets(
    cut_frames: CutFrames, make_segments: MakeSegments, tmp_path: Path, first: int, parameter_set_count: int
) -> None:
    cut_frames([make_segments("25", 20)], Fraction(25), first, 150)
    with av.open(str(tmp_path / "clip.mp4")) as container:
        header = container.streams.video[0].codec_context.extradata
    assert header is not None
    assert header[5] & 31 == parameter_set_count


@pytest.mark.parametrize(("first", "stop"), [(0, 500), (0, 1), (0, 40), (499, 500), (460, 500), (110, 113)])
def test_recording_ends_and_ranges_shorter_than_a_gop_can_be_cut(
    cut_frames: CutFrames, make_segments: MakeSegments, first: int, stop: int
) -> None:
    output, result = cut_frames([make_segments("25", 20)], Fraction(25), first, stop)
    assert result.frame_numbers == list(range(first, stop))
    assert output.duration_ms == (stop - first) * 40
    assert max_tick_error(result.tick_times, first / 25, stop / 25) < SYNC_TOLERANCE


def test_only_the_given_segments_are_needed(cut_frames: CutFrames, make_segments: MakeSegments) -> None:
    second, third = make_segments("25", 20)[1:3]
    _, result = cut_frames([[second, third]], Fraction(25), 10, 150)
    assert result.frame_numbers == list(range(110, 250))
    assert max_tick_error(result.tick_times, 4.4, 10) < SYNC_TOLERANCE


def test_a_time_between_two_frames_selects_the_displayed_frame(
    make_segments: MakeSegments, tmp_path: Path
) -> None:
    output = FfmpegCutter().cut(
        [make_segments("25", 20)], 1_030, 2_000, tmp_path / "clip.mp4", lambda _share: None
    )
    assert numbered_video.decode_video(tmp_path / "clip.mp4").frame_numbers == list(range(25, 75))
    assert output.duration_ms == 2_000


def test_a_clip_past_the_end_ends_with_the_recording(
    cut_frames: CutFrames, make_segments: MakeSegments
) -> None:
    output, result = cut_frames([make_segments("25", 20)], Fraction(25), 480, 600)
    assert result.frame_numbers == list(range(480, 500))
    assert output.duration_ms == 800


def test_a_clip_continues_across_a_discontinuity(cut_frames: CutFrames, tmp_path: Path) -> None:
    """The second run has another size, other timestamps and other parameter sets."""
    runs = []
    for number, more in enumerate((("-output_ts_offset", "50"), ("-s", "128x64", "-bf", "2"))):
        folder = tmp_path / f"{number}"
        options = (*H264, "-g", "50", *more, *numbered_video.AAC, *numbered_video.hls_options(folder, 2))
        numbered_video.draw_video(folder / "i.m3u8", 4, Fraction(25), *options, first=100 * number)
        runs.append(numbered_video.list_segments(folder))
    output, result = cut_frames(runs, Fraction(25), 60, 170)
    assert result.frame_numbers == list(range(60, 170))
    assert result.frame_times == pytest.approx([number / 25 for number in range(110)], abs=1e-4)
    assert max_tick_error(result.tick_times, 60 / 25, 170 / 25) < SYNC_TOLERANCE
    assert (result.size, output.copied_share) == ((192, 96), 0)
    output, result = cut_frames(runs, Fraction(25), 150, 170)
    assert (result.frame_numbers, result.size) == (list(range(150, 170)), (128, 64))
    assert output.copied_share > 0.5


def test_timestamps_that_restart_without_notice_are_a_discontinuity(
    cut_frames: CutFrames, copyable_segments: list[Path]
) -> None:
    _, result = cut_frames([[copyable_segments[2], copyable_segments[0]]], Fraction(25), 30, 80)
    assert result.frame_numbers == [*range(130, 150), *range(30)]


def test_a_clip_without_audio_has_no_audio_track(cut_frames: CutFrames, tmp_path: Path) -> None:
    options = (*H264, "-g", "50", "-bf", "0", *numbered_video.hls_options(tmp_path / "mute", 2))
    numbered_video.draw_video(tmp_path / "mute" / "i.m3u8", 4, Fraction(25), *options, has_audio=False)
    output, result = cut_frames([numbered_video.list_segments(tmp_path / "mute")], Fraction(25), 20, 90)
    assert (result.frame_numbers, result.audio_duration) == (list(range(20, 90)), None)
    assert output.copied_share > 0.5


def test_audio_that_starts_late_and_ends_early_stays_in_sync(cut_frames: CutFrames, tmp_path: Path) -> None:
    late = ("-af", "atrim=start=1.5:end=3.5", *numbered_video.AAC)
    options = (*H264, "-g", "50", "-bf", "0", *late, *numbered_video.hls_options(tmp_path / "late", 2))
    numbered_video.draw_video(tmp_path / "late" / "i.m3u8", 5, Fraction(25), *options)
    _, result = cut_frames([numbered_video.list_segments(tmp_path / "late")], Fraction(25), 10, 110)
    assert result.audio_duration == pytest.approx(4, abs=1e-4)
    assert result.tick_times == pytest.approx([2 - 0.4, 3 - 0.4], abs=SYNC_TOLERANCE)


def test_a_clip_is_playable_before_it_is_fully_downloaded(
    cut_frames: CutFrames, make_segments: MakeSegments, tmp_path: Path
) -> None:
    output, _ = cut_frames([make_segments("25", 20)], Fraction(25), 90, 190)
    data = (tmp_path / "clip.mp4").read_bytes()
    assert 0 < data.index(b"moov") < data.index(b"mdat")
    assert (output.size, output.width, output.height) == (
        len(data),
        numbered_video.WIDTH,
        numbered_video.HEIGHT,
    )
