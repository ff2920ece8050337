"""Text as sprites and digit tiles: Archivo on games, Newsreader on stills (OFL, licenses in art/)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from touchline.demo.footage.canvas import Bytes, Canvas, Sprite
from touchline.demo.footage.encoder import FRAME_RATE
from touchline.demo.footage.kits import color

_ART = Path(__file__).with_name("art")

_TILE = (9, 18)
_PLATE = 22


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return the scoreboard's font at a size in pixels."""
    return ImageFont.truetype(str(_ART / "archivo-scoreboard.ttf"), size)


def ink(background: str) -> str:
    """Return black or white, whichever is easier to read on a color."""
    red, green, blue = color(background)
    return "#10151d" if 0.299 * red + 0.587 * green + 0.114 * blue > 150 else "#ffffff"


def sprite(picture: Image.Image, anchor: tuple[int, int] = (0, 0)) -> Sprite:
    """Return a Pillow image (RGBA) as a sprite."""
    pixels = np.asarray(picture, np.float32)
    alpha = pixels[..., 3:] / np.float32(255)
    return Sprite.from_rgba(np.concatenate([pixels[..., :3] * alpha, alpha], -1), anchor)


def write(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, size: int, fill: str, anchor: str = "lm"
) -> None:
    """Draw a line of text."""
    draw.text(at, text, font=font(size), fill=fill, anchor=anchor)


def title(text: str) -> Sprite:
    """Return a video's title in the serif font, white on a soft shadow."""
    face = ImageFont.truetype(str(_ART / "newsreader-title.ttf"), 60)
    width = round(face.getlength(text)) + 64
    picture = Image.new("RGBA", (width, 124), (0, 0, 0, 0))
    ImageDraw.Draw(picture).text((32, 62), text, font=face, fill="#000000c0", anchor="lm")
    picture = picture.filter(ImageFilter.GaussianBlur(7))
    ImageDraw.Draw(picture).text((32, 60), text, font=face, fill="#ffffff", anchor="lm")
    return sprite(picture, (32, 0))


class FrameStamp:
    """The frame number and time in digits, `f 001234  00:49.36`, above the machine-readable cells."""

    _LEFT, _TOP, _WIDTH, _HEIGHT = 1112, 682, 168, 22

    def __init__(self) -> None:
        self._tiles: dict[str, Bytes] = {character: self._tile(character) for character in "0123456789:.f "}

    def draw(self, canvas: Canvas, frame: int) -> None:
        """Draw the number and time of a frame into it."""
        seconds, rest = divmod(frame, FRAME_RATE)
        text = f"f {frame:06d} {seconds // 60:02d}:{seconds % 60:02d}.{rest * 100 // FRAME_RATE:02d}"
        left, top = self._LEFT, self._TOP
        canvas.y[top : top + self._HEIGHT, left:] = _PLATE
        canvas.uv[:, top // 2 : (top + self._HEIGHT) // 2, left // 2 :] = 128
        x = left + 5
        for character in text:
            tile = self._tiles[character]
            canvas.y[top + 2 : top + 2 + tile.shape[0], x : x + tile.shape[1]] = tile
            x += tile.shape[1]

    @staticmethod
    def _tile(character: str) -> Bytes:
        width = 5 if character in ":." else _TILE[0]
        picture = Image.new("L", (width, _TILE[1]), _PLATE)
        ImageDraw.Draw(picture).text(
            (width / 2, _TILE[1] / 2), character, font=font(15), fill=200, anchor="mm"
        )
        return np.asarray(picture, np.uint8)
