"""In-memory fakes of what the clip jobs need."""

from __future__ import annotations

import copy
import errno
import os
from collections.abc import Callable, Hashable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

from touchline.clips.application.processing.processing_store import ProcessingStore
from touchline.clips.domain.captions import Run, RunCaptions
from touchline.clips.domain.clip import Clip, ClipDetails, Range
from touchline.clips.domain.event_file import EventFile
from touchline.clips.domain.fair_queue import QueuedClip
from touchline.clips.domain.folders import CLIPS, DOWNLOADS, new_folder
from touchline.clips.domain.footage import Footage, FootageSegment, Rendition
from touchline.clips.domain.ids import ClipId, EventFileId
from touchline.clips.domain.playlists import MASTER, build_master_playlist, build_media_playlist, segment_name
from touchline.clips.ports.clips import PendingFile
from touchline.clips.ports.cutting import (
    AudioTrackSegments,
    CutRefusedError,
    CutResult,
    OnProgress,
    TextTrack,
)
from touchline.clips.ports.files import WorkspaceFiles
from touchline.shared.ids import AccountId, ChannelId, EventId
from touchline.shared.tasks.jobs import Task
from touchline.shared.tasks.work import Work, WorkState
from touchline.shared.tests.unit_of_work import FakeUnitOfWorkFactory

NOW = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
CHANNEL_ID = ChannelId(1)
EVENT_ID = EventId(7)
MEDIA_ID = 70


def build_clip(number: int = 1, **changes: Any) -> Clip:
    """Return a clip of 2.5 s that starts half a second into its first segment."""
    defaults: dict[str, Any] = {
        "id": ClipId(number),
        "channel_id": CHANNEL_ID,
        "account_id": AccountId(3),
        "event_id": EVENT_ID,
        "media_id": MEDIA_ID,
        "uuid": uuid4(),
        "details": ClipDetails("Glove save", ("save",)),
        "range": Range(4_500, 2_500),
        "folder": new_folder(CLIPS, NOW),
        "offset_ms": 500,
        "width": 320,
        "height": 180,
        "frame_rate": 25.0,
        "created_at": NOW,
    }
    return Clip(**{**defaults, **changes})


def build_event_file(number: int = 1, **changes: Any) -> EventFile:
    """Return the file of the event."""
    defaults: dict[str, Any] = {
        "id": EventFileId(number),
        "channel_id": CHANNEL_ID,
        "event_id": EVENT_ID,
        "media_id": MEDIA_ID,
        "source": "assets/1-x/a.ts",
        "folder": new_folder(DOWNLOADS, NOW),
        "created_at": NOW,
        "requested_at": NOW,
    }
    return EventFile(**{**defaults, **changes})


def build_footage(*keys: str, media_id: int = MEDIA_ID, shown_ms: int | None = None) -> Footage:
    """Return a recording with segments of one second each."""
    footage_segments = tuple(FootageSegment(key, 1000 * number, 1000) for number, key in enumerate(keys))
    renditions = [Rendition("720p", 1280, 720, "", footage_segments), Rendition("360p", 640, 360, "", ())]
    return Footage(media_id, False, 0, 1000 * len(keys) if shown_ms is None else shown_ms, 25.0, renditions)


def write_segments(files: WorkspaceFiles, clip: Clip, contents: Mapping[str, bytes], folder: Path) -> None:
    """Save the play folder of a clip, with a segment of one second for each content.

    A segment whose name starts with `new` starts a new session.
    """
    discontinuity, footage_segments = 0, []
    for number, (name, content) in enumerate(contents.items()):
        discontinuity += name.startswith("new")
        (folder / name).write_bytes(content)
        files.save(f"assets/1-x/{name}", folder / name)
        footage_segments.append(FootageSegment(f"assets/1-x/{name}", 1000 * number, 1000, discontinuity))
    largest = Rendition("720p", 1280, 720, "BANDWIDTH=2,RESOLUTION=1280x720", tuple(footage_segments))
    small = Rendition("360p", 640, 360, "BANDWIDTH=1,RESOLUTION=640x360", tuple(footage_segments))
    links = {
        f"{rendition.name}/{segment_name(n)}": p.key
        for rendition in (largest, small)
        for n, p in enumerate(rendition.segments)
    }
    texts = {
        f"{rendition.name}/index.m3u8": build_media_playlist(rendition, clip.offset_ms)
        for rendition in (largest, small)
    }
    files.create_folder(clip.play_folder, links, {**texts, MASTER: build_master_playlist((largest, small))})


class InMemoryRows:
    """Clips or event files by id. Reads return copies, so only saved changes last."""

    def __init__(self) -> None:
        self.rows: dict[Any, Any] = {}

    def get_for_update(self, row_id: int) -> Any:
        """Return a copy."""
        return copy.deepcopy(self.rows.get(row_id))

    def save(self, row: Any) -> None:
        """Save a row."""
        self.rows[row.id] = row

    def remove(self, row_id: int) -> None:
        """Delete a row."""
        del self.rows[row_id]


