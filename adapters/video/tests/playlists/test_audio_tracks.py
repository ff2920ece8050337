"""Tests of recordings with several audio tracks: each can be selected, and the concatenated file keeps
all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from adapters.video.cutting.cutter import FfmpegCutter
from adapters.video.tests import numbered_video
from adapters.video.tests.conftest import AAC, H264, MakePackage, MakeVideo
from adapters.video.tests.package_reader import read_durations
from contracts.media.hls.package_rules import check_package
from touchline.clips.ports.cutting import AudioTrackSegments

TONES = {"eng": 440, "fra": 880, "": 1760}


@pytest.fixture(scope="module")
def package(make_video: MakeVideo, make_package: MakePackage) -> Path:
    """Return the package of a 9 s video whose second audio track is the default."""
    tones = [
        part
        for frequency in list(TONES.values())[1:]
        for part in ("-f", "lavfi", "-i", f"sine=frequency={frequency}:duration=9")
    ]
    mapped = ("-map", "0:v", "-map", "1:a", "-map", "2:a", "-map", "3:a")
    languages = ("-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=fra")
    default = ("-disposition:a:0", "0", "-disposition:a:1", "default")
    options = (*mapped, *languages, *default, *H264, *AAC)
    return make_package(make_video("sounds.mkv", *options, seconds=9, audio=9, inputs=tuple(tones)))[1]


def find_loudest_tones(container: Any, number: int) -> list[int]:
    """Return the loudest tone of each second of an audio track, in Hz."""
    stream = container.streams.audio[number]
    resampler = av.AudioResampler(format="flt", layout="mono", rate=48_000)
    chunks = [
        resampled.to_ndarray()[0]
        for frame in container.decode(stream)
        for resampled in resampler.resample(frame)
    ]
    samples = np.concatenate(chunks)
    seconds = [samples[at : at + 48_000] for at in range(0, len(samples) - 24_000, 48_000)]
    return [round(int(np.abs(np.fft.rfft(second, 48_000)).argmax()) / 20) * 20 for second in seconds]


def test_the_default_audio_is_in_the_video_and_the_others_are_renditions(package: Path) -> None:
    master = (package / "master.m3u8").read_text()
    assert [
        line.split('NAME="')[1].split('"')[0] for line in master.splitlines() if "TYPE=AUDIO" in line
    ] == [
        "Français",
        "English",
        "Sound",
    ]
    for folder, frequency in (("v0", 880), ("v1", 880), ("audio", 880), ("a1", 440), ("a2", 1760)):
        with av.open(
            str(package / folder / "index.m3u8"), options={"allowed_extensions": "ALL"}
        ) as container:
            assert set(find_loudest_tones(container, 0)) == {frequency}, folder


def test_the_package_is_valid_hls(package: Path) -> None:
    assert check_package(package) == []


def test_the_full_recording_has_every_audio_track_with_name_and_language(
    package: Path, tmp_path: Path
) -> None:
    audio_tracks = [
        AudioTrackSegments("Français", "fr", ()),
        AudioTrackSegments("English", "en", numbered_video.list_segments(package / "a1")),
        AudioTrackSegments("Sound", "", numbered_video.list_segments(package / "a2")),
    ]
    file = tmp_path / "whole.mp4"
    FfmpegCutter().concatenate(
        numbered_video.list_segments(package / "v0"), file, lambda _share: None, audio_tracks
    )
    container: Any
    for number, (language, frequency) in enumerate((("fra", 880), ("eng", 440), ("und", 1760))):
        with av.open(str(file)) as container:
            stream = container.streams.audio[number]
            assert stream.language == language
            assert stream.metadata["handler_name"] == audio_tracks[number].name
            assert bool(stream.disposition & av.stream.Disposition.default) == (number == 0)
            assert abs(float(stream.duration * stream.time_base) - 9) < 0.05
            assert set(find_loudest_tones(container, number)) == {frequency}


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    ("name", "codecs", "seconds"),
    [
        ("prores.mov", ("-c:v", "prores_ks", "-c:a", "pcm_s16le"), 8),
        ("prores.mkv", ("-c:v", "prores_ks", *AAC, "-ar", "44100"), 5.6),
        ("h264.ts", (*H264, "-c:a", "mp2"), 1.5),
    ],
)
def test_the_audio_only_playlist_has_exact_segment_durations(
    make_video: MakeVideo, make_package: MakePackage, name: str, codecs: tuple[str, ...], seconds: float
) -> None:
    _, folder = make_package(make_video(name, *codecs, seconds=seconds, audio=seconds))
    durations = []
    for segment in sorted((folder / "audio").glob("*.ts")):
        with av.open(str(segment)) as container:
            durations.append(sum(1 for packet in container.demux(audio=0) if packet.size) * 1024 / 48_000)
    assert read_durations(folder / "audio") == pytest.approx(durations, abs=0.001)
