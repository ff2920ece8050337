"""Tests that cues of text streams stay with their frames, whatever the file's timestamps do."""

import re
from pathlib import Path

import pytest

from adapters.video.packager import FfmpegVideoPackager
from adapters.video.tests.conftest import AAC, GOP_GRID, MakeVideo, ffmpeg

SUBRIP = "\n".join(
    f"{number}\n00:00:0{number},000 --> 00:00:0{number},800\nGoal {number}\n" for number in (1, 3, 5)
)
ALL_CUES = [("00:01.000", "Goal 1"), ("00:03.000", "Goal 3"), ("00:05.000", "Goal 5")]


@pytest.fixture(scope="module")
def captioned_video(make_video: MakeVideo, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a video of 6 s with cues that start at 1, 3 and 5 s."""
    subrip = tmp_path_factory.mktemp("captions") / "captions.srt"
    subrip.write_text(SUBRIP)
    inputs = ("-i", str(subrip), "-map", "0", "-map", "1", "-map", "2", "-c:s", "copy")
    return make_video("captioned.mkv", *GOP_GRID, *AAC, seconds=6, audio=6, inputs=inputs)


def read_cues(source: Path, into: Path, max_gap: int = 120) -> list[tuple[str, str]]:
    into.mkdir()
    FfmpegVideoPackager(max_gap).package(source, (), into, lambda _share: None, ["source"])
    result = re.findall(r"([\d:.]+) --> .*\n(.*)", (into / "captions" / "1.vtt").read_text())
    return [(at.removeprefix("00:") if at.count(":") == 2 else at, text) for at, text in result]


def remux(source: Path, target: Path, *options: str) -> Path:
    ffmpeg("-i", str(source), "-map", "0", "-c", "copy", *options, str(target))
    return target


def delay_options(seconds: float, start: float) -> tuple[str, ...]:
    """Return options that delay everything from `start` seconds on by `seconds`."""
    offset_expression = rf"if(gte(PTS*TB\,{start - 0.001})\,round({seconds}/TB)\,0)"
    bsf = f"setts=pts=PTS+{offset_expression}:dts=DTS+{offset_expression}"
    return ("-bsf:v", bsf, "-bsf:a", bsf, "-bsf:s", bsf)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("codec", ["srt", "ass", "webvtt", "mov_text"])
def test_cues_of_a_file_that_starts_late_count_from_its_start(
    captioned_video: Path, tmp_path: Path, codec: str
) -> None:
    ending = "mp4" if codec == "mov_text" else "mkv"
    delayed = remux(captioned_video, tmp_path / f"late.{ending}", "-c:s", codec, "-output_ts_offset", "10")
    assert read_cues(delayed, tmp_path / "made") == ALL_CUES


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(("seconds", "max_gap"), [(3600, 120), (5, 2)])
def test_cues_after_a_closed_jump_or_gap_are_moved(
    captioned_video: Path, tmp_path: Path, seconds: float, max_gap: int
) -> None:
    with_jump = remux(captioned_video, tmp_path / "jumping.mkv", *delay_options(seconds, 4))
    assert read_cues(with_jump, tmp_path / "made", max_gap) == ALL_CUES


def test_cues_after_a_filled_gap_are_not_moved(captioned_video: Path, tmp_path: Path) -> None:
    with_gap = remux(captioned_video, tmp_path / "hole.mkv", *delay_options(5, 4))
    assert read_cues(with_gap, tmp_path / "made") == [*ALL_CUES[:2], ("00:10.000", "Goal 5")]


def test_cues_count_from_the_first_frame_when_leading_audio_is_cut(
    captioned_video: Path, tmp_path: Path
) -> None:
    delayed = ("-bsf:v", "setts=ts=TS+round(0.4/TB)", "-bsf:s", "setts=ts=TS+round(0.4/TB)")
    assert read_cues(remux(captioned_video, tmp_path / "late.mkv", *delayed), tmp_path / "made") == ALL_CUES


def test_closed_captions_in_a_separate_track_are_found(make_video: MakeVideo, tmp_path: Path) -> None:
    """QuickTime supports CEA-608 as a track. Matroska and MP4 do not."""
    scenarist, delayed = tmp_path / "lines.scc", tmp_path / "late.mov"
    scenarist.write_text(
        "Scenarist_SCC V1.0\n\n00:00:01:00\t9420 9420 94ae 94ae 9470 9470 c845 4c4c 4f80 942f 942f\n\n"
        "00:00:03:00\t942c 942c\n\n00:00:04:00\t942c 942c\n"
    )
    without_audio = make_video("mute.mp4", *GOP_GRID, seconds=5)
    options = ("-map", "0", "-map", "1", "-c", "copy", "-output_ts_offset", "10")
    ffmpeg("-i", str(without_audio), "-i", str(scenarist), *options, str(delayed))
    assert read_cues(delayed, tmp_path / "made") == [("00:01.000", "HELLO")]


def test_unreadable_characters_do_not_move_cues(captioned_video: Path, tmp_path: Path) -> None:
    damaged, complete = tmp_path / "broken.mkv", captioned_video.read_bytes()
    assert complete.count(b"Goal") == 3
    damaged.write_bytes(complete.replace(b"Goal", b"\xff\xfe\0\xff"))
    assert [at for at, _ in read_cues(damaged, tmp_path / "made")] == [at for at, _ in ALL_CUES]
