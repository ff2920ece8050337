"""The one ffmpeg command that makes all renditions: the pictures are decoded once and scaled down in turn.

All pictures start at the same timestamp (`START`) in every rendition, and the sound with them: ffmpeg's AAC
encoder begins with 1024 samples of padding, so as many are taken off the front. Otherwise each player would
start the film with the padding, and its clock would be 21 ms off the picture. For the same reason no picture
refers to a later one (`-bf 0`): hls.js begins at the first picture to be *decoded*, and its clock would run
two pictures ahead of what is seen (seen in Chromium, frame by frame).
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

from adapters.video import process
from adapters.video.copying import cut_seconds
from adapters.video.ladder import Rung, pictures_a_group
from adapters.video.playlists import Rendition, read_rendition
from adapters.video.probe import Source, input_options

START = 1
_AAC_PADDING = 1024
_ENCODER = (
    *("-c:v", "libx264", "-preset", "veryfast", "-crf", "22", "-profile:v", "high"),
    *("-bf", "0", "-sc_threshold", "0", "-flags", "+cgop"),
)
_SOUND = (*("-c:a", "aac", "-aac_coder", "fast", "-b:a", "128k", "-ac", "2", "-ar", "48000"), "-shortest")
_TONE_MAP = (
    "zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0,"
    "zscale=t=bt709:m=bt709:r=tv,format=yuv420p,"
)
_LEAST_TIME_OUT, _TIME_OUT_FACTOR = 900.0, 40.0


def make_renditions(
    source: Source,
    rungs: Sequence[Rung],
    rate: Fraction,
    pictures: int,
    into: Path,
    *,
    copy_top: bool,
    on_seconds: Callable[[float], None],
) -> list[Rendition]:
    """Make `v0/`, `v1/`, … (largest first), each with `index.m3u8` and its segments."""
    folders = [into / f"v{number}" for number in range(len(rungs))]
    for folder in folders:
        folder.mkdir()
    arguments = [*_input(source), "-filter_complex", _filters(source, rungs, rate, copy_top)]
    for number, (rung, folder) in enumerate(zip(rungs, folders, strict=True)):
        copied = copy_top and number == 0
        arguments += ["-map", f"0:{source.video_index}" if copied else f"[v{number}]"]
        arguments += ["-c:v", "copy"] if copied else _encode(rung, rate)
        if source.audio_index is not None:
            arguments += ["-map", f"[a{number}]", *_SOUND]
        arguments += _writer(folder, rate, pictures)
    time_out = max(_LEAST_TIME_OUT, (source.seconds or 0) * _TIME_OUT_FACTOR)
    process.run(arguments, time_out=time_out, on_seconds=lambda seconds: on_seconds(seconds - START))
    return [
        read_rendition(folder, rung.width, rung.height) for folder, rung in zip(folders, rungs, strict=True)
    ]


def _input(source: Source) -> list[str]:
    options = [part for name, value in input_options().items() for part in (f"-{name}", value)]
    return ["-y", *options, "-i", str(source.path.resolve())]


def _filters(source: Source, rungs: Sequence[Rung], rate: Fraction, copy_top: bool) -> str:
    """The graph: even rate first, then each size from the next larger one."""
    numbers = range(1 if copy_top else 0, len(rungs))
    clean = ("bwdif=mode=send_frame:deint=interlaced," if source.interlaced else "") + (
        _TONE_MAP if source.hdr else ""
    )
    parts = [f"[0:{source.video_index}]{clean}fps=fps={rate}:start_time=0:round=near[s{numbers[0]}]"]
    for number in numbers:
        size = f"scale={rungs[number].width}:{rungs[number].height}:out_range=tv,setsar=1,format=yuv420p"
        last = number == numbers[-1]
        parts.append(
            f"[s{number}]{size}" + (f"[v{number}]" if last else f",split=2[v{number}][s{number + 1}]")
        )
    if source.audio_index is not None:
        outputs = "".join(f"[a{number}]" for number in range(len(rungs)))
        parts.append(
            f"[0:{source.audio_index}]aresample=48000:async=1:first_pts=0,"
            f"atrim=start_sample={_AAC_PADDING},apad,asplit={len(rungs)}{outputs}"
        )
    return ";".join(parts)


def _encode(rung: Rung, rate: Fraction) -> list[str]:
    bits, group = str(rung.bits), str(pictures_a_group(rate))
    grid = ["-g", group, "-keyint_min", group]
    return [*_ENCODER, *grid, "-maxrate", bits, "-bufsize", str(rung.bits * 2)]


def _writer(folder: Path, rate: Fraction, pictures: int) -> list[str]:
    return [
        *("-map_metadata", "-1", "-output_ts_offset", str(START), "-muxdelay", "0", "-muxpreload", "0"),
        *("-f", "hls", "-hls_time", f"{cut_seconds(rate, pictures):.6f}", "-hls_playlist_type", "vod"),
        *("-hls_flags", "independent_segments", "-hls_segment_filename", str(folder / "%05d.ts")),
        str(folder / "index.m3u8"),
    ]
