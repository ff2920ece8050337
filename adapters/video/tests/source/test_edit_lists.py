"""Tests of trimmed files: the stream hides what the edit list hides."""

from pathlib import Path

import av
import pytest

from adapters.video.ffmpeg_process import run_ffmpeg
from adapters.video.packager import FfmpegVideoPackager
from adapters.video.tests.flash_video import AAC, H264, make_flash_video, read_rendition
from touchline.catalog.ports.media.video_packager import VideoPackage

GOP_GRID = (*H264, "-bf", "0", "-g", "50", "-keyint_min", "50")
B_FRAMES = (*H264, "-bf", "2", "-g", "50", "-keyint_min", "50")


def trim_video(folder: Path, start: str, *options: str, encoded: tuple[str, ...] = GOP_GRID) -> Path:
    """Make a 6 s video without the part before `start`. The rest starts between two keyframes."""
    complete = make_flash_video(folder / "whole.mp4", 6, *encoded, *AAC)
    target = folder / "trimmed.mp4"
    run_ffmpeg(["-y", "-ss", start, "-i", str(complete), *options, "-c", "copy", str(target)], timeout=60)
    with av.open(str(target)) as container:
        assert any(packet.is_discard for packet in container.demux(container.streams.video[0]))
    return target


def create_package(source: Path) -> tuple[VideoPackage, Path]:
    into = source.parent / "made"
    into.mkdir()
    return FfmpegVideoPackager().package(source, (), into, lambda _share: None), into


@pytest.mark.parametrize("encoded", [GOP_GRID, B_FRAMES], ids=["in order", "with b frames"])
def test_the_stream_starts_at_the_edit_list_start(tmp_path: Path, encoded: tuple[str, ...]) -> None:
    package, into = create_package(trim_video(tmp_path, "1.28", encoded=encoded))
    assert package.duration_ms == pytest.approx(4720, abs=40)
    for signals in (read_rendition(into / "v0"), read_rendition(into / "v1")):
        assert signals.flashes == pytest.approx([0.72, 1.72, 2.72, 3.72], abs=0.001)
        assert signals.max_offset() <= 0.02
        assert signals.audio_end == pytest.approx(4.72, abs=0.05)


def test_the_stream_ends_at_the_edit_list_end(tmp_path: Path) -> None:
    _, into = create_package(trim_video(tmp_path, "2.56", "-t", "2.2"))
    signals = read_rendition(into / "v0")
    assert signals.flashes == pytest.approx([0.44, 1.44], abs=0.001)
    assert signals.frame_times[-1] == pytest.approx(2.2, abs=0.08)
