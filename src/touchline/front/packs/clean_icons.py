"""Icons (ICO) as they are published: the pictures alone, each as its directory lists it.

An icon is a directory of pictures, each a PNG or a bitmap (Microsoft, "Icons", ICONDIR). Bytes between and
after them belong to none and are left out.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator

from touchline.front.packs.problems import Wrong

_HEADER = struct.Struct("<HHH")
_ENTRY = struct.Struct("<8sII")
_PNG = b"\x89PNG\r\n\x1a\n"
_BITMAP = (40).to_bytes(4, "little")
"""How a bitmap in an icon begins: the length of its header (BITMAPINFOHEADER), which has no metadata."""


def clean_icon(name: str, data: bytes, clean_png: Callable[[bytes], bytes]) -> bytes:
    """Return an icon with its PNG pictures cleaned by `clean_png` and nothing between the pictures.

    `Wrong`: its directory points outside the file, or to what is neither a PNG nor a bitmap.
    """
    entries = [(about, _cleaned(name, picture, clean_png)) for about, picture in _pictures(name, data)]
    at = _HEADER.size + _ENTRY.size * len(entries)
    directory = [_HEADER.pack(0, 1, len(entries))]
    for about, picture in entries:
        directory.append(_ENTRY.pack(about, len(picture), at))
        at += len(picture)
    return b"".join([*directory, *(picture for _, picture in entries)])


def _pictures(name: str, data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """What the directory says of each picture (size, colors), and the picture."""
    try:
        _, _, count = _HEADER.unpack_from(data)
        entries = [_ENTRY.unpack_from(data, _HEADER.size + _ENTRY.size * each) for each in range(count)]
    except struct.error:
        raise _unreadable(name) from None
    for about, size, at in entries:
        if at + size > len(data):
            raise _unreadable(name)
        yield about, data[at : at + size]


def _cleaned(name: str, picture: bytes, clean_png: Callable[[bytes], bytes]) -> bytes:
    if picture.startswith(_PNG):
        return clean_png(picture)
    if picture.startswith(_BITMAP):
        return picture
    raise _unreadable(name)


def _unreadable(name: str) -> Wrong:
    return Wrong(f"`{name}` has a picture that cannot be read", "save it again as ICO or PNG")
