"""Whole recordings as one file, and single pictures."""

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image

from adapters.video import mp4
from adapters.video.cutter import FfmpegCutter
from adapters.video.tests import counted
from adapters.video.tests.conftest import H264, Film, Pack, Packaged
from touchline.clips.ports.cutting import CutRefused

IN_STEP = 0.008


def test_a_whole_recording_has_every_picture_and_its_sound_in_step(package: Packaged, tmp_path: Path) -> None:
    told: list[float] = []
    made = FfmpegCutter().whole(package("25", 20), tmp_path / "whole.mp4", told.append)
    found = counted.read(tmp_path / "whole.mp4")
    assert found.numbers == list(range(500))
    assert found.shown == pytest.approx([number / 25 for number in range(500)], abs=1e-4)
    assert counted.off_the_tick(found.ticks, 0, 20) < IN_STEP
    assert (made.duration_ms, made.copied) == (20_000, 1)
    assert (made.width, made.height) == (counted.WIDTH, counted.HEIGHT)
    assert (told == sorted(told), told[-1]) == (True, 1)


def test_its_pictures_are_those_of_the_segments_and_its_index_stands_in_front(
    package: Packaged, tmp_path: Path
) -> None:
    file = tmp_path / "whole.mp4"
    made = FfmpegCutter().whole(package("25", 20), file, lambda _share: None)
    assert file.read_bytes().index(b"moov") < file.read_bytes().index(b"mdat")
    assert made.size == file.stat().st_size
    with av.open(str(file)) as container:
        keys = [packet.pts for packet in container.demux(video=0) if packet.is_keyframe and packet.size]
    assert [(later - key) / 90_000 for key, later in pairwise(key or 0 for key in keys)] == [2] * 9


def test_runs_follow_each_other_though_the_sound_of_the_first_hangs_over(tmp_path: Path) -> None:
    late = ("-af", "apad=pad_dur=0.3", *counted.AAC, *counted.hls(tmp_path / "run", 2))
    counted.draw(tmp_path / "run" / "i.m3u8", 4, Fraction(25), *H264, "-bf", "0", "-g", "50", *late)
    run = counted.segments(tmp_path / "run")
    FfmpegCutter().whole([*run, *run], tmp_path / "whole.mp4", lambda _share: None)
    found = counted.read(tmp_path / "whole.mp4")
    assert found.numbers == [*range(100)] * 2
    assert found.ticks[-3:] == pytest.approx([5, 6, 7], abs=0.03)


def test_a_recording_made_without_a_sound_track_stays_mute(tmp_path: Path) -> None:
    """Packages had no sound track where the source has no sound, and are kept as they are."""
    options = (*H264, "-g", "50", "-bf", "0", *counted.hls(tmp_path / "mute", 2))
    counted.draw(tmp_path / "mute" / "i.m3u8", 4, Fraction(25), *options, sound=False)
    segments = counted.segments(tmp_path / "mute")
    FfmpegCutter().whole(segments, tmp_path / "whole.mp4", lambda _share: None)
    FfmpegCutter().cut([segments], 1_000, 2_000, tmp_path / "clip.mp4", lambda _share: None)
    for name in ("whole.mp4", "clip.mp4"):
        with av.open(str(tmp_path / name)) as container:
            assert [stream.type for stream in container.streams] == ["video"]


def test_a_recording_whose_first_segment_is_nearly_empty_has_room_for_its_index(
    film: Film, pack: Pack, package: Packaged, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, folder = pack(film("five-pictures.mp4", *("-c:v", "libx264", "-pix_fmt", "yuv420p"), seconds=0.2))
    monkeypatch.setattr(mp4, "_LEAST_ROOM", 1200)
    segments = [counted.segments(folder / "v0")[0], *package("25", 20)]
    FfmpegCutter().whole(segments, tmp_path / "whole.mp4", lambda _share: None)
    with av.open(str(tmp_path / "whole.mp4")) as container:
        assert container.streams.video[0].frames > 500


def test_nothing_makes_no_recording(tmp_path: Path) -> None:
    with pytest.raises(CutRefused):
        FfmpegCutter().whole([], tmp_path / "whole.mp4", lambda _share: None)


@pytest.mark.parametrize(("offset_ms", "number"), [(0, 100), (1_000, 125), (1_036, 125), (99_000, 199)])
def test_a_poster_shows_the_picture_at_its_instant(
    package: Packaged, tmp_path: Path, offset_ms: int, number: int
) -> None:
    FfmpegCutter().picture(package("25", 20)[1], offset_ms, tmp_path / "poster.jpg")
    with Image.open(tmp_path / "poster.jpg") as poster:
        assert (poster.format, poster.size) == ("JPEG", (counted.WIDTH, counted.HEIGHT))
        assert counted.number_in(np.asarray(poster.convert("L"))) == number


def test_a_poster_is_no_wider_than_960(film: Film, pack: Pack, tmp_path: Path) -> None:
    _, folder = pack(
        film("wide.mp4", *("-c:v", "libx264", "-pix_fmt", "yuv420p"), seconds=0.2, size="1920x800")
    )
    FfmpegCutter().picture(counted.segments(folder / "v0")[0], 0, tmp_path / "poster.jpg")
    with Image.open(tmp_path / "poster.jpg") as poster:
        assert poster.size == (960, 400)


@pytest.mark.parametrize("spoilt", [None, b"", b"no film" * 1000])
def test_there_is_no_poster_of_a_spoilt_segment(tmp_path: Path, spoilt: bytes | None) -> None:
    segment = tmp_path / "0.ts"
    if spoilt is not None:
        segment.write_bytes(spoilt)
    with pytest.raises(CutRefused):
        FfmpegCutter().picture(segment, 0, tmp_path / "poster.jpg")
    assert list(tmp_path.glob("*.jpg")) == []


def test_segments_with_many_more_packets_than_the_others_do_not_spoil_the_file(tmp_path: Path) -> None:
    """Room for the index is reckoned from every other segment here; those between hold most packets."""
    few = counted.draw(tmp_path / "few.ts", 1, Fraction(25), *H264, *counted.AAC)
    many = counted.draw(tmp_path / "many.ts", 30, Fraction(60), *H264, *counted.AAC, "-ar", "96000")
    made = FfmpegCutter().whole([few, many] * 12, tmp_path / "whole.mp4", lambda _share: None)
    assert made.duration_ms == pytest.approx(12 * 31_000, abs=500)
    with av.open(str(tmp_path / "whole.mp4")) as container:
        assert sum(1 for packet in container.demux(video=0) if packet.size) == 12 * (25 + 1800)
