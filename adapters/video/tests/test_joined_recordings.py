"""Tests of joined recordings."""

from itertools import pairwise
from pathlib import Path

import av
import numpy as np
import pytest

from adapters.video.ffmpeg_process import run_ffmpeg
from adapters.video.packager import FfmpegVideoPackager
from adapters.video.source.probe import probe
from adapters.video.tests.conftest import GOP_GRID, MakePackage, MakeVideo
from adapters.video.tests.flash_video import read_loudness
from touchline.catalog.ports.media.video_packager import RecordedTrack, VideoRefusedError


def make_recording(path: Path, seconds: int, size: str = "128x72") -> Path:
    """Make a test pattern and a tone as MPEG-TS, with keyframes every second."""
    frames = ["-f", "lavfi", "-i", f"testsrc=s={size}:r=25:d={seconds}"]
    audio = ["-f", "lavfi", "-i", f"sine=frequency=440:sample_rate=48000:duration={seconds}"]
    codec_options = [
        "-c:v",
        "libx264",
        "-preset",
        "ultrafast",
        "-pix_fmt",
        "yuv420p",
        "-g",
        "25",
        "-c:a",
        "aac",
    ]
    run_ffmpeg([*frames, *audio, *codec_options, "-f", "mpegts", str(path)], timeout=60)
    return path


def test_each_part_starts_where_the_previous_part_ended(tmp_path: Path) -> None:
    parts = [
        make_recording(tmp_path / f"{position}'s.ts", seconds) for position, seconds in enumerate((2, 1, 3))
    ]
    joined = tmp_path / "whole.ts"
    FfmpegVideoPackager().join(parts, joined)
    with av.open(str(joined)) as container:
        timestamps = sorted(frame.time or 0.0 for frame in container.decode(video=0))
    assert len(timestamps) == 150
    steps = [next_pts - previous for previous, next_pts in pairwise(timestamps)]
    assert min(steps) > 0.03
    assert max(steps) < 0.12
    assert timestamps[-1] - timestamps[0] == pytest.approx(6, abs=0.2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0's.ts", "1's.ts", "2's.ts", "whole.ts"]


def test_the_same_parts_make_the_same_bytes(tmp_path: Path) -> None:
    parts = [make_recording(tmp_path / f"{position}.ts", 1) for position in range(2)]
    for name in ("once.ts", "twice.ts"):
        FfmpegVideoPackager().join(parts, tmp_path / name)
    assert (tmp_path / "once.ts").read_bytes() == (tmp_path / "twice.ts").read_bytes()


def test_parts_of_different_sizes_make_one_stream(tmp_path: Path) -> None:
    parts = [make_recording(tmp_path / "a.ts", 2), make_recording(tmp_path / "b.ts", 2, size="96x54")]
    joined, into = tmp_path / "whole.ts", tmp_path / "package"
    into.mkdir()
    FfmpegVideoPackager().join(parts, joined)
    output = FfmpegVideoPackager().package(joined, [], into, lambda _share: None)
    assert (output.width, output.height) == (128, 72)
    assert output.duration_ms == pytest.approx(4000, abs=250)


def test_parts_without_audio_get_a_silent_track_and_report_no_audio(
    make_video: MakeVideo, make_package: MakePackage, tmp_path: Path
) -> None:
    without_audio = make_video("mute.ts", *GOP_GRID, seconds=2)
    FfmpegVideoPackager().join([without_audio, without_audio], tmp_path / "whole.ts")
    output, package = make_package(tmp_path / "whole.ts")
    assert (output.has_audio, output.duration_ms) == (False, 4000)
    assert read_loudness(package / "v0" / "00000.ts", start_time=1.0) == [0, 0, 0, 0]


def test_unreadable_parts_are_refused(tmp_path: Path) -> None:
    damaged = tmp_path / "broken.ts"
    damaged.write_bytes(b"no video" * 100)
    with pytest.raises(VideoRefusedError):
        FfmpegVideoPackager().join([damaged], tmp_path / "whole.ts")


def test_a_part_without_a_complete_frame_is_skipped(tmp_path: Path) -> None:
    parts = [make_recording(tmp_path / f"{position}.ts", 1) for position in range(2)]
    truncated = tmp_path / "torn.ts"
    truncated.write_bytes(parts[0].read_bytes()[: 188 * 4])
    joined = tmp_path / "whole.ts"
    FfmpegVideoPackager().join([parts[0], truncated, parts[1]], joined)
    with av.open(str(joined)) as container:
        assert sum(1 for _ in container.decode(video=0)) == 50


def make_tone(path: Path, seconds: int, frequency: int) -> Path:
    """Make a tone as MPEG-TS."""
    graph = f"sine=frequency={frequency}:sample_rate=48000:duration={seconds}"
    run_ffmpeg(["-f", "lavfi", "-i", graph, "-c:a", "aac", "-f", "mpegts", str(path)], timeout=60)
    return path


def test_all_audio_tracks_are_joined_with_their_names(tmp_path: Path) -> None:
    parts = [make_recording(tmp_path / f"{number}.ts", 2) for number in range(2)]
    (missing := tmp_path / "missing.ts").touch()
    away = RecordedTrack("Équipe B", "fr", [make_tone(tmp_path / "b.ts", 2, 1320), missing])
    joined = tmp_path / "whole.nut"
    FfmpegVideoPackager().join(parts, joined, [RecordedTrack("Équipe A", "fr"), away])
    assert [(stream.title, stream.language) for stream in probe(joined).audio_streams] == [
        ("Équipe A", "fra"),
        ("Équipe B", "fra"),
    ]
    loudness = [read_levels(joined, track) for track in range(2)]
    assert [bool(level > 0.01) for level in loudness[0]] == [True] * 4
    assert [bool(level > 0.01) for level in loudness[1]] == [True, True, False, False]


def read_levels(path: Path, track: int) -> list[float]:
    """Return the level of an audio track in each second."""
    with av.open(str(path)) as container:
        frames = [frame.to_ndarray() for frame in container.decode(audio=track)]
    samples = np.concatenate(frames, axis=1)[0]
    return [float(np.sqrt(np.mean(part**2))) for part in np.array_split(samples, len(samples) // 48_000)]
