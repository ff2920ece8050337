"""The drawn picture of an event, pixel by pixel where it matters."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from touchline.catalog.facade import CardSide
from touchline.front.pictures.brand import Brand, brand_of
from touchline.front.pictures.drawn import key_of
from touchline.front.pictures.poster import Poster, shirts
from touchline.platform.files import OpenFiles

SETTINGS: dict[str, Any] = {"name": "Prairie Sports", "short_name": "Prairie", "logo": None, "favicon": None}
LOOK: dict[str, Any] = {
    "colors": {"header-background": "#0a0e15", "accent": "#ffc53d", "accent-text": "#1b1302"},
    "theme": {"font_display": "Own", "display_weight": 820, "display_stretch": "72%"},
    "fonts": [],
}
AWAY = CardSide("Harlan Falls", "HAF", "#1a5fe0", None, None)
HOME = CardSide("Cedar Ridge", "CDR", "#c01818", None, None)


def brand(**changes: Any) -> Brand:
    """The example channel."""
    return replace(brand_of(SETTINGS, LOOK), **changes)


def drawn(poster: Poster, files: OpenFiles) -> Image.Image:
    """The picture as pixels."""
    with Image.open(BytesIO(poster.png(files))) as picture:
        assert (picture.format, picture.size) == ("PNG", (1200, 630))
        return picture.convert("RGB")


def seen(picture: Image.Image, box: tuple[int, int, int, int]) -> set[int]:
    """The tones of a part: one where nothing is written."""
    return set(picture.convert("L").crop(box).tobytes())


def test_both_teams_stand_in_their_colours_on_a_diagonal(files: OpenFiles) -> None:
    picture = drawn(Poster(brand(), sides=(AWAY, HOME)), files)
    red, green, blue = _pixel(picture, 60, 250)
    assert blue > red and blue > green
    red, green, blue = _pixel(picture, 1140, 250)
    assert red > green and red > blue
    assert _pixel(picture, 560, 10)[2] > _pixel(picture, 560, 10)[0]  # the seam leans: still away at the top
    assert _pixel(picture, 640, 500)[0] > _pixel(picture, 640, 500)[2]  # and home already at the foot


def test_crests_are_drawn_from_svg_and_from_bitmaps(files: OpenFiles, square: str, bitmap: str) -> None:
    sides = (replace(AWAY, crest=square), replace(HOME, crest=bitmap))
    picture = drawn(Poster(brand(), sides=sides), files)
    assert _pixel(picture, 282, 190) == (0, 255, 0)
    assert _pixel(picture, 918, 190)[0] > 250


def test_a_crest_that_is_gone_or_broken_leaves_the_names(files: OpenFiles) -> None:
    broken = files.add_bytes("p", "crest.png", b"no picture")
    sides = (replace(AWAY, crest=broken), replace(HOME, crest="/files/p/gone.svg"))
    assert len(seen(drawn(Poster(brand(), sides=sides), files), (150, 380, 420, 470))) > 20


def test_the_channel_stands_below_with_its_mark_and_the_day(files: OpenFiles, square: str) -> None:
    picture = drawn(Poster(brand(logo=square), when="Sat, Nov 21", sides=(AWAY, HOME)), files)
    assert _pixel(picture, 72, 579) == (0, 255, 0)
    assert len(seen(picture, (900, 540, 1160, 620))) > 20
    assert _pixel(picture, 600, 610) == (0x0A, 0x0E, 0x15)


def test_what_is_no_game_gets_its_name_on_the_channels_colours(files: OpenFiles) -> None:
    picture = drawn(Poster(brand(), title="Zone practice"), files)
    assert len(seen(picture, (200, 200, 1000, 330))) > 20
    red, green, blue = _pixel(picture, 20, 250)
    assert (red, green) == (0xFF, 0xC5) and abs(blue - 0x3D) < 4


@pytest.mark.parametrize("name", ["Цска", "Ελλάς", "Æther", "東京", "😀", "", "W" * 90])
def test_any_name_can_be_drawn(files: OpenFiles, name: str) -> None:
    drawn(Poster(brand(), sides=(replace(AWAY, short_name=name), HOME)), files)


def test_the_channels_own_font_is_used_where_it_came_with_the_pack(files: OpenFiles, font: str) -> None:
    look = {**LOOK, "fonts": [{"family": "Own", "url": font}, {"family": "Other", "url": "/files/p/x.woff2"}]}
    own = brand_of(SETTINGS, look)
    assert own.font == font
    assert own.face(files).content == files.locate(font).read_bytes()  # type: ignore[union-attr]
    assert (own.font_weight, own.font_stretch) == (820, 72)
    assert brand(font="/files/p/gone.woff2").face(files).content is None
    broken = brand(font=files.add_bytes("p", "b.woff2", b"no font"))
    drawn(Poster(broken, title="Still readable"), files)


def test_the_home_side_changes_shirts_as_on_the_site() -> None:
    green, like_it = replace(AWAY, color="#0f7350"), replace(HOME, color="#0d7f56", color_2="#f1e6c8")
    assert shirts(green, like_it) == ("#0f7350", "#f1e6c8")
    assert shirts(AWAY, like_it) == ("#1a5fe0", "#0d7f56")
    assert shirts(replace(AWAY, color=None), replace(HOME, color="#abc")) == ("#4a525c", "#aabbcc")


def test_the_key_names_all_that_is_in_the_picture_and_nothing_else() -> None:
    poster = Poster(brand(), when="Sat", sides=(AWAY, HOME))
    assert key_of(poster) == key_of(Poster(brand(), when="Sat", sides=(AWAY, HOME)))
    others = [
        replace(poster, when="Sun"),
        replace(poster, brand=brand(ink="#fff")),
    ]
    assert len({key_of(one) for one in (poster, *others)}) == 3


def _pixel(picture: Image.Image, x: int, y: int) -> tuple[int, int, int]:
    found: Any = picture.getpixel((x, y))
    return int(found[0]), int(found[1]), int(found[2])
