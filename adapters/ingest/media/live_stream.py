"""One encoder's stream on one timeline: its video and audio packets, and their faults."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from adapters.ingest.health.monitor import HealthMonitor
from adapters.ingest.media.h264 import (
    CodedFrame,
    UnplayableVideoError,
    VideoFormat,
    convert_frame,
    detect_format,
    is_playable,
)
from adapters.ingest.media.segmenter import Segmenter
from adapters.ingest.media.source_packets import (
    H264,
    AudioPacket,
    UnsupportedAudioCodecError,
    UnsupportedVideoCodecError,
    VideoPacket,
)
from adapters.ingest.media.source_transcoder import VIDEO_NAMES, SourceTranscoder
from adapters.ingest.stream_log import StreamLogWriter
from adapters.video.timing.segment_clock import TICKS_PER_SECOND
from adapters.video.timing.timeline import Timeline
from touchline.catalog.domain.media.audio_tracks import MAX_AUDIO_TRACKS

START_PTS = 10 * TICKS_PER_SECOND
"""Timestamp of the first frame. It leaves room for frames that are decoded before they are shown."""
MAX_PAUSE = 3 * TICKS_PER_SECOND
"""The longest pause in the video that is kept, in ticks. After a longer one, video continues without a
gap."""
NO_VIDEO = "The encoder sends only audio, no video. Add a video source."
STANDING_CLOCK = "The encoder's timestamps do not advance. Restart the encoder."
_NO_VIDEO_MS = 10_000
_NO_VIDEO_TICKS = 5 * TICKS_PER_SECOND
_MAX_AUDIO_LEAD = 30 * TICKS_PER_SECOND
"""How far audio may be ahead of the video."""
_MAX_EARLY_AUDIO = 200 * MAX_AUDIO_TRACKS
_SPARSE_KEYFRAMES = TICKS_PER_SECOND * 7 // 2
_MAX_KEYFRAME_INTERVAL = 4 * TICKS_PER_SECOND
"""Video whose keyframes are further apart is encoded again, if the setting allows it."""
_MISSING_KEYFRAMES = 12 * TICKS_PER_SECOND
_TICKS_PER_MS = TICKS_PER_SECOND // 1000


class LiveStream:
    """Turns an encoder's packets into segments. `renditions` are as in the port `Ingest`.

    `health` measures the packets. `transcodes`: video that browsers cannot play, or with too few keyframes,
    is encoded again. `has_parts`: segments are also written in parts.
    """

    def __init__(
        self,
        folder: Path,
        renditions: Sequence[str],
        log_writer: StreamLogWriter,
        *,
        exactly: bool,
        transcodes: bool = False,
        has_parts: bool = True,
        health: HealthMonitor | None = None,
    ) -> None:
        self._log = log_writer
        self._health = health or HealthMonitor(folder)
        self._segmenter = Segmenter(
            *(folder, renditions, log_writer, self._health.signal), exactly=exactly, has_parts=has_parts
        )
        self._timeline = Timeline(MAX_PAUSE)
        self._early_audio: deque[AudioPacket] = deque(maxlen=_MAX_EARLY_AUDIO)
        self._first_audio_dts: int | None = None
        self._has_video = False
        self._offset = 0
        self._audio_shifts: dict[int, int] = {}
        self._has_started = False
        self._last_dts = 0
        self._run_start_ms = 0
        self._last_keyframe_pts: int | None = None
        self._keyframe_interval = 0
        self._transcodes = transcodes
        self._transcoder: SourceTranscoder | None = None
        self._faults: dict[str, str] = {}
        self._reported_fault = ""

    @property
    def last_pts(self) -> int:
        """Return the timestamp of the newest frame in the segments, in ticks."""
        return self._segmenter.last_pts

    def process(self, packets: Iterable[VideoPacket | AudioPacket]) -> bool:
        """Process packets. Returns False if the stream cannot be used and must end.

        The reader of the packets may raise `UnsupportedVideoCodecError` or `UnsupportedAudioCodecError`.
        """
        try:
            for media_packet in packets:
                self._health.add(media_packet)
                if isinstance(media_packet, VideoPacket):
                    self._process_video(media_packet)
                else:
                    self._process_audio(media_packet)
        except UnsupportedVideoCodecError as codec:
            return self._reject(f"The encoder sends {codec} video. Set it to H.264.")
        except UnplayableVideoError as error:
            return self._reject(str(error))
        except UnsupportedAudioCodecError as codec:
            self._set_fault("sound", f"The encoder sends {codec} audio. Set it to AAC.")
        if self._segmenter.is_overfull:
            return self._reject(STANDING_CLOCK)
        if not self._has_started and self._audio_only_ms() > _NO_VIDEO_MS:
            return self._reject(NO_VIDEO)
        return True

    def finish(self) -> None:
        """Write the last segments after the encoder has left."""
        if not self._has_started and not self._has_video and self._early_audio:
            self._reject(NO_VIDEO)
        self._pause()

    def _reject(self, fault: str) -> bool:
        self._pause()
        self._log.write_rejection(fault)
        return False

    def _audio_only_ms(self) -> int:
        if self._has_video or self._first_audio_dts is None or not self._early_audio:
            return 0
        return self._early_audio[-1].dts - self._first_audio_dts

    def _process_video(self, video_packet: VideoPacket) -> None:
        if not self._transcodes and video_packet.codec != H264:
            raise UnsupportedVideoCodecError(VIDEO_NAMES.get(video_packet.codec, video_packet.codec))
        if not self._segmenter.is_open and not (self._transcoder and self._transcoder.has_started):
            self._has_video = True
            if not video_packet.is_keyframe:
                return
            self._start_run(video_packet)
        shift = self._timeline.shift("video", video_packet.dts * _TICKS_PER_MS) + self._offset
        pts = video_packet.pts * _TICKS_PER_MS + shift
        if self._segmenter.is_open and pts - self._segmenter.end > MAX_PAUSE:
            self._pause()
            self._process_video(video_packet)
            return
        dts = video_packet.dts * _TICKS_PER_MS + shift
        if self._has_started:
            dts = max(dts, self._last_dts + 1)
        for coded_frame in self._read_frame(video_packet, max(pts, dts), dts):
            self._add_frame(coded_frame)

    def _start_run(self, video_packet: VideoPacket) -> None:
        """Place the first frame, or the first frame after a pause, on the timeline."""
        shift = self._timeline.shift("video", video_packet.dts * _TICKS_PER_MS)
        start = self._segmenter.end if self._has_started else START_PTS
        self._offset = start - video_packet.pts * _TICKS_PER_MS - shift
        self._run_start_ms = video_packet.pts
        self._last_keyframe_pts = None

    def _pause(self) -> None:
        """Write everything received so far. The next keyframe continues."""
        if self._transcoder is not None:
            for coded_frame in self._transcoder.finish():
                self._add_frame(coded_frame)
        self._segmenter.pause()

    def _read_frame(self, video_packet: VideoPacket, pts: int, dts: int) -> Iterator[CodedFrame]:
        """Yield the H.264 frames that are ready: the frame itself, or frames that were encoded again."""
        if video_packet.codec != H264 or video_packet.turn:
            yield from self._switch_transcoder(
                video_packet.codec, video_packet.configuration, video_packet.turn
            )
            assert self._transcoder is not None
            yield from self._transcoder.add(video_packet.data, pts, dts)
            return
        coded_frame = convert_frame(video_packet, pts, dts)
        if coded_frame is None:
            return
        if self._transcoder is None or self._transcoder.format != (H264, b"", ""):
            self._check_keyframe_interval(coded_frame)
            if self._transcodes and coded_frame.is_keyframe and self._needs_transcoder(coded_frame):
                self._set_fault("keys", "")
                yield from self._switch_transcoder(H264)
            elif self._transcoder is not None:
                yield from self._transcoder.finish()
                self._transcoder = None
        if self._transcoder is None:
            yield coded_frame
        else:
            yield from self._transcoder.add(coded_frame.data, pts, dts, coded_frame.captions)

    def _needs_transcoder(self, coded_frame: CodedFrame) -> bool:
        """Return whether browsers cannot play a keyframe, or its distance from the last one is too long."""
        if self._keyframe_interval > _MAX_KEYFRAME_INTERVAL:
            return True
        return self._segmenter.needs_format(coded_frame) and not is_playable(coded_frame)

    def _switch_transcoder(
        self, codec: str, configuration: bytes = b"", turn: str = ""
    ) -> Iterator[CodedFrame]:
        """Encode video of this codec from here on. Yields the frames that the previous one still has."""
        current = self._transcoder
        if current is not None and current.format == (codec, configuration, turn):
            return
        if current is not None:
            yield from current.finish()
        self._transcoder = SourceTranscoder(codec, configuration, turn)

    def _add_frame(self, coded_frame: CodedFrame) -> None:
        if not self._segmenter.is_open:
            video_format = detect_format(coded_frame) if coded_frame.is_keyframe else None
            if video_format is not None:
                self._open(coded_frame, video_format)
            return
        self._last_dts = coded_frame.dts
        self._set_fault("picture", "")
        if coded_frame.is_keyframe:
            self._health.signal.add_keyframe(coded_frame)
        new_format = detect_format(coded_frame) if self._segmenter.needs_format(coded_frame) else None
        self._segmenter.add_frame(coded_frame, new_format)

    def _open(self, coded_frame: CodedFrame, video_format: VideoFormat) -> None:
        self._has_started, self._last_dts = True, coded_frame.dts
        self._segmenter.open(coded_frame, video_format)
        self._health.signal.add_keyframe(coded_frame)
        early_audio, self._early_audio = self._early_audio, deque(maxlen=_MAX_EARLY_AUDIO)
        for audio_packet in early_audio:
            if audio_packet.dts >= self._run_start_ms:
                self._process_audio(audio_packet)

    def _process_audio(self, audio_packet: AudioPacket) -> None:
        if not self._segmenter.is_open:
            self._first_audio_dts = (
                audio_packet.dts if self._first_audio_dts is None else self._first_audio_dts
            )
            self._early_audio.append(audio_packet)
            return
        track = audio_packet.track
        shift = self._timeline.shift(f"audio {track}", audio_packet.dts * _TICKS_PER_MS)
        if shift != self._audio_shifts.get(track):
            self._audio_shifts[track] = shift
            self._segmenter.start_audio_run(track)
        pts = audio_packet.dts * _TICKS_PER_MS + shift + self._offset
        if pts - self._segmenter.end > _NO_VIDEO_TICKS:
            self._set_fault("picture", NO_VIDEO)
        if pts - self._segmenter.end > _MAX_AUDIO_LEAD:
            return  # it would fill the memory until video comes, which then starts anew
        self._segmenter.add_audio(audio_packet, pts)

    def _check_keyframe_interval(self, coded_frame: CodedFrame) -> None:
        """Report to the operator if the encoder sends too few keyframes, or none."""
        interval = coded_frame.pts - (
            self._last_keyframe_pts if self._last_keyframe_pts is not None else coded_frame.pts
        )
        self._keyframe_interval = interval
        if coded_frame.is_keyframe:
            self._last_keyframe_pts = coded_frame.pts
            self._set_fault("keys", _sparse_keyframes_fault(interval) if interval > _SPARSE_KEYFRAMES else "")
        elif interval > _MISSING_KEYFRAMES:
            self._set_fault("keys", "The encoder sends no keyframes. Set its keyframe interval to 2 s.")

    def _set_fault(self, topic: str, fault: str) -> None:
        """Set the operator message for a topic until the next message for that topic. Empty: no fault."""
        self._faults[topic] = fault
        newest = next((active_fault for active_fault in self._faults.values() if active_fault), "")
        if newest != self._reported_fault:
            self._reported_fault = newest
            self._log.write_fault(newest)


def _sparse_keyframes_fault(interval: int) -> str:
    return (
        f"The encoder sends a keyframe only every {interval / TICKS_PER_SECOND:.0f} s. "
        "Set its keyframe interval to 2 s to reduce the delay."
    )
