"""Recordings with several sounds: each can be chosen, and all are kept in the file of the whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from adapters.video.cutter import FfmpegCutter
from adapters.video.tests import counted
from adapters.video.tests.conftest import AAC, H264, Film, Pack
from adapters.video.tests.reading import lengths
from contracts.media.hls_package_rules import check_package
from touchline.clips.ports.cutting import SoundSegments

HERTZ = {"eng": 440, "fra": 880, "": 1760}


@pytest.fixture(scope="module")
def package(film: Film, pack: Pack) -> Path:
    """A film of 9 s whose second sound is the default one."""
    tones = [
        part
        for hertz in list(HERTZ.values())[1:]
        for part in ("-f", "lavfi", "-i", f"sine=frequency={hertz}:duration=9")
    ]
    mapped = ("-map", "0:v", "-map", "1:a", "-map", "2:a", "-map", "3:a")
    languages = ("-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=fra")
    default = ("-disposition:a:0", "0", "-disposition:a:1", "default")
    more = (*mapped, *languages, *default, *H264, *AAC)
    return pack(film("sounds.mkv", *more, seconds=9, sound=9, inputs=tuple(tones)))[1]


def loudest(container: Any, number: int) -> list[int]:
    """The tone of each second of a sound, in Hz."""
    stream = container.streams.audio[number]
    resampler = av.AudioResampler(format="flt", layout="mono", rate=48_000)
    pieces = [
        even.to_ndarray()[0] for frame in container.decode(stream) for even in resampler.resample(frame)
    ]
    samples = np.concatenate(pieces)
    seconds = [samples[at : at + 48_000] for at in range(0, len(samples) - 24_000, 48_000)]
    return [round(int(np.abs(np.fft.rfft(one, 48_000)).argmax()) / 20) * 20 for one in seconds]


def test_the_default_sound_is_in_the_pictures_and_the_others_are_renditions(package: Path) -> None:
    master = (package / "master.m3u8").read_text()
    assert [
        line.split('NAME="')[1].split('"')[0] for line in master.splitlines() if "TYPE=AUDIO" in line
    ] == [
        "Français",
        "English",
        "Sound",
    ]
    for folder, hertz in (("v0", 880), ("v1", 880), ("audio", 880), ("a1", 440), ("a2", 1760)):
        with av.open(
            str(package / folder / "index.m3u8"), options={"allowed_extensions": "ALL"}
        ) as container:
            assert set(loudest(container, 0)) == {hertz}, folder


def test_the_package_keeps_the_rules_of_hls(package: Path) -> None:
    assert check_package(package) == []


def test_the_file_of_the_whole_has_every_sound_with_name_and_language(package: Path, tmp_path: Path) -> None:
    sounds = [
        SoundSegments("Français", "fr", ()),
        SoundSegments("English", "en", counted.segments(package / "a1")),
        SoundSegments("Sound", "", counted.segments(package / "a2")),
    ]
    file = tmp_path / "whole.mp4"
    FfmpegCutter().whole(counted.segments(package / "v0"), file, lambda _share: None, sounds)
    container: Any
    for number, (language, hertz) in enumerate((("fra", 880), ("eng", 440), ("und", 1760))):
        with av.open(str(file)) as container:
            stream = container.streams.audio[number]
            assert stream.language == language
            assert stream.metadata["handler_name"] == sounds[number].name
            assert bool(stream.disposition & av.stream.Disposition.default) == (number == 0)
            assert abs(float(stream.duration * stream.time_base) - 9) < 0.05
            assert set(loudest(container, number)) == {hertz}


@pytest.mark.parametrize(
    ("name", "codecs", "seconds"),
    [
        ("prores.mov", ("-c:v", "prores_ks", "-c:a", "pcm_s16le"), 8),
        ("prores.mkv", ("-c:v", "prores_ks", *AAC, "-ar", "44100"), 5.6),
        ("h264.ts", (*H264, "-c:a", "mp2"), 1.5),
    ],
)
def test_the_playlist_of_the_sound_alone_says_how_much_lies_in_each_segment(
    film: Film, pack: Pack, name: str, codecs: tuple[str, ...], seconds: float
) -> None:
    _, folder = pack(film(name, *codecs, seconds=seconds, sound=seconds))
    lasts = []
    for segment in sorted((folder / "audio").glob("*.ts")):
        with av.open(str(segment)) as container:
            lasts.append(sum(1 for packet in container.demux(audio=0) if packet.size) * 1024 / 48_000)
    assert lengths(folder / "audio") == pytest.approx(lasts, abs=0.001)
