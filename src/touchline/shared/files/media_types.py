"""Media types by file name (RFC 9110 §8.3.1), the same on every machine and Python version."""

from mimetypes import MimeTypes

_OVERRIDES = {
    ".avif": "image/avif",
    ".js": "text/javascript",
    ".m3u8": "application/vnd.apple.mpegurl",
    ".m4a": "audio/mp4",
    ".m4s": "video/mp4",
    ".map": "application/json",
    ".mjs": "text/javascript",
    ".mp4": "video/mp4",
    ".otf": "font/otf",
    ".ts": "video/mp2t",
    ".ttf": "font/ttf",
    ".vtt": "text/vtt",
    ".webp": "image/webp",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
}
_TYPES = MimeTypes()
for _suffix, _type in _OVERRIDES.items():
    _TYPES.add_type(_type, _suffix)


def media_type(name: str) -> str | None:
    """Return the media type of a file name, such as `image/webp`, or None if it is unknown.

    The system's lists (`/etc/mime.types`) are not used. They differ between machines, and `.ts` is a video
    here.
    """
    return _TYPES.guess_type(name)[0]
