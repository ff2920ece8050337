"""The latest values and picture of each encoder, in storage, where every web process can read them.

Media links never lead to this folder: `/media/` serves only recordings, streams and clips.
"""

from __future__ import annotations

import json
import tempfile
from contextlib import suppress
from dataclasses import asdict
from datetime import datetime
from pathlib import Path

from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.domain.media.stream_health import EncoderHealth, HealthSample
from touchline.catalog.ports.media.storage import Storage, StoredFileNotFoundError

HEALTH_PREFIX = "stream-health/"


class StoredLatestHealth:
    """`LatestHealth` in the storage of the media files."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def save(self, stream: LiveStream, sample: HealthSample, preview: Path | None) -> None:
        """Replace the files of a slot."""
        content = {
            "session_number": sample.session_number,
            "at": sample.at.isoformat(),
            "health": asdict(sample.health),
        }
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "health.json"
            path.write_text(json.dumps(content))
            self._storage.put(f"{_build_prefix(stream)}{sample.slot}.json", path)
        if preview is not None:
            with suppress(FileNotFoundError):
                self._storage.put(f"{_build_prefix(stream)}{sample.slot}.jpg", preview)

    def get(self, stream: LiveStream, slot: str) -> HealthSample | None:
        """Return the values of a slot."""
        data = self._read(stream, f"{slot}.json")
        if data is None:
            return None
        content = json.loads(data)
        at = datetime.fromisoformat(content["at"])
        return HealthSample(slot, content["session_number"], at, EncoderHealth(**content["health"]))

    def read_preview(self, stream: LiveStream, slot: str) -> bytes | None:
        """Return the picture of a slot."""
        return self._read(stream, f"{slot}.jpg")

    def delete(self, stream: LiveStream) -> None:
        """Delete the files of a stream."""
        if stream.folder:
            self._storage.remove(_build_prefix(stream))

    def _read(self, stream: LiveStream, name: str) -> bytes | None:
        if not stream.folder:
            return None
        try:
            with self._storage.open(f"{_build_prefix(stream)}{name}") as file:
                return file.read()
        except StoredFileNotFoundError:
            return None


def _build_prefix(stream: LiveStream) -> str:
    return f"{HEALTH_PREFIX}{stream.folder.rpartition('/')[2]}/"
