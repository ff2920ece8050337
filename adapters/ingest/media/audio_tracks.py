"""The audio tracks of a live stream: the main one, and those that viewers may choose instead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from adapters.ingest.media import live_audio
from adapters.ingest.media.live_audio import LiveAudioEncoder
from adapters.ingest.media.packet_buffers import MediaPacket
from adapters.ingest.media.source_packets import MAIN_TRACK, AudioPacket
from adapters.video.audio.gapless_audio import Samples
from adapters.video.timing.segment_clock import TICKS_PER_SECOND
from touchline.catalog.domain.media.audio_tracks import (
    MAX_AUDIO_TRACKS,
    find_track_number,
    get_track_rendition,
)

_AUDIO_TIMEOUT = TICKS_PER_SECOND * 3 // 2
"""How long audio may lag behind video in the encoder's stream."""
_MAX_DELAY, _DELAY_DECAY = 4 * TICKS_PER_SECOND, 0.99
"""The longest time by which the encoder may send audio later than video, and the share that a packet keeps of
it."""
_FIRST_AUDIO_TIMEOUT, _NO_AUDIO_TIMEOUT = TICKS_PER_SECOND // 2, TICKS_PER_SECOND * 15 // 100


@dataclass
class _Track:
    """A track in a run of the video. `last_pts` is the timestamp of its newest packet, None without one.

    `delay`: by how much the encoder sends the track later than the video of the same time, in ticks.
    """

    encoder: LiveAudioEncoder
    last_pts: int | None = None
    delay: int = 0

    def measure_delay(self, pts: int, video_pts: int) -> None:
        """Note a packet that comes after video of the time `video_pts`."""
        sample = video_pts - pts
        if sample <= _MAX_DELAY:
            self.delay = max(sample, round(self.delay * _DELAY_DECAY))


class LiveAudioTracks:
    """Encodes the audio tracks of an ingest session, all with AAC frames at the same times.

    The first segment decides which tracks there are, because playlists must not get another one later. A
    track that stops becomes silent. `requested` are the renditions: with `exactly`, they decide which tracks
    there are, and one of which the encoder sends nothing has the main audio. `measure` sees the samples of
    the main track.
    """

    def __init__(
        self,
        requested: Sequence[str],
        measure: Callable[[Iterable[Samples]], Iterator[Samples]],
        *,
        exactly: bool,
    ) -> None:
        self._measure = measure
        self._tracks: dict[int, _Track] = {}
        self._next_start: int | None = None
        self._written_until = 0
        numbers = [number for name in requested if (number := find_track_number(name)) is not None]
        self._numbers: tuple[int, ...] | None = tuple(numbers) if exactly else None
        self._received = {MAIN_TRACK}
        self.languages: dict[int, str] = {}
        """The languages that the encoder names, by track number."""

    @property
    def renditions(self) -> dict[str, int]:
        """Return the track numbers of the renditions without video. Empty before the first segment."""
        return {get_track_rendition(number): number for number in self._numbers or ()}

    @property
    def is_open(self) -> bool:
        """Return whether the tracks are receiving audio. If not, call `open` first."""
        return bool(self._tracks)

    def open(self, pts: int) -> None:
        """Start at a frame's time, at the beginning or after a pause."""
        self._written_until = start = self._next_start if self._next_start is not None else pts
        self._tracks = {MAIN_TRACK: _Track(LiveAudioEncoder(start, self._measure))}
        for number in self._received - {MAIN_TRACK}:
            self._add_track(number)

    def add(self, audio: AudioPacket, pts: int, video_pts: int) -> None:
        """Add a packet that starts at `pts`. One of a track that viewers cannot get is left out.

        `video_pts` is the timestamp of the newest frame.
        """
        track = self._find_track(audio.track)
        if track is None:
            return
        if audio.language:
            self.languages[audio.track] = audio.language
        track.last_pts = max(pts, track.last_pts or pts)
        track.measure_delay(pts, video_pts)
        track.encoder.add(audio, pts)

    def start_run(self, number: int) -> None:
        """Place a track's next packet at its exact time, because the timestamps have jumped."""
        if number in self._tracks:
            self._tracks[number].encoder.start_run()

    def is_complete(self, end: int) -> bool:
        """Return whether all tracks reach `end`."""
        return all(track.encoder.packets.complete_until >= end for track in self._tracks.values())

    def fill_silence(self, end: int, current_pts: int) -> None:
        """Fill the tracks up to `end` in a run that has no audio at all so far."""
        if (
            all(track.last_pts is None for track in self._tracks.values())
            and current_pts - end >= _NO_AUDIO_TIMEOUT
        ):
            self._fill(end)

    def complete(self, end: int, current_pts: int, *, is_first: bool) -> bool:
        """Return whether all tracks reach `end`, the end of a segment. A late track gets silence."""
        for track in self._tracks.values():
            is_late = track.encoder.packets.complete_until < end
            if is_late and current_pts - end < _get_timeout(track, end, is_first=is_first):
                return False
        self._fill(end)
        return self.is_complete(end)

    def fix(self) -> None:
        """Decide which tracks there are: those of which audio has arrived."""
        if self._numbers is None:
            self._numbers = tuple(sorted(self._received - {MAIN_TRACK}))

    def pop_until(self, end: int) -> dict[int, list[MediaPacket]]:
        """Remove and return the packets before `end`, by track number."""
        popped = {number: track.encoder.packets.pop_until(end) for number, track in self._tracks.items()}
        self._written_until = end
        main = popped[MAIN_TRACK]
        return {number: popped.get(number, main) for number in (MAIN_TRACK, *(self._numbers or ()))}

    def finish(self, end: int) -> None:
        """End all tracks at `end`."""
        for track in self._tracks.values():
            track.encoder.finish(end)

    def close(self, end: int) -> None:
        """End the run after everything was taken. `open` may follow."""
        self._next_start = self._tracks[MAIN_TRACK].encoder.next_frame_start(end)
        self._tracks = {}

    def _find_track(self, number: int) -> _Track | None:
        if number not in self._tracks and self._is_wanted(number):
            self._received.add(number)
            self._add_track(number)
        return self._tracks.get(number)

    def _is_wanted(self, number: int) -> bool:
        if not self.is_open:
            return False
        return number < MAX_AUDIO_TRACKS if self._numbers is None else number in self._numbers

    def _add_track(self, number: int) -> None:
        """Start a track where the next segment or part begins. Until there it has the main audio."""
        start = self._tracks[MAIN_TRACK].encoder.next_frame_start(self._written_until)
        self._tracks[number] = _Track(LiveAudioEncoder(start))

    def _fill(self, end: int) -> None:
        for track in self._tracks.values():
            if track.encoder.packets.complete_until < end:
                track.encoder.fill(end + live_audio.ENCODER_DELAY)


def _get_timeout(track: _Track, end: int, *, is_first: bool) -> int:
    """Return how long to wait for the audio of a segment that ends at `end`."""
    if track.last_pts is None:
        return _FIRST_AUDIO_TIMEOUT if is_first else _NO_AUDIO_TIMEOUT
    is_sending = track.last_pts > end - TICKS_PER_SECOND
    return track.delay + (_AUDIO_TIMEOUT if is_sending else _NO_AUDIO_TIMEOUT)
