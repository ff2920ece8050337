"""Cuts a live stream into segments: the source's frames unchanged, and every rendition cut at the same
times."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from adapters.ingest.health.signal import SignalMeter
from adapters.ingest.media import live_audio
from adapters.ingest.media.audio_tracks import LiveAudioTracks
from adapters.ingest.media.h264 import CodedFrame, VideoFormat, may_have_leading_frames
from adapters.ingest.media.live_video import LadderEncoder
from adapters.ingest.media.packet_buffers import MediaPacket
from adapters.ingest.media.segment_files import SegmentFiles
from adapters.ingest.media.source_packets import MAIN_TRACK, AudioPacket
from adapters.ingest.stream_log import RenditionFormat, StreamLogWriter, WrittenPart, WrittenSegment
from adapters.video.audio.aac_encoder import AUDIO_BITRATE
from adapters.video.timing.segment_clock import TICKS_PER_SECOND
from touchline.catalog.domain.media.live_playlists import MAX_PART_MS, MAX_SEGMENT_MS
from touchline.catalog.domain.media.renditions import SHORT_SIDES, RenditionName, select_live_renditions
from touchline.catalog.ports.media.ingest import SOURCE

AUDIO = RenditionName.AUDIO.value
_MIN_SEGMENT = TICKS_PER_SECOND * 45 // 100
"""Shortest segment. Segments are cut at every keyframe, except those that follow too closely."""
_MAX_SEGMENT = MAX_SEGMENT_MS * TICKS_PER_SECOND // 1000
_MIN_PART = TICKS_PER_SECOND // 2
_MAX_PART = MAX_PART_MS * TICKS_PER_SECOND // 1000
_MAX_SEGMENTS_ON_DISK = 240
"""Segments that stay on disk if nobody removes them: some minutes."""
_MAX_SEGMENT_BYTES, _MAX_SEGMENT_FRAMES = 1 << 27, 2000
"""More than any encoder sends in a segment, unless its timestamps do not advance."""
_DEFAULT_FRAME_DURATION = TICKS_PER_SECOND // 25
_MAX_FRAME_DURATION = TICKS_PER_SECOND
_COMMON_FRAME_RATES = (
    *(Fraction(rate * 1000, 1001) for rate in (24, 30, 48, 60)),
    *(Fraction(rate) for rate in (10, 12, 15, 20, 24, 25, 30, 48, 50, 60)),
)


@dataclass
class _Segment:
    """A segment from `start` on. `end` is set when the segment is cut.

    `part_count` is the number of logged parts, or None if its parts are not logged any more.
    """

    start: int
    video_format: VideoFormat
    is_discontinuity: bool
    size: int = 0
    frame_count: int = 0
    part_count: int | None = 0
    end: int = 0

    @property
    def bitrate(self) -> int:
        """Return the bitrate in bits per second."""
        return self.size * 8 * TICKS_PER_SECOND // max(1, self.end - self.start)

    @property
    def frame_rate(self) -> float:
        """Frames per second, rounded to a common frame rate if one is close."""
        measured = Fraction(self.frame_count * TICKS_PER_SECOND, max(1, self.end - self.start))
        common = min(_COMMON_FRAME_RATES, key=lambda rate: abs(rate - measured))
        return round(float(common if abs(common - measured) < common / 50 else measured), 3)


@dataclass(eq=False)
class _Part:
    """The source's frames of a segment from `start` on. `end` is set when the part is cut."""

    segment: _Segment
    start: int
    frames: list[MediaPacket] = field(default_factory=list)
    end: int = 0

    @property
    def is_last(self) -> bool:
        """Return whether this is the last part of its segment."""
        return self.segment.end == self.end > 0


