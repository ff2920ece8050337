"""Test films with a flash and a beep at the same instant, made by ffmpeg.

The upper three quarters of the picture are white for 0.12 s at each instant, and a 1 kHz tone sounds as
long. The lower quarter is a row of eight cells that spell the number of the picture (modulo 256).
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import imageio_ffmpeg

FLASH_SECONDS = 0.12
"""How long each flash and each beep lasts."""
H264 = ("-c:v", "libx264", "-preset", "ultrafast", "-crf", "28", "-pix_fmt", "yuv420p")
GRID = (*H264, "-bf", "0", "-g", "50", "-keyint_min", "50", "-sc_threshold", "0", "-flags", "+cgop")
"""Options of a picture that may be copied at 25 pictures a second: a key frame every 2 s, no B frames."""
AAC = ("-c:a", "aac", "-b:a", "96k")
_CELLS = 8
_EARLY = 0.0005
"""Seconds by which an instant may be missed by rounding."""


@dataclass(frozen=True)
class Film:
    """What to draw.

    The first flash and beep begin at `phase`, and then one every `every` seconds. `sound_ratio` is how much
    too fast the clock of the sound is (1.002: 1.002 s of samples for each second), `select` an expression
    that says which pictures are kept.
    """

    seconds: float = 8
    size: str = "160x90"
    rate: str = "25"
    sound: float | None = 0
    """Length of the sound in seconds; 0 means as long as the picture, None means no sound."""
    every: int = 1
    phase: float = 0.2
    sound_ratio: float = 1.0
    hertz: int = 48_000
    channels: str = "stereo"
    select: str = ""
    filters: str = ""
    delay: str = ""
    """Seconds by which the sound begins late; "-2": the picture begins two seconds after it."""


def draw(target: Path, film: Film, *options: str, inputs: tuple[str, ...] = ()) -> Path:
    """Write a film with the given codec options; `inputs` are further inputs of ffmpeg (number 2 onwards)."""
    late = ["-itsoffset", film.delay.lstrip("-")] if film.delay else []
    arguments = [*(late if film.delay.startswith("-") else []), "-f", "lavfi", "-i", picture_source(film)]
    if film.sound is not None:
        arguments += [*([] if film.delay.startswith("-") else late), "-f", "lavfi", "-i", sound_source(film)]
    ffmpeg(*arguments, *inputs, *options, str(target))
    return target


def picture_source(film: Film) -> str:
    """Return the lavfi graph of the picture."""
    since = film.every - film.phase + _EARLY
    flash = f"lt(mod(t+{since},{film.every}),{FLASH_SECONDS})"
    boxes = [f"drawbox=x=0:y=0:w=iw:h=ih*3/4:color=white:t=fill:enable='{flash}'"]
    boxes.append("drawbox=x=0:y=ih*3/4:w=iw:h=ih/4:color=black:t=fill")
    boxes += [
        f"drawbox=x=iw*{cell}/{_CELLS}:y=ih*3/4:w=iw/{_CELLS}:h=ih/4:color=white:t=fill"
        f":enable='mod(floor(n/{2**cell}),2)'"
        for cell in range(_CELLS)
    ]
    select = [f"select='{film.select}'"] if film.select else []
    filters = [film.filters] if film.filters else []
    source = f"testsrc2=s={film.size}:r={film.rate}:d={film.seconds}"
    return ",".join([source, "format=yuv420p", *boxes, *select, *filters])


def sound_source(film: Film) -> str:
    """Return the lavfi graph of the sound: each beep begins with the first picture of its flash."""
    rate, at = float(Fraction(film.rate)), f"(t*{film.sound_ratio}{_behind(film):+})"
    number = f"floor(({at}-{film.phase})/{film.every}+{_EARLY})"
    onset = f"ceil(({number}*{film.every}+{film.phase}-{_EARLY})*{rate})/{rate}"
    wave = f"0.6*sin(2*PI*1000*t)*between({at}-{onset},0,{FLASH_SECONDS})*gte(t,{film.phase / 2})"
    seconds = (film.sound or film.seconds) / film.sound_ratio
    return f"aevalsrc=exprs='{wave}':s={film.hertz}:d={seconds},aformat=channel_layouts={film.channels}"


def _behind(film: Film) -> float:
    """What the clock of the beeps lacks to that of the sound, in seconds: the picture may begin later."""
    return float(film.delay) if film.delay.startswith("-") else 0.0


def remux(source: Path, target: Path, *options: str) -> Path:
    """Write the same packets into another container."""
    ffmpeg("-i", str(source), "-map", "0", "-c", "copy", *options, str(target))
    return target


def concatenate(parts: Sequence[Path], target: Path) -> Path:
    """Write the bytes of files, such as transport streams, one behind the other."""
    target.write_bytes(b"".join(part.read_bytes() for part in parts))
    return target


def ffmpeg(*arguments: str) -> None:
    """Run ffmpeg to its end; `CalledProcessError` where it fails."""
    program = imageio_ffmpeg.get_ffmpeg_exe()
    subprocess.run([program, "-nostdin", "-v", "error", "-y", *arguments], check=True)
