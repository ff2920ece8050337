"""A package is served over HTTP and downloaded; what a player leaves out is found."""

import shutil
from http.client import HTTPConnection
from pathlib import Path

import pytest

from contracts.media.drawing import AAC, GRID, Film, draw
from contracts.media.inputs import find
from contracts.media.players import PlayerError, play, player_failures, served
from contracts.media.products import Product, make_product


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Product:
    """6 s of picture and sound."""
    folder = tmp_path_factory.mktemp("product")
    return make_product([draw(folder / "film.mp4", Film(seconds=6), *GRID, *AAC)], folder)


def test_ffmpeg_plays_a_package_over_http(product: Product, tmp_path: Path) -> None:
    assert list(player_failures(["ffmpeg"], product.folder, product.largest, tmp_path)) == []


def test_ffmpeg_takes_the_default_sound_of_several(tmp_path: Path) -> None:
    case = find("two languages, second default")
    (tmp_path / "source").mkdir()
    product = make_product(case.make(tmp_path / "source"), tmp_path)
    assert list(player_failures(["ffmpeg"], product.folder, product.largest, tmp_path)) == []


def test_a_segment_that_is_missing_is_missed(product: Product, tmp_path: Path) -> None:
    broken = Path(shutil.copytree(product.folder, tmp_path / "broken"))
    for segment in broken.glob("v*/00001.ts"):
        segment.unlink()
    assert list(player_failures(["ffmpeg"], broken, product.largest, tmp_path))


def test_a_player_that_finds_nothing_says_so(product: Product, tmp_path: Path) -> None:
    with served(product.folder) as address, pytest.raises(PlayerError, match="404"):
        play("ffmpeg", f"{address}/other.m3u8", tmp_path / "film.mp4")


def test_a_player_that_ends_a_download_early_leaves_no_traceback(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "large.ts").write_bytes(bytes(8_000_000))
    with served(tmp_path) as address:
        early, later = (HTTPConnection(address.removeprefix("http://"), timeout=10) for _ in range(2))
        early.request("GET", "/large.ts")
        early.getresponse().read(1)
        early.close()
        later.request("GET", "/large.ts")
        assert len(later.getresponse().read()) == 8_000_000
        later.close()
    assert capfd.readouterr().err == ""
