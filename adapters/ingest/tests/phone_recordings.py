"""Recordings as the browsers of phones make them, in the chunks of a session."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from adapters.ingest.camera.session import ChunkIngest, ChunkSession
from adapters.ingest.tests.polling import wait_until
from adapters.ingest.tests.stream_results import BEEP_AUDIO, FLASH_VIDEO
from adapters.video.tests.conftest import ffmpeg
from touchline.catalog.domain.media.camera_sessions import CameraPosition
from touchline.catalog.ports.media.ingest import SOURCE, IngestSessionState

FRAGMENTED = ("-movflags", "empty_moov+frag_keyframe+default_base_moof")
BEGINNING = CameraPosition()


class Recorder:
    """Makes recordings with a flash and a beep each second. Each combination is made once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._recordings: dict[object, bytes] = {}

    def __call__(
        self,
        seconds: int = 8,
        *,
        size: str = "160x90",
        audio: str = "libopus",
        video: str = "libx264",
        rotation: int | None = None,
    ) -> bytes:
        """Return fragmented MP4. With `rotation` the sensor was turned by so many degrees, as with Safari."""
        key = (seconds, size, audio, video, rotation)
        if key not in self._recordings:
            path = self._folder / f"{len(self._recordings)}.mp4"
            ffmpeg(
                *("-f", "lavfi", "-i", FLASH_VIDEO.format(size=size), "-f", "lavfi", "-i", BEEP_AUDIO),
                *("-t", str(seconds), "-c:v", video, "-pix_fmt", "yuv420p", "-g", "50", "-bf", "0"),
                *("-sc_threshold", "0", "-c:a", audio, "-ac", "2", "-b:a", "96k", *FRAGMENTED, str(path)),
            )
            if rotation is not None:
                path = self._turn(path, rotation)
            self._recordings[key] = path.read_bytes()
        return self._recordings[key]

    def _turn(self, path: Path, rotation: int) -> Path:
        turned = path.with_suffix(".turned.mp4")
        ffmpeg("-display_rotation", str(rotation), "-i", str(path), "-c", "copy", *FRAGMENTED, str(turned))
        return turned


def split(data: bytes, size: int) -> list[bytes]:
    return [data[start : start + size] for start in range(0, len(data), size)]


class Phone:
    """The chunks of a session: (recording, bytes) by number."""

    def __init__(self, recordings: Sequence[bytes], chunk_size: int = 5000) -> None:
        self.chunks = [
            (number, chunk)
            for number, recording in enumerate(recordings)
            for chunk in split(recording, chunk_size)
        ]

    def feed(self, session: ChunkSession, start: CameraPosition, stop: int | None = None) -> None:
        """Give a session the chunks from a position on, as the feed does."""
        recording = self.chunks[start.chunk][0] if start.chunk < len(self.chunks) else 0
        first = next(index for index, chunk in enumerate(self.chunks) if chunk[0] == recording)
        for number in sorted({first, *range(start.chunk, len(self.chunks) if stop is None else stop)}):
            if number == first or number >= start.chunk:
                session.add(number, *self.chunks[number])


def receive(folder: Path, phone: Phone, start: CameraPosition = BEGINNING) -> ChunkSession:
    """Receive everything from a position on, until the session has ended."""
    folder.mkdir()
    session = ChunkIngest().open(folder, (SOURCE,), start, exactly=False)
    phone.feed(session, start)
    session.finish()
    wait_until(lambda: session.state is IngestSessionState.ENDED)
    return session


def list_segments(session: ChunkSession) -> list[Path]:
    return [segment.path for segment in session.segments(SOURCE)]


def total_ms(session: ChunkSession) -> int:
    return sum(segment.duration_ms for segment in session.segments(SOURCE))
