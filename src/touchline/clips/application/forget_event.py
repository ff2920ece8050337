"""What goes with the recording of an event: its clips, and the file of the whole event."""

from __future__ import annotations

from touchline.clips.application.asking_to_cut import remove_files_of
from touchline.clips.application.counting import CountClips
from touchline.clips.application.tidy import TIDY
from touchline.clips.ports.clips import Clips
from touchline.shared.ids import ChannelId, EventId
from touchline.shared.jobs import Jobs


class ForgetEvent:
    """Forgets the clips of an event and their files. Doing it twice does it once."""

    def __init__(self, clips: Clips, count: CountClips, jobs: Jobs) -> None:
        self._clips = clips
        self._count = count
        self._jobs = jobs

    def __call__(self, channel_id: ChannelId, event_id: EventId) -> None:
        """Forget them all; the file of the event goes with the job that tidies files."""
        for clip in self._clips.remove_all_of_event(event_id):
            remove_files_of(self._jobs, clip)
        self._count(channel_id, event_id)
        self._jobs.enqueue(TIDY, unique=f"clips-tidy-{channel_id}-{event_id}", timeout=3600)
