"""Films with a flash and a beep each second, and where both are in what was made of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray

from adapters.video.process import run

H264 = ("-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-sc_threshold", "0")
"""With `-bf 0` and a key frame every two seconds, such pictures can be copied."""
AAC = ("-c:a", "aac", "-b:a", "64k")
LENGTH = 0.12
_HERTZ = 48_000
Samples = NDArray[np.float32]
_BRIGHT, _LOUD = 128, 0.1


@dataclass(frozen=True)
class Signals:
    """What a file shows: instants in seconds of flashes, beeps and pictures, and where the sound ends.

    `levels` has the loudness of each whole second.
    """

    flashes: list[float]
    beeps: list[float]
    pictures: list[float]
    sound_end: float
    levels: list[float]

    def offsets(self) -> list[float]:
        """Seconds by which the nearest beep follows each flash."""
        return [min((beep - flash for beep in self.beeps), key=abs, default=99.0) for flash in self.flashes]

    def worst(self) -> float:
        """The largest distance between a flash and its beep, in seconds."""
        return max(map(abs, self.offsets()))


def film(
    target: Path,
    seconds: float,
    *options: str,
    size: str = "64x36",
    rate: str = "25",
    sound: bool = True,
    sound_seconds: float | None = None,
) -> Path:
    """Write a film whose every second begins with a flash and a beep; `options` say how it is coded."""
    flash = f"drawbox=c=white:t=fill:enable='lt(mod(t+0.001,1),{LENGTH})'"
    inputs = ["-f", "lavfi", "-i", f"color=0x203040:s={size}:r={rate}:d={seconds},{flash}"]
    if sound:
        beep = f"if(lt(mod(t\\,1)\\,{LENGTH})\\,0.5*sin(2*PI*1000*t)\\,0)"
        inputs += ["-f", "lavfi", "-i", f"aevalsrc={beep}:s={_HERTZ}:d={sound_seconds or seconds}"]
    run(["-y", *inputs, *options, str(target)], time_out=120)
    return target


def remux(source: Path, target: Path, *options: str) -> Path:
    """Copy the packets of a file into another one."""
    run(["-y", "-i", str(source), "-map", "0", "-c", "copy", *options, str(target)], time_out=60)
    return target


def rendition(folder: Path) -> Signals:
    """Read all segments of a rendition in a row; instants count from the first picture's timestamp of 1 s."""
    whole = folder.parent / f"{folder.name}.all"
    whole.write_bytes(b"".join(path.read_bytes() for path in sorted(folder.glob("*.ts"))))
    return read(whole, zero=1.0)


def read(file: Path, zero: float = 0.0) -> Signals:
    """Decode a file and find what is bright and what is loud."""
    flashes, pictures = [], []
    with av.open(str(file)) as container:
        was_bright = False
        for picture in container.decode(video=0):
            at = float(picture.time or 0) - zero
            is_bright = picture.to_ndarray(format="gray").mean() > _BRIGHT
            if is_bright and not was_bright:
                flashes.append(at)
            was_bright = is_bright
            pictures.append(at)
    sound = _sound(file, zero)
    onsets = np.flatnonzero(np.abs(sound) > _LOUD)
    firsts = onsets[np.diff(onsets, prepend=-_HERTZ) > _HERTZ // 4]
    return Signals(flashes, (firsts / _HERTZ).tolist(), pictures, len(sound) / _HERTZ, _levels(sound))


def loudness(file: Path, zero: float = 0.0) -> list[float]:
    """The highest level in each second of a file's sound, as in `Signals`."""
    return _levels(_sound(file, zero))


def _levels(sound: Samples) -> list[float]:
    """The rest at the end, of less than a tenth of a second, is no second."""
    seconds = range(0, len(sound) - _HERTZ // 10, _HERTZ)
    return [float(np.abs(sound[at : at + _HERTZ]).max()) for at in seconds]


def _sound(file: Path, zero: float) -> Samples:
    """All samples where they sound, silence between them."""
    pieces: list[tuple[int, Samples]] = []
    with av.open(str(file)) as container:
        if container.streams.audio:
            for frame in container.decode(audio=0):
                place = round((float(frame.time or 0) - zero) * frame.sample_rate)
                pieces.append((place, frame.to_ndarray().astype(np.float32)[0]))
    whole = np.zeros(max((place + len(piece) for place, piece in pieces), default=0), np.float32)
    for place, piece in pieces:
        piece = piece[max(0, -place) :]
        whole[max(0, place) : max(0, place) + len(piece)] = piece
    return whole


def concatenate(parts: Sequence[Path], target: Path) -> Path:
    """Put the bytes of files in a row."""
    target.write_bytes(b"".join(part.read_bytes() for part in parts))
    return target
