"""Pictures as they are published: the right way up, and without what cameras and programs write into them
(EXIF with the place, XMP, IPTC, comments, editors' file paths). Color profiles stay.

A picture that has nothing of this keeps its bytes, and so its address.
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

from touchline.front.packs.clean_icons import clean_icon

_ORIENTATION = 0x0112
_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_METADATA = frozenset({b"eXIf", b"tEXt", b"zTXt", b"iTXt", b"tIME"})
_SVG_PARTS = re.compile(
    rb"<!--.*?-->|<(?:\w+:)?metadata\b(?:[^>]*/>|.*?</(?:\w+:)?metadata\s*>)"
    rb"|<sodipodi:namedview\b(?:[^>]*/>|.*?</sodipodi:namedview\s*>)|<\?xpacket.*?\?>|<\?adobe.*?\?>",
    re.S,
)
_SVG_ATTRIBUTES = re.compile(rb"""\s(?:inkscape|sodipodi):[\w.-]+\s*=\s*(?:"[^"]*"|'[^']*')""")
_EMBEDDED = re.compile(rb"data:image/(png|jpeg|jpg|webp|gif);base64,([A-Za-z0-9+/=\s]+)")


def clean_picture(name: str, data: bytes) -> bytes:
    """Return a picture without metadata, turned the right way up; `name` says by its ending what it is.

    `Wrong`: an icon that holds something other than pictures.
    """
    ending = name.lower().rpartition(".")[2]
    if ending == "svg":
        return _clean_svg(data)
    if ending in ("jpg", "jpeg"):
        return _clean(data, "JPEG", _without_jpeg_metadata)
    if ending == "png":
        return _clean(data, "PNG", _without_png_metadata)
    if ending == "webp":
        return _clean(data, "WEBP", _without_webp_metadata)
    if ending in ("avif", "gif"):
        return _saved_again(data, ending.upper()) if _has_metadata(data) else data
    return clean_icon(name, data, _without_png_metadata) if ending == "ico" else data


def _clean(data: bytes, kind: str, strip: Any) -> bytes:
    """Strip without a loss; only a picture that lies on its side is saved again."""
    return _saved_again(data, kind) if _orientation(data) != 1 else bytes(strip(data))


def _orientation(data: bytes) -> int:
    try:
        with Image.open(BytesIO(data)) as picture:
            return int(picture.getexif().get(_ORIENTATION, 1) or 1)
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, struct.error):
        return 1


def _has_metadata(data: bytes) -> bool:
    with Image.open(BytesIO(data)) as picture:
        return bool(picture.getexif()) or any(picture.info.get(one) for one in ("exif", "xmp", "comment"))


def _saved_again(data: bytes, kind: str) -> bytes:
    with Image.open(BytesIO(data)) as picture:
        profile = picture.info.get("icc_profile")
        frames = getattr(picture, "n_frames", 1)
        turned = ImageOps.exif_transpose(picture) if frames == 1 else picture
        for one in ("exif", "xmp", "XML:com.adobe.xmp", "comment", "photoshop"):
            turned.info.pop(one, None)
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


def _without_jpeg_metadata(data: bytes) -> bytes:
    """Leave out APP1 (EXIF, XMP), APP13 (IPTC) and comments; JFIF, ICC and Adobe's marker stay."""
    out, at = bytearray(data[:2]), 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker == 0xDA:
            break
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4])
        is_application = 0xE0 <= marker <= 0xEF
        profile = marker == 0xE2 and data[at + 4 : at + 16] == b"ICC_PROFILE\0"
        if not (is_application or marker == 0xFE) or marker in (0xE0, 0xEE) or profile:
            out += data[at:end]
        at = end
    last = data.rfind(b"\xff\xd9")
    return bytes(out + data[at : last + 2 if last >= at else len(data)])


def _without_png_metadata(data: bytes) -> bytes:
    out, at = bytearray(_PNG), len(_PNG)
    while at + 12 <= len(data):
        end = at + 12 + int.from_bytes(data[at : at + 4])
        if data[at + 4 : at + 8] not in _PNG_METADATA:
            out += data[at:end]
        if data[at + 4 : at + 8] == b"IEND":
            break
        at = end
    return bytes(out)


def _without_webp_metadata(data: bytes) -> bytes:
    chunks = [(name, body) for name, body in _webp_chunks(data) if name not in (b"EXIF", b"XMP ")]
    body = b"".join(
        _webp_chunk(name, _no_flags(content) if name == b"VP8X" else content) for name, content in chunks
    )
    return b"RIFF" + (len(body) + 4).to_bytes(4, "little") + b"WEBP" + body


def _webp_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 12
    while at + 8 <= len(data):
        size = int.from_bytes(data[at + 4 : at + 8], "little")
        yield data[at : at + 4], data[at + 8 : at + 8 + size]
        at += 8 + size + size % 2


def _webp_chunk(name: bytes, content: bytes) -> bytes:
    return name + len(content).to_bytes(4, "little") + content + b"\0" * (len(content) % 2)


def _no_flags(content: bytes) -> bytes:
    """The header of an extended WebP without its marks for EXIF (8) and XMP (4)."""
    return bytes([content[0] & ~0x0C]) + content[1:]


def _clean_svg(data: bytes) -> bytes:
    """Leave out metadata, comments and what editors note; embedded pictures are cleaned, too."""
    return _EMBEDDED.sub(_clean_embedded, _SVG_ATTRIBUTES.sub(b"", _SVG_PARTS.sub(b"", data)))


def _clean_embedded(found: re.Match[bytes]) -> bytes:
    kind = found[1].decode()
    try:
        inner = clean_picture(f"inner.{kind}", base64.b64decode(found[2], validate=False))
    except (binascii.Error, UnidentifiedImageError, OSError, ValueError, zlib.error):
        return found[0]
    return b"data:image/" + found[1] + b";base64," + base64.b64encode(inner)
