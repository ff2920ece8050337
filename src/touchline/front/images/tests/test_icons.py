"""The channel's icon for every device."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from touchline.front.images.icon import ICON_SIZES, MARK_RATIO, Icon, Purpose
from touchline.front.images.tests.test_posters import brand
from touchline.platform.files.public_files import PublicFiles

GREEN, GROUND, ACCENT = (0, 255, 0, 255), (0x0A, 0x0E, 0x15, 255), (0xFF, 0xC5, 0x3D, 255)


def pixels(icon: Icon, files: PublicFiles) -> Image.Image:
    """Return the icon as pixels."""
    with Image.open(BytesIO(icon.render_png(files))) as image:
        assert image.size == (icon.size, icon.size)
        return image.convert("RGBA")


@pytest.mark.parametrize("size", ICON_SIZES)
@pytest.mark.parametrize("purpose", list(MARK_RATIO))
def test_every_size_is_drawn_for_every_purpose(files: PublicFiles, size: int, purpose: Purpose) -> None:
    pixels(Icon(brand(), size, purpose), files)


def test_the_favicon_comes_before_the_logo(files: PublicFiles, square: str, bitmap: str) -> None:
    both = brand(favicon=square, logo=bitmap)
    assert pixels(Icon(both, 192), files).getpixel((96, 96)) == GREEN
    red: Any = pixels(Icon(replace(both, favicon=None), 192), files).getpixel((96, 96))
    assert red[0] > 250 > 5 > red[1]


def test_a_maskable_icon_has_its_mark_inside_the_safe_circle(files: PublicFiles, square: str) -> None:
    image = pixels(Icon(brand(favicon=square), 512, "maskable"), files)
    assert image.getpixel((0, 0)) == GROUND
    inside = [(x, y) for x in range(512) for y in range(512) if image.getpixel((x, y)) == GREEN]
    assert inside and all((x - 255.5) ** 2 + (y - 255.5) ** 2 <= (0.4 * 512 + 20) ** 2 for x, y in inside)


def test_a_channel_without_a_mark_gets_its_initial_on_its_colors(files: PublicFiles) -> None:
    for purpose in ("any", "maskable", "touch"):
        image: Any = pixels(Icon(brand(), 192, purpose), files)
        assert image.getpixel((96, 20)) == ACCENT
        assert len(set(image.crop((48, 48, 144, 144)).convert("L").tobytes())) > 10
    assert pixels(Icon(brand(), 192), files).getpixel((0, 0)) == (0, 0, 0, 0)
    assert (brand(short_name="écran").initial, brand(short_name="…").initial) == ("É", "•")
