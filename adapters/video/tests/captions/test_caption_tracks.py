"""Tests of captions from text streams in the file and from files beside it."""

from pathlib import Path

import pytest

from adapters.video.captions.converter import add_timestamp_map
from adapters.video.languages import language_tag
from adapters.video.tests.conftest import H264, MakePackage, MakeVideo
from touchline.catalog.ports.media.video_packager import CaptionFile

SUBRIP = "1\n00:00:00,500 --> 00:00:01,500\nPuck drop.\n\n2\n0:00:02,0 --> 0:00:03,25\nÉgalité !\n"


@pytest.fixture
def subrip(tmp_path: Path) -> Path:
    path = tmp_path / "captions.srt"
    path.write_text(SUBRIP, encoding="utf-8")
    return path


def test_text_streams_of_the_file_become_renditions(
    make_video: MakeVideo, make_package: MakePackage, subrip: Path
) -> None:
    inputs = ("-i", str(subrip), "-map", "0", "-map", "1", "-c:s", "mov_text")
    language = ("-metadata:s:s:0", "language=fra")
    output, package = make_package(make_video("captions.mp4", *language, *H264, inputs=inputs))
    assert output.has_captions
    master = (package / "master.m3u8").read_text()
    assert 'TYPE=SUBTITLES,GROUP-ID="captions",NAME="Français",LANGUAGE="fr"' in master
    assert master.count('SUBTITLES="captions"') == 2
    assert "1.vtt\n#EXT-X-ENDLIST" in (package / "captions" / "1.m3u8").read_text()
    cues = (package / "captions" / "1.vtt").read_text()
    assert cues.startswith("WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:90000,LOCAL:00:00:00.000\n\n")
    assert "00:00:00.500 --> 00:00:01.500\nPuck drop." in cues


def test_embedded_and_sidecar_markup_are_converted_alike(
    make_video: MakeVideo, make_package: MakePackage, tmp_path: Path
) -> None:
    subrip, ass = tmp_path / "marked.srt", tmp_path / "drawn.ass"
    subrip.write_text("1\n00:00:00,500 --> 00:00:01,500\n{\\an8\\i1}Offside{\\i0}\n")
    ass.write_text(
        "[Script Info]\nScriptType: v4.00+\n\n[Events]\nFormat: Layer, Start, End, Style, Text\n"
        "Dialogue: 0,0:00:00.50,0:00:01.50,Default,{\\p1}m 0 0 l 100 0 100 100{\\p0}\n"
        "Dialogue: 0,0:00:02.00,0:00:03.00,Default,Corner\n"
    )
    inputs = ("-i", str(subrip), "-i", str(ass), "-map", "0", "-map", "1", "-map", "2", "-c:s", "copy")
    _, package = make_package(make_video("marked.mkv", *H264, inputs=inputs))
    first, second = ((package / "captions" / f"{number}.vtt").read_text() for number in (1, 2))
    assert first.endswith("00:00:00.500 --> 00:00:01.500 line:0\n<i>Offside</i>\n")
    assert second.split("\n\n")[1:] == ["00:00:02.000 --> 00:00:03.000\nCorner\n"]


def test_sidecar_files_come_first_and_names_are_unique(
    make_video: MakeVideo, make_package: MakePackage, subrip: Path, tmp_path: Path
) -> None:
    webvtt = tmp_path / "ours.vtt"
    webvtt.write_text("WEBVTT\n\n00:01.000 --> 00:02.000 align:start\nOurs\n")
    sidecar = (CaptionFile(webvtt, "en"), CaptionFile(subrip, "en"), CaptionFile(subrip, ""))
    _, package = make_package(make_video("silent.mp4", *H264), *sidecar)
    master = (package / "master.m3u8").read_text()
    assert [line.split('NAME="')[1].split('"')[0] for line in master.splitlines() if "NAME=" in line] == [
        "English",
        "English 2",
        "Captions",
    ]
    assert "00:01.000 --> 00:02.000 align:start\nOurs" in (package / "captions" / "1.vtt").read_text()
    assert "00:00:02.000 --> 00:00:03.250\nÉgalité !" in (package / "captions" / "2.vtt").read_text()


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16"])
def test_files_in_encodings_of_windows_are_decoded(
    make_video: MakeVideo, make_package: MakePackage, tmp_path: Path, encoding: str
) -> None:
    legacy = tmp_path / "old.srt"
    legacy.write_bytes(SUBRIP.encode(encoding))
    _, package = make_package(make_video("silent.mp4", *H264), CaptionFile(legacy, "fr"))
    assert "Égalité !" in (package / "captions" / "1.vtt").read_text(encoding="utf-8")


def test_captions_without_cues_are_skipped(
    make_video: MakeVideo, make_package: MakePackage, tmp_path: Path
) -> None:
    (tmp_path / "empty.vtt").write_text("WEBVTT\n\nNOTE nothing yet\n")
    output, package = make_package(make_video("silent.mp4", *H264), CaptionFile(tmp_path / "empty.vtt", "en"))
    assert not output.has_captions
    assert not (package / "captions").exists()


@pytest.mark.parametrize("before", ["", "Kind: captions\nLanguage: en\n"])
def test_an_existing_timestamp_map_is_replaced(before: str) -> None:
    other_map = (
        f"WEBVTT\n{before}X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n00:01.000 --> 00:02.000\nx\n"
    )
    assert before in add_timestamp_map(other_map)
    assert add_timestamp_map(other_map).count("X-TIMESTAMP-MAP") == 1
    assert "MPEGTS:90000," in add_timestamp_map(other_map)


@pytest.mark.parametrize(
    ("language_code", "tag"),
    [
        *[("eng", "en"), ("fre", "fr"), ("fra", "fr"), ("fr_CA", "fr-CA"), ("sh", "sr-Latn")],
        *[("zh-hant", "zh-Hant"), ("und", ""), ("", ""), ("??", "")],
    ],
)
def test_languages_become_bcp_47_tags(language_code: str, tag: str) -> None:
    assert language_tag(language_code) == tag


@pytest.mark.parametrize("added", ["@/../../x", '@",URI="x', "@\n#EXT-X-ENDLIST", "@euro", "\n", "/..", '"'])
def test_a_tag_can_be_part_of_a_file_name_and_of_a_playlist(added: str) -> None:
    for language in ("en", "zh-Hant", "es-419"):
        assert language_tag(language + added) in ("", language)
