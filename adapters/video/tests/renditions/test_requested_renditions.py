"""Tests that a package has exactly the renditions that its channel lists."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from adapters.video.packager import FfmpegVideoPackager
from adapters.video.tests import numbered_video


@pytest.fixture(scope="module")
def source_video(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return one second of 640x480 video with audio."""
    target = tmp_path_factory.mktemp("film") / "film.mp4"
    size = ("-vf", "scale=640:480", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p")
    return numbered_video.draw_video(target, 1, Fraction(25), *size, *numbered_video.AAC)


@pytest.mark.parametrize(
    ("requested", "sizes", "has_audio_only"),
    [
        ("source 720p 360p audio", {"640x480", "480x360"}, True),
        ("source 480p", {"640x480", "320x240"}, False),
        ("source", {"640x480"}, False),
        ("360p audio", {"480x360"}, True),
    ],
)
def test_a_package_has_the_listed_renditions(
    source_video: Path, tmp_path: Path, requested: str, sizes: set[str], has_audio_only: bool
) -> None:
    output = FfmpegVideoPackager().package(source_video, [], tmp_path, lambda _share: None, requested.split())
    master = (tmp_path / "master.m3u8").read_text()
    variants = re.findall(r"#EXT-X-STREAM-INF:(.*)", master)
    resolutions = [re.search(r"RESOLUTION=(\d+x\d+)", variant) for variant in variants]
    assert {size[1] for size in resolutions if size} == sizes
    assert any(size is None for size in resolutions) is has_audio_only
    assert f"{output.width}x{output.height}" == max(sizes, key=lambda size: int(size.partition("x")[0]))
