"""Test videos with a flash and a beep each second, and the detection of both in the output."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray

from adapters.video.ffmpeg_process import run_ffmpeg

H264 = ("-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-sc_threshold", "0")
"""With `-bf 0` and a keyframe every two seconds, these frames can be copied."""
AAC = ("-c:a", "aac", "-b:a", "64k")
SIGNAL_SECONDS = 0.12
_SAMPLE_RATE = 48_000
Samples = NDArray[np.float32]
_BRIGHT, _LOUD = 128, 0.1


@dataclass(frozen=True)
class AvSignals:
    """Signals found in a file: times in seconds of flashes, beeps and frames, and the end of the audio.

    `loudness` has the loudness of each whole second.
    """

    flashes: list[float]
    beeps: list[float]
    frame_times: list[float]
    audio_end: float
    loudness: list[float]

    def beep_offsets(self) -> list[float]:
        """Return the seconds from each flash to the nearest beep."""
        return [min((beep - flash for beep in self.beeps), key=abs, default=99.0) for flash in self.flashes]

    def max_offset(self) -> float:
        """Return the largest offset between a flash and its beep, in seconds."""
        return max(map(abs, self.beep_offsets()))


def make_flash_video(
    target: Path,
    seconds: float,
    *options: str,
    size: str = "64x36",
    rate: str = "25",
    has_audio: bool = True,
    audio_seconds: float | None = None,
) -> Path:
    """Write a video in which every second starts with a flash and a beep. `options` are the encoder
    options."""
    flash = f"drawbox=c=white:t=fill:enable='lt(mod(t+0.001,1),{SIGNAL_SECONDS})'"
    inputs = ["-f", "lavfi", "-i", f"color=0x203040:s={size}:r={rate}:d={seconds},{flash}"]
    if has_audio:
        beep = f"if(lt(mod(t\\,1)\\,{SIGNAL_SECONDS})\\,0.5*sin(2*PI*1000*t)\\,0)"
        inputs += ["-f", "lavfi", "-i", f"aevalsrc={beep}:s={_SAMPLE_RATE}:d={audio_seconds or seconds}"]
    run_ffmpeg(["-y", *inputs, *options, str(target)], timeout=120)
    return target


def remux(source: Path, target: Path, *options: str) -> Path:
    """Copy the packets of a file into another file."""
    run_ffmpeg(["-y", "-i", str(source), "-map", "0", "-c", "copy", *options, str(target)], timeout=60)
    return target


def read_rendition(folder: Path) -> AvSignals:
    """Read all segments of a rendition in order. Times count from the first frame's timestamp of 1 s."""
    concatenated = folder.parent / f"{folder.name}.all"
    concatenated.write_bytes(b"".join(path.read_bytes() for path in sorted(folder.glob("*.ts"))))
    return read_signals(concatenated, start_time=1.0)


def read_signals(file: Path, start_time: float = 0.0) -> AvSignals:
    """Decode a file and find its flashes and beeps."""
    flashes, frame_times = [], []
    with av.open(str(file)) as container:
        was_bright = False
        for frame in container.decode(video=0):
            time = float(frame.time or 0) - start_time
            is_bright = frame.to_ndarray(format="gray").mean() > _BRIGHT
            if is_bright and not was_bright:
                flashes.append(time)
            was_bright = is_bright
            frame_times.append(time)
    samples = _read_audio(file, start_time)
    onsets = np.flatnonzero(np.abs(samples) > _LOUD)
    beep_starts = onsets[np.diff(onsets, prepend=-_SAMPLE_RATE) > _SAMPLE_RATE // 4]
    return AvSignals(
        flashes,
        (beep_starts / _SAMPLE_RATE).tolist(),
        frame_times,
        len(samples) / _SAMPLE_RATE,
        _peak_levels(samples),
    )


def read_loudness(file: Path, start_time: float = 0.0) -> list[float]:
    """Return the peak level in each second of a file's audio, as in `AvSignals`."""
    return _peak_levels(_read_audio(file, start_time))


def _peak_levels(samples: Samples) -> list[float]:
    """Return the peak level of each second. A remainder of less than a tenth of a second does not count."""
    seconds = range(0, len(samples) - _SAMPLE_RATE // 10, _SAMPLE_RATE)
    return [float(np.abs(samples[time : time + _SAMPLE_RATE]).max()) for time in seconds]


def _read_audio(file: Path, start_time: float) -> Samples:
    """Return all samples at their timestamps, with silence in between."""
    chunks: list[tuple[int, Samples]] = []
    with av.open(str(file)) as container:
        if container.streams.audio:
            for audio_frame in container.decode(audio=0):
                position = round((float(audio_frame.time or 0) - start_time) * audio_frame.sample_rate)
                chunks.append((position, audio_frame.to_ndarray().astype(np.float32)[0]))
    concatenated = np.zeros(max((position + len(chunk) for position, chunk in chunks), default=0), np.float32)
    for position, chunk in chunks:
        chunk = chunk[max(0, -position) :]
        concatenated[max(0, position) : max(0, position) + len(chunk)] = chunk
    return concatenated


def concatenate(parts: Sequence[Path], target: Path) -> Path:
    """Concatenate the bytes of files."""
    target.write_bytes(b"".join(part.read_bytes() for part in parts))
    return target
