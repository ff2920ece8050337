"""A package has the renditions that its channel lists, and no others."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from adapters.video.ffmpeg import FfmpegVideo
from adapters.video.tests import counted


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A second of 640x480 with sound."""
    target = tmp_path_factory.mktemp("film") / "film.mp4"
    size = ("-vf", "scale=640:480", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p")
    return counted.draw(target, 1, Fraction(25), *size, *counted.AAC)


@pytest.mark.parametrize(
    ("listed", "sizes", "has_audio_only"),
    [
        ("source 720p 360p audio", {"640x480", "480x360"}, True),
        ("source 480p", {"640x480", "320x240"}, False),
        ("source", {"640x480"}, False),
        ("360p audio", {"480x360"}, True),
    ],
)
def test_a_package_has_the_listed_renditions(
    film: Path, tmp_path: Path, listed: str, sizes: set[str], has_audio_only: bool
) -> None:
    made = FfmpegVideo().package(film, [], tmp_path, lambda _share: None, listed.split())
    master = (tmp_path / "master.m3u8").read_text()
    variants = re.findall(r"#EXT-X-STREAM-INF:(.*)", master)
    shown = [re.search(r"RESOLUTION=(\d+x\d+)", variant) for variant in variants]
    assert {size[1] for size in shown if size} == sizes
    assert any(size is None for size in shown) is has_audio_only
    assert f"{made.width}x{made.height}" == max(sizes, key=lambda size: int(size.partition("x")[0]))