class FakeProcessingQueue:
    """`ProcessingQueue` over clips and event files in memory."""

    def __init__(self, clips: dict[ClipId, Clip], event_files: dict[EventFileId, EventFile]) -> None:
        self._clips = clips
        self._event_files = event_files

    def list_event_files(self) -> Sequence[EventFile]:
        return list(self._event_files.values())

    def list_clips_to_move(self) -> Sequence[tuple[ChannelId, ClipId]]:
        return [(clip.channel_id, clip.id) for clip in self._clips.values() if clip.former_folders]

    def list_pending(self, now: datetime) -> Sequence[PendingFile]:
        clips = [("clip", clip) for clip in self._clips.values()]
        files = [("event", event_file) for event_file in self._event_files.values()]
        works: list[tuple[Any, Any]] = [*clips, *files]
        return [
            PendingFile(work.channel_id, kind, work.id, work.attempts if work.lease else 0)
            for kind, work in works
            if _is_pending(work, now)
        ]

    def list_queued_clips(self, now: datetime) -> tuple[Sequence[QueuedClip], Mapping[Hashable, int]]:
        waiting = [
            QueuedClip(
                clip.id,
                (clip.channel_id, clip.account_id),
                bool(clip.leased_until and clip.leased_until > now),
            )
            for clip in self._clips.values()
            if not clip.is_finished
        ]
        return waiting, {}

    def is_abandoned(self, clip_id: ClipId, now: datetime) -> bool:
        clip = self._clips.get(clip_id)
        return bool(clip and clip.state is WorkState.PROCESSING and _is_pending(clip, now))

    def list_folders(self) -> set[str]:
        works: list[Any] = [*self._clips.values(), *self._event_files.values()]
        return {work.folder for work in works}


class FakeProcessingStore(ProcessingStore):
    """The processing store over clips and event files in memory, with a fake unit of work."""

    def __init__(self) -> None:
        clips, event_files = InMemoryRows(), InMemoryRows()
        self.clips: dict[ClipId, Clip] = clips.rows
        self.event_files: dict[EventFileId, EventFile] = event_files.rows
        self.uow = FakeUnitOfWorkFactory()
        queue = FakeProcessingQueue(self.clips, self.event_files)
        super().__init__(self.uow, cast("Any", clips), cast("Any", event_files), queue)

    def add(self, *works: Clip | EventFile) -> None:
        """Add clips and event files."""
        for work in works:
            if isinstance(work, Clip):
                self.clips[work.id] = work
            else:
                self.event_files[work.id] = work


def _is_pending(pending_work: Work, now: datetime) -> bool:
    is_abandoned = pending_work.state is WorkState.PROCESSING and bool(
        pending_work.leased_until and pending_work.leased_until <= now
    )
    return pending_work.state is WorkState.QUEUED or is_abandoned


class FakeCutter:
    """`Cutter` that concatenates bytes. It calls `on_cut` halfway."""

    def __init__(self) -> None:
        self.on_cut: Callable[[], None] = lambda: None
        self.cuts: list[tuple[list[list[bytes]], int, int]] = []
        self.frames: list[tuple[bytes, int]] = []
        self.audio_tracks: list[tuple[str, str, list[bytes]]] = []
        self.text_tracks: list[TextTrack] = []
        self.embedded_captions: Sequence[RunCaptions] = ()

    def cut(
        self,
        runs: Sequence[Sequence[Path]],
        start_ms: int,
        duration_ms: int,
        into: Path,
        on_progress: OnProgress,
        text_tracks: Sequence[TextTrack] = (),
    ) -> CutResult:
        self.text_tracks = list(text_tracks)
        contents = [[path.read_bytes() for path in run] for run in runs]
        self.cuts.append((contents, start_ms, duration_ms))
        return self._write([part for run in contents for part in run], into, on_progress)

    def read_embedded_captions(self, runs: Sequence[Sequence[Path]]) -> Sequence[RunCaptions]:
        return self.embedded_captions

    def extract_frame(self, segment: Path, offset_ms: int, into: Path) -> None:
        self.frames.append((segment.read_bytes(), offset_ms))
        into.write_bytes(b"a picture")

    def concatenate(
        self,
        segments: Sequence[Path],
        into: Path,
        on_progress: OnProgress,
        audio_tracks: Sequence[AudioTrackSegments] = (),
        text_tracks: Sequence[TextTrack] = (),
    ) -> CutResult:
        self.text_tracks = list(text_tracks)
        self.audio_tracks = [
            (track.name, track.language, [path.read_bytes() for path in track.segments])
            for track in audio_tracks
        ]
        return self._write([path.read_bytes() for path in segments], into, on_progress)

    def _write(self, parts: Sequence[bytes], into: Path, on_progress: OnProgress) -> CutResult:
        into.with_name("half").write_bytes(b"half")
        on_progress(0.5)
        self.on_cut()
        on_progress(0.9)
        into.with_name("half").unlink()
        return CutResult(1000, 320, 180, into.write_bytes(b"".join(parts)), 1.0)


def raise_disk_full() -> None:
    """Raise the error of a write to a full disk."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def raise_damaged() -> None:
    """Raise the error of the cutter for an unreadable segment."""
    raise CutRefusedError("A part of the stream is damaged.")


class FakeRecordings:
    """`Recordings`, by event. `captions` are those of each run of any footage."""

    def __init__(self, captions: Sequence[RunCaptions] = ()) -> None:
        self.recordings: dict[EventId, Footage] = {}
        self.captions = list(captions)

    def list_captions(
        self, event_id: EventId, media_id: int, runs: Sequence[Run]
    ) -> Sequence[RunCaptions] | None:
        return self.captions

    def find_recording(self, channel_id: ChannelId, event_id: EventId) -> Footage | None:
        return self.recordings.get(event_id) if channel_id == CHANNEL_ID else None


class FakeJobs:
    """`Jobs` that records the requested tasks."""

    def __init__(self) -> None:
        self.requested: list[Task] = []

    def enqueue(
        self,
        name: str,
        *ids: int | str,
        queue: str = "default",
        unique: str | None = None,
        timeout: int = 3600,
        delay: int = 0,
    ) -> None:
        self.requested.append(Task(name, ids, queue, unique, timeout))
