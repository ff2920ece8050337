"""What the receiver makes of a stream that flashes and beeps each second, and how far both are apart."""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import av
import numpy as np

from adapters.ingest.media.flv import MediaReader
from adapters.ingest.media.live_stream import LiveStream
from adapters.ingest.media.source_packets import AudioPacket, VideoPacket
from adapters.ingest.rtmp.messages import Message
from adapters.ingest.stream_log import StreamLogReader, StreamLogWriter

FLASH_VIDEO = "color=black:s={size}:r=25,drawbox=t=fill:color=white:enable='lt(mod(t+0.5,1),0.1)'"
BEEP_AUDIO = "aevalsrc='0.5*sin(2*PI*1000*t)*lt(mod(t+0.5,1),0.1)':s=48000"
VIDEO_CODEC = (
    *("-c:v", "libx264", "-preset", "ultrafast", "-bf", "0", "-g", "50", "-sc_threshold", "0"),
    *("-pix_fmt", "yuv420p"),
)
MIN_FRAME_DURATION, SYNC_TOLERANCE, MAX_OFFSET = 0.005, 0.025, 0.04
"""Seconds: audio in sync stays within `SYNC_TOLERANCE`, and everything within `MAX_OFFSET`."""


def read_batches(*message_groups: Iterable[Message]) -> Iterator[Iterable[VideoPacket | AudioPacket]]:
    """Yield the packets of each message of an encoder."""
    reader = MediaReader()
    for group in message_groups:
        for message in group:
            yield reader.read(message)


class StreamResult:
    """The output for a stream."""

    def __init__(
        self,
        folder: Path,
        batches: Iterable[Iterable[VideoPacket | AudioPacket]],
        renditions: tuple[str, ...],
        *,
        transcodes: bool = False,
    ) -> None:
        self.folder = folder
        stream = LiveStream(folder, renditions, StreamLogWriter(folder), exactly=False, transcodes=transcodes)
        if all(stream.process(batch) for batch in batches):
            stream.finish()
        self.log = StreamLogReader(folder)
        self.log.read()

    @property
    def seconds(self) -> float:
        return sum(item.ms for item in self.log.segments) / 1000

    def concatenate(self, name: str) -> Path:
        """Concatenate all segments of a rendition, as recordings do."""
        target = self.folder / f"{name}.ts"
        segments = sorted((self.folder / name).iterdir())
        target.write_bytes(b"".join(item.read_bytes() for item in segments))
        return target

    def timestamps(self, name: str, kind: str) -> list[float]:
        """Return when each video frame or audio packet is presented."""
        with av.open(str(self.concatenate(name))) as container:
            stream = next(item for item in container.streams if item.type == kind)
            return [
                float(item.pts * item.time_base) for item in container.demux(stream) if item.pts is not None
            ]

    def find_flashes(self, name: str) -> list[float]:
        """Return the times when the video becomes white."""
        with av.open(str(self.concatenate(name))) as container:
            result = [
                (float(f.time or 0), f.to_ndarray(format="gray").mean() > 128)
                for f in container.decode(video=0)
            ]
        return [
            timestamp
            for (_, was_white), (timestamp, is_white) in pairwise([(0.0, False), *result])
            if is_white and not was_white
        ]

    def find_beeps(self, name: str) -> list[float]:
        """Return the times when a beep starts."""
        result: list[float] = []
        last_loud = -1.0
        with av.open(str(self.concatenate(name))) as container:
            for frame in container.decode(audio=0):
                loud = np.flatnonzero(np.abs(frame.to_ndarray()[0]) > 0.15)
                for timestamp in (float(frame.time or 0) + loud / frame.sample_rate)[:1]:
                    if timestamp - last_loud > 0.3:
                        result.append(float(timestamp))
                if loud.size:
                    last_loud = float(frame.time or 0) + float(loud[-1]) / frame.sample_rate
        return result

    def assert_in_sync(
        self,
        *,
        is_silent: Callable[[float], bool] = lambda timestamp: False,
        tolerance: float = SYNC_TOLERANCE,
    ) -> None:
        """Assert gapless audio, increasing timestamps, and a beep for each flash, except where it
        `is_silent`.
        """
        for name in self.log.renditions:
            audio = self.timestamps(name, "audio")
            assert all(0.02 < b - a < 0.0227 for a, b in pairwise(audio)), "The audio has gaps or overlaps."
            if not self.log.renditions[name].width:
                continue
            frames = sorted(self.timestamps(name, "video"))
            assert all(b - a > MIN_FRAME_DURATION for a, b in pairwise(frames))
            assert audio[0] - frames[0] < 0.022 and audio[0] >= frames[0] - 0.001
            beeps = self.find_beeps(name)
            for flash in self.find_flashes(name):
                nearby_beeps = [beep for beep in beeps if abs(beep - flash) < tolerance]
                assert bool(nearby_beeps) is not is_silent(flash - 10), (name, flash, beeps)
