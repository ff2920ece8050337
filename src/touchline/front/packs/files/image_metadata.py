"""Images as they are published: upright, and without metadata from cameras and programs (EXIF with the
location, XMP, IPTC, comments, file paths from editors). Color profiles stay.

An image without metadata keeps its bytes, and so its URL.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from PIL import Image, ImageOps, UnidentifiedImageError

from touchline.front.packs.files.icon_metadata import strip_icon_metadata

_ORIENTATION_TAG = 0x0112
_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_PNG_METADATA_CHUNKS = frozenset({b"eXIf", b"tEXt", b"zTXt", b"iTXt", b"tIME"})
_SVG_PARTS = re.compile(
    rb"<!--.*?-->|<(?:\w+:)?metadata\b(?:[^>]*/>|.*?</(?:\w+:)?metadata\s*>)"
    rb"|<sodipodi:namedview\b(?:[^>]*/>|.*?</sodipodi:namedview\s*>)|<\?xpacket.*?\?>|<\?adobe.*?\?>",
    re.S,
)
_SVG_ATTRIBUTES = re.compile(rb"""\s(?:inkscape|sodipodi):[\w.-]+\s*=\s*(?:"[^"]*"|'[^']*')""")
_EMBEDDED_IMAGE = re.compile(rb"data:image/(png|jpeg|jpg|webp|gif);base64,([A-Za-z0-9+/=\s]+)")


def strip_image_metadata(name: str, data: bytes) -> bytes:
    """Return an image without metadata, turned upright. The extension of `name` is the image format.

    Raises `InvalidValueError` if an icon contains something other than images.
    """
    extension = name.lower().rpartition(".")[2]
    if extension == "svg":
        return _strip_svg_metadata(data)
    if extension in ("jpg", "jpeg"):
        return _strip_raster_metadata(data, "JPEG", _strip_jpeg_metadata)
    if extension == "png":
        return _strip_raster_metadata(data, "PNG", _strip_png_metadata)
    if extension == "webp":
        return _strip_raster_metadata(data, "WEBP", _strip_webp_metadata)
    if extension in ("avif", "gif"):
        return _reencode(data, extension.upper()) if _has_metadata(data) else data
    return strip_icon_metadata(name, data, _strip_png_metadata) if extension == "ico" else data


def _strip_raster_metadata(data: bytes, kind: str, strip: Any) -> bytes:
    """Strip metadata without loss. Only a rotated image is re-encoded."""
    return _reencode(data, kind) if _read_orientation(data) != 1 else bytes(strip(data))


def _read_orientation(data: bytes) -> int:
    try:
        with Image.open(BytesIO(data)) as image:
            return int(image.getexif().get(_ORIENTATION_TAG, 1) or 1)
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, struct.error):
        return 1


def _has_metadata(data: bytes) -> bool:
    with Image.open(BytesIO(data)) as image:
        return bool(image.getexif()) or any(image.info.get(key) for key in ("exif", "xmp", "comment"))


def _reencode(data: bytes, kind: str) -> bytes:
    with Image.open(BytesIO(data)) as image:
        profile = image.info.get("icc_profile")
        frames = getattr(image, "n_frames", 1)
        turned = ImageOps.exif_transpose(image) if frames == 1 else image
        for key in ("exif", "xmp", "XML:com.adobe.xmp", "comment", "photoshop"):
            turned.info.pop(key, None)
        options: dict[str, Any] = {"icc_profile": profile} if profile else {}
        if kind == "JPEG":
            options |= {"quality": 92, "optimize": True, "progressive": True}
        elif kind in ("WEBP", "AVIF"):
            options |= {"quality": 90}
        elif kind == "GIF":
            options |= {"comment": b"", "save_all": True}
        if frames > 1:
            options["save_all"] = True
        out = BytesIO()
        turned.save(out, kind, exif=b"", **options) if kind != "GIF" else turned.save(out, kind, **options)
        return out.getvalue()


def _strip_jpeg_metadata(data: bytes) -> bytes:
    """Remove APP1 (EXIF, XMP), APP13 (IPTC) and comments. Keep JFIF, ICC and Adobe's marker."""
    out, offset = bytearray(data[:2]), 2
    while offset + 4 <= len(data) and data[offset] == 0xFF:
        marker = data[offset + 1]
        if marker == 0xFF:
            offset += 1
            continue
        if marker == 0xDA:
            break
        end = offset + 2 + int.from_bytes(data[offset + 2 : offset + 4])
        is_application = 0xE0 <= marker <= 0xEF
        profile = marker == 0xE2 and data[offset + 4 : offset + 16] == b"ICC_PROFILE\0"
        if not (is_application or marker == 0xFE) or marker in (0xE0, 0xEE) or profile:
            out += data[offset:end]
        offset = end
    last = data.rfind(b"\xff\xd9")
    return bytes(out + data[offset : last + 2 if last >= offset else len(data)])


def _strip_png_metadata(data: bytes) -> bytes:
    out, offset = bytearray(_PNG_SIGNATURE), len(_PNG_SIGNATURE)
    while offset + 12 <= len(data):
        end = offset + 12 + int.from_bytes(data[offset : offset + 4])
        if data[offset + 4 : offset + 8] not in _PNG_METADATA_CHUNKS:
            out += data[offset:end]
        if data[offset + 4 : offset + 8] == b"IEND":
            break
        offset = end
    return bytes(out)


def _strip_webp_metadata(data: bytes) -> bytes:
    chunks = [(name, body) for name, body in _iter_webp_chunks(data) if name not in (b"EXIF", b"XMP ")]
    body = b"".join(
        _build_webp_chunk(name, _clear_metadata_flags(content) if name == b"VP8X" else content)
        for name, content in chunks
    )
    return b"RIFF" + (len(body) + 4).to_bytes(4, "little") + b"WEBP" + body


def _iter_webp_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    offset = 12
    while offset + 8 <= len(data):
        size = int.from_bytes(data[offset + 4 : offset + 8], "little")
        yield data[offset : offset + 4], data[offset + 8 : offset + 8 + size]
        offset += 8 + size + size % 2


def _build_webp_chunk(name: bytes, content: bytes) -> bytes:
    return name + len(content).to_bytes(4, "little") + content + b"\0" * (len(content) % 2)


def _clear_metadata_flags(content: bytes) -> bytes:
    """Return the header of an extended WebP without its flags for EXIF (8) and XMP (4)."""
    return bytes([content[0] & ~0x0C]) + content[1:]


def _strip_svg_metadata(data: bytes) -> bytes:
    """Remove metadata, comments and editor data. Embedded images are cleaned, too."""
    return _EMBEDDED_IMAGE.sub(_strip_embedded_image, _SVG_ATTRIBUTES.sub(b"", _SVG_PARTS.sub(b"", data)))


def _strip_embedded_image(match: re.Match[bytes]) -> bytes:
    kind = match[1].decode()
    try:
        inner = strip_image_metadata(f"inner.{kind}", base64.b64decode(match[2], validate=False))
    except (binascii.Error, UnidentifiedImageError, OSError, ValueError, zlib.error):
        return match[0]
    return b"data:image/" + match[1] + b";base64," + base64.b64encode(inner)
