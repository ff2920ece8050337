"""Tests that no rendition has level 1b in High profile, whose codec string (`avc1.640009`) Chromium does not
know.
"""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import av
import pytest

from adapters.video.packager import FfmpegVideoPackager
from adapters.video.tests import numbered_video

LEVEL_1B = 9


def _package(source: Path, into: Path) -> list[str]:
    """Package a source and return the levels in the master playlist, in hexadecimal digits."""
    into.mkdir()
    FfmpegVideoPackager().package(source, [], into, lambda _share: None)
    return re.findall(r'CODECS="avc1\.....(..),', (into / "master.m3u8").read_text())


@pytest.mark.parametrize(
    ("size", "rate"), [("80x44", 25), ("176x144", 15), ("48x36", 60), ("160x90", 25), ("352x288", 30)]
)
def test_each_rendition_of_a_small_video_has_a_supported_level(tmp_path: Path, size: str, rate: int) -> None:
    scaled = ("-vf", f"scale={size.replace('x', ':')}", *("-c:v", "mpeg4"))
    source = numbered_video.draw_video(tmp_path / "film.mp4", 1, Fraction(rate), *scaled, *numbered_video.AAC)
    levels = _package(source, tmp_path / "package")
    assert levels
    assert min(int(level, 16) for level in levels) > LEVEL_1B


def test_a_source_of_level_1b_is_encoded_again(tmp_path: Path) -> None:
    encoded = ("-vf", "scale=80:44", "-c:v", "libx264", "-profile:v", "high", "-pix_fmt", "yuv420p")
    grid = (
        "-bf",
        "0",
        "-g",
        "50",
        "-keyint_min",
        "50",
        "-sc_threshold",
        "0",
        "-maxrate",
        "150k",
        "-bufsize",
        "300k",
    )
    source = numbered_video.draw_video(
        tmp_path / "film.mp4", 2, Fraction(25), *encoded, *grid, *numbered_video.AAC
    )
    with av.open(str(source)) as container:
        assert container.streams.video[0].codec_context.level == LEVEL_1B
    levels = _package(source, tmp_path / "package")
    assert levels
    assert min(int(level, 16) for level in levels) > LEVEL_1B
