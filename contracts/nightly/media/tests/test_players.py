"""A package is served over HTTP and downloaded, and frames that a player drops are found."""

import shutil
from http.client import HTTPConnection
from pathlib import Path

import pytest

from contracts.media.generated_videos import AAC, COPYABLE_H264, VideoSpec, draw_video
from contracts.media.inputs.matrix import find_case
from contracts.media.outputs import MediaOutput, make_output
from contracts.nightly.media.players import PlayerError, check_players, download_stream, serve_folder


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> MediaOutput:
    """Return 6 s of video and audio."""
    folder = tmp_path_factory.mktemp("product")
    return make_output([draw_video(folder / "film.mp4", VideoSpec(seconds=6), *COPYABLE_H264, *AAC)], folder)


def test_ffmpeg_plays_a_package_over_http(output: MediaOutput, tmp_path: Path) -> None:
    assert list(check_players(["ffmpeg"], output.folder, output.largest, tmp_path)) == []


@pytest.mark.nightly
def test_ffmpeg_selects_the_default_audio_track(tmp_path: Path) -> None:
    case = find_case("two languages, second default")
    (tmp_path / "source").mkdir()
    output = make_output(case.make_source(tmp_path / "source"), tmp_path)
    assert list(check_players(["ffmpeg"], output.folder, output.largest, tmp_path)) == []


def test_a_missing_segment_is_reported(output: MediaOutput, tmp_path: Path) -> None:
    broken_package = Path(shutil.copytree(output.folder, tmp_path / "broken"))
    for segment in broken_package.glob("v*/00001.ts"):
        segment.unlink()
    assert list(check_players(["ffmpeg"], broken_package, output.largest, tmp_path))


def test_a_player_without_a_stream_reports_an_error(output: MediaOutput, tmp_path: Path) -> None:
    with serve_folder(output.folder) as base_url, pytest.raises(PlayerError, match="404"):
        download_stream("ffmpeg", f"{base_url}/other.m3u8", tmp_path / "film.mp4")


def test_an_aborted_download_leaves_no_traceback(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "large.ts").write_bytes(bytes(8_000_000))
    with serve_folder(tmp_path) as base_url:
        early, later = (HTTPConnection(base_url.removeprefix("http://"), timeout=10) for _ in range(2))
        early.request("GET", "/large.ts")
        early.getresponse().read(1)
        early.close()
        later.request("GET", "/large.ts")
        assert len(later.getresponse().read()) == 8_000_000
        later.close()
    assert capfd.readouterr().err == ""
