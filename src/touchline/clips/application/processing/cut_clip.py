"""The job that cuts the file of a clip."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from itertools import groupby
from pathlib import Path

from touchline.clips.application.editing.caption_folders import CaptionFolders
from touchline.clips.application.processing.failure_messages import get_failure_message
from touchline.clips.application.processing.processing_store import ProcessingStore
from touchline.clips.domain.captions import has_closed_captions, to_clip_time
from touchline.clips.domain.clip import CLIP_FILE, Clip, ClipOrigin
from touchline.clips.domain.clip_segments import (
    Segment,
    find_largest_rendition,
    locate_segment,
    parse_segments,
)
from touchline.clips.domain.folders import workspace_prefix
from touchline.clips.domain.ids import ClipId
from touchline.clips.domain.playlists import MASTER
from touchline.clips.ports.cutting import CutResult, Cutter, OnProgress, TextTrack
from touchline.clips.ports.files import FileGoneError, WorkspaceFiles
from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId
from touchline.shared.tasks.attempts import Attempt, noop

_POSTER = "poster.jpg"


class CutClip:
    """Makes the poster of a clip, then its MP4.

    The poster comes first, so that shared links have an image soon. The MP4 is made in a workspace and
    published with one move.

    Safe to run twice and to be killed at any point. Each attempt deletes the remains of the previous one. A
    clip that is deleted in the meantime leaves no files. The job does not wait for another worker's lease, so
    that it blocks no other clip. `RecoverFiles` queues the work of dead workers again.
    """

    def __init__(
        self,
        store: ProcessingStore,
        files: WorkspaceFiles,
        folders: CaptionFolders,
        cutter: Cutter,
        clock: Clock,
    ) -> None:
        self._store = store
        self._files = files
        self._folders = folders
        self._cutter = cutter
        self._clock = clock

    def __call__(self, channel_id: ChannelId, clip_id: ClipId, on_progress: OnProgress = noop) -> bool:
        """Bring the clip to ready or failed, unless it is finished or another worker has it.

        Return whether this worker had the clip.
        """
        attempt = Attempt[Clip](
            lambda act: self._store.update_clip(channel_id, clip_id, act), self._clock, on_progress
        )
        return attempt.run(
            lambda clip: self._cut(clip, attempt),
            get_failure_message,
            on_finished=lambda clip: self._files.clean_up(workspace_prefix(clip.folder)),
            on_deleted=lambda clip: self._files.remove(clip.folder),
        )

    def _cut(self, clip: Clip, attempt: Attempt[Clip]) -> None:
        self._files.clean_up(workspace_prefix(clip.folder))
        self._files.remove(clip.file_folder)
        segments = self._segments(clip)
        name = f"{workspace_prefix(clip.folder)}{attempt.lease}"
        with self._local_paths(clip, segments) as paths, self._files.workspace(name) as workspace:
            self._add_embedded_captions(clip, _group_runs(segments, paths))
            if not clip.has_poster:
                self._save_poster(clip, attempt, workspace, _find_poster_frame(clip, segments, paths))
            output_folder = workspace / "made"
            output_folder.mkdir()
            cut = self._write(clip, segments, paths, output_folder / CLIP_FILE, attempt.report_progress)
            attempt.renew_lease(1.0)
            self._files.publish(output_folder, clip.file_folder)
        attempt.update(lambda ours: ours.finish(attempt.lease, cut.size))

    def _write(
        self,
        clip: Clip,
        segments: Sequence[Segment],
        paths: Sequence[Path],
        into: Path,
        on_progress: OnProgress,
    ) -> CutResult:
        """Write the MP4. A reel has whole segments, so nothing of it is encoded."""
        found = self._folders.read(clip.play_folder)
        text_tracks = [TextTrack(it.name, it.language, it.cues) for it in found]
        if clip.origin is ClipOrigin.REEL:
            return self._cutter.concatenate(paths, into, on_progress, text_tracks=text_tracks)
        runs, duration_ms = _group_runs(segments, paths), clip.range.duration_ms
        return self._cutter.cut(runs, clip.offset_ms, duration_ms, into, on_progress, text_tracks)

    def _add_embedded_captions(self, clip: Clip, runs: Sequence[Sequence[Path]]) -> None:
        """Write the captions of the picture as text, unless the clip has them from the recording."""
        master = self._read_text(f"{clip.play_folder}/{MASTER}")
        captions = self._folders.read(clip.play_folder)
        if not has_closed_captions(master) or any(not it.language for it in captions):
            return
        found = self._cutter.read_embedded_captions(runs)
        places = self._folders.find_runs(clip)
        embedded = [to_clip_time(it, places, clip.offset_ms, clip.range.duration_ms) for it in found]
        change = self._folders.plan(clip, [*captions, *embedded]) if embedded else None
        if change is not None:
            self._folders.apply(change)

    def _save_poster(
        self, clip: Clip, attempt: Attempt[Clip], workspace: Path, frame: tuple[Path, int]
    ) -> None:
        segment, offset_ms = frame
        poster = workspace / _POSTER
        self._cutter.extract_frame(segment, offset_ms, poster)
        self._files.save(clip.poster_key, poster)
        attempt.update(lambda ours: ours.mark_poster_ready(attempt.lease))

    def _segments(self, clip: Clip) -> tuple[Segment, ...]:
        uri = find_largest_rendition(self._read_text(f"{clip.play_folder}/{MASTER}"))
        segments = parse_segments(uri, self._read_text(f"{clip.play_folder}/{uri}")) if uri else ()
        if not segments:
            raise FileGoneError
        return segments

    def _read_text(self, key: str) -> str:
        with self._files.open(key) as file:
            return file.read().decode()

    def _local_paths(self, clip: Clip, segments: Sequence[Segment]) -> AbstractContextManager[list[Path]]:
        return self._files.local_paths([f"{clip.play_folder}/{segment.name}" for segment in segments])


def _find_poster_frame(clip: Clip, segments: Sequence[Segment], paths: Sequence[Path]) -> tuple[Path, int]:
    """Return the segment and offset in milliseconds of a frame near the middle of the clip.

    The frame is the first one of a segment, which needs no decoding of others. In a clip within one segment,
    it is the frame in the middle.
    """
    number, offset_ms = locate_segment(segments, clip.offset_ms + clip.range.duration_ms // 2)
    start_offset_ms = clip.range.duration_ms // 2 - offset_ms
    return paths[number], 0 if start_offset_ms >= 0 else offset_ms


def _group_runs(segments: Sequence[Segment], paths: Sequence[Path]) -> list[list[Path]]:
    pairs = zip(segments, paths, strict=True)
    return [[path for _, path in run] for _, run in groupby(pairs, lambda pair: pair[0].discontinuity)]
