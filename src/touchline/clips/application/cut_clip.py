"""The job that cuts the file of a clip."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from itertools import groupby
from pathlib import Path

from touchline.clips.application.refusals import reason_of
from touchline.clips.domain.clip import CLIP_FILE, Clip
from touchline.clips.domain.cut_source import Segment, at, largest_of, segments_of
from touchline.clips.domain.folders import work_name
from touchline.clips.domain.ids import ClipId
from touchline.clips.domain.playlists import MASTER
from touchline.clips.ports.clips import Ledger
from touchline.clips.ports.cutting import Cutter, OnProgress
from touchline.clips.ports.files import Gone, Workshop
from touchline.shared.attempts import Attempt, nothing
from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId

_POSTER = "poster.jpg"


class CutClip:
    """Makes the poster first, for shares to have a picture at once; then the MP4, in a workspace, which is
    kept by one move.

    It may run twice and be killed anywhere: what a dead attempt left is thrown away by the next one, and a
    clip that is deleted meanwhile leaves nothing. It does not wait for somebody else's lease, so that no clip
    waits behind it: `RecoverFiles` asks again for what a dead worker left.
    """

    def __init__(
        self,
        ledger: Ledger,
        files: Workshop,
        cutter: Cutter,
        clock: Clock,
    ) -> None:
        self._ledger = ledger
        self._files = files
        self._cutter = cutter
        self._clock = clock

    def __call__(self, channel_id: ChannelId, clip_id: ClipId, on_progress: OnProgress = nothing) -> bool:
        """Bring the clip to ready or failed, unless it is so already or somebody else is at it. Return
        whether this worker had it."""
        attempt = Attempt[Clip](
            lambda act: self._ledger.change(channel_id, clip_id, act), self._clock, on_progress
        )
        return attempt.run(
            lambda clip: self._make(clip, attempt),
            reason_of,
            settled=lambda clip: self._files.tidy(work_name(clip.folder)),
            gone=lambda clip: self._files.remove(clip.folder),
        )

    def _make(self, clip: Clip, attempt: Attempt[Clip]) -> None:
        self._files.tidy(work_name(clip.folder))
        self._files.remove(clip.file_folder)
        segments = self._segments(clip)
        name = f"{work_name(clip.folder)}{attempt.lease}"
        with self._on_disk(clip, segments) as paths, self._files.workspace(name) as workspace:
            if not clip.has_poster:
                self._keep_poster(clip, attempt, workspace, _place(clip, segments, paths))
            made = workspace / "made"
            made.mkdir()
            takes = _takes(segments, paths)
            cut = self._cutter.cut(
                takes, clip.offset_ms, clip.range.duration_ms, made / CLIP_FILE, attempt.note
            )
            attempt.renew(1.0)
            self._files.publish(made, clip.file_folder)
        attempt.change(lambda ours: ours.finish(attempt.lease, cut.size))

    def _keep_poster(
        self, clip: Clip, attempt: Attempt[Clip], workspace: Path, place: tuple[Path, int]
    ) -> None:
        segment, offset_ms = place
        picture = workspace / _POSTER
        self._cutter.picture(segment, offset_ms, picture)
        self._files.keep(clip.poster_key, picture)
        attempt.change(lambda ours: ours.show(attempt.lease))

    def _segments(self, clip: Clip) -> tuple[Segment, ...]:
        uri = largest_of(self._text(f"{clip.play_folder}/{MASTER}"))
        segments = segments_of(uri, self._text(f"{clip.play_folder}/{uri}")) if uri else ()
        if not segments:
            raise Gone
        return segments

    def _text(self, key: str) -> str:
        with self._files.open(key) as file:
            return file.read().decode()

    def _on_disk(self, clip: Clip, segments: Sequence[Segment]) -> AbstractContextManager[list[Path]]:
        return self._files.on_disk([f"{clip.play_folder}/{segment.name}" for segment in segments])


def _place(clip: Clip, segments: Sequence[Segment], paths: Sequence[Path]) -> tuple[Path, int]:
    """Where a picture near the middle of the clip is: the first of a segment, which is had without decoding
    others. In a clip within one segment it is that in the middle.
    """
    number, offset_ms = at(segments, clip.offset_ms + clip.range.duration_ms // 2)
    begins = clip.range.duration_ms // 2 - offset_ms
    return paths[number], 0 if begins >= 0 else offset_ms


def _takes(segments: Sequence[Segment], paths: Sequence[Path]) -> list[list[Path]]:
    both = zip(segments, paths, strict=True)
    return [[path for _, path in one] for _, one in groupby(both, lambda pair: pair[0].take)]
