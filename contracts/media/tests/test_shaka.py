"""shaka-player plays a package in Chromium, and a broken one is told as failed."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from contracts.media.cases import Expected
from contracts.media.drawing import AAC, GRID, Film, draw
from contracts.media.players import PlayerError
from contracts.media.products import Product, make_product
from contracts.media.shaka import Shaka, shaka
from contracts.media.shaka_failures import shaka_failures
from touchline.entrypoints.browser_check import find_browser

BROWSER = find_browser(os.environ)
EXPECTED = Expected(5)
with_browser = pytest.mark.skipif(BROWSER is None, reason="there is no Chromium here")


@pytest.fixture(scope="module")
def player() -> Iterator[Shaka]:
    with shaka(BROWSER or "") as found:
        yield found


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Product:
    """5 s of picture and sound, in two segments."""
    folder = tmp_path_factory.mktemp("product")
    film = draw(folder / "film.mp4", Film(seconds=5), *GRID, *AAC)
    return make_product([film], folder)


@pytest.fixture
def broken(product: Product, tmp_path: Path) -> Product:
    """The same package, for a test to break."""
    folder = Path(shutil.copytree(product.folder, tmp_path / "broken"))
    return Product(folder, product.package, renditions=product.renditions)


@with_browser
def test_shaka_player_plays_each_part_of_a_package(player: Shaka, product: Product) -> None:
    assert list(shaka_failures(player, EXPECTED, product)) == []


@with_browser
def test_a_segment_that_is_missing_is_told_by_the_name_of_the_error(player: Shaka, broken: Product) -> None:
    for segment in broken.folder.glob("v*/00001.ts"):
        segment.unlink()
    [failure] = shaka_failures(player, EXPECTED, broken)
    assert failure.startswith("shaka-player: error 1001 BAD_HTTP_STATUS")


@with_browser
def test_a_rendition_that_the_browser_cannot_play_is_missed(player: Shaka, broken: Product) -> None:
    master = broken.folder / "master.m3u8"
    text = master.read_text()
    codecs = re.findall(r'RESOLUTION=80x44,.*CODECS="(avc1\.\w+),', text)
    master.write_text(text.replace(codecs[0], "avc1.640009"))
    assert next(shaka_failures(player, EXPECTED, broken)) == (
        "shaka-player: offers 160x90, not 160x90, 80x44"
    )


def test_a_browser_that_does_not_start_is_a_clear_failure(product: Product, tmp_path: Path) -> None:
    with shaka(str(tmp_path / "no-browser")) as absent:
        with pytest.raises(PlayerError, match=r"the browser failed: .*no-browser"):
            absent.play("http://127.0.0.1:9/master.m3u8")
        [failure] = shaka_failures(absent, EXPECTED, product)
    assert failure.startswith("shaka-player: the browser failed: ")
