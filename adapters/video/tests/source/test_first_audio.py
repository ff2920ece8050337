"""Tests that decoders skip the padding at the beginning, and no audio."""

from pathlib import Path

import pytest

from adapters.video.packager import FfmpegVideoPackager
from adapters.video.tests.flash_video import AAC, H264, make_flash_video, read_rendition


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("wma2.wmv", ("-c:v", "wmv2", "-c:a", "wmav2")),
        ("wma1.wmv", ("-c:v", "wmv2", "-c:a", "wmav1")),
        ("wma-44100.wmv", ("-c:v", "wmv2", "-c:a", "wmav2", "-ar", "44100")),
        ("mp3.mkv", (*H264, "-c:a", "libmp3lame")),
        ("opus.webm", ("-c:v", "libvpx", "-deadline", "realtime", "-c:a", "libopus")),
        ("vorbis.mkv", (*H264, "-c:a", "libvorbis")),
        ("latm.ts", (*H264, *AAC, "-mpegts_flags", "latm")),
        ("ac3.ts", (*H264, "-c:a", "ac3")),
    ],
)
def test_the_beep_of_the_first_frame_is_in_sync(tmp_path: Path, name: str, options: tuple[str, ...]) -> None:
    into = tmp_path / "made"
    into.mkdir()
    source = make_flash_video(tmp_path / name, 3, *options)
    FfmpegVideoPackager().package(source, (), into, lambda _share: None, ["source"])
    signals = read_rendition(into / "v0")
    assert signals.flashes == pytest.approx([0, 1, 2], abs=0.001)
    assert signals.max_offset() <= 0.02
    assert len(signals.beeps) == 3
