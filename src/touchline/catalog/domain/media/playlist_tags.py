"""Tags of master playlists (RFC 8216, 4.3.4)."""

from __future__ import annotations

import re

MEDIA_TAG = "#EXT-X-MEDIA:"
VARIANT_TAG = "#EXT-X-STREAM-INF:"
_ATTRIBUTE = re.compile(r'([A-Z0-9-]+)=(?:"([^"]*)"|([^,]*))')


def parse_attributes(line: str) -> dict[str, str]:
    """Return the attributes of a tag (RFC 8216, 4.2)."""
    return {name: quoted or plain for name, quoted, plain in _ATTRIBUTE.findall(line)}
