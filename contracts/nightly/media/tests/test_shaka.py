"""shaka-player plays a package in Chromium, and a broken package is reported as failed."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from contracts.media.cases import ExpectedOutput
from contracts.media.generated_videos import AAC, COPYABLE_H264, VideoSpec, draw_video
from contracts.media.outputs import MediaOutput, make_output
from contracts.nightly.media.players import PlayerError
from contracts.nightly.media.shaka import ShakaPlayer, run_shaka
from contracts.nightly.media.shaka_checks import check_shaka
from touchline.entrypoints.browser_check import find_browser

BROWSER = find_browser(os.environ)
EXPECTED = ExpectedOutput(5)
needs_browser = pytest.mark.skipif(BROWSER is None, reason="until Chromium is installed")


@pytest.fixture(scope="module")
def shaka_player() -> Iterator[ShakaPlayer]:
    with run_shaka(BROWSER or "") as player:
        yield player


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> MediaOutput:
    """Return 5 s of video and audio in two segments."""
    folder = tmp_path_factory.mktemp("product")
    video = draw_video(folder / "film.mp4", VideoSpec(seconds=5), *COPYABLE_H264, *AAC)
    return make_output([video], folder)


@pytest.fixture
def broken_package(output: MediaOutput, tmp_path: Path) -> MediaOutput:
    """Return the same package, for a test to break."""
    folder = Path(shutil.copytree(output.folder, tmp_path / "broken"))
    return MediaOutput(folder, output.package, renditions=output.renditions)


@pytest.mark.nightly
@needs_browser
def test_shaka_player_plays_each_part_of_a_package(shaka_player: ShakaPlayer, output: MediaOutput) -> None:
    assert list(check_shaka(shaka_player, EXPECTED, output)) == []


@pytest.mark.nightly
@needs_browser
def test_a_missing_segment_is_reported_by_the_error_name(
    shaka_player: ShakaPlayer, broken_package: MediaOutput
) -> None:
    for segment in broken_package.folder.glob("v*/00001.ts"):
        segment.unlink()
    [failure] = check_shaka(shaka_player, EXPECTED, broken_package)
    assert failure.startswith("shaka-player: error 1001 BAD_HTTP_STATUS")


@needs_browser
def test_an_unplayable_rendition_is_reported(shaka_player: ShakaPlayer, broken_package: MediaOutput) -> None:
    master = broken_package.folder / "master.m3u8"
    text = master.read_text()
    codecs = re.findall(r'RESOLUTION=80x44,.*CODECS="(avc1\.\w+),', text)
    master.write_text(text.replace(codecs[0], "avc1.640009"))
    failures = list(check_shaka(shaka_player, EXPECTED, broken_package))
    assert "shaka-player: offers 160x90, not 160x90, 80x44" in failures


@pytest.mark.nightly
def test_a_browser_that_does_not_start_is_reported(output: MediaOutput, tmp_path: Path) -> None:
    with run_shaka(str(tmp_path / "no-browser")) as player:
        with pytest.raises(PlayerError, match=r"the browser failed: .*no-browser"):
            player.play("http://127.0.0.1:9/master.m3u8")
        [failure] = check_shaka(player, EXPECTED, output)
    assert failure.startswith("shaka-player: the browser failed: ")
