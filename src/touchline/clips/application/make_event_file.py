"""The job that makes the MP4 of a whole event."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from touchline.clips.application.refusals import reason_of
from touchline.clips.domain.event_file import EVENT_FILE, EventFile
from touchline.clips.domain.folders import work_name
from touchline.clips.domain.footage import Footage, Piece
from touchline.clips.domain.ids import EventFileId
from touchline.clips.ports.clips import Ledger
from touchline.clips.ports.cutting import CutRefused, Cutter, OnProgress, SoundSegments
from touchline.clips.ports.files import Workshop
from touchline.clips.ports.footages import Recordings
from touchline.shared.attempts import Attempt, nothing
from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId

REPLACED = "This recording is no longer there. Please ask again."


class MakeEventFile:
    """Makes the file in a workspace and keeps it by one move. It may run twice and be killed anywhere, and
    waits for nobody's lease."""

    def __init__(
        self,
        ledger: Ledger,
        footages: Recordings,
        files: Workshop,
        cutter: Cutter,
        clock: Clock,
    ) -> None:
        self._ledger = ledger
        self._footages = footages
        self._files = files
        self._cutter = cutter
        self._clock = clock

    def __call__(
        self, channel_id: ChannelId, file_id: EventFileId, on_progress: OnProgress = nothing
    ) -> None:
        """Bring the file to ready or failed, unless it is so already or somebody else is at it."""
        attempt = Attempt[EventFile](
            lambda act: self._ledger.change_file(channel_id, file_id, act),
            self._clock,
            on_progress,
        )
        attempt.run(
            lambda file: self._make(file, attempt),
            reason_of,
            settled=lambda file: self._files.tidy(work_name(file.folder)),
            gone=lambda file: self._files.remove(file.folder),
        )

    def _make(self, file: EventFile, attempt: Attempt[EventFile]) -> None:
        self._files.remove(file.folder)
        footage = attempt.change(self._footage)
        name = f"{work_name(file.folder)}{attempt.lease}"
        with ExitStack() as stack:

            def on_disk(pieces: Sequence[Piece]) -> list[Path]:
                return stack.enter_context(self._files.on_disk([piece.key for piece in pieces]))

            segments = on_disk(footage.renditions[0].pieces)
            sounds = [SoundSegments(one.name, one.language, on_disk(one.pieces)) for one in footage.sounds]
            workspace = stack.enter_context(self._files.workspace(name))
            cut = self._cutter.whole(segments, workspace / EVENT_FILE, attempt.note, sounds)
            attempt.renew(1.0)
            self._files.publish(workspace, file.folder)
        attempt.change(lambda ours: ours.finish(attempt.lease, cut.size))

    def _footage(self, file: EventFile) -> Footage:
        """The recording that the file is of."""
        footage = self._footages.recorded(file.channel_id, file.event_id)
        if footage is None or footage.source != file.source:
            raise CutRefused(REPLACED)
        return footage
