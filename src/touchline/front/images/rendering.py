"""From SVG to pixels, and stored pictures into an SVG. What draws is imported by the first: it is 5 MB."""

from __future__ import annotations

from base64 import b64encode
from io import BytesIO
from typing import TYPE_CHECKING

from touchline.platform.files.public_files import PublicFiles
from touchline.shared.files.media_types import media_type

if TYPE_CHECKING:
    from PIL import Image

MAX_EMBEDDED_EDGE = 640
"""A bitmap inside a drawing is made no larger than this before it is put in."""


def render_svg(svg: str) -> Image.Image:
    """An SVG as pixels; it fetches nothing and knows no fonts."""
    import resvg_py
    from PIL import Image

    png = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)
    return Image.open(BytesIO(bytes(png))).convert("RGBA")


def encode_png(image: Image.Image, *, opaque: bool) -> bytes:
    """The bytes of a PNG file."""
    out = BytesIO()
    (image.convert("RGB") if opaque else image).save(out, "PNG", optimize=True)
    return out.getvalue()


def to_data_url(files: PublicFiles, url: str | None) -> str | None:
    """A stored picture as a `data:` address for an SVG; None where there is none that can be drawn."""
    content = read_public_file(files, url)
    if content is None:
        return None
    if media_type(str(url)) == "image/svg+xml":
        return _build_data_url("image/svg+xml", content)
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(BytesIO(content)) as image:
            small = image.convert("RGBA")
    except (UnidentifiedImageError, OSError, ValueError):
        return None
    small.thumbnail((MAX_EMBEDDED_EDGE, MAX_EMBEDDED_EDGE))
    return _build_data_url("image/png", encode_png(small, opaque=False))


def read_public_file(files: PublicFiles, url: str | None) -> bytes | None:
    """The content behind the address of an open file, on whatever host it is shown."""
    _, found, name = (url or "").rpartition("/files/")
    path = files.resolve(f"/files/{name}") if found else None
    return path.read_bytes() if path else None


def _build_data_url(kind: str, content: bytes) -> str:
    return f"data:{kind};base64,{b64encode(content).decode()}"