class Segmenter:
    """Writes the segments of an ingest session. Times are in ticks of 1/90,000 s and never go back.

    `requested` names the renditions. Those that are not smaller than the source are left out, except for
    one. With `exactly`, all of them are made, because each already has a playlist. `meter` sees what is
    decoded. `has_parts`: segments are also written in parts.
    """

    def __init__(
        self,
        folder: Path,
        requested: Sequence[str],
        log_writer: StreamLogWriter,
        meter: SignalMeter,
        *,
        exactly: bool,
        has_parts: bool = True,
    ) -> None:
        self._meter, self._has_parts = meter, has_parts
        self._folder, self._requested, self._exactly, self._log = folder, requested, exactly, log_writer
        self._files: dict[str, SegmentFiles] = {}
        self._ladder: LadderEncoder | None = None
        self._audio = LiveAudioTracks(requested, meter.measure, exactly=exactly)
        self._segment: _Segment | None = None
        self._part: _Part | None = None
        self._pending: deque[_Part] = deque()
        self._held_frames: list[CodedFrame] = []
        self._number = 0
        self._last_pts = self._frame_duration = self._last_dts = 0
        self._sps: tuple[bytes, ...] = ()
        self._formats: dict[str, RenditionFormat] = {}
        self._has_captions = self._captions_announced = False

    @property
    def is_open(self) -> bool:
        """Return whether the segmenter is receiving video. If not, call `open` first."""
        return self._segment is not None

    @property
    def last_pts(self) -> int:
        """Return the timestamp of the newest frame."""
        return self._last_pts

    @property
    def end(self) -> int:
        """Return the end of the last frame."""
        return self._last_pts + (self._frame_duration or _DEFAULT_FRAME_DURATION)

    @property
    def is_overfull(self) -> bool:
        """Return whether a segment has so much video that its timestamps cannot be right."""
        segment = self._segment
        return segment is not None and (
            segment.size > _MAX_SEGMENT_BYTES or segment.frame_count > _MAX_SEGMENT_FRAMES
        )

    def open(self, coded_frame: CodedFrame, video_format: VideoFormat) -> None:
        """Start with a keyframe, at the beginning or after a pause."""
        is_discontinuity = bool(self._sps) and coded_frame.sequence_parameter_sets != self._sps
        self._sps = coded_frame.sequence_parameter_sets
        if self._ladder is None:
            self._choose_renditions(video_format)
        elif self._number or self._pending:
            self._ladder.open(video_format)
            self._ladder.request_keyframe(coded_frame.pts)
        self._audio.open(coded_frame.pts)
        self._start_segment(coded_frame.pts, video_format, is_discontinuity=is_discontinuity)
        self._last_dts = coded_frame.dts - _DEFAULT_FRAME_DURATION
        self._last_pts = coded_frame.pts - _DEFAULT_FRAME_DURATION
        self._add(coded_frame)

    def needs_format(self, coded_frame: CodedFrame) -> bool:
        """Return whether the frame starts video of another format."""
        return coded_frame.is_keyframe and coded_frame.sequence_parameter_sets != self._sps

    def add_frame(self, coded_frame: CodedFrame, video_format: VideoFormat | None = None) -> None:
        """Add the next frame, with its format if that has changed."""
        assert self._segment is not None
        frame_duration = coded_frame.dts - self._last_dts
        self._frame_duration = (
            frame_duration if 0 < frame_duration <= _MAX_FRAME_DURATION else self._frame_duration
        )
        start, is_later = self._segment.start, coded_frame.pts > self._last_pts
        length = coded_frame.pts - start
        if video_format is not None:
            self._cut(coded_frame.pts, video_format, is_discontinuity=True)
            self._sps = coded_frame.sequence_parameter_sets
        elif coded_frame.is_keyframe and _MIN_SEGMENT <= length <= _MAX_SEGMENT:
            self._cut(self._first_shown_pts(coded_frame), self._segment.video_format)
        elif is_later and length + self._frame_duration > _MAX_SEGMENT:
            pts = min(coded_frame.pts, self.end) if length <= _MAX_SEGMENT else start + _MAX_SEGMENT
            self._cut(max(pts, start + 1), self._segment.video_format)
        elif is_later and self._number and self._has_parts:
            self._cut_part(coded_frame.pts)
        self._add(coded_frame)
        self._write_ready_parts(coded_frame.pts)

    def _first_shown_pts(self, keyframe: CodedFrame) -> int:
        """Return when a segment that begins with a keyframe is shown: in an open GOP, before the keyframe."""
        has_leading_frames = may_have_leading_frames(keyframe) and keyframe.pts > self.end
        return self.end if has_leading_frames else keyframe.pts

    def add_audio(self, audio: AudioPacket, pts: int) -> None:
        """Add an audio packet that starts at `pts`."""
        self._audio.add(audio, pts, self._last_pts)

    def start_audio_run(self, track: int) -> None:
        """Place the next packet of an audio track at its exact time, because its timestamps have jumped."""
        self._audio.start_run(track)

    def pause(self) -> None:
        """Write everything received so far. `open` may follow."""
        if self._segment is None or self._ladder is None:
            return
        segment, self._segment = self._segment, None
        self._end_segment(segment, max(self.end, segment.start + 1))
        self._start_encoding(segment)
        self._ladder.finish()
        self._audio.finish(segment.end)
        while self._pending:
            self._write_part(self._pending.popleft())
        self._audio.close(segment.end)

    def _choose_renditions(self, video_format: VideoFormat) -> None:
        """Choose the renditions to make."""
        listed_names = [name for name in SHORT_SIDES if name in self._requested]
        chosen = (
            listed_names
            if self._exactly
            else select_live_renditions(self._requested, video_format.display_width, video_format.height)
        )
        encoded = [name.value for name in chosen]
        names = [SOURCE, *encoded, *([AUDIO] if AUDIO in self._requested else [])]
        self._files = {name: SegmentFiles(self._folder, name) for name in names}
        self._ladder = LadderEncoder(encoded, self._meter.add_frame)

    def _add(self, coded_frame: CodedFrame) -> None:
        assert self._segment is not None and self._part is not None and self._ladder is not None
        self._has_captions = self._has_captions or bool(coded_frame.captions)
        self._last_pts, self._last_dts = max(self._last_pts, coded_frame.pts), coded_frame.dts
        self._segment.size += len(coded_frame.data)
        self._segment.frame_count += 1
        self._part.frames.append(
            MediaPacket(coded_frame.pts, coded_frame.dts, coded_frame.data, coded_frame.is_keyframe)
        )
        if not self._number and not self._pending:
            self._held_frames.append(coded_frame)
        else:
            self._ladder.add(coded_frame)

    def _cut(self, pts: int, video_format: VideoFormat, *, is_discontinuity: bool = False) -> None:
        assert self._segment is not None and self._ladder is not None
        segment = self._segment
        self._end_segment(segment, pts)
        self._start_encoding(segment)
        self._ladder.limit_bitrate(segment.bitrate)
        if is_discontinuity:
            self._ladder.open(video_format)
        self._ladder.request_keyframe(pts)
        self._start_segment(pts, video_format, is_discontinuity=is_discontinuity)

    def _start_segment(self, pts: int, video_format: VideoFormat, *, is_discontinuity: bool) -> None:
        self._segment = _Segment(pts, video_format, is_discontinuity)
        self._part = _Part(self._segment, pts)

    def _end_segment(self, segment: _Segment, end: int) -> None:
        assert self._part is not None
        segment.end = self._part.end = end
        self._pending.append(self._part)

    def _cut_part(self, pts: int) -> None:
        """Start a new part with the frame at `pts`, if the current part is long enough."""
        assert self._segment is not None and self._part is not None
        end = min(pts, self.end)
        length, next_length = end - self._part.start, pts + self._frame_duration - self._part.start
        if self._part.frames and (length >= _MIN_PART or next_length > _MAX_PART) and length > 0:
            self._part.end = end
            self._pending.append(self._part)
            self._part = _Part(self._segment, end)

    def _start_encoding(self, segment: _Segment) -> None:
        """Encode the first segment after measuring its bitrate. No rendition may exceed the source."""
        assert self._ladder is not None
        held_frames, self._held_frames = self._held_frames, []
        if held_frames:
            self._ladder.limit_bitrate(segment.bitrate)
            self._ladder.open(segment.video_format)
            for coded_frame in held_frames:
                self._ladder.add(coded_frame)

    def _write_ready_parts(self, current_pts: int) -> None:
        while self._pending:
            last_part = next((part for part in self._pending if part.is_last), None)
            if last_part is not None and self._is_segment_ready(last_part.segment, current_pts):
                count = self._pending.index(last_part) + 1
            elif self._is_part_ready(self._pending[0], current_pts):
                count = 1
            else:
                return
            for _ in range(count):
                self._write_part(self._pending.popleft())

    def _is_part_ready(self, part: _Part, current_pts: int) -> bool:
        """Return whether all renditions have the content of a part.

        A part waits for late audio until its segment does not, but not in a stream without any audio.
        """
        assert self._ladder is not None
        if part.is_last or any(
            rendition.packets.complete_until < part.end or not rendition.packets.has_packets_until(part.end)
            for rendition in self._ladder.renditions
        ):
            return False
        self._audio.fill_silence(part.end, current_pts)
        return self._audio.is_complete(part.end)

    def _is_segment_ready(self, segment: _Segment, current_pts: int) -> bool:
        assert self._ladder is not None
        if any(rendition.packets.complete_until < segment.end for rendition in self._ladder.renditions):
            return False
        return self._audio.complete(segment.end, current_pts, is_first=not self._number)

    def _write_part(self, part: _Part) -> None:
        """Write a part, and its segment after the last part.

        The parts of the session's first segment are not logged: its renditions are encoded when it is
        complete. A part without other parts, or one that is too long for a playlist, is not logged either.
        Streams with alternative audio have no parts.
        """
        assert self._ladder is not None
        if not self._number:
            self._fix_audio_tracks()
        segment, tracks = part.segment, self._audio.renditions
        audio = self._audio.pop_until(part.end)
        frames: dict[str, Sequence[MediaPacket]] = {SOURCE: part.frames}
        for rendition in self._ladder.renditions:
            frames[rendition.name] = rendition.packets.pop_until(part.end)
        index = segment.part_count
        is_whole_segment = part.is_last and not index
        is_short = part.end - part.start <= _MAX_PART
        is_listed = index is not None and not is_whole_segment and is_short and not tracks
        for name, files in self._files.items():
            own_audio = audio[tracks.get(name, MAIN_TRACK)]
            files.add_part(self._number, frames.get(name, ()), own_audio, as_file=is_listed)
        if index is not None and is_listed:
            ms = _to_ms(part.end) - _to_ms(part.start)
            is_independent = not index and part.frames[0].is_keyframe
            self._log.write_part(
                WrittenPart(self._number, index, ms, is_independent, segment.is_discontinuity)
            )
        segment.part_count = index + 1 if index is not None and is_listed else None
        if part.is_last:
            self._write_segment(segment)

    def _fix_audio_tracks(self) -> None:
        """Decide which audio tracks the session has."""
        self._audio.fix()
        for name in self._audio.renditions:
            self._files.setdefault(name, SegmentFiles(self._folder, name))

    def _write_segment(self, segment: _Segment) -> None:
        self._write_formats(segment)
        sizes = {name: files.write(self._number) for name, files in self._files.items()}
        ms = _to_ms(segment.end) - _to_ms(segment.start)
        self._log.write_segment(WrittenSegment(self._number, ms, segment.is_discontinuity, sizes))
        for files in self._files.values():
            files.path(self._number - _MAX_SEGMENTS_ON_DISK).unlink(missing_ok=True)
        self._number += 1

    def _write_formats(self, segment: _Segment) -> None:
        """Log the formats of the renditions if they have changed."""
        if self._formats and not segment.is_discontinuity and self._has_captions == self._captions_announced:
            return
        self._captions_announced = self._has_captions
        assert self._ladder is not None
        video_format = segment.video_format
        formats = {
            SOURCE: RenditionFormat(
                video_format.width,
                video_format.height,
                segment.frame_rate,
                f"{video_format.codec},{live_audio.CODEC}",
                language=self._audio.languages.get(MAIN_TRACK, ""),
            )
        }
        for rendition in self._ladder.renditions:
            codecs = f"{rendition.codec},{live_audio.CODEC}"
            rate = segment.frame_rate if segment.frame_rate < 33.4 else round(segment.frame_rate / 2, 3)
            formats[rendition.name] = RenditionFormat(
                rendition.size.width,
                rendition.size.height,
                rate,
                codecs,
                rendition.max_bitrate + AUDIO_BITRATE,
            )
        if AUDIO in self._files:
            formats[AUDIO] = RenditionFormat(0, 0, 0, live_audio.CODEC, 0)
        for name, track in self._audio.renditions.items():
            language = self._audio.languages.get(track, "")
            formats[name] = RenditionFormat(0, 0, 0, live_audio.CODEC, 0, language)
        self._formats = formats
        self._log.write_renditions(formats, self._has_captions)


def _to_ms(pts: int) -> int:
    return round(pts * 1000 / TICKS_PER_SECOND)
