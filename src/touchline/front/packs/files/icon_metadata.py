"""Icons (ICO) as they are published: only the images, as listed in the icon's directory.

An icon is a directory of images, each a PNG or a bitmap (Microsoft, "Icons", ICONDIR). Bytes between and
after the images are removed.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator

from touchline.front.packs.problems import InvalidValueError

_ICON_HEADER = struct.Struct("<HHH")
_DIRECTORY_ENTRY = struct.Struct("<8sII")
_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_BITMAP_HEADER = (40).to_bytes(4, "little")
"""The first bytes of a bitmap in an icon: the length of its header (BITMAPINFOHEADER), which has no
metadata."""


def strip_icon_metadata(name: str, data: bytes, strip_png: Callable[[bytes], bytes]) -> bytes:
    """Return an icon with its PNG images cleaned by `strip_png` and nothing between the images.

    Raises `InvalidValueError` if the directory points outside the file, or to something that is neither a PNG
    nor a bitmap.
    """
    entries = [
        (entry_header, _clean_image(name, image, strip_png))
        for entry_header, image in _read_images(name, data)
    ]
    offset = _ICON_HEADER.size + _DIRECTORY_ENTRY.size * len(entries)
    directory = [_ICON_HEADER.pack(0, 1, len(entries))]
    for entry_header, image in entries:
        directory.append(_DIRECTORY_ENTRY.pack(entry_header, len(image), offset))
        offset += len(image)
    return b"".join([*directory, *(image for _, image in entries)])


def _read_images(name: str, data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the directory entry (size, colors) and the bytes of each image."""
    try:
        _, _, count = _ICON_HEADER.unpack_from(data)
        entries = [
            _DIRECTORY_ENTRY.unpack_from(data, _ICON_HEADER.size + _DIRECTORY_ENTRY.size * number)
            for number in range(count)
        ]
    except struct.error:
        raise _unreadable_error(name) from None
    for entry_header, size, offset in entries:
        if offset + size > len(data):
            raise _unreadable_error(name)
        yield entry_header, data[offset : offset + size]


def _clean_image(name: str, image: bytes, strip_png: Callable[[bytes], bytes]) -> bytes:
    if image.startswith(_PNG_SIGNATURE):
        return strip_png(image)
    if image.startswith(_BITMAP_HEADER):
        return image
    raise _unreadable_error(name)


def _unreadable_error(name: str) -> InvalidValueError:
    return InvalidValueError(f"`{name}` contains an unreadable image", "save it again as ICO or PNG")
