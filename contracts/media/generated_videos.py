"""Test videos with a flash and a beep at the same time, made by ffmpeg.

The upper three quarters of the frame are white for 0.12 s at each flash, and a 1 kHz tone plays for the same
time. The lower quarter is a row of eight cells that encode the frame number (modulo 256).
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import imageio_ffmpeg

FLASH_SECONDS = 0.12
"""Length of each flash and each beep, in seconds."""
H264 = ("-c:v", "libx264", "-preset", "ultrafast", "-crf", "28", "-pix_fmt", "yuv420p")
COPYABLE_H264 = (*H264, "-bf", "0", "-g", "50", "-keyint_min", "50", "-sc_threshold", "0", "-flags", "+cgop")
"""Options of a video that may be copied at 25 frames a second: a keyframe every 2 s, no B-frames."""
AAC = ("-c:a", "aac", "-b:a", "96k")
_NUMBER_BITS = 8
_ROUNDING_SECONDS = 0.0005
"""Maximum rounding error of a time, in seconds."""


@dataclass(frozen=True)
class VideoSpec:
    """The properties of a video to draw.

    The first flash and beep start at `first_flash`, then one every `flash_interval` seconds.
    `audio_clock_ratio` is how much too fast the audio clock is (1.002: 1.002 s of samples for each second).
    `select_expression` is an expression that selects the frames to keep.
    """

    seconds: float = 8
    size: str = "160x90"
    frame_rate: str = "25"
    audio_seconds: float | None = 0
    """Length of the audio in seconds; 0 means as long as the video, None means no audio."""
    flash_interval: int = 1
    first_flash: float = 0.2
    audio_clock_ratio: float = 1.0
    sample_rate: int = 48_000
    channels: str = "stereo"
    select_expression: str = ""
    filters: str = ""
    audio_delay: str = ""
    """Delay of the audio in seconds. "-2" means that the video starts two seconds later."""


def draw_video(target: Path, video: VideoSpec, *options: str, inputs: tuple[str, ...] = ()) -> Path:
    """Write a video with the given codec options. `inputs` are further inputs of ffmpeg (number 2
    onwards)."""
    offset_options = ["-itsoffset", video.audio_delay.lstrip("-")] if video.audio_delay else []
    arguments = [
        *(offset_options if video.audio_delay.startswith("-") else []),
        "-f",
        "lavfi",
        "-i",
        video_source(video),
    ]
    if video.audio_seconds is not None:
        arguments += [
            *([] if video.audio_delay.startswith("-") else offset_options),
            "-f",
            "lavfi",
            "-i",
            audio_source(video),
        ]
    run_ffmpeg(*arguments, *inputs, *options, str(target))
    return target


def video_source(video: VideoSpec) -> str:
    """Return the lavfi graph of the video."""
    flash_offset = video.flash_interval - video.first_flash + _ROUNDING_SECONDS
    flash = f"lt(mod(t+{flash_offset},{video.flash_interval}),{FLASH_SECONDS})"
    boxes = [f"drawbox=x=0:y=0:w=iw:h=ih*3/4:color=white:t=fill:enable='{flash}'"]
    boxes.append("drawbox=x=0:y=ih*3/4:w=iw:h=ih/4:color=black:t=fill")
    boxes += [
        f"drawbox=x=iw*{cell}/{_NUMBER_BITS}:y=ih*3/4:w=iw/{_NUMBER_BITS}:h=ih/4:color=white:t=fill"
        f":enable='mod(floor(n/{2**cell}),2)'"
        for cell in range(_NUMBER_BITS)
    ]
    select = [f"select='{video.select_expression}'"] if video.select_expression else []
    filters = [video.filters] if video.filters else []
    source = f"testsrc2=s={video.size}:r={video.frame_rate}:d={video.seconds}"
    return ",".join([source, "format=yuv420p", *boxes, *select, *filters])


def audio_source(video: VideoSpec) -> str:
    """Return the lavfi graph of the audio: each beep starts with the first frame of its flash."""
    rate, time = float(Fraction(video.frame_rate)), f"(t*{video.audio_clock_ratio}{_audio_lead(video):+})"
    number = f"floor(({time}-{video.first_flash})/{video.flash_interval}+{_ROUNDING_SECONDS})"
    onset = f"ceil(({number}*{video.flash_interval}+{video.first_flash}-{_ROUNDING_SECONDS})*{rate})/{rate}"
    waveform = (
        f"0.6*sin(2*PI*1000*t)*between({time}-{onset},0,{FLASH_SECONDS})*gte(t,{video.first_flash / 2})"
    )
    seconds = (video.audio_seconds or video.seconds) / video.audio_clock_ratio
    source = f"aevalsrc=exprs='{waveform}':s={video.sample_rate}:d={seconds}"
    return f"{source},aformat=channel_layouts={video.channels}"


def _audio_lead(video: VideoSpec) -> float:
    """Return how far the beep clock is behind the audio clock, in seconds: the video may start later."""
    return float(video.audio_delay) if video.audio_delay.startswith("-") else 0.0


def remux(source: Path, target: Path, *options: str) -> Path:
    """Write the same packets into another container."""
    run_ffmpeg("-i", str(source), "-map", "0", "-c", "copy", *options, str(target))
    return target


def concatenate(parts: Sequence[Path], target: Path) -> Path:
    """Write the bytes of files, such as transport streams, one after the other."""
    target.write_bytes(b"".join(part.read_bytes() for part in parts))
    return target


def run_ffmpeg(*arguments: str) -> None:
    """Run ffmpeg to its end. Raises `CalledProcessError` if it fails."""
    ffmpeg_path = imageio_ffmpeg.get_ffmpeg_exe()
    subprocess.run([ffmpeg_path, "-nostdin", "-v", "error", "-y", *arguments], check=True)
