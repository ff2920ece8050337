"""The files in which a receiver reports the health of its stream: values and a preview.

Both are replaced once a second, so a stream of eight hours takes no more space than one of a minute.
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict, replace
from pathlib import Path

from touchline.catalog.domain.media.stream_health import EncoderHealth

HEALTH_FILE, PREVIEW_FILE = "health.json", "preview.jpg"


def write_health(folder: Path, health: EncoderHealth, at: float) -> None:
    """Replace the values. `at` is the time of the last byte in seconds since 1970."""
    _replace(folder / HEALTH_FILE, json.dumps({"at": at, "health": asdict(health)}).encode())


def write_preview(folder: Path, jpeg: bytes) -> None:
    """Replace the preview."""
    _replace(folder / PREVIEW_FILE, jpeg)


def read_health(folder: Path) -> EncoderHealth | None:
    """Return the latest values with the time since the last byte. None before the first ones."""
    try:
        content = json.loads((folder / HEALTH_FILE).read_bytes())
    except FileNotFoundError:
        return None
    idle_seconds = max(0.0, time.time() - content["at"])
    return replace(EncoderHealth(**content["health"]), idle_seconds=round(idle_seconds, 1))


def find_preview(folder: Path) -> Path | None:
    """Return the path of the latest preview. None before the first one."""
    path = folder / PREVIEW_FILE
    return path if path.exists() else None


def _replace(path: Path, content: bytes) -> None:
    new_path = path.with_suffix(".new")
    new_path.write_bytes(content)
    new_path.replace(path)
