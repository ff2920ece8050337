"""Tests of whole recordings as one file, and of single frames."""

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image

from adapters.video.cutting import mp4_writer
from adapters.video.cutting.cutter import FfmpegCutter
from adapters.video.tests import numbered_video
from adapters.video.tests.conftest import H264, MakePackage, MakeSegments, MakeVideo
from touchline.clips.ports.cutting import CutRefusedError

SYNC_TOLERANCE = 0.008


def test_a_full_recording_has_every_frame_and_audio_in_sync(
    make_segments: MakeSegments, tmp_path: Path
) -> None:
    reported: list[float] = []
    output = FfmpegCutter().concatenate(make_segments("25", 20), tmp_path / "whole.mp4", reported.append)
    result = numbered_video.decode_video(tmp_path / "whole.mp4")
    assert result.frame_numbers == list(range(500))
    assert result.frame_times == pytest.approx([number / 25 for number in range(500)], abs=1e-4)
    assert numbered_video.max_tick_error(result.tick_times, 0, 20) < SYNC_TOLERANCE
    assert (output.duration_ms, output.copied_share) == (20_000, 1)
    assert (output.width, output.height) == (numbered_video.WIDTH, numbered_video.HEIGHT)
    assert (reported == sorted(reported), reported[-1]) == (True, 1)


def test_frames_are_copied_and_the_index_is_at_the_front(make_segments: MakeSegments, tmp_path: Path) -> None:
    file = tmp_path / "whole.mp4"
    output = FfmpegCutter().concatenate(make_segments("25", 20), file, lambda _share: None)
    assert file.read_bytes().index(b"moov") < file.read_bytes().index(b"mdat")
    assert output.size == file.stat().st_size
    with av.open(str(file)) as container:
        keys = [packet.pts for packet in container.demux(video=0) if packet.is_keyframe and packet.size]
    assert [(later - key) / 90_000 for key, later in pairwise(key or 0 for key in keys)] == [2] * 9


def test_runs_follow_each_other_when_audio_of_the_first_overlaps(tmp_path: Path) -> None:
    late = ("-af", "apad=pad_dur=0.3", *numbered_video.AAC, *numbered_video.hls_options(tmp_path / "run", 2))
    numbered_video.draw_video(
        tmp_path / "run" / "i.m3u8", 4, Fraction(25), *H264, "-bf", "0", "-g", "50", *late
    )
    run = numbered_video.list_segments(tmp_path / "run")
    FfmpegCutter().concatenate([*run, *run], tmp_path / "whole.mp4", lambda _share: None)
    result = numbered_video.decode_video(tmp_path / "whole.mp4")
    assert result.frame_numbers == [*range(100)] * 2
    assert result.tick_times[-3:] == pytest.approx([5, 6, 7], abs=0.03)


def test_a_recording_without_audio_stays_without_audio(tmp_path: Path) -> None:
    """Packages made without an audio track from silent sources are kept as they are."""
    options = (*H264, "-g", "50", "-bf", "0", *numbered_video.hls_options(tmp_path / "mute", 2))
    numbered_video.draw_video(tmp_path / "mute" / "i.m3u8", 4, Fraction(25), *options, has_audio=False)
    segments = numbered_video.list_segments(tmp_path / "mute")
    FfmpegCutter().concatenate(segments, tmp_path / "whole.mp4", lambda _share: None)
    FfmpegCutter().cut([segments], 1_000, 2_000, tmp_path / "clip.mp4", lambda _share: None)
    for name in ("whole.mp4", "clip.mp4"):
        with av.open(str(tmp_path / name)) as container:
            assert [stream.type for stream in container.streams] == ["video"]


def test_a_nearly_empty_first_segment_leaves_space_for_the_index(
    make_video: MakeVideo,
    make_package: MakePackage,
    make_segments: MakeSegments,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, folder = make_package(
        make_video("five-frames.mp4", *("-c:v", "libx264", "-pix_fmt", "yuv420p"), seconds=0.2)
    )
    monkeypatch.setattr(mp4_writer, "_MIN_INDEX_BYTES", 1200)
    segments = [numbered_video.list_segments(folder / "v0")[0], *make_segments("25", 20)]
    FfmpegCutter().concatenate(segments, tmp_path / "whole.mp4", lambda _share: None)
    with av.open(str(tmp_path / "whole.mp4")) as container:
        assert container.streams.video[0].frames > 500


def test_no_segments_make_no_recording(tmp_path: Path) -> None:
    with pytest.raises(CutRefusedError):
        FfmpegCutter().concatenate([], tmp_path / "whole.mp4", lambda _share: None)


@pytest.mark.parametrize(("offset_ms", "number"), [(0, 100), (1_000, 125), (1_036, 125), (99_000, 199)])
def test_a_poster_shows_the_frame_at_its_time(
    make_segments: MakeSegments, tmp_path: Path, offset_ms: int, number: int
) -> None:
    FfmpegCutter().extract_frame(make_segments("25", 20)[1], offset_ms, tmp_path / "poster.jpg")
    with Image.open(tmp_path / "poster.jpg") as poster:
        assert (poster.format, poster.size) == ("JPEG", (numbered_video.WIDTH, numbered_video.HEIGHT))
        assert numbered_video.read_frame_number(np.asarray(poster.convert("L"))) == number


def test_a_poster_is_no_wider_than_960(
    make_video: MakeVideo, make_package: MakePackage, tmp_path: Path
) -> None:
    _, folder = make_package(
        make_video("wide.mp4", *("-c:v", "libx264", "-pix_fmt", "yuv420p"), seconds=0.2, size="1920x800")
    )
    FfmpegCutter().extract_frame(numbered_video.list_segments(folder / "v0")[0], 0, tmp_path / "poster.jpg")
    with Image.open(tmp_path / "poster.jpg") as poster:
        assert poster.size == (960, 400)


@pytest.mark.parametrize("damaged", [None, b"", b"no video" * 1000])
def test_a_damaged_segment_has_no_poster(tmp_path: Path, damaged: bytes | None) -> None:
    segment = tmp_path / "0.ts"
    if damaged is not None:
        segment.write_bytes(damaged)
    with pytest.raises(CutRefusedError):
        FfmpegCutter().extract_frame(segment, 0, tmp_path / "poster.jpg")
    assert list(tmp_path.glob("*.jpg")) == []


@pytest.mark.nightly
def test_segments_with_many_more_packets_do_not_break_the_file(tmp_path: Path) -> None:
    """The space for the index is estimated from every other segment here. The segments in between hold most
    packets.
    """
    few_packets = numbered_video.draw_video(tmp_path / "few.ts", 1, Fraction(25), *H264, *numbered_video.AAC)
    many_packets = numbered_video.draw_video(
        tmp_path / "many.ts", 30, Fraction(60), *H264, *numbered_video.AAC, "-ar", "96000"
    )
    output = FfmpegCutter().concatenate(
        [few_packets, many_packets] * 12, tmp_path / "whole.mp4", lambda _share: None
    )
    assert output.duration_ms == pytest.approx(12 * 31_000, abs=500)
    with av.open(str(tmp_path / "whole.mp4")) as container:
        assert sum(1 for packet in container.demux(video=0) if packet.size) == 12 * (25 + 1800)
