"""Paths of a shared clip: its page, its embeddable player and its image."""

from __future__ import annotations

import re

UUID_PATTERN = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
SHARE_PATH_PATTERN = re.compile(rf"/share/([1-9][0-9]{{0,9}})/({UUID_PATTERN})")
EMBED_PATH_PATTERN = re.compile(rf"/share_embed/([1-9][0-9]{{0,9}})/({UUID_PATTERN})")


def embed_path(clip_id: int, uuid: str) -> str:
    """Return the path of the embeddable player."""
    return f"/share_embed/{clip_id}/{uuid}"


def poster_path(clip_id: int, uuid: str) -> str:
    """Return the path of the image, which exists as long as the share link."""
    return f"/share/{clip_id}/{uuid}/poster.jpg"
