"""Stand-ins for what the jobs of clips need from outside, in memory."""

from __future__ import annotations

import copy
import errno
import os
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

from touchline.clips.domain.clip import Clip, Range, Words
from touchline.clips.domain.event_file import EventFile
from touchline.clips.domain.fair_share import Waiting, fair_order
from touchline.clips.domain.folders import CLIPS, DOWNLOADS, new_folder
from touchline.clips.domain.footage import Footage, Piece, Rendition
from touchline.clips.domain.ids import ClipId, EventFileId
from touchline.clips.domain.playlists import MASTER, master_text, media_text, name_of
from touchline.clips.ports.clips import Unsettled
from touchline.clips.ports.cutting import Cut, CutRefused, OnProgress, SoundSegments
from touchline.clips.ports.files import Workshop
from touchline.shared.errors import NotFound
from touchline.shared.ids import AccountId, ChannelId, EventId
from touchline.shared.jobs import Task
from touchline.shared.work import Work, WorkState

T = TypeVar("T")
NOW = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
CHANNEL = ChannelId(1)
GAME = EventId(7)
MEDIA = 70


def clip_of(number: int = 1, **changes: Any) -> Clip:
    """A clip of 2.5 s that begins half a second into its first segment."""
    known: dict[str, Any] = {
        "id": ClipId(number),
        "channel_id": CHANNEL,
        "account_id": AccountId(3),
        "event_id": GAME,
        "media_id": MEDIA,
        "uuid": uuid4(),
        "words": Words("Glove save", ("save",)),
        "range": Range(4_500, 2_500),
        "folder": new_folder(CLIPS, NOW),
        "offset_ms": 500,
        "width": 320,
        "height": 180,
        "frame_rate": 25.0,
        "created_at": NOW,
    }
    return Clip(**{**known, **changes})


def file_of(number: int = 1, **changes: Any) -> EventFile:
    """The file of the game."""
    known: dict[str, Any] = {
        "id": EventFileId(number),
        "channel_id": CHANNEL,
        "event_id": GAME,
        "media_id": MEDIA,
        "source": "assets/1-x/a.ts",
        "folder": new_folder(DOWNLOADS, NOW),
        "created_at": NOW,
        "wanted_at": NOW,
    }
    return EventFile(**{**known, **changes})


def footage_of(*keys: str, media_id: int = MEDIA, shown_ms: int | None = None) -> Footage:
    """A recording of segments of one second each."""
    pieces = tuple(Piece(key, 1000 * number, 1000) for number, key in enumerate(keys))
    renditions = [Rendition("720p", 1280, 720, "", pieces), Rendition("360p", 640, 360, "", ())]
    return Footage(media_id, False, 0, 1000 * len(keys) if shown_ms is None else shown_ms, 25.0, renditions)


def gather(files: Workshop, clip: Clip, contents: Mapping[str, bytes], folder: Path) -> None:
    """Save the play folder of a clip: a segment of a second each content, a new take where its name begins
    with `new`."""
    take, pieces = 0, []
    for number, (name, content) in enumerate(contents.items()):
        take += name.startswith("new")
        (folder / name).write_bytes(content)
        files.keep(f"assets/1-x/{name}", folder / name)
        pieces.append(Piece(f"assets/1-x/{name}", 1000 * number, 1000, take))
    largest = Rendition("720p", 1280, 720, "BANDWIDTH=2,RESOLUTION=1280x720", tuple(pieces))
    small = Rendition("360p", 640, 360, "BANDWIDTH=1,RESOLUTION=640x360", tuple(pieces))
    links = {f"{one.name}/{name_of(n)}": p.key for one in (largest, small) for n, p in enumerate(one.pieces)}
    texts = {f"{one.name}/index.m3u8": media_text(one, clip.offset_ms) for one in (largest, small)}
    files.gather(clip.play_folder, links, {**texts, MASTER: master_text((largest, small))})


