"""Captions from inside the file and from files beside it."""

from pathlib import Path

import pytest

from adapters.video.captions import with_timestamps
from adapters.video.languages import language_tag
from adapters.video.tests.conftest import H264, Film, Pack
from touchline.catalog.ports.video import Captions

SUBRIP = "1\n00:00:00,500 --> 00:00:01,500\nPuck drop.\n\n2\n0:00:02,0 --> 0:00:03,25\nÉgalité !\n"


@pytest.fixture
def subrip(tmp_path: Path) -> Path:
    path = tmp_path / "captions.srt"
    path.write_text(SUBRIP, encoding="utf-8")
    return path


def test_text_streams_of_the_file_become_renditions(film: Film, pack: Pack, subrip: Path) -> None:
    inputs = ("-i", str(subrip), "-map", "0", "-map", "1", "-c:s", "mov_text")
    language = ("-metadata:s:s:0", "language=fra")
    made, package = pack(film("captions.mp4", *language, *H264, inputs=inputs))
    assert made.has_captions
    master = (package / "master.m3u8").read_text()
    assert 'TYPE=SUBTITLES,GROUP-ID="captions",NAME="Français",LANGUAGE="fr"' in master
    assert master.count('SUBTITLES="captions"') == 2
    assert "1.vtt\n#EXT-X-ENDLIST" in (package / "captions" / "1.m3u8").read_text()
    cues = (package / "captions" / "1.vtt").read_text()
    assert cues.startswith("WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:90000,LOCAL:00:00:00.000\n\n")
    assert "00:00:00.500 --> 00:00:01.500\nPuck drop." in cues


def test_markup_in_streams_of_the_file_is_the_same_as_in_files_beside_it(
    film: Film, pack: Pack, tmp_path: Path
) -> None:
    subrip, ass = tmp_path / "marked.srt", tmp_path / "drawn.ass"
    subrip.write_text("1\n00:00:00,500 --> 00:00:01,500\n{\\an8\\i1}Offside{\\i0}\n")
    ass.write_text(
        "[Script Info]\nScriptType: v4.00+\n\n[Events]\nFormat: Layer, Start, End, Style, Text\n"
        "Dialogue: 0,0:00:00.50,0:00:01.50,Default,{\\p1}m 0 0 l 100 0 100 100{\\p0}\n"
        "Dialogue: 0,0:00:02.00,0:00:03.00,Default,Corner\n"
    )
    inputs = ("-i", str(subrip), "-i", str(ass), "-map", "0", "-map", "1", "-map", "2", "-c:s", "copy")
    _made, package = pack(film("marked.mkv", *H264, inputs=inputs))
    first, second = ((package / "captions" / f"{number}.vtt").read_text() for number in (1, 2))
    assert first.endswith("00:00:00.500 --> 00:00:01.500 line:0\n<i>Offside</i>\n")
    assert second.split("\n\n")[1:] == ["00:00:02.000 --> 00:00:03.000\nCorner\n"]


def test_files_beside_it_come_first_and_names_are_never_the_same(
    film: Film, pack: Pack, subrip: Path, tmp_path: Path
) -> None:
    ours = tmp_path / "ours.vtt"
    ours.write_text("WEBVTT\n\n00:01.000 --> 00:02.000 align:start\nOurs\n")
    beside = (Captions(ours, "en"), Captions(subrip, "en"), Captions(subrip, ""))
    _made, package = pack(film("silent.mp4", *H264), *beside)
    master = (package / "master.m3u8").read_text()
    assert [line.split('NAME="')[1].split('"')[0] for line in master.splitlines() if "NAME=" in line] == [
        "English",
        "English 2",
        "Captions",
    ]
    assert "00:01.000 --> 00:02.000 align:start\nOurs" in (package / "captions" / "1.vtt").read_text()
    assert "00:00:02.000 --> 00:00:03.250\nÉgalité !" in (package / "captions" / "2.vtt").read_text()


def test_files_in_the_old_encoding_are_understood(film: Film, pack: Pack, tmp_path: Path) -> None:
    old = tmp_path / "old.srt"
    old.write_bytes(SUBRIP.encode("cp1252"))
    _made, package = pack(film("silent.mp4", *H264), Captions(old, "fr"))
    assert "Égalité !" in (package / "captions" / "1.vtt").read_text(encoding="utf-8")


def test_captions_without_a_cue_are_left_out(film: Film, pack: Pack, tmp_path: Path) -> None:
    (tmp_path / "empty.vtt").write_text("WEBVTT\n\nNOTE nothing yet\n")
    made, package = pack(film("silent.mp4", *H264), Captions(tmp_path / "empty.vtt", "en"))
    assert not made.has_captions
    assert not (package / "captions").exists()


def test_a_clock_map_of_its_own_is_replaced() -> None:
    theirs = "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n00:01.000 --> 00:02.000\nx\n"
    assert with_timestamps(theirs).count("X-TIMESTAMP-MAP") == 1
    assert "MPEGTS:90000," in with_timestamps(theirs)


@pytest.mark.parametrize(
    ("given", "tag"),
    [("eng", "en"), ("fre", "fr"), ("fra", "fr"), ("fr_CA", "fr-CA"), ("und", ""), ("", ""), ("??", "")],
)
def test_languages_become_tags(given: str, tag: str) -> None:
    assert language_tag(given) == tag
