"""Cues of text streams are where their pictures are, whatever the timestamps of the file do."""

import re
from pathlib import Path

import pytest

from adapters.video.ffmpeg import FfmpegVideo
from adapters.video.tests.conftest import AAC, GRID, Film, ffmpeg

SUBRIP = "\n".join(
    f"{number}\n00:00:0{number},000 --> 00:00:0{number},800\nGoal {number}\n" for number in (1, 3, 5)
)
WHOLE = [("00:01.000", "Goal 1"), ("00:03.000", "Goal 3"), ("00:05.000", "Goal 5")]


@pytest.fixture(scope="module")
def captioned(film: Film, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A film of 6 s with cues that begin at 1, 3 and 5 s."""
    subrip = tmp_path_factory.mktemp("captions") / "captions.srt"
    subrip.write_text(SUBRIP)
    inputs = ("-i", str(subrip), "-map", "0", "-map", "1", "-map", "2", "-c:s", "copy")
    return film("captioned.mkv", *GRID, *AAC, seconds=6, sound=6, inputs=inputs)


def cues(source: Path, into: Path, longest_gap: int = 120) -> list[tuple[str, str]]:
    into.mkdir()
    FfmpegVideo(longest_gap).package(source, (), into, lambda _share: None, ["source"])
    found = re.findall(r"([\d:.]+) --> .*\n(.*)", (into / "captions" / "1.vtt").read_text())
    return [(at.removeprefix("00:") if at.count(":") == 2 else at, text) for at, text in found]


def remux(source: Path, target: Path, *options: str) -> Path:
    ffmpeg("-i", str(source), "-map", "0", "-c", "copy", *options, str(target))
    return target


def later(seconds: float, since: float) -> tuple[str, ...]:
    """All that begins after `since` seconds comes so much later."""
    moved = rf"if(gte(PTS*TB\,{since - 0.001})\,round({seconds}/TB)\,0)"
    bsf = f"setts=pts=PTS+{moved}:dts=DTS+{moved}"
    return ("-bsf:v", bsf, "-bsf:a", bsf, "-bsf:s", bsf)


@pytest.mark.parametrize("codec", ["srt", "ass", "webvtt", "mov_text"])
def test_a_file_that_begins_late_has_its_cues_from_the_beginning(
    captioned: Path, tmp_path: Path, codec: str
) -> None:
    ending = "mp4" if codec == "mov_text" else "mkv"
    late = remux(captioned, tmp_path / f"late.{ending}", "-c:s", codec, "-output_ts_offset", "10")
    assert cues(late, tmp_path / "made") == WHOLE


@pytest.mark.parametrize(("seconds", "longest_gap"), [(3600, 120), (5, 2)])
def test_a_jump_and_a_hole_that_are_closed_move_the_cues_behind_them(
    captioned: Path, tmp_path: Path, seconds: float, longest_gap: int
) -> None:
    jumping = remux(captioned, tmp_path / "jumping.mkv", *later(seconds, 4))
    assert cues(jumping, tmp_path / "made", longest_gap) == WHOLE


def test_a_hole_that_is_filled_leaves_them_where_they_are(captioned: Path, tmp_path: Path) -> None:
    hole = remux(captioned, tmp_path / "hole.mkv", *later(5, 4))
    assert cues(hole, tmp_path / "made") == [*WHOLE[:2], ("00:10.000", "Goal 5")]


def test_where_the_sound_before_the_first_picture_is_cut_cues_count_from_the_picture(
    captioned: Path, tmp_path: Path
) -> None:
    late = ("-bsf:v", "setts=ts=TS+round(0.4/TB)", "-bsf:s", "setts=ts=TS+round(0.4/TB)")
    assert cues(remux(captioned, tmp_path / "late.mkv", *late), tmp_path / "made") == WHOLE


def test_closed_captions_in_a_track_of_their_own_are_found(film: Film, tmp_path: Path) -> None:
    """QuickTime has CEA-608 as a track; neither Matroska nor MP4 does."""
    scenarist, late = tmp_path / "lines.scc", tmp_path / "late.mov"
    scenarist.write_text(
        "Scenarist_SCC V1.0\n\n00:00:01:00\t9420 9420 94ae 94ae 9470 9470 c845 4c4c 4f80 942f 942f\n\n"
        "00:00:03:00\t942c 942c\n\n00:00:04:00\t942c 942c\n"
    )
    mute = film("mute.mp4", *GRID, seconds=5)
    options = ("-map", "0", "-map", "1", "-c", "copy", "-output_ts_offset", "10")
    ffmpeg("-i", str(mute), "-i", str(scenarist), *options, str(late))
    assert cues(late, tmp_path / "made") == [("00:01.000", "HELLO")]


def test_letters_that_cannot_be_read_move_no_cue(captioned: Path, tmp_path: Path) -> None:
    broken, whole = tmp_path / "broken.mkv", captioned.read_bytes()
    assert whole.count(b"Goal") == 3
    broken.write_bytes(whole.replace(b"Goal", b"\xff\xfe\0\xff"))
    assert [at for at, _ in cues(broken, tmp_path / "made")] == [at for at, _ in WHOLE]
