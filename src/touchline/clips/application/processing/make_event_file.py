"""The job that makes the MP4 of a whole event."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from touchline.clips.application.editing.caption_folders import CaptionFolders
from touchline.clips.application.processing.failure_messages import get_failure_message
from touchline.clips.application.processing.processing_store import ProcessingStore
from touchline.clips.domain.captions import Run
from touchline.clips.domain.event_file import EVENT_FILE, EventFile
from touchline.clips.domain.folders import workspace_prefix
from touchline.clips.domain.footage import Footage, FootageSegment
from touchline.clips.domain.ids import EventFileId
from touchline.clips.ports.cutting import (
    AudioTrackSegments,
    CutRefusedError,
    Cutter,
    OnProgress,
    TextTrack,
)
from touchline.clips.ports.event_catalog import Recordings
from touchline.clips.ports.files import WorkspaceFiles
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.ids import ChannelId
from touchline.shared.tasks.attempts import Attempt, noop

RECORDING_REPLACED = ErrorMessage(
    "errors.recording_replaced", "This recording is no longer available. Reload the page and try again."
)


class MakeEventFile:
    """Makes the MP4 in a workspace and publishes it with one move.

    Safe to run twice and to be killed at any point. Does not wait for another worker's lease.
    """

    def __init__(
        self,
        store: ProcessingStore,
        recordings: Recordings,
        files: WorkspaceFiles,
        folders: CaptionFolders,
        cutter: Cutter,
        clock: Clock,
    ) -> None:
        self._store = store
        self._recordings = recordings
        self._files = files
        self._folders = folders
        self._cutter = cutter
        self._clock = clock

    def __call__(self, channel_id: ChannelId, file_id: EventFileId, on_progress: OnProgress = noop) -> None:
        """Bring the file to ready or failed, unless it is finished or another worker has it."""
        attempt = Attempt[EventFile](
            lambda act: self._store.update_event_file(channel_id, file_id, act),
            self._clock,
            on_progress,
        )
        attempt.run(
            lambda file: self._make(file, attempt),
            get_failure_message,
            on_finished=lambda file: self._files.clean_up(workspace_prefix(file.folder)),
            on_deleted=lambda file: self._files.remove(file.folder),
        )

    def _make(self, file: EventFile, attempt: Attempt[EventFile]) -> None:
        self._files.remove(file.folder)
        footage, captions = attempt.update(self._get_recording)
        name = f"{workspace_prefix(file.folder)}{attempt.lease}"
        with ExitStack() as stack:

            def local_paths(footage_segments: Sequence[FootageSegment]) -> list[Path]:
                return stack.enter_context(
                    self._files.local_paths([segment.key for segment in footage_segments])
                )

            segments = local_paths(footage.renditions[0].segments)
            audio_tracks = [
                AudioTrackSegments(track.name, track.language, local_paths(track.segments))
                for track in footage.audio_tracks
            ]
            workspace = stack.enter_context(self._files.workspace(name))
            cut = self._cutter.concatenate(
                segments, workspace / EVENT_FILE, attempt.report_progress, audio_tracks, captions
            )
            attempt.renew_lease(1.0)
            self._files.publish(workspace, file.folder)
        attempt.update(lambda ours: ours.finish(attempt.lease, cut.size))

    def _get_recording(self, file: EventFile) -> tuple[Footage, Sequence[TextTrack]]:
        """Return the recording that the file is made from, and its captions."""
        footage = self._recordings.find_recording(file.channel_id, file.event_id)
        if footage is None or footage.source != file.source:
            raise CutRefusedError(RECORDING_REPLACED)
        segments = footage.renditions[0].segments
        run = Run(0, segments[-1].end_ms, self._folders.read_timestamp(segments[0].key))
        found = self._recordings.list_captions(file.event_id, footage.media_id, [run]) or ()
        return footage, [TextTrack(it.name, it.language, it.cues[0]) for it in found]
