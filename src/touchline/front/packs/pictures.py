"""Checks a picture before anything shows it: readable, what its name says, not a bomb, without scripts."""

from __future__ import annotations

import re
import warnings
from io import BytesIO
from pathlib import PurePosixPath
from xml.parsers import expat

from PIL import Image, UnidentifiedImageError

from touchline.front.packs.problems import Wrong

MOST_PIXELS = 40_000_000
LONGEST_EDGE = 12_000
LARGEST_SVG = 2 * 1024 * 1024
_FORMATS = {
    ".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP", ".avif": "AVIF", ".gif": "GIF",
    ".ico": "ICO",
}  # fmt: skip
_ACTIVE = frozenset({"script", "foreignobject", "iframe", "embed", "object", "handler", "listener", "set"})
_LEADS = ("href", "src", "to", "from", "by", "values")
_OUTSIDE = re.compile(r"^\s*(?:https?:|//|file:|ftp:|javascript:|data:(?!image/(?:png|jpeg|webp|gif)))", re.I)
_OUTSIDE_STYLE = re.compile(r"@import|url\(\s*['\"]?\s*(?:https?:|//|javascript:|file:)", re.I)


def check_picture(name: str, data: bytes) -> None:
    """Refuse (`Wrong`) what is no picture, too large in pixels, or an SVG that could run or fetch."""
    ending = PurePosixPath(name).suffix.lower()
    if ending == ".svg":
        _check_svg(name, data)
    else:
        _check_pixels(name, data, _FORMATS[ending])


def _check_pixels(name: str, data: bytes, expected: str) -> None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(BytesIO(data)) as picture:
                kind, (width, height) = picture.format or "", picture.size
                if width * height > MOST_PIXELS or max(width, height) > LONGEST_EDGE:
                    raise Wrong(
                        f"`{name}` has {width} × {height} pixels",
                        f"at most {MOST_PIXELS // 1_000_000} million, {LONGEST_EDGE} along an edge",
                    )
                picture.verify()
    except Image.DecompressionBombError:
        raise Wrong(
            f"`{name}` has far too many pixels", f"at most {MOST_PIXELS // 1_000_000} million"
        ) from None
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError):
        raise Wrong(
            f"`{name}` cannot be read as a picture", "save it again as PNG, JPEG, WebP or SVG"
        ) from None
    if kind != expected:
        raise Wrong(f"`{name}` is really {kind}", "give the file the ending of what it is")


def _check_svg(name: str, data: bytes) -> None:
    if len(data) > LARGEST_SVG:
        raise Wrong(
            f"`{name}` is larger than {LARGEST_SVG // 1024 // 1024} MB", "save it simpler, or as WebP"
        )
    parser = expat.ParserCreate()
    names: list[str] = []

    def start(tag: str, attributes: dict[str, str]) -> None:
        names.append(tag.rpartition(":")[2].lower())
        _check_element(name, names[-1], attributes)

    def doctype(*_: object) -> None:
        raise Wrong(f"`{name}` has a DOCTYPE", "remove the `<!DOCTYPE …>` line")

    def text(characters: str) -> None:
        if names[-1] == "style" and _OUTSIDE_STYLE.search(characters):
            raise Wrong(f"`{name}` fetches something from outside", "embed what it needs")

    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.StartDoctypeDeclHandler = doctype
    parser.CharacterDataHandler = text
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise Wrong(
            f"`{name}` is not an SVG picture (line {error.lineno})", "save it again as plain SVG"
        ) from None
    if not names or names[0] != "svg":
        raise Wrong(f"`{name}` is not an SVG picture", "its first element must be `<svg>`")


def _check_element(name: str, tag: str, attributes: dict[str, str]) -> None:
    if tag in _ACTIVE:
        raise Wrong(f"`{name}` has a <{tag}> element", "a picture may not run anything: remove it")
    for attribute, value in attributes.items():
        plain = attribute.rpartition(":")[2].lower()
        if plain.startswith("on"):
            raise Wrong(
                f"`{name}` has the attribute {attribute}", "a picture may not run anything: remove it"
            )
        if plain in _LEADS and any(_OUTSIDE.search(part) for part in (value, *value.split(";"))):
            raise Wrong(f"`{name}` points outside ({value[:60]})", "embed the picture or draw it")
        if _OUTSIDE_STYLE.search(value):
            raise Wrong(f"`{name}` fetches something from outside", "embed what it needs")