class FakeLedger:
    """`Ledger`: what is read is a copy, so that only what is saved lasts."""

    def __init__(self) -> None:
        self.clips: dict[ClipId, Clip] = {}
        self.event_files: dict[EventFileId, EventFile] = {}

    def add(self, *works: Clip | EventFile) -> None:
        """Keep them."""
        for one in works:
            if isinstance(one, Clip):
                self.clips[one.id] = one
            else:
                self.event_files[one.id] = one

    def change(self, channel_id: ChannelId, clip_id: ClipId, act: Callable[[Clip], T]) -> T:
        clip = copy.deepcopy(self.clips.get(clip_id))
        if clip is None or clip.channel_id != channel_id:
            raise NotFound
        answer = act(clip)
        self.clips[clip_id] = clip
        return answer

    def change_file(self, channel_id: ChannelId, file_id: EventFileId, act: Callable[[EventFile], T]) -> T:
        file = copy.deepcopy(self.event_files.get(file_id))
        if file is None or file.channel_id != channel_id:
            raise NotFound
        answer = act(file)
        self.event_files[file_id] = file
        return answer

    def files(self) -> Sequence[EventFile]:
        return list(self.event_files.values())

    def drop_file(
        self, channel_id: ChannelId, file_id: EventFileId, unwanted: Callable[[EventFile], bool]
    ) -> bool:
        file = self.event_files[file_id]
        if file.channel_id != channel_id or not unwanted(file):
            return False
        del self.event_files[file_id]
        return True

    def unmoved(self) -> Sequence[tuple[ChannelId, ClipId]]:
        return [(one.channel_id, one.id) for one in self.clips.values() if one.former_folders]

    def unsettled(self, now: datetime) -> Sequence[Unsettled]:
        clips = [("clip", one) for one in self.clips.values()]
        files = [("event", one) for one in self.event_files.values()]
        works: list[tuple[Any, Any]] = [*clips, *files]
        return [
            Unsettled(one.channel_id, kind, one.id, one.attempts if one.lease else 0)
            for kind, one in works
            if _left(one, now)
        ]

    def next_to_cut(self, now: datetime) -> tuple[ChannelId, ClipId] | None:
        waiting = [
            Waiting(
                one.id, (one.channel_id, one.account_id), bool(one.leased_until and one.leased_until > now)
            )
            for one in self.clips.values()
            if not one.is_settled
        ]
        order = fair_order(waiting)
        return (self.clips[ClipId(order[0])].channel_id, ClipId(order[0])) if order else None

    def is_dead(self, channel_id: ChannelId, clip_id: ClipId, now: datetime) -> bool:
        clip = self.clips.get(clip_id)
        return bool(clip and clip.state is WorkState.PROCESSING and _left(clip, now))

    def folders(self) -> set[str]:
        works: list[Any] = [*self.clips.values(), *self.event_files.values()]
        return {one.folder for one in works}


def _left(work: Work, now: datetime) -> bool:
    dead = work.state is WorkState.PROCESSING and bool(work.leased_until and work.leased_until <= now)
    return work.state is WorkState.QUEUED or dead


class FakeCutter:
    """`Cutter`: puts bytes in a row; does `during` half-way."""

    def __init__(self) -> None:
        self.during: Callable[[], None] = lambda: None
        self.cuts: list[tuple[list[list[bytes]], int, int]] = []
        self.pictures: list[tuple[bytes, int]] = []
        self.sounds: list[tuple[str, str, list[bytes]]] = []

    def cut(
        self,
        takes: Sequence[Sequence[Path]],
        start_ms: int,
        duration_ms: int,
        into: Path,
        on_progress: OnProgress,
    ) -> Cut:
        contents = [[path.read_bytes() for path in take] for take in takes]
        self.cuts.append((contents, start_ms, duration_ms))
        return self._write([part for take in contents for part in take], into, on_progress)

    def picture(self, segment: Path, offset_ms: int, into: Path) -> None:
        self.pictures.append((segment.read_bytes(), offset_ms))
        into.write_bytes(b"a picture")

    def whole(
        self,
        segments: Sequence[Path],
        into: Path,
        on_progress: OnProgress,
        sounds: Sequence[SoundSegments] = (),
    ) -> Cut:
        self.sounds = [
            (one.name, one.language, [path.read_bytes() for path in one.segments]) for one in sounds
        ]
        return self._write([path.read_bytes() for path in segments], into, on_progress)

    def _write(self, parts: Sequence[bytes], into: Path, on_progress: OnProgress) -> Cut:
        into.with_name("half").write_bytes(b"half")
        on_progress(0.5)
        self.during()
        on_progress(0.9)
        into.with_name("half").unlink()
        return Cut(1000, 320, 180, into.write_bytes(b"".join(parts)), 1.0)


def full_disk() -> None:
    """What a write says to a full disk."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def damaged() -> None:
    """What the cutter says of a segment that it cannot read."""
    raise CutRefused("A part of the stream is damaged.")


class FakeFootages:
    """`Footages` for jobs: the recordings by event."""

    def __init__(self) -> None:
        self.recordings: dict[EventId, Footage] = {}

    def recorded(self, channel_id: ChannelId, event_id: EventId) -> Footage | None:
        return self.recordings.get(event_id) if channel_id == CHANNEL else None


class FakeJobs:
    """`Jobs`: what was asked for."""

    def __init__(self) -> None:
        self.asked: list[Task] = []

    def enqueue(
        self,
        name: str,
        *ids: int | str,
        queue: str = "default",
        unique: str | None = None,
        timeout: int = 3600,
    ) -> None:
        self.asked.append(Task(name, ids, queue, unique, timeout))
