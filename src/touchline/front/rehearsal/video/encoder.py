"""The program of the synthetic encoder: `python -m touchline.front.rehearsal.video.encoder`.

It reads the URL to publish to from standard input, because a command line is visible to other users. It sends
the test card as OBS would, with a keyframe every two seconds, until SIGTERM. It prints one JSON object per
line: `{"connected": true}`, `{"sent_ms": 1000}` each second, `{"error": "…"}`.
"""

from __future__ import annotations

import json
import math
import signal
import sys
import time
from fractions import Fraction
from threading import Event
from typing import Any

import av
from av.audio.stream import AudioStream
from av.video.stream import VideoStream

from touchline.front.rehearsal.video.test_card import (
    FRAME_RATE,
    HEIGHT,
    SAMPLE_RATE,
    SAMPLES_PER_FRAME,
    WIDTH,
    TestCard,
    make_tone,
)

KEYFRAME_INTERVAL_SECONDS = 2
VIDEO_BITRATE, AUDIO_BITRATE = 1_200_000, 128_000
_CONNECT_TIMEOUT_SECONDS = 10.0


def main() -> int:
    """Publish until SIGTERM. Return the exit status."""
    stopped = Event()
    signal.signal(signal.SIGTERM, lambda *_arguments: stopped.set())
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    url = sys.stdin.readline().strip()
    try:
        publish(url, stopped)
    except (av.FFmpegError, OSError) as error:
        _report(error=error.strerror or type(error).__name__)
        return 1
    return 0


def publish(url: str, stopped: Event) -> None:
    """Send frames in real time until `stopped`."""
    with av.open(url, "w", format="flv", timeout=_CONNECT_TIMEOUT_SECONDS) as container:
        _report(connected=True)
        video, audio = _add_video(container), _add_audio(container)
        card, first = TestCard(), math.ceil(time.time() * FRAME_RATE)
        number = first
        while not stopped.wait(max(0.0, number / FRAME_RATE - time.time())):
            _send(container, video, audio, card, number, number - first)
            number += 1
            if (number - first) % FRAME_RATE == 0:
                _report(sent_ms=(number - first) * 1000 // FRAME_RATE)
        for stream in (video, audio):
            container.mux(stream.encode(None))
        _report(sent_ms=(number - first) * 1000 // FRAME_RATE)


def _send(
    container: Any, video: VideoStream, audio: AudioStream, card: TestCard, number: int, index: int
) -> None:
    frame = av.VideoFrame.from_ndarray(card.draw(number), format="yuv420p")
    frame.pts, frame.time_base = index, Fraction(1, FRAME_RATE)
    container.mux(video.encode(frame))
    samples = av.AudioFrame.from_ndarray(make_tone(number), format="fltp", layout="stereo")
    samples.sample_rate, samples.time_base = SAMPLE_RATE, Fraction(1, SAMPLE_RATE)
    samples.pts = index * SAMPLES_PER_FRAME
    container.mux(audio.encode(samples))


def _add_video(container: Any) -> VideoStream:
    stream: VideoStream = container.add_stream("libx264", rate=FRAME_RATE)
    stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
    stream.bit_rate, stream.gop_size = VIDEO_BITRATE, KEYFRAME_INTERVAL_SECONDS * FRAME_RATE
    stream.options = {"preset": "ultrafast", "tune": "zerolatency", "sc_threshold": "0"}
    return stream


def _add_audio(container: Any) -> AudioStream:
    stream: AudioStream = container.add_stream("aac", rate=SAMPLE_RATE, layout="stereo")
    stream.bit_rate = AUDIO_BITRATE
    return stream


def _report(**record: object) -> None:
    print(json.dumps(record), flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
