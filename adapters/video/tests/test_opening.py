"""A cut of our own pictures shows those of its source: one is encoded anew, all behind it are copied."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from numpy.typing import NDArray

from adapters.video import ladder
from adapters.video.ffmpeg import FfmpegVideo
from adapters.video.parameter_sets import parameter_sets
from adapters.video.slices import Counting
from adapters.video.tests import counted
from adapters.video.tests.conftest import H264, CutPictures, Packaged

LEAST_DECIBELS = 45.0
"""Of a picture to the one it was made of: nobody sees a difference."""


@pytest.mark.parametrize(("first", "past"), [(1, 130), (60, 80), (98, 120), (333, 500)])
def test_every_picture_is_that_of_the_source(
    cut: CutPictures, package: Packaged, tmp_path: Path, first: int, past: int
) -> None:
    made, found = cut([package("25", 20)], Fraction(25), first, past)
    assert found.numbers == list(range(first, past))
    assert made.copied == pytest.approx(1 - 1 / (past - first))
    source = [picture for path in package("25", 20) for picture in pictures(path)][first:past]
    for ours, theirs in zip(pictures(tmp_path / "clip.mp4"), source, strict=True):
        assert decibels(ours, theirs) > LEAST_DECIBELS


def test_recordings_of_before_with_a_key_picture_every_4_seconds_are_opened_too(
    cut: CutPictures, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    film, folder = (
        counted.draw(tmp_path / "film.mkv", 8, Fraction(25), *H264, *counted.AAC),
        tmp_path / "made",
    )
    folder.mkdir()
    with monkeypatch.context() as before:
        before.setattr(ladder, "GROUP_SECONDS", 4)
        before.setattr(ladder, "GROUPS_A_SEGMENT", 1)
        FfmpegVideo().package(film, [], folder, lambda _share: None)
    segments = counted.segments(folder / "v0")
    with av.open(str(segments[0])) as container:
        assert sum(packet.is_keyframe for packet in container.demux(video=0)) == 1
    made, found = cut([segments], Fraction(25), 70, 150)
    assert found.numbers == list(range(70, 150))
    assert made.copied == pytest.approx(79 / 80)


def test_pictures_count_from_the_new_one_on(cut: CutPictures, package: Packaged, tmp_path: Path) -> None:
    counting = counting_of(package("25", 20)[0])
    cut([package("25", 20)], Fraction(25), 30, 150)
    with av.open(str(tmp_path / "clip.mp4")) as container:
        coded = [annexed(bytes(packet)) for packet in container.demux(video=0) if packet.size]
    numbers = [counting.number(one) for one in coded]
    expected = [None, *range(1, 20), *(None, *range(1, 50)) * 2]
    assert numbers == [number if number is None else number % counting.wraps for number in expected]


def test_a_number_is_written_over_another_and_nothing_else(package: Packaged) -> None:
    """The bytes that keep data from looking like a start are put where the new number needs them."""
    counting = counting_of(package("25", 20)[0])
    for coded in coded_in(package("25", 20)[0])[1:40]:
        number = counting.number(coded)
        assert number is not None
        for other in range(counting.wraps):
            changed = counting.renumbered(coded, other)
            assert counting.number(changed) == other
            assert len(changed.split(b"\0\0\1")) == len(coded.split(b"\0\0\1"))
            assert units(counting.renumbered(changed, number)) == units(coded)


def test_strange_pictures_refer_to_what_they_like(live: list[Path], tmp_path: Path) -> None:
    sets = parameter_sets(coded_in(live[0])[0])
    assert Counting.of(sets) is None
    several = ("-bf", "0", "-refs", "3", "-x264-params", "subme=6")
    for name, options, is_ours in (("one", ("-bf", "0"), True), ("several", several, False)):
        counted.draw(tmp_path / f"{name}.ts", 1, Fraction(25), *H264, *options)
        assert (Counting.of(parameter_sets(coded_in(tmp_path / f"{name}.ts")[0])) is not None) is is_ours


def test_a_strangers_group_is_not_opened_though_each_picture_refers_to_the_one_before(
    cut: CutPictures, tmp_path: Path
) -> None:
    """Its parameter sets are not those of our encoder, whose picture could not stand in front."""
    options = (*H264, "-bf", "0", "-g", "50", *counted.AAC, *counted.hls(tmp_path / "theirs", 2))
    counted.draw(tmp_path / "theirs" / "i.m3u8", 6, Fraction(25), *options)
    made, found = cut([counted.segments(tmp_path / "theirs")], Fraction(25), 20, 120)
    assert (found.numbers, made.copied) == (list(range(20, 120)), 0.7)


def counting_of(segment: Path) -> Counting:
    counting = Counting.of(parameter_sets(coded_in(segment)[0]))
    assert counting is not None
    return counting


def coded_in(file: Path) -> list[bytes]:
    with av.open(str(file)) as container:
        return [bytes(packet) for packet in container.demux(video=0) if packet.size]


def annexed(coded: bytes) -> bytes:
    """A picture as it stands in MPEG-TS: MP4 has lengths where that has starts."""
    found = b""
    while coded:
        length = int.from_bytes(coded[:4])
        found, coded = found + b"\0\0\0\1" + coded[4 : 4 + length], coded[4 + length :]
    return found


def units(coded: bytes) -> list[bytes]:
    return [unit.rstrip(b"\0") for unit in coded.split(b"\0\0\1")]


def pictures(file: Path) -> list[NDArray[Any]]:
    with av.open(str(file)) as container:
        return [picture.to_ndarray(format="gray").astype(np.float32) for picture in container.decode(video=0)]


def decibels(one: NDArray[Any], other: NDArray[Any]) -> float:
    return float(10 * np.log10(255**2 / max(1e-6, ((one - other) ** 2).mean())))
