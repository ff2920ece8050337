"""The generated poster of an event, pixel by pixel where it matters."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from touchline.catalog.facade import CardSide
from touchline.front.images.brand import Brand, build_brand
from touchline.front.images.generated_images import get_cache_key
from touchline.front.images.poster import Poster, get_team_colors
from touchline.platform.files.public_files import PublicFiles

SETTINGS: dict[str, Any] = {"name": "Prairie Sports", "short_name": "Prairie", "logo": None, "favicon": None}
COLOR_SETTINGS: dict[str, Any] = {
    "colors": {"header-background": "#0a0e15", "accent": "#ffc53d", "accent-text": "#1b1302"},
    "theme": {"font_display": "Own", "display_weight": 820, "display_stretch": "72%"},
    "fonts": [],
}
AWAY = CardSide("Harlan Falls", "HAF", "#1a5fe0", None, None)
HOME = CardSide("Cedar Ridge", "CDR", "#c01818", None, None)


def brand(**changes: Any) -> Brand:
    """Return the brand of the example channel."""
    return replace(build_brand(SETTINGS, COLOR_SETTINGS), **changes)


def render_poster(poster: Poster, files: PublicFiles) -> Image.Image:
    """Return the poster as pixels."""
    with Image.open(BytesIO(poster.render_png(files))) as image:
        assert (image.format, image.size) == ("PNG", (1200, 630))
        return image.convert("RGB")


def read_pixels(image: Image.Image, box: tuple[int, int, int, int]) -> set[int]:
    """Return the gray levels in a box: a single one if the box is empty."""
    return set(image.convert("L").crop(box).tobytes())


def test_both_teams_have_their_colors_on_a_diagonal(files: PublicFiles) -> None:
    image = render_poster(Poster(brand(), sides=(AWAY, HOME)), files)
    red, green, blue = _pixel(image, 60, 250)
    assert blue > red and blue > green
    red, green, blue = _pixel(image, 1140, 250)
    assert red > green and red > blue
    # the seam is diagonal: still the away color at the top
    assert _pixel(image, 560, 10)[2] > _pixel(image, 560, 10)[0]
    assert _pixel(image, 640, 500)[0] > _pixel(image, 640, 500)[2]  # and already the home color at the bottom


def test_crests_are_drawn_from_svg_and_from_bitmaps(files: PublicFiles, square: str, bitmap: str) -> None:
    sides = (replace(AWAY, logo_url=square), replace(HOME, logo_url=bitmap))
    image = render_poster(Poster(brand(), sides=sides), files)
    assert _pixel(image, 282, 190) == (0, 255, 0)
    assert _pixel(image, 918, 190)[0] > 250


def test_a_crest_that_is_gone_or_broken_leaves_the_names(files: PublicFiles) -> None:
    broken = files.add_bytes("p", "crest.png", b"no picture")
    sides = (replace(AWAY, logo_url=broken), replace(HOME, logo_url="/files/p/gone.svg"))
    assert len(read_pixels(render_poster(Poster(brand(), sides=sides), files), (150, 380, 420, 470))) > 20


def test_the_channel_is_shown_below_with_its_mark_and_the_day(files: PublicFiles, square: str) -> None:
    image = render_poster(Poster(brand(logo=square), date_text="Sat, Nov 21", sides=(AWAY, HOME)), files)
    assert _pixel(image, 72, 579) == (0, 255, 0)
    assert len(read_pixels(image, (900, 540, 1160, 620))) > 20
    assert _pixel(image, 600, 610) == (0x0A, 0x0E, 0x15)


def test_an_event_without_teams_gets_its_name_on_the_channels_colors(files: PublicFiles) -> None:
    image = render_poster(Poster(brand(), title="Zone practice"), files)
    assert len(read_pixels(image, (200, 200, 1000, 330))) > 20
    red, green, blue = _pixel(image, 20, 250)
    assert (red, green) == (0xFF, 0xC5) and abs(blue - 0x3D) < 4


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize("name", ["Цска", "Ελλάς", "Æther", "東京", "😀", "", "W" * 90])
def test_any_name_can_be_drawn(files: PublicFiles, name: str) -> None:
    render_poster(Poster(brand(), sides=(replace(AWAY, short_name=name), HOME)), files)


def test_the_channels_own_font_is_used_where_it_came_with_the_pack(files: PublicFiles, font: str) -> None:
    color_settings = {
        **COLOR_SETTINGS,
        "fonts": [{"family": "Own", "url": font}, {"family": "Other", "url": "/files/p/x.woff2"}],
    }
    own = build_brand(SETTINGS, color_settings)
    assert own.font == font
    assert own.load_face(files).content == files.resolve(font).read_bytes()  # type: ignore[union-attr]
    assert (own.font_weight, own.font_stretch) == (820, 72)
    assert brand(font="/files/p/gone.woff2").load_face(files).content is None
    broken = brand(font=files.add_bytes("p", "b.woff2", b"no font"))
    render_poster(Poster(broken, title="Still readable"), files)


def test_the_home_side_changes_shirts_as_on_the_site() -> None:
    green, similar = replace(AWAY, color="#0f7350"), replace(HOME, color="#0d7f56", color_2="#f1e6c8")
    assert get_team_colors(green, similar) == ("#0f7350", "#f1e6c8")
    assert get_team_colors(AWAY, similar) == ("#1a5fe0", "#0d7f56")
    assert get_team_colors(replace(AWAY, color=None), replace(HOME, color="#abc")) == ("#4a525c", "#aabbcc")


def test_the_cache_key_covers_exactly_what_is_rendered() -> None:
    poster = Poster(brand(), date_text="Sat", sides=(AWAY, HOME))
    assert get_cache_key(poster) == get_cache_key(Poster(brand(), date_text="Sat", sides=(AWAY, HOME)))
    others = [
        replace(poster, date_text="Sun"),
        replace(poster, brand=brand(text_color="#fff")),
    ]
    assert len({get_cache_key(variant) for variant in (poster, *others)}) == 3


def _pixel(image: Image.Image, x: int, y: int) -> tuple[int, int, int]:
    pixel: Any = image.getpixel((x, y))
    return int(pixel[0]), int(pixel[1]), int(pixel[2])
