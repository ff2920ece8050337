"""Tests that a cut of Touchline's renditions shows the source's frames: one is encoded, all after it are
copied.
"""

from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from numpy.typing import NDArray

from adapters.video.h264.frame_numbers import FrameNumbering
from adapters.video.h264.parameter_sets import read_parameter_sets
from adapters.video.packager import FfmpegVideoPackager
from adapters.video.renditions import ladder
from adapters.video.tests import numbered_video
from adapters.video.tests.conftest import H264, CutFrames, MakeSegments

MIN_PSNR = 45.0
"""Minimum PSNR of a frame compared to its source, in dB. The difference is invisible."""


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(("first", "stop"), [(1, 130), (60, 80), (98, 120), (333, 500)])
def test_every_frame_matches_the_source(
    cut_frames: CutFrames, make_segments: MakeSegments, tmp_path: Path, first: int, stop: int
) -> None:
    output, result = cut_frames([make_segments("25", 20)], Fraction(25), first, stop)
    assert result.frame_numbers == list(range(first, stop))
    assert output.copied_share == pytest.approx(1 - 1 / (stop - first))
    source = [frame for path in make_segments("25", 20) for frame in decode_frames(path)][first:stop]
    for frame, source_frame in zip(decode_frames(tmp_path / "clip.mp4"), source, strict=True):
        assert psnr(frame, source_frame) > MIN_PSNR


def test_recordings_with_a_4_second_gop_are_smart_cut(
    cut_frames: CutFrames, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    video, folder = (
        numbered_video.draw_video(tmp_path / "film.mkv", 8, Fraction(25), *H264, *numbered_video.AAC),
        tmp_path / "made",
    )
    folder.mkdir()
    with monkeypatch.context() as patch:
        patch.setattr(ladder, "GOP_SECONDS", 4)
        patch.setattr(ladder, "GOPS_PER_SEGMENT", 1)
        FfmpegVideoPackager().package(video, [], folder, lambda _share: None)
    segments = numbered_video.list_segments(folder / "v0")
    with av.open(str(segments[0])) as container:
        assert sum(packet.is_keyframe for packet in container.demux(video=0)) == 1
    output, result = cut_frames([segments], Fraction(25), 70, 150)
    assert result.frame_numbers == list(range(70, 150))
    assert output.copied_share == pytest.approx(79 / 80)


def test_frame_numbers_restart_at_the_new_idr_frame(
    cut_frames: CutFrames, make_segments: MakeSegments, tmp_path: Path
) -> None:
    frame_numbering = get_frame_numbering(make_segments("25", 20)[0])
    cut_frames([make_segments("25", 20)], Fraction(25), 30, 150)
    with av.open(str(tmp_path / "clip.mp4")) as container:
        encoded = [to_annex_b(bytes(packet)) for packet in container.demux(video=0) if packet.size]
    frame_numbers = [frame_numbering.read_frame_num(item) for item in encoded]
    expected = [None, *range(1, 20), *(None, *range(1, 50)) * 2]
    assert frame_numbers == [
        number if number is None else number % frame_numbering.max_frame_num for number in expected
    ]


def test_only_the_frame_number_is_rewritten(make_segments: MakeSegments) -> None:
    """Emulation prevention bytes are inserted where the new number needs them."""
    frame_numbering = get_frame_numbering(make_segments("25", 20)[0])
    for encoded in read_coded_frames(make_segments("25", 20)[0])[1:40]:
        number = frame_numbering.read_frame_num(encoded)
        assert number is not None
        for other in range(frame_numbering.max_frame_num):
            changed = frame_numbering.with_frame_num(encoded, other)
            assert frame_numbering.read_frame_num(changed) == other
            assert len(changed.split(b"\0\0\1")) == len(encoded.split(b"\0\0\1"))
            assert split_units(frame_numbering.with_frame_num(changed, number)) == split_units(encoded)


def test_third_party_streams_with_other_references_are_not_renumbered(
    live_segments: list[Path], tmp_path: Path
) -> None:
    sets = read_parameter_sets(read_coded_frames(live_segments[0])[0])
    assert FrameNumbering.from_parameter_sets(sets) is None
    several_references = ("-bf", "0", "-refs", "3", "-x264-params", "subme=6")
    for name, options, is_ours in (("one", ("-bf", "0"), True), ("several", several_references, False)):
        numbered_video.draw_video(tmp_path / f"{name}.ts", 1, Fraction(25), *H264, *options)
        assert (
            FrameNumbering.from_parameter_sets(
                read_parameter_sets(read_coded_frames(tmp_path / f"{name}.ts")[0])
            )
            is not None
        ) is is_ours


def test_a_third_party_gop_is_not_reopened(cut_frames: CutFrames, tmp_path: Path) -> None:
    """The GOP's parameter sets differ from those of Touchline's encoder, so its frame could not come
    first."""
    options = (
        *H264,
        "-bf",
        "0",
        "-g",
        "50",
        *numbered_video.AAC,
        *numbered_video.hls_options(tmp_path / "theirs", 2),
    )
    numbered_video.draw_video(tmp_path / "theirs" / "i.m3u8", 6, Fraction(25), *options)
    output, result = cut_frames([numbered_video.list_segments(tmp_path / "theirs")], Fraction(25), 20, 120)
    assert (result.frame_numbers, output.copied_share) == (list(range(20, 120)), 0.7)


def get_frame_numbering(segment: Path) -> FrameNumbering:
    frame_numbering = FrameNumbering.from_parameter_sets(read_parameter_sets(read_coded_frames(segment)[0]))
    assert frame_numbering is not None
    return frame_numbering


def read_coded_frames(file: Path) -> list[bytes]:
    with av.open(str(file)) as container:
        return [bytes(packet) for packet in container.demux(video=0) if packet.size]


def to_annex_b(encoded: bytes) -> bytes:
    """Return a coded frame as in MPEG-TS. It replaces MP4's length prefixes with start codes."""
    result = b""
    while encoded:
        length = int.from_bytes(encoded[:4])
        result, encoded = result + b"\0\0\0\1" + encoded[4 : 4 + length], encoded[4 + length :]
    return result


def split_units(encoded: bytes) -> list[bytes]:
    return [unit.rstrip(b"\0") for unit in encoded.split(b"\0\0\1")]


def decode_frames(file: Path) -> list[NDArray[Any]]:
    with av.open(str(file)) as container:
        return [frame.to_ndarray(format="gray").astype(np.float32) for frame in container.decode(video=0)]


def psnr(frame: NDArray[Any], reference: NDArray[Any]) -> float:
    return float(10 * np.log10(255**2 / max(1e-6, ((frame - reference) ** 2).mean())))
