"""In-memory fakes of what the clip jobs need."""

from __future__ import annotations

import copy
import errno
import os
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

from touchline.clips.domain.clip import Clip, ClipDetails, Range
from touchline.clips.domain.event_file import EventFile
from touchline.clips.domain.fair_queue import QueuedClip, fair_order
from touchline.clips.domain.folders import CLIPS, DOWNLOADS, new_folder
from touchline.clips.domain.footage import Footage, FootageSegment, Rendition
from touchline.clips.domain.ids import ClipId, EventFileId
from touchline.clips.domain.playlists import MASTER, build_master_playlist, build_media_playlist, segment_name
from touchline.clips.ports.clips import PendingFile
from touchline.clips.ports.cutting import AudioTrackSegments, CutRefusedError, CutResult, OnProgress
from touchline.clips.ports.files import WorkspaceFiles
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import AccountId, ChannelId, EventId
from touchline.shared.tasks.jobs import Task
from touchline.shared.tasks.work import Work, WorkState

T = TypeVar("T")
NOW = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
CHANNEL_ID = ChannelId(1)
EVENT_ID = EventId(7)
MEDIA_ID = 70


def build_clip(number: int = 1, **changes: Any) -> Clip:
    """Return a clip of 2.5 s that starts half a second into its first segment."""
    existing: dict[str, Any] = {
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
    return Clip(**{**existing, **changes})


def build_event_file(number: int = 1, **changes: Any) -> EventFile:
    """Return the file of the event."""
    existing: dict[str, Any] = {
        "id": EventFileId(number),
        "channel_id": CHANNEL_ID,
        "event_id": EVENT_ID,
        "media_id": MEDIA_ID,
        "source": "assets/1-x/a.ts",
        "folder": new_folder(DOWNLOADS, NOW),
        "created_at": NOW,
        "requested_at": NOW,
    }
    return EventFile(**{**existing, **changes})


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
        f"{one.name}/{segment_name(n)}": p.key for one in (largest, small) for n, p in enumerate(one.segments)
    }
    texts = {f"{one.name}/index.m3u8": build_media_playlist(one, clip.offset_ms) for one in (largest, small)}
    files.create_folder(clip.play_folder, links, {**texts, MASTER: build_master_playlist((largest, small))})


class FakeProcessingStore:
    """`ProcessingStore` in memory. Reads return copies, so only saved changes last."""

    def __init__(self) -> None:
        self.clips: dict[ClipId, Clip] = {}
        self.event_files: dict[EventFileId, EventFile] = {}

    def add(self, *works: Clip | EventFile) -> None:
        """Add clips and event files."""
        for one in works:
            if isinstance(one, Clip):
                self.clips[one.id] = one
            else:
                self.event_files[one.id] = one

    def update_clip(self, channel_id: ChannelId, clip_id: ClipId, apply_change: Callable[[Clip], T]) -> T:
        clip = copy.deepcopy(self.clips.get(clip_id))
        if clip is None or clip.channel_id != channel_id:
            raise NotFoundError
        result = apply_change(clip)
        self.clips[clip_id] = clip
        return result

    def update_event_file(
        self, channel_id: ChannelId, file_id: EventFileId, apply_change: Callable[[EventFile], T]
    ) -> T:
        file = copy.deepcopy(self.event_files.get(file_id))
        if file is None or file.channel_id != channel_id:
            raise NotFoundError
        result = apply_change(file)
        self.event_files[file_id] = file
        return result

    def list_event_files(self) -> Sequence[EventFile]:
        return list(self.event_files.values())

    def delete_event_file_if(
        self, channel_id: ChannelId, file_id: EventFileId, should_delete: Callable[[EventFile], bool]
    ) -> bool:
        file = self.event_files[file_id]
        if file.channel_id != channel_id or not should_delete(file):
            return False
        del self.event_files[file_id]
        return True

    def list_clips_to_move(self) -> Sequence[tuple[ChannelId, ClipId]]:
        return [(one.channel_id, one.id) for one in self.clips.values() if one.former_folders]

    def list_pending(self, now: datetime) -> Sequence[PendingFile]:
        clips = [("clip", one) for one in self.clips.values()]
        files = [("event", one) for one in self.event_files.values()]
        works: list[tuple[Any, Any]] = [*clips, *files]
        return [
            PendingFile(one.channel_id, kind, one.id, one.attempts if one.lease else 0)
            for kind, one in works
            if _is_pending(one, now)
        ]

    def find_next_clip(self, now: datetime) -> tuple[ChannelId, ClipId] | None:
        waiting = [
            QueuedClip(
                one.id, (one.channel_id, one.account_id), bool(one.leased_until and one.leased_until > now)
            )
            for one in self.clips.values()
            if not one.is_finished
        ]
        order = fair_order(waiting)
        return (self.clips[ClipId(order[0])].channel_id, ClipId(order[0])) if order else None

    def is_abandoned(self, channel_id: ChannelId, clip_id: ClipId, now: datetime) -> bool:
        clip = self.clips.get(clip_id)
        return bool(clip and clip.state is WorkState.PROCESSING and _is_pending(clip, now))

    def list_folders(self) -> set[str]:
        works: list[Any] = [*self.clips.values(), *self.event_files.values()]
        return {one.folder for one in works}


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

    def cut(
        self,
        runs: Sequence[Sequence[Path]],
        start_ms: int,
        duration_ms: int,
        into: Path,
        on_progress: OnProgress,
    ) -> CutResult:
        contents = [[path.read_bytes() for path in discontinuity] for discontinuity in runs]
        self.cuts.append((contents, start_ms, duration_ms))
        return self._write([part for discontinuity in contents for part in discontinuity], into, on_progress)

    def extract_frame(self, segment: Path, offset_ms: int, into: Path) -> None:
        self.frames.append((segment.read_bytes(), offset_ms))
        into.write_bytes(b"a picture")

    def concatenate(
        self,
        segments: Sequence[Path],
        into: Path,
        on_progress: OnProgress,
        audio_tracks: Sequence[AudioTrackSegments] = (),
    ) -> CutResult:
        self.audio_tracks = [
            (one.name, one.language, [path.read_bytes() for path in one.segments]) for one in audio_tracks
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
    """`Recordings`, by event."""

    def __init__(self) -> None:
        self.recordings: dict[EventId, Footage] = {}

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
    ) -> None:
        self.requested.append(Task(name, ids, queue, unique, timeout))
