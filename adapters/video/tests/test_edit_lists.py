"""Files that somebody trimmed: an edit list hides what they cut off, and so does the stream."""

from pathlib import Path

import av
import pytest

from adapters.video.ffmpeg import FfmpegVideo
from adapters.video.process import run
from adapters.video.tests.flashes import AAC, H264, film, rendition
from touchline.catalog.ports.video import Package

GRID = (*H264, "-bf", "0", "-g", "50", "-keyint_min", "50")
B_FRAMES = (*H264, "-bf", "2", "-g", "50", "-keyint_min", "50")


def trimmed(folder: Path, begin: str, *options: str, coded: tuple[str, ...] = GRID) -> Path:
    """A film of 6 s without what comes before `begin`; what is left begins between two key pictures."""
    whole = film(folder / "whole.mp4", 6, *coded, *AAC)
    target = folder / "trimmed.mp4"
    run(["-y", "-ss", begin, "-i", str(whole), *options, "-c", "copy", str(target)], time_out=60)
    with av.open(str(target)) as container:
        assert any(packet.is_discard for packet in container.demux(container.streams.video[0]))
    return target


def packaged(source: Path) -> tuple[Package, Path]:
    into = source.parent / "made"
    into.mkdir()
    return FfmpegVideo().package(source, (), into, lambda _share: None), into


@pytest.mark.parametrize("coded", [GRID, B_FRAMES], ids=["in order", "with b frames"])
def test_the_stream_begins_where_somebody_trimmed_the_file(tmp_path: Path, coded: tuple[str, ...]) -> None:
    package, into = packaged(trimmed(tmp_path, "1.28", coded=coded))
    assert package.duration_ms == pytest.approx(4720, abs=40)
    for signals in (rendition(into / "v0"), rendition(into / "v1")):
        assert signals.flashes == pytest.approx([0.72, 1.72, 2.72, 3.72], abs=0.001)
        assert signals.worst() <= 0.02
        assert signals.sound_end == pytest.approx(4.72, abs=0.05)


def test_the_stream_ends_where_somebody_trimmed_the_file(tmp_path: Path) -> None:
    _, into = packaged(trimmed(tmp_path, "2.56", "-t", "2.2"))
    signals = rendition(into / "v0")
    assert signals.flashes == pytest.approx([0.44, 1.44], abs=0.001)
    assert signals.pictures[-1] == pytest.approx(2.2, abs=0.08)
