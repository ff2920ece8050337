"""Checks an image before it is used: readable, matches its file extension, no decompression bomb, no
scripts."""

from __future__ import annotations

import re
import warnings
from io import BytesIO
from pathlib import PurePosixPath
from xml.parsers import expat

from PIL import Image, UnidentifiedImageError

from touchline.front.packs.problems import InvalidValueError

MAX_PIXELS = 40_000_000
MAX_EDGE = 12_000
MAX_SVG_BYTES = 2 * 1024 * 1024
_IMAGE_FORMATS = {
    ".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP", ".avif": "AVIF", ".gif": "GIF",
    ".ico": "ICO",
}  # fmt: skip
_ACTIVE_ELEMENTS = frozenset(
    {"script", "foreignobject", "iframe", "embed", "object", "handler", "listener", "set"}
)
_LINK_ATTRIBUTES = ("href", "src", "to", "from", "by", "values")
_EXTERNAL_URL = re.compile(
    r"^\s*(?:https?:|//|file:|ftp:|javascript:|data:(?!image/(?:png|jpeg|webp|gif)))", re.I
)
_EXTERNAL_STYLE = re.compile(r"@import|url\(\s*['\"]?\s*(?:https?:|//|javascript:|file:)", re.I)


def check_image(name: str, data: bytes) -> None:
    """Check an image.

    Raises `InvalidValueError` if the file is not an image, has too many pixels, or is an SVG that could run
    scripts or load resources.
    """
    extension = PurePosixPath(name).suffix.lower()
    if extension == ".svg":
        _check_svg(name, data)
    else:
        _check_pixels(name, data, _IMAGE_FORMATS[extension])


def _check_pixels(name: str, data: bytes, expected: str) -> None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(BytesIO(data)) as image:
                kind, (width, height) = image.format or "", image.size
                if width * height > MAX_PIXELS or max(width, height) > MAX_EDGE:
                    raise InvalidValueError(
                        f"`{name}` has {width} × {height} pixels",
                        f"use at most {MAX_PIXELS // 1_000_000} million pixels and {MAX_EDGE} per side",
                    )
                image.verify()
    except Image.DecompressionBombError:
        raise InvalidValueError(
            f"`{name}` has far too many pixels", f"use at most {MAX_PIXELS // 1_000_000} million"
        ) from None
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError):
        raise InvalidValueError(
            f"`{name}` is not a readable image", "save it again as PNG, JPEG, WebP or SVG"
        ) from None
    if kind != expected:
        raise InvalidValueError(f"`{name}` is actually {kind}", "rename the file to match its format")


def _check_svg(name: str, data: bytes) -> None:
    if len(data) > MAX_SVG_BYTES:
        raise InvalidValueError(
            f"`{name}` is larger than {MAX_SVG_BYTES // 1024 // 1024} MB", "simplify it, or save it as WebP"
        )
    parser = expat.ParserCreate()
    names: list[str] = []

    def start_element(tag: str, attributes: dict[str, str]) -> None:
        names.append(tag.rpartition(":")[2].lower())
        _check_element(name, names[-1], attributes)

    def start_doctype(*_: object) -> None:
        raise InvalidValueError(f"`{name}` has a DOCTYPE", "remove the `<!DOCTYPE …>` line")

    def character_data(characters: str) -> None:
        if names[-1] == "style" and _EXTERNAL_STYLE.search(characters):
            raise InvalidValueError(f"`{name}` loads external content", "embed the content")

    parser.buffer_text = True
    parser.StartElementHandler = start_element
    parser.StartDoctypeDeclHandler = start_doctype
    parser.CharacterDataHandler = character_data
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise InvalidValueError(
            f"`{name}` is not a valid SVG (line {error.lineno})", "save it again as plain SVG"
        ) from None
    if not names or names[0] != "svg":
        raise InvalidValueError(f"`{name}` is not an SVG", "its root element must be `<svg>`")


def _check_element(name: str, tag: str, attributes: dict[str, str]) -> None:
    if tag in _ACTIVE_ELEMENTS:
        raise InvalidValueError(
            f"`{name}` has a <{tag}> element", "images must not contain scripts: remove it"
        )
    for attribute, value in attributes.items():
        local_name = attribute.rpartition(":")[2].lower()
        if local_name.startswith("on"):
            raise InvalidValueError(
                f"`{name}` has the attribute {attribute}", "images must not contain scripts: remove it"
            )
        if local_name in _LINK_ATTRIBUTES and any(
            _EXTERNAL_URL.search(part) for part in (value, *value.split(";"))
        ):
            raise InvalidValueError(
                f"`{name}` refers to an external file ({value[:60]})", "embed the image or draw it"
            )
        if _EXTERNAL_STYLE.search(value):
            raise InvalidValueError(f"`{name}` loads external content", "embed the content")
