"""Rendering of SVG to pixels, and embedding of stored images in an SVG.

The rendering libraries are imported on first use because they take 5 MB.
"""

from __future__ import annotations

from base64 import b64encode
from io import BytesIO
from typing import TYPE_CHECKING

from touchline.platform.files.public_files import PublicFiles
from touchline.shared.files.media_types import media_type

if TYPE_CHECKING:
    from PIL import Image

MAX_EMBEDDED_EDGE = 640
"""Maximum edge of an embedded bitmap, in pixels. Larger bitmaps are scaled down first."""


def render_svg(svg: str) -> Image.Image:
    """Render an SVG to pixels, without network access or fonts."""
    import resvg_py
    from PIL import Image

    png = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)
    return Image.open(BytesIO(bytes(png))).convert("RGBA")


def encode_png(image: Image.Image, *, opaque: bool) -> bytes:
    """Return an image as a PNG file."""
    out = BytesIO()
    (image.convert("RGB") if opaque else image).save(out, "PNG", optimize=True)
    return out.getvalue()


def to_data_url(files: PublicFiles, url: str | None) -> str | None:
    """Return a stored image as a `data:` URL for an SVG; None if there is no image that can be rendered."""
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
    """Return the content of a public file by its URL, on any host."""
    _, found, name = (url or "").rpartition("/files/")
    path = files.resolve(f"/files/{name}") if found else None
    return path.read_bytes() if path else None


def _build_data_url(kind: str, content: bytes) -> str:
    return f"data:{kind};base64,{b64encode(content).decode()}"
