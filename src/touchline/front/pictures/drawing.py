"""From SVG to pixels, and stored pictures into an SVG. What draws is imported by the first: it is 5 MB."""

from __future__ import annotations

from base64 import b64encode
from io import BytesIO
from typing import TYPE_CHECKING

from touchline.platform.files import OpenFiles
from touchline.shared.media_types import media_type

if TYPE_CHECKING:
    from PIL import Image

LARGEST_EDGE = 640
"""A bitmap inside a drawing is made no larger than this before it is put in."""


def rendered(svg: str) -> Image.Image:
    """An SVG as pixels; it fetches nothing and knows no fonts."""
    import resvg_py
    from PIL import Image

    png = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)
    return Image.open(BytesIO(bytes(png))).convert("RGBA")


def as_png(picture: Image.Image, *, opaque: bool) -> bytes:
    """The bytes of a PNG file."""
    out = BytesIO()
    (picture.convert("RGB") if opaque else picture).save(out, "PNG", optimize=True)
    return out.getvalue()


def inlined(files: OpenFiles, address: str | None) -> str | None:
    """A stored picture as a `data:` address for an SVG; None where there is none that can be drawn."""
    content = stored_bytes(files, address)
    if content is None:
        return None
    if media_type(str(address)) == "image/svg+xml":
        return _data("image/svg+xml", content)
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(BytesIO(content)) as picture:
            small = picture.convert("RGBA")
    except (UnidentifiedImageError, OSError, ValueError):
        return None
    small.thumbnail((LARGEST_EDGE, LARGEST_EDGE))
    return _data("image/png", as_png(small, opaque=False))


def stored_bytes(files: OpenFiles, address: str | None) -> bytes | None:
    """The content behind the address of an open file, on whatever host it is shown."""
    _, found, name = (address or "").rpartition("/files/")
    path = files.locate(f"/files/{name}") if found else None
    return path.read_bytes() if path else None


def _data(kind: str, content: bytes) -> str:
    return f"data:{kind};base64,{b64encode(content).decode()}"
